//! What lies around a process: variables, folders, files of credentials.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use cheqqers_backend::JobError;
use etcetera::BaseStrategy;
use secrecy::SecretString;

/// Where settings and credentials are looked for.
#[derive(Clone, Default)]
pub struct Surroundings {
    /// Variables of the environment.
    pub variables: BTreeMap<String, String>,
    /// The user's home.
    pub home: PathBuf,
    /// The folder for settings of programs, `~/.config` on Linux.
    pub config: PathBuf,
    /// The working directory.
    pub directory: PathBuf,
}

/// Variables hold secrets, so none is shown.
impl std::fmt::Debug for Surroundings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Surroundings")
            .field("home", &self.home)
            .field("config", &self.config)
            .field("directory", &self.directory)
            .finish_non_exhaustive()
    }
}

impl Surroundings {
    /// Those of this process.
    pub fn of_process() -> Self {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        let strategy = etcetera::choose_base_strategy().ok();
        let folder = |of: fn(&etcetera::base_strategy::Xdg) -> PathBuf| {
            strategy.as_ref().map(of).unwrap_or_default()
        };
        Self {
            variables: env::vars_os().filter_map(text).collect(),
            home: folder(|strategy| strategy.home_dir().to_owned()),
            config: folder(BaseStrategy::config_dir),
            directory: env::current_dir().unwrap_or_default(),
        }
    }

    /// A variable that is set, to more than nothing.
    pub fn variable(&self, name: &str) -> Option<&str> {
        let value = self.variables.get(name)?.trim();
        (!value.is_empty()).then_some(value)
    }

    /// The first of some variables that is set.
    pub fn first_of(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| self.variable(name))
    }

    /// The first of some variables that is set, as a secret.
    pub fn secret(&self, names: &[&str]) -> Option<SecretString> {
        self.first_of(names).map(SecretString::from)
    }

    /// The text of a file; `None` when there is none.
    ///
    /// # Errors
    /// When it is there and can't be read. What it holds is never told.
    pub(crate) fn read(path: &Path, service: &str) -> Result<Option<String>, JobError> {
        match fs::read_to_string(path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(JobError::Credentials {
                service: service.into(),
                reason: format!("{} can't be read: {error}", path.display()),
            }),
        }
    }
}
