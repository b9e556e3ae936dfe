use std::path::Path;

use reqwest::header::HeaderValue;
use secrecy::SecretString;
use serde::Deserialize;

use crate::environment::Environment;
use crate::error::RemoteError;
use crate::profile::Profile;
use crate::service_name::ServiceName;
use crate::services::api::Token;
use crate::token::{bearer, checked_address, unusable};

/// Address of AQT Arnica.
const URL: &str = "https://arnica.aqt.eu/api";

const TOKEN: &str = "AQT_TOKEN";
const ADDRESS: &str = "AQT_ARNICA_URL";

/// Address and token.
#[derive(Debug)]
pub(super) struct Credentials {
    /// Without a slash at the end.
    pub(super) url: String,
    pub(super) token: Token,
}

/// Part of the settings that is read.
#[derive(Deserialize, Default)]
struct Settings {
    arnica_url: Option<String>,
}

/// Settings in a file: in the table `default`, or at the top where there is none.
#[derive(Deserialize, Default)]
struct SettingsFile {
    default: Option<Settings>,
    #[serde(flatten)]
    top: Settings,
}

/// Value of the header with the token in the file in which AQT's login keeps it; it expires.
///
/// # Errors
/// [`RemoteError::Credentials`] when the file has no token.
fn token_of_file(path: &Path) -> Result<HeaderValue, RemoteError> {
    let text = Environment::read(path, ServiceName::Aqt.name())?;
    let token = text
        .as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty());
    let token = token.ok_or_else(|| {
        unusable(
            ServiceName::Aqt,
            format!("no token is in {}", path.display()),
        )
    })?;
    bearer(ServiceName::Aqt, &SecretString::from(token))
}

/// Finds the credentials where AQT's own clients do: in variables and in the files of their login. The
/// profile's address goes before that of the variables, and this before that of the file.
///
/// # Errors
/// [`RemoteError::Credentials`] when there is no token, or an address to which none is sent.
pub(super) fn find(
    profile: &Profile,
    environment: &Environment,
) -> Result<Credentials, RemoteError> {
    // The library's folder, and that of its command.
    let folders = [
        environment.home.join(".aqt"),
        environment.config.join("aqt"),
    ];
    let mut settings = None;
    let mut stored = None;
    for folder in &folders {
        if settings.is_none() {
            settings = read_settings(&folder.join("config"))?;
        }
        let path = folder.join("access_token");
        if stored.is_none() && Environment::read(&path, ServiceName::Aqt.name())?.is_some() {
            stored = Some(path);
        }
    }
    let token = match (environment.secret(&[TOKEN]), stored) {
        (Some(token), _) => Token::Fixed(bearer(ServiceName::Aqt, &token)?),
        (None, Some(path)) => Token::File(path, token_of_file),
        (None, None) => {
            let reason = format!(
                "set {TOKEN} to a token made on the service's pages, or log in with 'aqt log-in'"
            );
            return Err(unusable(ServiceName::Aqt, reason));
        }
    };
    let stored = settings.and_then(|settings| settings.arnica_url);
    let given = profile.url.as_deref();
    let given = given.or_else(|| environment.variable(ADDRESS));
    let url = given.or(stored.as_deref()).unwrap_or(URL);
    checked_address(ServiceName::Aqt, url)?;
    Ok(Credentials {
        url: url.trim_end_matches('/').into(),
        token,
    })
}

