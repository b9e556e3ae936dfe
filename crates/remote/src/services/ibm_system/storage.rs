//! The object storage through which a machine is given circuits and gives results.

use std::time::Duration;

use reqwest::StatusCode;
use secrecy::ExposeSecret;

use crate::aws::{Account, Bucket};
use crate::environment::Environment;
use crate::error::RemoteError;
use crate::http::{Expect, Http, Repeat, Reply};
use crate::profile::Profile;
use crate::service_name::ServiceName;
use crate::token::{checked_address, plain_address};

/// Validity of the addresses by which the machine fetches its circuit and leaves its result.
const LASTS: Duration = Duration::from_hours(24);

/// Validity of our own addresses.
const OURS_LASTS: Duration = Duration::from_mins(15);

/// A folder of a bucket.
#[derive(Debug)]
pub(super) struct Storage {
    account: Account,
    /// As it is reached from here.
    ours: Bucket,
    /// As the machine reaches it.
    theirs: Bucket,
    /// In front of each key; empty or with a slash at its end.
    folder: String,
}

impl Storage {
    /// `bucket` may have a folder behind it; `variable` gives the site's variables.
    ///
    /// # Errors
    /// [`RemoteError::Credentials`] when there are no keys.
    pub(super) fn new<'a>(
        profile: &Profile,
        environment: &Environment,
        variable: &impl Fn(&str) -> Option<&'a str>,
        bucket: &str,
    ) -> Result<Self, RemoteError> {
        let mut environment = environment.clone();
        let key = variable("AWS_ACCESS_KEY_ID").zip(variable("AWS_SECRET_ACCESS_KEY"));
        if let Some((key, secret)) = key {
            environment.variables.remove("AWS_SESSION_TOKEN");
            environment.variables.remove("AWS_SECURITY_TOKEN");
            for (name, value) in [
                ("AWS_ACCESS_KEY_ID", key),
                ("AWS_SECRET_ACCESS_KEY", secret),
            ] {
                environment.variables.insert(name.into(), value.into());
            }
        }
        // The account that a profile names is one of IBM's.
        let profile = Profile {
            account: None,
            region: profile
                .region
                .clone()
                .or(variable("S3_REGION").map(Into::into)),
            ..profile.clone()
        };
        let account = Account::find(&profile, &environment, "the object storage")?;
        let region = account.region()?.to_owned();
        let address = profile.storage_url.as_deref();
        let address = address.or_else(|| variable("S3_ENDPOINT"));
        let address = address.or_else(|| account.address("s3"));
        let for_machine = variable("S3_ENDPOINT_FOR_QSAPI");
        if let Some(address) = address {
            checked_address(ServiceName::IbmSystem, address)?;
        }
        // Nothing is sent there from here: how the machine reaches it is for the site to say.
        if let Some(address) = for_machine {
            plain_address(ServiceName::IbmSystem, address)?;
        }
        let (bucket, folder) = bucket.split_once('/').unwrap_or((bucket, ""));
        let folder = folder.trim_matches('/');
        Ok(Self {
            ours: Bucket::new(bucket, &region, address)?,
            theirs: Bucket::new(bucket, &region, for_machine.or(address))?,
            folder: match folder {
                "" => String::new(),
                folder => format!("{folder}/"),
            },
            account,
        })
    }

    /// An address for the machine. It is a secret.
    pub(super) fn presigned(&self, method: &str, key: &str) -> Result<String, RemoteError> {
        let url = self
            .theirs
            .presign(&self.account, method, &self.key(key), LASTS)?;
        Ok(url.expose_secret().to_owned())
    }

    /// The same without what is secret.
    pub(super) fn preview(&self, key: &str) -> Result<String, RemoteError> {
        Ok(format!("{}?(secret)", self.theirs.object(&self.key(key))?))
    }

    /// Stores an object.
    pub(super) fn put(&self, http: &Http, key: &str, text: &str) -> Result<(), RemoteError> {
        let reply = self.send(http, "PUT", key, Some(text))?;
        if reply.status.is_success() {
            return Ok(());
        }
        Err(self.refused(&reply))
    }

    /// The text of an object; `None` when the bucket has none.
    pub(super) fn get(&self, http: &Http, key: &str) -> Result<Option<String>, RemoteError> {
        let reply = self.send(http, "GET", key, None)?;
        match reply.status {
            status if status.is_success() => Ok(Some(reply.text())),
            StatusCode::NOT_FOUND if code(&reply) != Some("NoSuchBucket".into()) => Ok(None),
            _ => Err(self.refused(&reply)),
        }
    }

    fn send(
        &self,
        http: &Http,
        method: &str,
        key: &str,
        body: Option<&str>,
    ) -> Result<Reply, RemoteError> {
        http.send(Repeat::Freely, Expect::SecretAnything, |client| {
            let url = self
                .ours
                .presign(&self.account, method, &self.key(key), OURS_LASTS)?;
            let url = url.expose_secret();
            Ok(match body {
                Some(body) => client.put(url).body(body.to_owned()),
                None => client.get(url),
            })
        })
    }

    fn key(&self, key: &str) -> String {
        format!("{}{key}", self.folder)
    }

    /// Responses of a storage may hold the signature, so only the code is told.
    fn refused(&self, reply: &Reply) -> RemoteError {
        let code = code(reply).unwrap_or_else(|| reply.status.to_string());
        let name = self.ours.name();
        if [StatusCode::FORBIDDEN, StatusCode::UNAUTHORIZED].contains(&reply.status) {
            return RemoteError::Unauthorised {
                service: format!("the object storage with bucket {name}"),
                text: code,
            };
        }
        RemoteError::Unreachable {
            text: format!("the object storage with bucket {name} says {code}"),
        }
    }
}

/// Code of a storage's refusal.
fn code(reply: &Reply) -> Option<String> {
    let text = reply.text();
    let (_, rest) = text.split_once("<Code>")?;
    let (code, _) = rest.split_once("</Code>")?;
    Some(code.into())
}
