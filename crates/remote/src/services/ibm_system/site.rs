//! Configuration of a site: its addresses, keys and storage, in the variables that QRMI reads or
//! in our profile.

use secrecy::SecretString;

use super::storage::Storage;
use crate::environment::Environment;
use crate::error::RemoteError;
use crate::profile::Profile;
use crate::services::ibm::account::{Account, Endpoint, Instance, find, missing, parse, token_url};

/// Parts of variable names between the device and the setting, the present one first.
const PREFIXES: [&str; 2] = ["_QRMI_IBM_QS_", "_QRMI_IBM_DA_"];

/// Seconds of the machine that a job may take, unless the site says otherwise.
const MOST_SECONDS: u64 = 600;

/// A machine's environment.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) account: Account,
    pub(super) storage: Storage,
    /// In seconds of the machine.
    pub(super) timeout: u64,
}

impl Site {
    /// Finds the configuration; the profile goes before variables.
    ///
    /// # Errors
    /// [`RemoteError::Credentials`] when something is missing.
    pub(super) fn find(profile: &Profile, environment: &Environment) -> Result<Self, RemoteError> {
        let service = profile.service;
        let device = device(profile, environment);
        let variable = |name: &str| {
            let names = PREFIXES.map(|prefix| format!("{device}{prefix}{name}"));
            environment.first_of(&names.each_ref().map(String::as_str))
        };
        let setting = |given: &Option<String>, name: &str| {
            let given = given.as_deref().or_else(|| variable(name));
            given.map(str::to_owned)
        };
        let [prefix, _] = PREFIXES;
        let lacks = |what: &str, name: &str| {
            missing(service, &format!("set {what}, or {device}{prefix}{name}"))
        };
        let known = find(profile, environment)?;
        let url = setting(&profile.url, "ENDPOINT");
        let url = url.ok_or_else(|| lacks("`url` of the backend", "ENDPOINT"))?;
        let key = variable("IAM_APIKEY").map(SecretString::from);
        let key = key.or(known.key);
        let key = key.ok_or_else(|| lacks("QISKIT_IBM_TOKEN to an API key", "IAM_APIKEY"))?;
        let crn = setting(&profile.instance, "SERVICE_CRN").or(known.instance);
        let crn = crn.ok_or_else(|| lacks("`instance` of the backend", "SERVICE_CRN"))?;
        let bucket = setting(&profile.bucket, "S3_BUCKET");
        let bucket = bucket.ok_or_else(|| lacks("`bucket` of the backend", "S3_BUCKET"))?;
        let timeout = format!("{device}_QRMI_JOB_TIMEOUT_SECONDS");
        let timeout = environment.variable(&timeout);
        Ok(Self {
            account: Account {
                key,
                token_url: token_url(profile, environment, variable("IAM_ENDPOINT"), &crn)?,
                instance: Instance::Known(Endpoint {
                    base: parse(service, &url)?,
                    crn,
                }),
            },
            storage: Storage::new(profile, environment, &variable, &bucket)?,
            timeout: timeout
                .and_then(|timeout| timeout.parse().ok())
                .unwrap_or(MOST_SECONDS),
        })
    }
}

/// Beginning of variable names: the device, or without one the first that has an address.
fn device<'a>(profile: &'a Profile, environment: &'a Environment) -> &'a str {
    if !profile.device.is_empty() {
        return &profile.device;
    }
    let suffixes = PREFIXES.map(|prefix| format!("{prefix}ENDPOINT"));
    let mut names = environment.variables.keys();
    let known = names.find_map(|name| {
        let mut suffixes = suffixes.iter();
        suffixes.find_map(|suffix| name.strip_suffix(suffix.as_str()))
    });
    known.unwrap_or("DEVICE")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ServiceName;

    fn around(variables: &[(&str, &str)]) -> Environment {
        let owned = |(name, value): &(&str, &str)| ((*name).into(), (*value).into());
        Environment {
            variables: variables.iter().map(owned).collect(),
            ..Environment::default()
        }
    }

    const ALL: [(&str, &str); 7] = [
        ("lab_QRMI_IBM_QS_ENDPOINT", "http://127.0.0.1:1/v"),
        ("lab_QRMI_IBM_QS_IAM_APIKEY", "key"),
        ("lab_QRMI_IBM_QS_SERVICE_CRN", "crn:v1:lab"),
        ("lab_QRMI_IBM_QS_S3_BUCKET", "games"),
        ("lab_QRMI_IBM_QS_S3_REGION", "us-east"),
        ("lab_QRMI_IBM_QS_AWS_ACCESS_KEY_ID", "id"),
        ("lab_QRMI_IBM_QS_AWS_SECRET_ACCESS_KEY", "secret"),
    ];

    fn place(site: &Site) -> &Endpoint {
        match &site.account.instance {
            Instance::Known(place) => place,
            searched @ Instance::Searched(_) => panic!("{searched:?}"),
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let profile = Profile::new(ServiceName::IbmSystem, "lab");
        let site = Site::find(&profile, &around(&ALL)).unwrap();
        assert_eq!(place(&site).base.as_str(), "http://127.0.0.1:1/v");
        assert_eq!(site.timeout, MOST_SECONDS);
        for (name, _) in &ALL[..4] {
            let others: Vec<_> = ALL.into_iter().filter(|(other, _)| other != name).collect();
            let error = Site::find(&profile, &around(&others)).unwrap_err();
            assert!(error.to_string().contains(name), "{name}: {error}");
        }
        for (name, _) in &ALL[4..] {
            let others: Vec<_> = ALL.into_iter().filter(|(other, _)| other != name).collect();
            let error = Site::find(&profile, &around(&others)).unwrap_err();
            assert!(matches!(error, RemoteError::Credentials { .. }), "{error}");
        }
    }

    #[test]
    fn where_no_device_is_meant_the_one_that_is_told_of_is() {
        let any = Profile::new(ServiceName::IbmSystem, "");
        assert!(Site::find(&any, &around(&ALL)).is_ok());
        let error = Site::find(&any, &around(&[])).unwrap_err().to_string();
        assert!(error.contains("DEVICE_QRMI_IBM_QS_ENDPOINT"), "{error}");
    }

    #[test]
    fn a_backend_goes_before_variables() {
        let profile = Profile {
            url: Some("http://127.0.0.1:2".into()),
            instance: Some("crn:v1:mine".into()),
            ..Profile::new(ServiceName::IbmSystem, "lab")
        };
        let site = Site::find(&profile, &around(&ALL)).unwrap();
        assert_eq!(place(&site).base.as_str(), "http://127.0.0.1:2/");
        assert_eq!(place(&site).crn, "crn:v1:mine");
    }
}