/// Settings of a file; `None` if there is none.
fn read_settings(path: &Path) -> Result<Option<Settings>, RemoteError> {
    let Some(text) = Environment::read(path, ServiceName::Aqt.name())? else {
        return Ok(None);
    };
    // The error would quote the line, which may hold a secret.
    let file: SettingsFile = toml::from_str(&text).map_err(|_| {
        let reason = format!("{} is not TOML, or not of AQT's settings", path.display());
        unusable(ServiceName::Aqt, reason)
    })?;
    Ok(Some(file.default.unwrap_or(file.top)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn find_with(
        url: Option<&str>,
        variables: &[(&str, &str)],
        home: &Path,
    ) -> Result<Credentials, RemoteError> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let environment = Environment {
            variables: variables.iter().map(owned).collect(),
            home: home.into(),
            config: home.join(".config"),
            ..Environment::default()
        };
        let profile = Profile {
            url: url.map(str::to_owned),
            ..Profile::new(ServiceName::Aqt, "emulated/ibex")
        };
        find(&profile, &environment)
    }

    fn sent(found: &Credentials) -> String {
        let value = found.token.value().unwrap();
        assert!(!format!("{found:?} {value:?}").contains("hidden"));
        value.to_str().unwrap().to_owned()
    }

    #[test]
    fn an_address_of_a_profile_goes_before_variables_and_these_before_the_file() {
        let home = tempfile::tempdir().unwrap();
        let token = (TOKEN, "hidden");
        let here = (ADDRESS, "http://127.0.0.1:8765/aqt/api/");
        let find = |url, variables: &[_]| find_with(url, variables, home.path()).unwrap();
        assert_eq!(find(None, &[token]).url, URL);
        fs::create_dir_all(home.path().join(".aqt")).unwrap();
        for text in [
            "arnica_url = \"https://b.example/api\"\nclient_id = \"me\"",
            "[default]\narnica_url = \"https://b.example/api\"\n[other]\narnica_url = \"c\"",
        ] {
            fs::write(home.path().join(".aqt/config"), text).unwrap();
            assert_eq!(find(None, &[token]).url, "https://b.example/api");
        }
        assert_eq!(
            find(None, &[token, here]).url,
            "http://127.0.0.1:8765/aqt/api"
        );
        let found = find(Some("https://a.example"), &[token, here]);
        assert_eq!(found.url, "https://a.example");
        assert_eq!(sent(&found), "Bearer hidden");
    }

    #[test]
    fn a_token_of_a_login_is_read_again_for_every_request() {
        let home = tempfile::tempdir().unwrap();
        for folder in [".config/aqt", ".aqt"] {
            let path = home.path().join(folder);
            fs::create_dir_all(&path).unwrap();
            fs::write(path.join("access_token"), "hidden-first\n").unwrap();
            let found = find_with(None, &[], home.path()).unwrap();
            assert_eq!(sent(&found), "Bearer hidden-first");
            // The library's own comes first.
            fs::write(path.join("access_token"), "hidden-second").unwrap();
            assert_eq!(sent(&found), "Bearer hidden-second");
            fs::write(path.join("access_token"), " ").unwrap();
            let told = found.token.value().unwrap_err().to_string();
            assert!(told.contains("access_token"), "{told}");
        }
        let found = find_with(None, &[(TOKEN, "hidden-own")], home.path()).unwrap();
        assert_eq!(sent(&found), "Bearer hidden-own");
    }

    #[test]
    fn what_is_missing_or_unsafe_is_said() {
        let home = tempfile::tempdir().unwrap();
        for (url, variables, part) in [
            (None, &[][..], "set AQT_TOKEN"),
            (None, &[(TOKEN, "hidden\nkey")], "characters"),
            (Some("http://a.example"), &[(TOKEN, "t")], "https only"),
            (Some("arnica"), &[(TOKEN, "t")], "no address"),
        ] {
            let told = find_with(url, variables, home.path())
                .unwrap_err()
                .to_string();
            assert!(told.contains(part) && !told.contains("hidden"), "{told}");
        }
        fs::create_dir_all(home.path().join(".aqt")).unwrap();
        fs::write(home.path().join(".aqt/config"), "client_secret = hidden").unwrap();
        let told = find_with(None, &[(TOKEN, "t")], home.path()).unwrap_err();
        assert!(told.to_string().contains("TOML"), "{told}");
        assert!(!format!("{told} {told:?}").contains("hidden"));
    }
}
