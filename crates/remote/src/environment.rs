//! The environment of a process: variables, folders, files of credentials.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, io};

use etcetera::BaseStrategy;
use secrecy::SecretString;

use crate::error::RemoteError;
use crate::files::{MAX_SETTINGS, read_text};

/// Variables and folders in which settings and credentials are looked for.
#[derive(Clone, Default)]
pub struct Environment {
    /// Environment variables by name; they may hold secrets.
    pub variables: BTreeMap<String, String>,
    /// Home of the user.
    pub home: PathBuf,
    /// Folder for settings of programs, `~/.config` on Linux.
    pub config: PathBuf,
    /// Working directory of the process.
    pub directory: PathBuf,
}

/// Variables hold secrets, so none is shown.
impl std::fmt::Debug for Environment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Environment")
            .field("home", &self.home)
            .field("config", &self.config)
            .field("directory", &self.directory)
            .finish_non_exhaustive()
    }
}

impl Environment {
    /// The environment of this process.
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

    /// Value of a variable that is set and not blank.
    pub fn variable(&self, name: &str) -> Option<&str> {
        let value = self.variables.get(name)?.trim();
        (!value.is_empty()).then_some(value)
    }

    /// Value of the first of these variables that is set and not blank.
    pub fn first_of(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| self.variable(name))
    }

    /// The same as a secret.
    pub fn secret(&self, names: &[&str]) -> Option<SecretString> {
        self.first_of(names).map(SecretString::from)
    }

    /// Reads a file; `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if it can't be read. The error never tells what it holds.
    pub(crate) fn read(path: &Path, service: &str) -> Result<Option<String>, RemoteError> {
        match read_text(path, MAX_SETTINGS) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(RemoteError::Credentials {
                service: service.into(),
                reason: format!("{} can't be read: {error}", path.display()),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;

    #[test]
    fn the_first_variable_that_is_set_counts() {
        let variables = [("BLANK", "  "), ("SET", " a "), ("OTHER", "b")];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let environment = Environment {
            variables: variables.into(),
            home: "/home/me".into(),
            ..Environment::default()
        };
        assert_eq!(environment.variable("SET"), Some("a"));
        assert_eq!(environment.variable("BLANK"), None);
        assert_eq!(environment.variable("UNSET"), None);
        assert_eq!(
            environment.first_of(&["UNSET", "BLANK", "OTHER", "SET"]),
            Some("b")
        );
        let secret = environment.secret(&["SET"]).unwrap();
        assert_eq!(secret.expose_secret(), "a");
        assert!(environment.secret(&["BLANK"]).is_none());
        let shown = format!("{environment:?}");
        assert!(
            shown.contains("/home/me") && !shown.contains("SET"),
            "{shown}"
        );
    }

    #[test]
    fn files_of_credentials_are_read_where_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        assert_eq!(Environment::read(&path, "lab"), Ok(None));
        std::fs::write(&path, "secret").unwrap();
        assert_eq!(Environment::read(&path, "lab"), Ok(Some("secret".into())));
        let error = Environment::read(folder.path(), "lab")
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("there are no credentials of lab: "),
            "{error}"
        );
    }

    #[test]
    fn the_process_has_a_directory_and_variables() {
        let environment = Environment::of_process();
        assert_eq!(environment.directory, env::current_dir().unwrap());
        let path = env::var("PATH").unwrap();
        assert_eq!(environment.variables["PATH"], path);
    }
}
