//! An account: its keys, its region, and the addresses that stand in for Amazon's own.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use aws_credential_types::Credentials;
use reqwest::Url;
use reqwest::blocking::Request;
use secrecy::SecretString;

use super::settings::Settings;
use super::sign::{Scope, sign_address, sign_headers};
use crate::environment::Environment;
use crate::error::RemoteError;
use crate::profile::Profile;

/// The services whose address may be another.
const SERVICES: [&str; 3] = ["braket", "s3", "sts"];

/// Other ways to keys, which a user's own tools know and we do not.
const OTHER_WAYS: [&str; 7] = [
    "credential_process",
    "credential_source",
    "login_session",
    "role_arn",
    "sso_account_id",
    "sso_session",
    "web_identity_token_file",
];

/// Account that signs requests. Its `Debug` form shows neither keys nor tokens.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    service: &'static str,
    credentials: Credentials,
    region: Option<String>,
    id: Option<String>,
    addresses: BTreeMap<&'static str, String>,
}

impl Account {
    /// The account of a user, for a service of ours.
    ///
    /// Keys come from `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`, else from
    /// the user's two files; where `account` of our profile names a profile of these, from there alone.
    /// The region comes from our profile, `AWS_REGION`, `AWS_DEFAULT_REGION`, and the files.
    ///
    /// # Errors
    /// [`RemoteError::Credentials`] when there are no keys.
    pub(crate) fn find(
        profile: &Profile,
        environment: &Environment,
        service: &'static str,
    ) -> Result<Self, RemoteError> {
        let settings = Settings::read(profile.account.as_deref(), environment, service)?;
        let of_environment = match profile.account {
            Some(_) => None,
            None => environment.variable("AWS_ACCESS_KEY_ID"),
        };
        let keys = match of_environment {
            Some(key) => {
                let secret = environment.variable("AWS_SECRET_ACCESS_KEY");
                let token = environment.first_of(&["AWS_SESSION_TOKEN", "AWS_SECURITY_TOKEN"]);
                secret.map(|secret| (key, secret, token))
            }
            None => settings.get("aws_access_key_id").and_then(|key| {
                let token = settings.get("aws_session_token");
                Some((key, settings.get("aws_secret_access_key")?, token))
            }),
        };
        let Some((key, secret, token)) = keys else {
            return Err(RemoteError::Credentials {
                service: service.into(),
                reason: missing(of_environment.is_some(), &settings),
            });
        };
        let token = token.map(str::to_owned);
        let region = profile.region.as_deref();
        let region = region
            .or_else(|| environment.first_of(&["AWS_REGION", "AWS_DEFAULT_REGION"]))
            .or_else(|| settings.get("region"));
        let id = match of_environment {
            Some(_) => environment.variable("AWS_ACCOUNT_ID"),
            None => settings.get("aws_account_id"),
        };
        Ok(Self {
            service,
            credentials: Credentials::new(key, secret, token, None, "cheqqers"),
            region: region.map(str::to_owned),
            id: id.map(str::to_owned),
            addresses: addresses(&settings, environment),
        })
    }

    /// The region where nothing else names one.
    ///
    /// # Errors
    /// [`RemoteError::Credentials`] when the user has not chosen any.
    pub(crate) fn region(&self) -> Result<&str, RemoteError> {
        self.region
            .as_deref()
            .ok_or_else(|| RemoteError::Credentials {
                service: self.service.into(),
                reason: "no region is chosen: set AWS_REGION, or `region` in the profile".into(),
            })
    }

    /// The number of the account, where the user has written it down.
    pub(crate) fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Returns `true` if the keys are temporary, with a token of their own.
    pub(crate) fn has_token(&self) -> bool {
        self.credentials.session_token().is_some()
    }

    /// The address that the user has for a service, `braket`, `s3` or `sts`, in place of Amazon's own.
    pub(crate) fn address(&self, service: &str) -> Option<&str> {
        self.addresses.get(service).map(String::as_str)
    }

    /// Signs a request, with the time of now.
    ///
    /// # Errors
    /// Returns an error if it has something that can't be signed.
    pub(crate) fn sign(&self, request: &mut Request, scope: Scope<'_>) -> Result<(), RemoteError> {
        sign_headers(request, &self.credentials, scope, SystemTime::now())
    }

    /// An address by which anybody can make one kind of request for a while, a week at most.
    ///
    /// # Errors
    /// Returns an error if it can't be signed.
    pub(crate) fn presign(
        &self,
        method: &str,
        address: &Url,
        lasts: Duration,
        scope: Scope<'_>,
    ) -> Result<SecretString, RemoteError> {
        let now = SystemTime::now();
        sign_address(method, address, lasts, &self.credentials, scope, now)
    }
}

/// The addresses in place of Amazon's own: those of a service go before those of all.
fn addresses(settings: &Settings, environment: &Environment) -> BTreeMap<&'static str, String> {
    let ignored = environment.variable("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS");
    if ignored.is_some_and(|word| word.eq_ignore_ascii_case("true")) {
        return BTreeMap::new();
    }
    let address = |service: &str| {
        let variable = format!("AWS_ENDPOINT_URL_{}", service.to_uppercase());
        let of_environment = environment.first_of(&[&variable, "AWS_ENDPOINT_URL"]);
        of_environment
            .or_else(|| settings.get(&format!("{service}.endpoint_url")))
            .or_else(|| settings.get("endpoint_url"))
            .map(str::to_owned)
    };
    let all = SERVICES.into_iter();
    all.filter_map(|service| Some((service, address(service)?)))
        .collect()
}

/// Text about missing keys: the places that were searched, and what to do.
fn missing(has_key: bool, settings: &Settings) -> String {
    if has_key {
        return "AWS_ACCESS_KEY_ID is set and AWS_SECRET_ACCESS_KEY is not".into();
    }
    let name = &settings.name;
    let [credentials, config] = settings.files.each_ref().map(|file| file.display());
    if !settings.is_known {
        return format!(
            "AWS_ACCESS_KEY_ID is not set, and neither {credentials} nor {config} has a profile {name:?}: \
             set the variables, or run `aws configure`"
        );
    }
    match OTHER_WAYS
        .into_iter()
        .find(|way| settings.get(way).is_some())
    {
        Some(way) => format!(
            "profile {name:?} comes to its keys by {way}: let Amazon's own tool do it, \
             `eval \"$(aws configure export-credentials --profile {name} --format env)\"`"
        ),
        None => format!(
            "AWS_ACCESS_KEY_ID is not set, and profile {name:?} has no keys in {credentials} or {config}"
        ),
    }
}

#[cfg(test)]
mod tests;
