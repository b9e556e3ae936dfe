//! The services: a module each, and the way from a name to one.

mod braket;
mod ibm;
mod ibm_system;
mod ionq;
mod oqtopus;

use std::fmt;
use std::str::FromStr;

use cheqqers_backend::JobError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Pace, Profile, Service, Surroundings};

/// The services that are known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServiceName {
    /// IBM Quantum Platform.
    Ibm,
    /// IBM Quantum System API: machines on a site's own premises.
    IbmSystem,
    /// IonQ.
    Ionq,
    /// Amazon Braket.
    Braket,
    /// OQTOPUS.
    Oqtopus,
}

impl ServiceName {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Ibm,
        Self::IbmSystem,
        Self::Ionq,
        Self::Braket,
        Self::Oqtopus,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ibm => "ibm",
            Self::IbmSystem => "ibm-system",
            Self::Ionq => "ionq",
            Self::Braket => "braket",
            Self::Oqtopus => "oqtopus",
        }
    }

    /// The name in full.
    pub fn title(self) -> &'static str {
        match self {
            Self::Ibm => "IBM Quantum Platform",
            Self::IbmSystem => "IBM Quantum System API",
            Self::Ionq => "IonQ Quantum Cloud",
            Self::Braket => "Amazon Braket",
            Self::Oqtopus => "OQTOPUS",
        }
    }
}

impl fmt::Display for ServiceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no service.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "there is no service {found:?}, the services are: {}",
    ServiceName::ALL.map(ServiceName::name).join(", ")
)]
pub struct ParseServiceError {
    /// The word.
    pub found: String,
}

impl FromStr for ServiceName {
    type Err = ParseServiceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|known| known.name() == text);
        found.ok_or_else(|| ParseServiceError { found: text.into() })
    }
}

/// The service of a profile, with the credentials that its users have. Nothing is sent yet.
///
/// # Errors
/// [`JobError::Credentials`] when there are none.
pub fn connect(
    profile: &Profile,
    surroundings: &Surroundings,
    pace: Pace,
) -> Result<Box<dyn Service>, JobError> {
    match profile.service {
        ServiceName::Ionq => Ok(Box::new(ionq::Ionq::connect(profile, surroundings, pace)?)),
        ServiceName::Braket => Ok(Box::new(braket::Braket::connect(
            profile,
            surroundings,
            pace,
        )?)),
        ServiceName::Oqtopus => Ok(Box::new(oqtopus::Oqtopus::connect(
            profile,
            surroundings,
            pace,
        )?)),
        ServiceName::Ibm => Ok(Box::new(ibm::connect(profile, surroundings, pace)?)),
        ServiceName::IbmSystem => Ok(Box::new(ibm_system::connect(profile, surroundings, pace)?)),
    }
}
