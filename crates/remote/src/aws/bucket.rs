//! A bucket of S3, or of a storage that speaks like it.

use std::time::Duration;

use reqwest::Url;
use secrecy::SecretString;

use super::account::Account;
use super::address::{address, segment};
use super::sign::Scope;
use crate::error::RemoteError;

/// A bucket, and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bucket {
    name: String,
    region: String,
    base: String,
}

impl Bucket {
    /// One at an address, with the bucket in the path behind it, or where Amazon has it.
    ///
    /// # Errors
    /// Returns an error if the address or the name is none.
    pub(crate) fn new(
        name: &str,
        region: &str,
        address: Option<&str>,
    ) -> Result<Self, RemoteError> {
        let base = match address {
            Some(address) => format!("{}/{}", address.trim_end_matches('/'), segment(name)),
            // A certificate for all buckets names none that has a dot.
            None if name.contains('.') => {
                format!("https://s3.{region}.amazonaws.com/{}", segment(name))
            }
            None => format!("https://{name}.s3.{region}.amazonaws.com"),
        };
        let bucket = Self {
            name: name.into(),
            region: region.into(),
            base,
        };
        bucket.object("key").map(|_| bucket)
    }

    /// Name of the bucket.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Scope of the signatures of requests for it.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope {
            service: "s3",
            region: &self.region,
        }
    }

    /// The address of an object.
    ///
    /// # Errors
    /// Returns an error if that is none.
    pub(crate) fn object(&self, key: &str) -> Result<Url, RemoteError> {
        let key = key.split('/').map(segment).collect::<Vec<_>>().join("/");
        address(&format!("{}/{key}", self.base))
    }

    /// An address by which anybody can `GET` or `PUT` an object for a while, a week at most.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub(crate) fn presign(
        &self,
        account: &Account,
        method: &str,
        key: &str,
        lasts: Duration,
    ) -> Result<SecretString, RemoteError> {
        account.presign(method, &self.object(key)?, lasts, self.scope())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_where_the_storage_has_them() {
        let address = |name, at, key| {
            let bucket = Bucket::new(name, "eu-west-2", at).unwrap();
            bucket.object(key).unwrap().to_string()
        };
        assert_eq!(
            address("amazon-braket-x", None, "tasks/a b/results.json"),
            "https://amazon-braket-x.s3.eu-west-2.amazonaws.com/tasks/a%20b/results.json"
        );
        assert_eq!(
            address("a.b", None, "k"),
            "https://s3.eu-west-2.amazonaws.com/a.b/k"
        );
        assert_eq!(
            address("b", Some("http://127.0.0.1:9000/s3/"), "k+=/l"),
            "http://127.0.0.1:9000/s3/b/k%2B%3D/l"
        );
        for nowhere in ["nowhere", "file:///tmp"] {
            assert!(
                Bucket::new("b", "eu-west-2", Some(nowhere)).is_err(),
                "{nowhere}"
            );
        }
    }
}
