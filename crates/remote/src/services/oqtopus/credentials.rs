use reqwest::header::HeaderValue;
use secrecy::SecretString;

use crate::environment::Environment;
use crate::error::RemoteError;
use crate::profile::Profile;
use crate::service_name::ServiceName;
use crate::services::ini;
use crate::token::{secret_header, unusable};

const URLS: [&str; 2] = ["OQTOPUS_URL", "OQTOPUS_BASE_URL"];
const TOKENS: [&str; 1] = ["OQTOPUS_API_TOKEN"];

/// The section of the file where no account is named.
const ACCOUNT: &str = "default";

/// Address and token.
#[derive(Debug)]
pub(super) struct Credentials {
    /// Without a slash at the end.
    pub(super) url: String,
    /// Marked as sensitive.
    pub(super) token: HeaderValue,
}

/// A section of a file of credentials.
#[derive(Default)]
struct Section {
    url: Option<String>,
    token: Option<SecretString>,
}

/// Finds the credentials in a profile, the environment and the files of the service's tools, in this
/// order. A profile that names an account means that of the files.
///
/// # Errors
/// Returns an error if there is no address or no token.
pub(super) fn find(
    profile: &Profile,
    environment: &Environment,
) -> Result<Credentials, RemoteError> {
    let missing = |reason: String| unusable(ServiceName::Oqtopus, reason);
    let account = profile.account.as_deref();
    let files = [
        environment.config.join("oqtopus").join("config.ini"),
        environment.home.join(".oqtopus"),
    ];
    let mut section = None;
    for path in &files {
        if let (None, Some(text)) = (
            &section,
            Environment::read(path, ServiceName::Oqtopus.name())?,
        ) {
            section = in_file(&text, account.unwrap_or(ACCOUNT))
                .map_err(|wrong| missing(format!("{} {wrong}", path.display())))?;
        }
    }
    let section = section.unwrap_or_default();
    let environment = || match account {
        Some(_) => Environment::default(),
        None => environment.clone(),
    };
    let looked = |what: &str, names: &[&str], key: &str| {
        let [first, second] = files.each_ref().map(|path| path.display());
        missing(format!(
            "{what} is missing; looked for {} in the environment, and for {key} in the section \
             [{}] of {first} and {second}",
            names.join(", "),
            account.unwrap_or(ACCOUNT),
        ))
    };
    let url = profile.url.clone();
    let url = url.or_else(|| environment().first_of(&URLS).map(str::to_owned));
    let url = url
        .or(section.url)
        .ok_or_else(|| looked("the address of the service", &URLS, "url"))?;
    let token = environment().secret(&TOKENS).or(section.token);
    let token = token.ok_or_else(|| looked("the token", &TOKENS, "api_token"))?;
    Ok(Credentials {
        url: url.trim_end_matches('/').into(),
        token: secret_header(ServiceName::Oqtopus, "", "token", &token)?,
    })
}

