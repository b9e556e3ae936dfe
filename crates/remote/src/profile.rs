//! Profiles: devices under names of the user's own.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use cheqqers_files::replace_private;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::environment::Environment;
use crate::files::{MAX_SETTINGS, read_text};
use crate::service_name::ServiceName;

/// A device of a service, with the settings to reach it. Settings left out are found where the
/// service's own tools look for them; a profile never holds tokens or keys.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Service that the device belongs to.
    pub service: ServiceName,
    /// Device, by the service's name.
    pub device: String,
    /// The address of the service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// IBM: the address that gives tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_url: Option<String>,
    /// IBM: the instance, its name or CRN. Amazon: the ARN of a reservation. Scaleway: the project.
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
    /// The bucket of the object storage, with a folder in it as `BUCKET/FOLDER`.
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

/// Profiles of a user.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profiles {
    /// Profiles by name.
    #[serde(default)]
    pub backends: BTreeMap<String, Profile>,
}

/// Error of reading or writing profiles.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ProfileError {
    #[error("{} can't be read", path.display())]
    Read {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("{} has something wrong in it: {text}", path.display())]
    Syntax { path: PathBuf, text: String },
    #[error("{} can't be written", path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
}

impl Profiles {
    /// Path of their file: `cheqqers/config.toml` in the user's folder for settings.
    pub fn path(environment: &Environment) -> PathBuf {
        environment.config.join("cheqqers").join("config.toml")
    }

    /// Reads a file; empty if there is none.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or understood.
    pub fn read(path: &Path) -> Result<Self, ProfileError> {
        let text = match read_text(path, MAX_SETTINGS) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(source) => {
                let path = path.into();
                return Err(ProfileError::Read { path, source });
            }
        };
        // The line itself is not quoted: it may hold a token.
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

    /// Writes them to a file, atomically.
    ///
    /// # Errors
    /// Returns an error if that fails.
    pub fn write(&self, path: &Path) -> Result<(), ProfileError> {
        let text = toml::to_string_pretty(self).expect("names and texts are TOML");
        replace_private(path, text.as_bytes()).map_err(|source| ProfileError::Write {
            path: path.into(),
            source,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_are_read_back_and_faults_are_told_without_their_line() {
        let folder = tempfile::tempdir().unwrap();
        let environment = Environment {
            config: folder.path().into(),
            ..Environment::default()
        };
        let path = Profiles::path(&environment);
        assert_eq!(path, folder.path().join("cheqqers").join("config.toml"));
        assert_eq!(Profiles::read(&path).unwrap(), Profiles::default());
        let mut profiles = Profiles::default();
        let mut lab = Profile::new(ServiceName::Ionq, "simulator");
        lab.noise = Some("aria-1".into());
        profiles.backends.insert("lab".into(), lab);
        profiles.write(&path).unwrap();
        assert_eq!(Profiles::read(&path).unwrap(), profiles);
        let wrong = "[backends.lab]\nservice = \"ionq\"\ntoken = \"hidden\"\n";
        std::fs::write(&path, wrong).unwrap();
        let error = Profiles::read(&path).unwrap_err().to_string();
        assert!(
            error.contains("config.toml has something wrong in it: "),
            "{error}"
        );
        assert!(
            error.contains("at line ") && !error.contains("hidden"),
            "{error}"
        );
        let folder = Profiles::read(folder.path()).unwrap_err();
        assert!(matches!(folder, ProfileError::Read { .. }), "{folder}");
        let below = path.join("file");
        let unwritten = profiles.write(&below).unwrap_err();
        assert!(
            matches!(unwritten, ProfileError::Write { .. }),
            "{unwritten}"
        );
    }
}
