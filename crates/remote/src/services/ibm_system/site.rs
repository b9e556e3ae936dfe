//! What a site says of itself: its addresses, keys and storage, in the variables that QRMI reads or
//! in our profile.

use cheqqers_backend::JobError;
use secrecy::SecretString;

use super::storage::Storage;
use crate::services::ibm::account::{Account, find, missing, parse, token_url};
use crate::{Profile, Surroundings};

/// What variables are called behind the name of the device, first as they are called now.
const PREFIXES: [&str; 2] = ["_QRMI_IBM_QS_", "_QRMI_IBM_DA_"];

/// How many seconds of the machine a job may take, where the site does not say.
const MOST_SECONDS: u64 = 600;

/// A machine's surroundings.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) account: Account,
    pub(super) storage: Storage,
    /// In seconds of the machine.
    pub(super) timeout: u64,
}

impl Site {
    /// What is found of it; the profile goes before variables.
    ///
    /// # Errors
    /// [`JobError::Credentials`] when something is missing.
    pub(super) fn find(profile: &Profile, surroundings: &Surroundings) -> Result<Self, JobError> {
        let service = profile.service;
        let variable = |name: &str| {
            let names = PREFIXES.map(|prefix| format!("{}{prefix}{name}", profile.device));
            surroundings.first_of(&names.each_ref().map(String::as_str))
        };
        let or = |given: &Option<String>, name: &str, field: &str| {
            let found = given.as_deref().or_else(|| variable(name));
            found.map(str::to_owned).ok_or_else(|| {
                let [prefix, _] = PREFIXES;
                let reason = format!(
                    "set `{field}` of the backend, or {}{prefix}{name}",
                    profile.device
                );
                missing(service, &reason)
            })
        };
        let known = find(profile, surroundings)?;
        let url = or(&profile.url, "ENDPOINT", "url")?;
        let given = profile.instance.clone();
        let instance = match variable("SERVICE_CRN") {
            None => given.or(known.instance),
            Some(_) => given,
        };
        let crn = or(&instance, "SERVICE_CRN", "instance")?;
        let key = variable("IAM_APIKEY").map(SecretString::from);
        let key = key.or(known.key).ok_or_else(|| {
            let [prefix, _] = PREFIXES;
            let name = format!("{}{prefix}IAM_APIKEY", profile.device);
            missing(
                service,
                &format!("set {name} or QISKIT_IBM_TOKEN to an API key"),
            )
        })?;
        let timeout = format!("{}_QRMI_JOB_TIMEOUT_SECONDS", profile.device);
        let timeout = surroundings.variable(&timeout);
        Ok(Self {
            account: Account {
                key,
                token_url: token_url(profile, surroundings, variable("IAM_ENDPOINT"), &crn)?,
                base: parse(service, &url)?,
                crn,
            },
            storage: Storage::new(
                profile,
                surroundings,
                &variable,
                &or(&profile.bucket, "S3_BUCKET", "bucket")?,
            )?,
            timeout: timeout
                .and_then(|timeout| timeout.parse().ok())
                .unwrap_or(MOST_SECONDS),
        })
    }
}
