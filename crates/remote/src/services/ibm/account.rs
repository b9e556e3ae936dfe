//! Accounts: the key and the addresses, from where IBM's own tools keep them.

use std::collections::BTreeMap;

use reqwest::Url;
use secrecy::SecretString;
use serde::Deserialize;

use crate::environment::Environment;
use crate::error::RemoteError;
use crate::profile::Profile;
use crate::service_name::ServiceName;
use crate::token::checked_address;

/// Domain of IBM's cloud; its address is no API.
const CLOUD: &str = "cloud.ibm.com";

/// Domains of all clouds of IBM's.
const CLOUDS: [&str; 2] = ["test.cloud.ibm.com", CLOUD];

/// Path at which keys are exchanged for tokens.
const TOKEN_PATH: &str = "/identity/token";

/// The file that Qiskit's client writes, below the user's home.
const FILE: [&str; 2] = [".qiskit", "qiskit-ibm.json"];

/// The accounts of the file that are taken where none is marked.
const DEFAULTS: [&str; 2] = ["default-ibm-quantum-platform", "default-ibm-cloud"];

/// A key and what it opens.
#[derive(Debug)]
pub(in crate::services) struct Account {
    /// Exchanged for tokens.
    pub(in crate::services) key: SecretString,
    /// Address at which it is exchanged.
    pub(in crate::services) token_url: Url,
    pub(in crate::services) instance: Instance,
}

/// An instance of the service, and where its API is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::services) struct Endpoint {
    /// The address of the API, to which paths are added.
    pub(in crate::services) base: Url,
    /// Name of the instance in the cloud.
    pub(in crate::services) crn: String,
}

/// The instance that is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::services) enum Instance {
    Known(Endpoint),
    Searched(InstanceSearch),
}

/// Search for an instance among those of the account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::services) struct InstanceSearch {
    /// Its name; `None` where the account has one instance only.
    pub(in crate::services) name: Option<String>,
    /// Address of the search.
    pub(in crate::services) url: Url,
    service: ServiceName,
    base: Option<String>,
    is_private: bool,
}

impl InstanceSearch {
    /// The place of an instance that was found.
    ///
    /// # Errors
    /// Returns an error if its name tells no region.
    pub(in crate::services) fn place(&self, crn: String) -> Result<Endpoint, RemoteError> {
        let base = base(self.base.as_deref(), &crn, self.is_private, self.service)?;
        let base = parse(self.service, &base)?;
        Ok(Endpoint { base, crn })
    }
}

/// Parts of an account, as far as they were found.
#[derive(Debug, Default)]
pub(in crate::services) struct AccountParts {
    pub(in crate::services) key: Option<SecretString>,
    pub(in crate::services) url: Option<String>,
    pub(in crate::services) instance: Option<String>,
    is_private: bool,
}

/// An account in the file of Qiskit's client.
#[derive(Deserialize)]
struct SavedAccount {
    token: Option<SecretString>,
    url: Option<String>,
    instance: Option<String>,
    channel: Option<String>,
    private_endpoint: Option<bool>,
    is_default_account: Option<bool>,
}

impl Account {
    /// That of IBM Quantum Platform.
    ///
    /// # Errors
    /// [`RemoteError::Credentials`] when there is no key.
    pub(super) fn of_platform(
        profile: &Profile,
        environment: &Environment,
    ) -> Result<Self, RemoteError> {
        let service = profile.service;
        let found = find(profile, environment)?;
        let Some(key) = found.key else {
            return Err(missing(
                service,
                &format!(
                    "set QISKIT_IBM_TOKEN to an API key, or keep an account in {}",
                    file(environment).display()
                ),
            ));
        };
        let given = profile.instance.clone().or(found.instance);
        let (crn, name) = match given {
            Some(given) if given.starts_with("crn:") => (Some(given), None),
            name => (None, name),
        };
        let token_url = token_url(
            profile,
            environment,
            None,
            crn.as_deref().unwrap_or_default(),
        )?;
        let url = profile.url.as_deref().or(found.url.as_deref());
        let search = InstanceSearch {
            name,
            url: search_url(service, url, &token_url)?,
            service,
            base: url.map(Into::into),
            is_private: found.is_private,
        };
        Ok(Self {
            key,
            token_url,
            instance: match crn {
                Some(crn) => Instance::Known(search.place(crn)?),
                None => Instance::Searched(search),
            },
        })
    }
}

