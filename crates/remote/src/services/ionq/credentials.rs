use reqwest::header::HeaderValue;
use secrecy::SecretString;

use crate::environment::Environment;
use crate::error::RemoteError;
use crate::profile::Profile;
use crate::service_name::ServiceName;
use crate::token::{secret_header, unusable};

const KEYS: [&str; 3] = ["IONQ_API_KEY", "QISKIT_IONQ_API_TOKEN", "IONQ_API_TOKEN"];
const URLS: [&str; 2] = ["IONQ_API_URL", "QISKIT_IONQ_API_URL"];
const URL: &str = "https://api.ionq.co/v0.4";

/// The file of variables that the service's tools read too.
const FILE: &str = ".env";

/// Address and key.
#[derive(Debug)]
pub(super) struct Credentials {
    /// Without a slash at the end.
    pub(super) url: String,
    /// Marked as sensitive.
    pub(super) authorization: HeaderValue,
}

/// Finds the credentials in a profile, the environment and the file `.env` of the working directory, in
/// this order.
///
/// The file's address is only for the file's key: the author of a file in this folder may not send
/// the user's own key elsewhere.
///
/// # Errors
/// Returns an error if there is no key.
pub(super) fn find(
    profile: &Profile,
    environment: &Environment,
) -> Result<Credentials, RemoteError> {
    let missing = |reason: String| unusable(ServiceName::Ionq, reason);
    let path = environment.directory.join(FILE);
    let file = Environment::read(&path, ServiceName::Ionq.name())?.unwrap_or_default();
    let of_environment = |names: &[&str]| environment.first_of(names).map(str::to_owned);
    let of_file = |names: &[&str]| names.iter().find_map(|name| in_file(&file, name));
    let own_key = of_environment(&KEYS);
    let has_own_key = own_key.is_some();
    let key = own_key.or_else(|| of_file(&KEYS)).map(SecretString::from);
    let key = key.ok_or_else(|| {
        missing(format!(
            "set IONQ_API_KEY to a key made on cloud.ionq.com; looked for {} in the environment \
             and in {}",
            KEYS.join(", "),
            path.display()
        ))
    })?;
    let url = profile.url.clone().or_else(|| of_environment(&URLS));
    let url = url.or_else(|| of_file(&URLS).filter(|_| !has_own_key));
    let url = url.unwrap_or_else(|| URL.into());
    Ok(Credentials {
        url: url.trim_end_matches('/').into(),
        authorization: secret_header(ServiceName::Ionq, "apiKey ", "key", &key)?,
    })
}

/// The value of a variable in a file of lines `ServiceName::Ionq.name()=value`, in quotes or not, with `export` or not.
fn in_file(text: &str, name: &str) -> Option<String> {
    let value = text.lines().rev().find_map(|line| {
        let line = line.trim();
        let line = line.strip_prefix("export ").unwrap_or(line);
        let (found, value) = line.split_once('=')?;
        (found.trim() == name).then(|| plain(value.trim()))
    });
    value.filter(|value| !value.is_empty())
}

/// A value without its quotes, or without the comment behind it.
fn plain(value: &str) -> String {
    let quoted = value.strip_prefix(['"', '\'']).and_then(|rest| {
        let end = rest.find(value.chars().next()?)?;
        rest.get(..end)
    });
    let bare = || value.split(" #").next().unwrap_or_default().trim_end();
    quoted.unwrap_or_else(bare).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ServiceName;

    fn environment(
        variables: &[(&str, &str)],
        file: Option<&str>,
    ) -> (Environment, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        if let Some(text) = file {
            std::fs::write(folder.path().join(FILE), text).unwrap();
        }
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let environment = Environment {
            variables: variables.iter().map(owned).collect(),
            directory: folder.path().into(),
            ..Environment::default()
        };
        (environment, folder)
    }

    fn found(variables: &[(&str, &str)], file: Option<&str>) -> (String, String) {
        let (environment, _folder) = environment(variables, file);
        let profile = Profile::new(ServiceName::Ionq, "simulator");
        let found = find(&profile, &environment).unwrap();
        let authorization = found.authorization.to_str().unwrap().to_owned();
        (authorization, found.url)
    }

    #[test]
    fn the_environment_comes_before_the_file_and_names_in_their_order() {
        let own = URL.to_owned();
        let all = [
            ("IONQ_API_TOKEN", "third"),
            ("QISKIT_IONQ_API_TOKEN", "second"),
            ("IONQ_API_KEY", "first"),
        ];
        let file = Some(
            "# keys\nexport IONQ_API_KEY=\"of #the file\" # mine\nIONQ_API_URL = http://a/v0.4/ # here\n",
        );
        assert_eq!(found(&all, None), ("apiKey first".into(), own.clone()));
        assert_eq!(
            found(&all[..2], None),
            ("apiKey second".into(), own.clone())
        );
        let third = ("apiKey third".to_owned(), own);
        assert_eq!(found(&all[..1], None), third);
        // The file's address is not for a key of the environment.
        assert_eq!(found(&all[..1], file), third);
        let url = "http://a/v0.4".to_owned();
        assert_eq!(found(&[], file), ("apiKey of #the file".into(), url));
        let elsewhere = [
            all[0],
            ("IONQ_API_URL", "http://b"),
            ("QISKIT_IONQ_API_URL", "http://c"),
        ];
        assert_eq!(found(&elsewhere, file).1, "http://b");
        assert_eq!(in_file("A='x' y\nA=\n", "A"), None);
        assert_eq!(in_file("A='x' y", "A").as_deref(), Some("x"));
    }

    #[test]
    fn without_a_key_it_is_said_where_one_is_looked_for() {
        let (environment, folder) = environment(&[("IONQ_API_KEY", " ")], Some("OTHER=1"));
        let profile = Profile::new(ServiceName::Ionq, "simulator");
        let error = find(&profile, &environment).unwrap_err().to_string();
        let path = folder.path().join(FILE).display().to_string();
        assert!(
            KEYS.iter().all(|key| error.contains(key)) && error.contains(&path),
            "{error}"
        );
    }

    #[test]
    fn a_key_is_never_shown() {
        let (environment, _folder) = environment(&[("IONQ_API_KEY", "hidden\nkey")], None);
        let profile = Profile::new(ServiceName::Ionq, "simulator");
        let error = find(&profile, &environment).unwrap_err();
        assert!(!format!("{error} {error:?}").contains("hidden"), "{error}");
        let (environment, _folder) = self::environment(&[("IONQ_API_KEY", "hidden")], None);
        let found = find(&profile, &environment).unwrap();
        assert!(!format!("{found:?}").contains("hidden"), "{found:?}");
    }
}
