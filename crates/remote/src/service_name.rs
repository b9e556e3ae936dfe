use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Makes the services from a row each: name, title, and the variables in which the service's own tools
/// look for keys.
macro_rules! services {
    ($($(#[$doc:meta])+ $service:ident: $name:literal, $title:literal, $keys:literal;)+) => {
        /// A supported service.
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize,
        )]
        pub enum ServiceName {
            $($(#[$doc])+ #[serde(rename = $name)] $service,)+
        }

        impl ServiceName {
            /// All supported services, in the order in which they are listed.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$service),+];

            /// Name on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$service => $name,)+
                }
            }

            /// Full name, for people.
            pub fn title(self) -> &'static str {
                match self {
                    $(Self::$service => $title,)+
                }
            }

            /// Variables in which the service's own tools look for keys, in words.
            pub(crate) fn keys(self) -> &'static str {
                match self {
                    $(Self::$service => $keys,)+
                }
            }
        }
    };
}

services! {
    /// IBM Quantum Platform.
    Ibm: "ibm", "IBM Quantum Platform", "QISKIT_IBM_TOKEN";
    /// IBM Quantum System API: machines on a site's own premises.
    IbmSystem: "ibm-system", "IBM Quantum System API",
        "QISKIT_IBM_TOKEN, and those of the storage in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
    /// IonQ Quantum Cloud.
    Ionq: "ionq", "IonQ Quantum Cloud", "IONQ_API_KEY";
    /// Amazon Braket, of AWS.
    Braket: "braket", "Amazon Braket", "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
    /// A cloud that runs OQTOPUS.
    Oqtopus: "oqtopus", "OQTOPUS", "OQTOPUS_API_TOKEN";
    /// IQM Server: IQM Resonance, and machines on a site's own premises.
    Iqm: "iqm", "IQM Resonance", "IQM_TOKEN";
    /// Arnica, the cloud of AQT.
    Aqt: "aqt", "AQT Arnica", "AQT_TOKEN";
    /// Quantum as a Service, of Scaleway.
    Scaleway: "scaleway", "Scaleway Quantum as a Service", "SCW_SECRET_KEY";
    /// qBraid, a broker of many vendors' devices.
    Qbraid: "qbraid", "qBraid", "QBRAID_API_KEY";
}

impl fmt::Display for ServiceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Error of parsing a [`ServiceName`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "there is no service {found:?}, the services are: {}",
    ServiceName::ALL.map(ServiceName::name).join(", ")
)]
pub struct ParseServiceError {
    /// Text that names no service.
    pub found: String,
}

impl FromStr for ServiceName {
    type Err = ParseServiceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|known| known.name() == text);
        found.ok_or_else(|| ParseServiceError { found: text.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_is_read_by_the_name_that_is_shown() {
        for service in ServiceName::ALL {
            assert_eq!(service.to_string().parse(), Ok(service));
        }
        assert_eq!(format!("{:>5}", ServiceName::Aqt), "  aqt");
        let error = "lab".parse::<ServiceName>().unwrap_err().to_string();
        assert!(
            error.contains("\"lab\"") && error.contains("aqt"),
            "{error}"
        );
    }
}