/// Address of IBM's search for instances; beside that which gives tokens where the API is none of
/// IBM's clouds.
fn search_url(
    service: ServiceName,
    url: Option<&str>,
    token_url: &Url,
) -> Result<Url, RemoteError> {
    const PATH: &str = "/v3/resources/search";
    let url = url.map(|url| parse(service, url)).transpose()?;
    let host = url.as_ref().and_then(Url::host_str).unwrap_or(CLOUD);
    let cloud = CLOUDS.into_iter().find(|cloud| {
        let below = host.strip_suffix(cloud);
        below.is_some_and(|below| below.is_empty() || below.ends_with('.'))
    });
    let address = if let Some(cloud) = cloud {
        format!("https://api.global-search-tagging.{cloud}")
    } else {
        let tokens = token_url.as_str();
        tokens.strip_suffix(TOKEN_PATH).unwrap_or(tokens).to_owned()
    };
    parse(service, &format!("{address}{PATH}"))
}

/// Finds an account: that of the file which the profile names, else the variables, else
/// the file's default, else variables of older habit.
pub(in crate::services) fn find(
    profile: &Profile,
    environment: &Environment,
) -> Result<AccountParts, RemoteError> {
    let of_variable = |names: &[&str]| AccountParts {
        key: environment.secret(names),
        url: environment.variable("QISKIT_IBM_URL").map(Into::into),
        instance: instance(environment),
        is_private: false,
    };
    if profile.account.is_none() {
        let found = of_variable(&["QISKIT_IBM_TOKEN"]);
        if found.key.is_some() {
            return Ok(found);
        }
    }
    if let Some(saved) = saved(profile, environment)? {
        return Ok(AccountParts {
            key: saved.token,
            url: saved.url,
            instance: saved.instance.or_else(|| instance(environment)),
            is_private: saved.private_endpoint.unwrap_or(false),
        });
    }
    Ok(of_variable(&["IQP_API_TOKEN", "IBM_QUANTUM_TOKEN"]))
}

fn instance(environment: &Environment) -> Option<String> {
    let instance = environment.variable("QISKIT_IBM_INSTANCE");
    instance.map(Into::into)
}

fn file(environment: &Environment) -> std::path::PathBuf {
    environment.home.join(FILE[0]).join(FILE[1])
}

/// The account of the file that is meant.
fn saved(
    profile: &Profile,
    environment: &Environment,
) -> Result<Option<SavedAccount>, RemoteError> {
    let (service, path) = (profile.service, file(environment));
    let text = Environment::read(&path, service.title())?;
    let mut accounts: BTreeMap<String, SavedAccount> = match &text {
        // Where it goes wrong may be told; what stands there may be a key.
        Some(text) => serde_json::from_str(text).map_err(|error| {
            missing(
                service,
                &format!(
                    "{} can't be understood at line {}, column {}",
                    path.display(),
                    error.line(),
                    error.column()
                ),
            )
        })?,
        None => BTreeMap::new(),
    };
    if let Some(name) = &profile.account {
        let account = accounts.remove(name);
        return account.map(Some).ok_or_else(|| {
            missing(
                service,
                &format!("{} has no account {name:?}", path.display()),
            )
        });
    }
    accounts.retain(|_, saved| saved.token.is_some() && saved.channel.as_deref() != Some("local"));
    let marked = accounts
        .iter()
        .find(|(_, saved)| saved.is_default_account == Some(true))
        .map(|(name, _)| name.clone());
    let names = DEFAULTS.map(String::from);
    let mut names = marked.into_iter().chain(names);
    Ok(names.find_map(|name| accounts.remove(&name)))
}

/// Address at which keys are exchanged for tokens; `site` is that of the site, if it has one.
pub(in crate::services) fn token_url(
    profile: &Profile,
    environment: &Environment,
    site: Option<&str>,
    crn: &str,
) -> Result<Url, RemoteError> {
    let given = profile.token_url.as_deref().or(site);
    let given = given.or_else(|| environment.variable("IAM_URL"));
    let usual = if is_staging(crn) {
        "https://iam.test.cloud.ibm.com"
    } else {
        "https://iam.cloud.ibm.com"
    };
    let address = given.unwrap_or(usual).trim_end_matches('/');
    let address = address.strip_suffix(TOKEN_PATH).unwrap_or(address);
    parse(profile.service, &format!("{address}{TOKEN_PATH}"))
}

/// The address of the API: what is given, unless it is that of IBM's clouds as a whole, below which
/// each region has an API of its own.
fn base(
    url: Option<&str>,
    crn: &str,
    is_private: bool,
    service: ServiceName,
) -> Result<String, RemoteError> {
    let url = url.map(|url| parse(service, url)).transpose()?;
    let host = url.as_ref().and_then(Url::host_str);
    let cloud = match host {
        Some(host) if CLOUDS.contains(&host) => host,
        None if is_staging(crn) => "test.cloud.ibm.com",
        None => CLOUD,
        Some(_) => return Ok(url.map(String::from).unwrap_or_default()),
    };
    let region = crn.split(':').nth(5).filter(|region| {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        crn.starts_with("crn:") && !region.is_empty() && region.chars().all(is_word)
    });
    let Some(region) = region else {
        return Err(missing(
            service,
            "the instance must be a CRN (crn:v1:...), as it tells the region",
        ));
    };
    let place = match (is_private, region) {
        (true, _) => format!("private.{region}."),
        (false, "us-east") => String::new(),
        (false, _) => format!("{region}."),
    };
    Ok(format!("https://{place}quantum.{cloud}/api/v1"))
}

