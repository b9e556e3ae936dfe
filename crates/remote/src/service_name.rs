use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A supported service.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServiceName {
    /// IBM Quantum Platform.
    Ibm,
    /// IBM Quantum System API: machines on a site's own premises.
    IbmSystem,
    /// IonQ Quantum Cloud.
    Ionq,
    /// Amazon Braket, of AWS.
    Braket,
    /// A cloud that runs OQTOPUS.
    Oqtopus,
    /// IQM Server: IQM Resonance, and machines on a site's own premises.
    Iqm,
    /// Arnica, the cloud of AQT.
    Aqt,
    /// Quantum as a Service, of Scaleway.
    Scaleway,
}

impl ServiceName {
    /// All supported services, in the order in which they are listed.
    pub const ALL: [Self; 8] = [
        Self::Ibm,
        Self::IbmSystem,
        Self::Ionq,
        Self::Braket,
        Self::Oqtopus,
        Self::Iqm,
        Self::Aqt,
        Self::Scaleway,
    ];

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ibm => "ibm",
            Self::IbmSystem => "ibm-system",
            Self::Ionq => "ionq",
            Self::Braket => "braket",
            Self::Oqtopus => "oqtopus",
            Self::Iqm => "iqm",
            Self::Aqt => "aqt",
            Self::Scaleway => "scaleway",
        }
    }

    /// Full name, for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Ibm => "IBM Quantum Platform",
            Self::IbmSystem => "IBM Quantum System API",
            Self::Ionq => "IonQ Quantum Cloud",
            Self::Braket => "Amazon Braket",
            Self::Oqtopus => "OQTOPUS",
            Self::Iqm => "IQM Resonance",
            Self::Aqt => "AQT Arnica",
            Self::Scaleway => "Scaleway Quantum as a Service",
        }
    }
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