/// A section of a file, if it is there.
///
/// # Errors
/// Returns an error if it is no INI file; what is wrong with it is not told, as that may be a
/// secret.
fn in_file(text: &str, account: &str) -> Result<Option<Section>, &'static str> {
    let section = ini::section(text, account)?;
    Ok(section.map(|mut values| Section {
        url: values.remove("url").or_else(|| values.remove("base_url")),
        token: values.remove("api_token").map(SecretString::from),
    }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::ServiceName;

    const NEW: &str = "[default]\nurl = http://new/\napi_token = new\\token;#\n\
                       [lab]\nurl: http://lab\napi_token: lab\ntimeout = 30\n";
    const OLD: &str = "[default]\nurl=http://old\napi_token=\"old\"\n[ancient]\nurl=http://x\n";

    /// Environment with these variables and files, which last as long as the folder.
    fn environment(
        variables: &[(&str, &str)],
        new: Option<&str>,
        old: Option<&str>,
    ) -> (Environment, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("config");
        fs::create_dir_all(config.join("oqtopus")).unwrap();
        let files = [
            (config.join("oqtopus/config.ini"), new),
            (folder.path().join(".oqtopus"), old),
        ];
        for (path, text) in files {
            if let Some(text) = text {
                fs::write(path, text).unwrap();
            }
        }
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let environment = Environment {
            variables: variables.iter().map(owned).collect(),
            home: folder.path().into(),
            config,
            ..Environment::default()
        };
        (environment, folder)
    }

    fn profile(account: Option<&str>) -> Profile {
        Profile {
            account: account.map(Into::into),
            ..Profile::new(ServiceName::Oqtopus, "qulacs")
        }
    }

    fn found(
        account: Option<&str>,
        variables: &[(&str, &str)],
        new: Option<&str>,
        old: Option<&str>,
    ) -> (String, String) {
        let (environment, _folder) = environment(variables, new, old);
        let found = find(&profile(account), &environment).unwrap();
        (found.url, found.token.to_str().unwrap().to_owned())
    }

    #[test]
    fn the_environment_comes_first_then_the_new_file_then_the_old_one() {
        let owned = |url: &str, token: &str| (url.to_owned(), token.to_owned());
        let all = [
            ("OQTOPUS_BASE_URL", "http://base"),
            ("OQTOPUS_API_TOKEN", "env"),
            ("OQTOPUS_URL", "http://env/"),
        ];
        let of =
            |account, variables: &[(&str, &str)]| found(account, variables, Some(NEW), Some(OLD));
        assert_eq!(of(None, &all), owned("http://env", "env"));
        assert_eq!(of(None, &all[..2]), owned("http://base", "env"));
        assert_eq!(of(None, &all[..1]), owned("http://base", "new\\token;#"));
        assert_eq!(of(None, &[]), owned("http://new", "new\\token;#"));
        assert_eq!(of(Some("lab"), &all), owned("http://lab", "lab"));
        assert_eq!(
            found(None, &[], None, Some(OLD)),
            owned("http://old", "\"old\"")
        );
        let (environment, _folder) = environment(&[], Some(NEW), None);
        let elsewhere = Profile {
            url: Some("http://profile".into()),
            ..profile(None)
        };
        assert_eq!(
            find(&elsewhere, &environment).unwrap().url,
            "http://profile"
        );
    }

    #[test]
    fn what_is_missing_is_said_and_where_it_was_looked_for() {
        let error = |account, variables: &[(&str, &str)], file| {
            let (environment, folder) = environment(variables, file, Some(OLD));
            let error = find(&profile(account), &environment).unwrap_err();
            (error.to_string(), folder.path().display().to_string())
        };
        let (text, folder) = error(Some("nobody"), &[], Some(NEW));
        for part in ["address", "OQTOPUS_URL", "[nobody]", &folder, "config.ini"] {
            assert!(text.contains(part), "{text}");
        }
        let (text, _) = error(Some("ancient"), &[], None);
        assert!(
            text.contains("OQTOPUS_API_TOKEN") && text.contains("api_token"),
            "{text}"
        );
    }

    #[test]
    fn a_token_is_never_shown() {
        for (variables, file) in [
            (
                vec![
                    ("OQTOPUS_API_TOKEN", "hid\nden"),
                    ("OQTOPUS_URL", "http://a"),
                ],
                None,
            ),
            (vec![], Some("[default\nurl=http://a\nhidden hidden\n")),
        ] {
            let (environment, _folder) = environment(&variables, file, None);
            let error = find(&profile(None), &environment).unwrap_err();
            let shown = format!("{error} {error:?}");
            assert!(
                !shown.contains("hid\nden") && !shown.contains("hidden"),
                "{shown}"
            );
        }
        let variables = [("OQTOPUS_API_TOKEN", "hidden"), ("OQTOPUS_URL", "http://a")];
        let (environment, _folder) = environment(&variables, None, None);
        let found = find(&profile(None), &environment).unwrap();
        assert!(!format!("{found:?}").contains("hidden"), "{found:?}");
    }
}