fn is_staging(crn: &str) -> bool {
    crn.split(':').nth(2) == Some("staging")
}

/// An address to which paths can be added.
pub(in crate::services) fn parse(service: ServiceName, text: &str) -> Result<Url, RemoteError> {
    checked_address(service, text.trim_end_matches('/'))
}

pub(in crate::services) fn missing(service: ServiceName, reason: &str) -> RemoteError {
    RemoteError::Credentials {
        service: service.title().into(),
        reason: reason.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use secrecy::ExposeSecret;

    use super::*;

    const CRN: &str = "crn:v1:bluemix:public:quantum-computing:eu-de:a/1:2::";

    fn around(variables: &[(&str, &str)], file: Option<&str>) -> (tempfile::TempDir, Environment) {
        let home = tempfile::tempdir().unwrap();
        if let Some(text) = file {
            fs::create_dir(home.path().join(FILE[0])).unwrap();
            fs::write(home.path().join(FILE[0]).join(FILE[1]), text).unwrap();
        }
        let owned = |(name, value): &(&str, &str)| ((*name).into(), (*value).into());
        let environment = Environment {
            variables: variables.iter().map(owned).collect(),
            home: home.path().into(),
            ..Environment::default()
        };
        (home, environment)
    }

    fn key(account: &Account) -> &str {
        account.key.expose_secret()
    }

    #[test]
    fn a_region_has_an_address_of_its_own() {
        let us = CRN.replace("eu-de", "us-east");
        let staging = us.replace("bluemix", "staging");
        let cloud = Some("https://cloud.ibm.com");
        for (url, crn, is_private, expected) in [
            (
                None,
                CRN,
                false,
                "https://eu-de.quantum.cloud.ibm.com/api/v1",
            ),
            (cloud, &us, false, "https://quantum.cloud.ibm.com/api/v1"),
            (
                cloud,
                &us,
                true,
                "https://private.us-east.quantum.cloud.ibm.com/api/v1",
            ),
            (
                None,
                &staging,
                false,
                "https://quantum.test.cloud.ibm.com/api/v1",
            ),
            (
                Some("http://127.0.0.1:8765/ibm/api/v1"),
                "any",
                false,
                "http://127.0.0.1:8765/ibm/api/v1",
            ),
        ] {
            let found = base(url, crn, is_private, ServiceName::Ibm);
            assert_eq!(found.unwrap(), expected);
        }
        for crn in ["my instance", "crn:v1:a:b:c:evil.example/:d"] {
            base(None, crn, false, ServiceName::Ibm).unwrap_err();
        }
    }

    #[test]
    fn a_key_is_looked_for_as_qiskit_does() {
        let file = format!(
            r#"{{"default-ibm-quantum-platform": {{"channel": "ibm_quantum_platform", "token": "platform", "instance": "{CRN}", "url": "https://cloud.ibm.com"}},
                "mine": {{"channel": "ibm_cloud", "token": "mine", "instance": "{CRN}"}}}}"#
        );
        let profile = Profile::new(ServiceName::Ibm, "ibm_example");
        let named = Profile {
            account: Some("mine".into()),
            ..profile.clone()
        };
        let variables = [
            ("QISKIT_IBM_TOKEN", "variable"),
            ("QISKIT_IBM_INSTANCE", CRN),
        ];
        let (_home, both) = around(&variables, Some(&file));
        assert_eq!(
            key(&Account::of_platform(&profile, &both).unwrap()),
            "variable"
        );
        assert_eq!(key(&Account::of_platform(&named, &both).unwrap()), "mine");
        let (_home, saved) = around(&[("IBM_QUANTUM_TOKEN", "old")], Some(&file));
        let account = Account::of_platform(&profile, &saved).unwrap();
        assert_eq!(key(&account), "platform");
        let Instance::Known(place) = account.instance else {
            panic!("{:?}", account.instance);
        };
        assert_eq!(place.base.host_str(), Some("eu-de.quantum.cloud.ibm.com"));
        let marked = file.replace(
            r#""token": "mine""#,
            r#""token": "mine", "is_default_account": true"#,
        );
        let (_home, marked) = around(&[], Some(&marked));
        assert_eq!(
            key(&Account::of_platform(&profile, &marked).unwrap()),
            "mine"
        );
        // One without a key is passed over, and so is one for simulators on this machine.
        for other in [
            r#""channel": "local", "token": "none""#,
            r#""channel": "ibm_cloud""#,
        ] {
            let file = format!(
                r#"{{"default-ibm-quantum-platform": {{{other}}},
                    "default-ibm-cloud": {{"token": "cloud", "instance": "{CRN}"}}}}"#
            );
            let (_home, around) = around(&[], Some(&file));
            let account = Account::of_platform(&profile, &around).unwrap();
            assert_eq!(key(&account), "cloud");
        }
        let (_home, old) = around(
            &[("IBM_QUANTUM_TOKEN", "old"), ("QISKIT_IBM_INSTANCE", CRN)],
            None,
        );
        assert_eq!(key(&Account::of_platform(&profile, &old).unwrap()), "old");
    }

    #[test]
    fn what_is_missing_is_named_and_secrets_are_not_told() {
        let profile = Profile::new(ServiceName::Ibm, "ibm_example");
        let error = |variables: &[(&str, &str)], file: Option<&str>, profile: &Profile| {
            let (_home, environment) = around(variables, file);
            let account = Account::of_platform(profile, &environment);
            account.unwrap_err().to_string()
        };
        let none = error(&[], None, &profile);
        assert!(
            none.contains("QISKIT_IBM_TOKEN") && none.contains("qiskit-ibm.json"),
            "{none}"
        );
        let broken = error(&[], Some(r#"{"a": {"token": "s3cret"#), &profile);
        assert!(
            broken.contains("line 1") && !broken.contains("s3cret"),
            "{broken}"
        );
        let named = Profile {
            account: Some("nobody".into()),
            ..profile
        };
        assert!(error(&[("QISKIT_IBM_TOKEN", "key")], None, &named).contains("\"nobody\""));
    }

    #[test]
    fn instances_are_searched_for_in_their_cloud() {
        let tokens = Url::parse("http://127.0.0.1:1/ibm/identity/token").unwrap();
        for (url, expected) in [
            (None, "https://api.global-search-tagging.cloud.ibm.com"),
            (
                Some("https://eu-de.quantum.cloud.ibm.com/api/v1"),
                "https://api.global-search-tagging.cloud.ibm.com",
            ),
            (
                Some("https://test.cloud.ibm.com"),
                "https://api.global-search-tagging.test.cloud.ibm.com",
            ),
            (Some("https://evilcloud.ibm.com"), "http://127.0.0.1:1/ibm"),
            (
                Some("http://127.0.0.1:1/ibm/api/v1"),
                "http://127.0.0.1:1/ibm",
            ),
        ] {
            let found = search_url(ServiceName::Ibm, url, &tokens).unwrap();
            assert_eq!(found.as_str(), format!("{expected}/v3/resources/search"));
        }
        let profile = Profile::new(ServiceName::Ibm, "ibm_example");
        for (instance, name) in [(None, None), (Some("games"), Some("games"))] {
            let mut variables = vec![("QISKIT_IBM_TOKEN", "key")];
            variables.extend(instance.map(|name| ("QISKIT_IBM_INSTANCE", name)));
            let (_home, environment) = around(&variables, None);
            let account = Account::of_platform(&profile, &environment).unwrap();
            let Instance::Searched(search) = account.instance else {
                panic!("{:?}", account.instance);
            };
            assert_eq!(search.name.as_deref(), name);
            let place = search.place(CRN.into()).unwrap();
            assert_eq!(place.base.host_str(), Some("eu-de.quantum.cloud.ibm.com"));
        }
    }

    #[test]
    fn tokens_come_from_where_it_is_said() {
        let (_home, environment) = around(&[("IAM_URL", "http://127.0.0.1:1")], None);
        let mut profile = Profile::new(ServiceName::Ibm, "ibm_example");
        let url = |profile: &Profile, environment: &Environment, crn: &str| {
            String::from(token_url(profile, environment, None, crn).unwrap())
        };
        let none = Environment::default();
        assert_eq!(
            url(&profile, &none, CRN),
            "https://iam.cloud.ibm.com/identity/token"
        );
        assert_eq!(
            url(&profile, &none, "crn:v1:staging:"),
            "https://iam.test.cloud.ibm.com/identity/token"
        );
        assert_eq!(
            url(&profile, &environment, CRN),
            "http://127.0.0.1:1/identity/token"
        );
        for given in [
            "http://127.0.0.1:2/ibm",
            "http://127.0.0.1:2/ibm/identity/token/",
        ] {
            profile.token_url = Some(given.into());
            assert_eq!(
                url(&profile, &environment, CRN),
                "http://127.0.0.1:2/ibm/identity/token"
            );
        }
    }
}
