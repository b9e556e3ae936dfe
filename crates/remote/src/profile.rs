//! Backends with names of the user's own.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Surroundings;
use crate::services::ServiceName;

/// A device of a service, and how to get there. What is left out is found where the service's own
/// tools look for it; tokens and keys are never here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The service.
    pub service: ServiceName,
    /// The device.
    pub device: String,
    /// The address of the service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// IBM: the address that gives tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_url: Option<String>,
    /// IBM: the instance, a CRN. Amazon: the ARN of a reservation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The account of the service's own file of credentials.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Amazon, and the object storage of IBM's System API: the region.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The address of the object storage, where it is not Amazon's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub storage_url: Option<String>,
    /// The bucket of the object storage, a folder behind it if wished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bucket: Option<String>,
    /// IonQ: the noise model of its simulator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noise: Option<String>,
}

impl Profile {
    /// A device of a service with everything where the service's own tools look for it.
    pub fn new(service: ServiceName, device: impl Into<String>) -> Self {
        Self {
            service,
            device: device.into(),
            url: None,
            token_url: None,
            instance: None,
            account: None,
            region: None,
            storage_url: None,
            bucket: None,
            noise: None,
        }
    }
}

/// The user's profiles.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profiles {
    /// By name.
    #[serde(default)]
    pub backends: BTreeMap<String, Profile>,
}

/// Why profiles can't be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProfileError {
    /// The file can't be read.
    #[error("{} can't be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The file is not what it should be.
    #[error("{} has something wrong in it: {text}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What and where.
        text: String,
    },
    /// The file can't be written.
    #[error("{} can't be written", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
}

impl Profiles {
    /// Where they are kept: `cheqqers/config.toml` in the user's folder for settings.
    pub fn path(surroundings: &Surroundings) -> PathBuf {
        surroundings.config.join("cheqqers").join("config.toml")
    }

    /// Those in a file; none when there is no file.
    ///
    /// # Errors
    /// When the file can't be read or understood.
    pub fn read(path: &Path) -> Result<Self, ProfileError> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(source) => {
                let path = path.into();
                return Err(ProfileError::Read { path, source });
            }
        };
        // The line itself is not told: somebody may have put a token there.
        toml::from_str(&text).map_err(|error| ProfileError::Syntax {
            path: path.into(),
            text: match error.span() {
                Some(span) => {
                    let line = text[..span.start].lines().count().max(1);
                    format!("{} at line {line}", error.message())
                }
                None => error.message().to_owned(),
            },
        })
    }

    /// Writes them to a file, all of them or nothing.
    ///
    /// # Errors
    /// When that fails.
    pub fn write(&self, path: &Path) -> Result<(), ProfileError> {
        let text = toml::to_string_pretty(self).expect("names and texts are TOML");
        let folder = path.parent().unwrap_or(Path::new("."));
        let write = || -> io::Result<()> {
            fs::create_dir_all(folder)?;
            let mut file = tempfile::NamedTempFile::new_in(folder)?;
            file.write_all(text.as_bytes())?;
            file.as_file().sync_all()?;
            file.persist(path).map_err(|error| error.error)?;
            Ok(())
        };
        write().map_err(|source| ProfileError::Write {
            path: path.into(),
            source,
        })
    }
}
