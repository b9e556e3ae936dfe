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

/// Address of IQM Resonance.
const URL: &str = "https://resonance.iqm.tech";

const TOKEN: &str = "IQM_TOKEN";
const FILE: &str = "IQM_TOKENS_FILE";

/// Address, token and computer.
#[derive(Debug)]
pub(super) struct Credentials {
    /// Without a slash at the end.
    pub(super) url: String,
    pub(super) token: Token,
    /// Computer that the variables name.
    pub(super) computer: Option<String>,
}

/// Part of a tokens file that is read.
#[derive(Deserialize)]
struct TokensFile {
    access_token: SecretString,
}

/// Value of the header with the token in a file that another program renews.
///
/// # Errors
/// [`RemoteError::Credentials`] when the file has no token.
fn token_of_file(path: &Path) -> Result<HeaderValue, RemoteError> {
    let text = Environment::read(path, ServiceName::Iqm.name())?;
    let text = text.ok_or_else(|| missing(format!("there is no file {}", path.display())))?;
    let tokens: TokensFile = serde_json::from_str(&text)
        .map_err(|_| missing(format!("{} holds no access_token", path.display())))?;
    bearer(ServiceName::Iqm, &tokens.access_token)
}

fn missing(reason: impl Into<String>) -> RemoteError {
    unusable(ServiceName::Iqm, reason)
}

/// Finds the credentials where IQM's own client does: in its variables. The profile's address goes
/// before that of the variables.
///
/// # Errors
/// [`RemoteError::Credentials`] when there is no token, or two, or an address to which none is sent.
pub(super) fn find(
    profile: &Profile,
    environment: &Environment,
) -> Result<Credentials, RemoteError> {
    let given = profile.url.as_deref();
    let given = given.or_else(|| environment.variable("IQM_SERVER_URL"));
    let file = environment.variable(FILE);
    let token = match (environment.secret(&[TOKEN]), file) {
        (Some(token), None) => Token::Fixed(bearer(ServiceName::Iqm, &token)?),
        // Such files are of computers on premises, whose tokens are not for anybody else.
        (None, Some(file)) if given.is_some() => {
            Token::File(environment.directory.join(file), token_of_file)
        }
        (None, Some(_)) => {
            return Err(missing(format!(
                "set IQM_SERVER_URL to the address of the server that {FILE} is for"
            )));
        }
        (Some(_), Some(_)) => {
            return Err(missing(format!(
                "{TOKEN} and {FILE} are both set: leave one"
            )));
        }
        (None, None) => {
            return Err(missing(format!(
                "set {TOKEN} to a token made on the service's pages, or {FILE} to a file of tokens"
            )));
        }
    };
    Ok(Credentials {
        url: checked(given.unwrap_or(URL))?,
        token,
        computer: environment
            .variable("IQM_QUANTUM_COMPUTER")
            .map(str::to_owned),
    })
}

/// An address without a slash at the end, if a token may be sent there.
fn checked(text: &str) -> Result<String, RemoteError> {
    let url = checked_address(ServiceName::Iqm, text)?;
    let host = url.host_str().unwrap_or_default();
    if host.starts_with("cocos.") {
        return Err(missing(format!(
            "{text:?} is an address of the interface before this one: it is {URL} now"
        )));
    }
    Ok(text.trim_end_matches('/').into())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn find_with(
        url: Option<&str>,
        variables: &[(&str, &str)],
        directory: PathBuf,
    ) -> Result<Credentials, RemoteError> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let environment = Environment {
            variables: variables.iter().map(owned).collect(),
            directory,
            ..Environment::default()
        };
        let profile = Profile {
            url: url.map(str::to_owned),
            ..Profile::new(ServiceName::Iqm, "garnet")
        };
        find(&profile, &environment)
    }

    fn told(url: Option<&str>, variables: &[(&str, &str)]) -> String {
        let found = find_with(url, variables, PathBuf::new());
        found.unwrap_err().to_string()
    }

    #[test]
    fn a_variable_goes_with_the_address_of_resonance_or_one_that_is_given() {
        let token = (TOKEN, "hidden");
        let here = ("IQM_SERVER_URL", "http://127.0.0.1:8765/");
        for (url, variables, expected) in [
            (None, &[token][..], URL),
            (None, &[token, here], "http://127.0.0.1:8765"),
            (
                Some("https://a.example"),
                &[token, here],
                "https://a.example",
            ),
        ] {
            let found = find_with(url, variables, PathBuf::new()).unwrap();
            assert_eq!(found.url, expected);
            let value = found.token.value().unwrap();
            assert_eq!(value.to_str().unwrap(), "Bearer hidden");
            assert!(!format!("{found:?} {value:?}").contains("hidden"));
        }
    }

    #[test]
    fn a_file_is_read_again_for_every_request() {
        let folder = tempfile::tempdir().unwrap();
        let variables = [
            (FILE, "tokens.json"),
            ("IQM_SERVER_URL", "https://a.example"),
        ];
        let found = find_with(None, &variables, folder.path().into()).unwrap();
        let missing = found.token.value().unwrap_err().to_string();
        assert!(missing.contains("tokens.json"), "{missing}");
        for token in ["first", "second"] {
            let text = format!("{{\"pid\": 1, \"access_token\": \"{token}\"}}");
            std::fs::write(folder.path().join("tokens.json"), text).unwrap();
            let value = found.token.value().unwrap();
            assert_eq!(value.to_str().unwrap(), format!("Bearer {token}"));
        }
        std::fs::write(folder.path().join("tokens.json"), "{\"hidden\": 1}").unwrap();
        let error = found.token.value().unwrap_err();
        assert!(!format!("{error} {error:?}").contains("hidden"), "{error}");
    }

    #[test]
    fn what_is_missing_or_unsafe_is_said() {
        let token = (TOKEN, "hidden\nkey");
        let file = (FILE, "tokens.json");
        for (url, variables, part) in [
            (None, &[][..], "set IQM_TOKEN"),
            (None, &[file], "set IQM_SERVER_URL"),
            (None, &[file, (TOKEN, "t")], "leave one"),
            (None, &[token], "characters"),
            (Some("http://a.example"), &[(TOKEN, "t")], "https only"),
            (Some("ftp://127.0.0.1"), &[(TOKEN, "t")], "https only"),
            (Some("garnet"), &[(TOKEN, "t")], "no address"),
            (
                Some("https://cocos.resonance.meetiqm.com/garnet"),
                &[(TOKEN, "t")],
                URL,
            ),
        ] {
            let told = told(url, variables);
            assert!(told.contains(part) && !told.contains("hidden"), "{told}");
        }
    }
}
