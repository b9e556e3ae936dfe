use reqwest::header::HeaderValue;

use crate::environment::Environment;
use crate::error::RemoteError;
use crate::profile::Profile;
use crate::service_name::ServiceName;
use crate::token::{checked_address, secret_header, unusable};

/// Address of all of Scaleway's services.
const URL: &str = "https://api.scaleway.com";

/// Variables of Scaleway's command and of CUDA-Q, and of its package for Qiskit.
const KEYS: [&str; 2] = ["SCW_SECRET_KEY", "QISKIT_SCALEWAY_SECRET_KEY"];
const PROJECTS: [&str; 3] = [
    "SCW_PROJECT_ID",
    "SCW_DEFAULT_PROJECT_ID",
    "QISKIT_SCALEWAY_PROJECT_ID",
];
const ADDRESSES: [&str; 2] = ["SCW_API_URL", "QISKIT_SCALEWAY_API_URL"];

/// Address, key and project.
#[derive(Debug)]
pub(super) struct Credentials {
    /// Without a slash at the end.
    pub(super) url: String,
    /// Marked as sensitive.
    pub(super) key: HeaderValue,
    pub(super) project: String,
}

/// Finds the credentials in the variables of Scaleway's own tools. The profile's address goes before
/// theirs, and so does its instance, which is a project here.
///
/// # Errors
/// [`RemoteError::Credentials`] when there is no key, no project, or an address to which none is sent.
pub(super) fn find(
    profile: &Profile,
    environment: &Environment,
) -> Result<Credentials, RemoteError> {
    let unusable = |reason: &str| unusable(ServiceName::Scaleway, reason);
    let key = environment.secret(&KEYS).ok_or_else(|| {
        unusable("set SCW_SECRET_KEY to the secret key of an API key made in the console")
    })?;
    let project = profile.instance.as_deref();
    let project = project.or_else(|| environment.first_of(&PROJECTS));
    let project = project.ok_or_else(|| {
        unusable("set SCW_PROJECT_ID to the id of the project, which the console shows")
    })?;
    let url = profile.url.as_deref();
    let url = url.or_else(|| environment.first_of(&ADDRESSES));
    let url = url.unwrap_or(URL);
    checked_address(ServiceName::Scaleway, url)?;
    Ok(Credentials {
        url: url.trim_end_matches('/').into(),
        key: secret_header(ServiceName::Scaleway, "", "key", &key)?,
        project: project.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find_with(
        profile: impl FnOnce(&mut Profile),
        variables: &[(&str, &str)],
    ) -> Result<Credentials, RemoteError> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let environment = Environment {
            variables: variables.iter().map(owned).collect(),
            ..Environment::default()
        };
        let mut given = Profile::new(ServiceName::Scaleway, "QPU-GARNET-20PQ");
        profile(&mut given);
        find(&given, &environment)
    }

    #[test]
    fn variables_are_those_of_the_services_own_tools() {
        for (prefix, project) in [
            ("SCW_", "SCW_PROJECT_ID"),
            ("SCW_", "SCW_DEFAULT_PROJECT_ID"),
            ("QISKIT_SCALEWAY_", "QISKIT_SCALEWAY_PROJECT_ID"),
        ] {
            let name = |name: &str| format!("{prefix}{name}");
            let (key, url) = (name("SECRET_KEY"), name("API_URL"));
            let account = [(&key[..], "hidden"), (project, "p")];
            let found = find_with(|_| (), &account).unwrap();
            assert_eq!((&found.url[..], &found.project[..]), (URL, "p"));
            assert_eq!(found.key.to_str().unwrap(), "hidden");
            assert!(!format!("{found:?}").contains("hidden"));
            let here = [
                &account[..],
                &[(&url[..], "http://127.0.0.1:8765/scaleway/")],
            ]
            .concat();
            let found = find_with(|_| (), &here).unwrap();
            assert_eq!(found.url, "http://127.0.0.1:8765/scaleway");
            let found = find_with(
                |profile| {
                    profile.url = Some("https://a.example".into());
                    profile.instance = Some("own".into());
                },
                &here,
            );
            let found = found.unwrap();
            assert_eq!(
                (&found.url[..], &found.project[..]),
                ("https://a.example", "own")
            );
        }
    }

    #[test]
    fn what_is_missing_or_unsafe_is_said() {
        let (key, project) = (("SCW_SECRET_KEY", "hidden"), ("SCW_PROJECT_ID", "p"));
        for (url, variables, part) in [
            (None, &[project][..], "set SCW_SECRET_KEY"),
            (None, &[key], "set SCW_PROJECT_ID"),
            (
                None,
                &[("SCW_SECRET_KEY", "hid\nden"), project],
                "characters",
            ),
            (Some("http://a.example"), &[key, project], "https only"),
            (Some("scaleway"), &[key, project], "no address"),
        ] {
            let found = find_with(|profile| profile.url = url.map(str::to_owned), variables);
            let told = found.unwrap_err().to_string();
            assert!(told.contains(part) && !told.contains("hid"), "{told}");
        }
    }
}
