use reqwest::header::HeaderValue;
use secrecy::SecretString;

use crate::environment::Environment;
use crate::error::RemoteError;
use crate::profile::Profile;
use crate::service_name::ServiceName;
use crate::services::ini;
use crate::token::{checked_address, secret_header, unusable};

const URL: &str = "https://api-v2.qbraid.com/api/v1";

/// The section of the file that qBraid's tools read.
const SECTION: &str = "default";

/// Address and key.
#[derive(Debug)]
pub(super) struct Credentials {
    /// Without a slash at the end.
    pub(super) url: String,
    /// Marked as sensitive.
    pub(super) key: HeaderValue,
}

/// Finds the credentials in a profile, the environment and the file of qBraid's tools, in this order.
///
/// # Errors
/// [`RemoteError::Credentials`] when there is no key, or an address to which none is sent.
pub(super) fn find(
    profile: &Profile,
    environment: &Environment,
) -> Result<Credentials, RemoteError> {
    let missing = |reason: String| unusable(ServiceName::Qbraid, reason);
    let path = match environment.variable("QBRAID_CONFIG_FILE") {
        Some(path) => path.into(),
        None => environment.home.join(".qbraid").join("qbraidrc"),
    };
    let file = Environment::read(&path, ServiceName::Qbraid.name())?.unwrap_or_default();
    let file = ini::section(&file, SECTION)
        .map_err(|wrong| missing(format!("{} {wrong}", path.display())))?;
    let mut file = file.unwrap_or_default();
    let key = environment.secret(&["QBRAID_API_KEY"]);
    let key = key.or_else(|| file.remove("api-key").map(SecretString::from));
    let key = key.ok_or_else(|| {
        missing(format!(
            "set QBRAID_API_KEY to a key made on account.qbraid.com; looked for it in the environment, \
             and for api-key in the section [{SECTION}] of {}",
            path.display()
        ))
    })?;
    let of_environment = || environment.variable("QBRAID_API_URL").map(str::to_owned);
    let url = profile.url.clone().or_else(of_environment);
    let url = url.or_else(|| file.remove("url"));
    let url = url.unwrap_or_else(|| URL.into());
    checked_address(ServiceName::Qbraid, &url)?;
    Ok(Credentials {
        url: url.trim_end_matches('/').into(),
        key: secret_header(ServiceName::Qbraid, "", "key", &key)?,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn find_with(
        url: Option<&str>,
        variables: &[(&str, &str)],
        file: Option<&str>,
    ) -> Result<(String, String), RemoteError> {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".qbraid")).unwrap();
        if let Some(text) = file {
            fs::write(folder.path().join(".qbraid/qbraidrc"), text).unwrap();
        }
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let environment = Environment {
            variables: variables.iter().map(owned).collect(),
            home: folder.path().into(),
            ..Environment::default()
        };
        let mut profile = Profile::new(ServiceName::Qbraid, "qbraid:qbraid:sim:qir-sv");
        profile.url = url.map(str::to_owned);
        let found = find(&profile, &environment)?;
        assert!(!format!("{found:?}").contains("hidden"), "{found:?}");
        Ok((found.url, found.key.to_str().unwrap().to_owned()))
    }

    #[test]
    fn variables_go_before_the_file_of_the_services_tools() {
        let key = ("QBRAID_API_KEY", "hidden");
        let url = ("QBRAID_API_URL", "http://127.0.0.1:8765/");
        let file = Some("[default]\napi-key = hidden-2;%\nurl = https://a.example/api/v1/\n");
        let found = |url, variables: &[_], file| find_with(url, variables, file).unwrap();
        let pair = |url: &str, key: &str| (url.to_owned(), key.to_owned());
        assert_eq!(found(None, &[key], None), pair(URL, "hidden"));
        assert_eq!(
            found(None, &[], file),
            pair("https://a.example/api/v1", "hidden-2;%")
        );
        assert_eq!(
            found(None, &[key], file),
            pair("https://a.example/api/v1", "hidden")
        );
        assert_eq!(
            found(None, &[key, url], file),
            pair("http://127.0.0.1:8765", "hidden")
        );
        assert_eq!(
            found(Some("https://b.example"), &[key, url], file),
            pair("https://b.example", "hidden")
        );
        let elsewhere = ("QBRAID_CONFIG_FILE", "/nowhere/qbraidrc");
        let error = find_with(None, &[elsewhere], file).unwrap_err().to_string();
        assert!(error.contains("/nowhere/qbraidrc"), "{error}");
    }

    #[test]
    fn what_is_missing_or_unsafe_is_said_without_the_key() {
        let key = ("QBRAID_API_KEY", "hidden");
        for (url, variables, file, part) in [
            (None, &[][..], None, "set QBRAID_API_KEY"),
            (None, &[], Some("[other]\napi-key = hidden"), "qbraidrc"),
            (None, &[], Some("[default]\nhidden hidden\n["), "qbraidrc"),
            (
                None,
                &[("QBRAID_API_KEY", "hid\nden")],
                None,
                "characters that no key has",
            ),
            (Some("http://a.example"), &[key], None, "https only"),
            (Some("qbraid"), &[key], None, "no address"),
        ] {
            let told = find_with(url, variables, file).unwrap_err().to_string();
            assert!(told.contains(part) && !told.contains("hid"), "{told}");
        }
    }
}
