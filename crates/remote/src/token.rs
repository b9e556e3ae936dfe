//! Bearer tokens, and the addresses to which they may be sent.

use reqwest::Url;
use reqwest::header::HeaderValue;
use secrecy::{ExposeSecret, SecretString};

use crate::error::RemoteError;
use crate::service_name::ServiceName;

/// Error of credentials that are missing or can't be used.
pub(crate) fn unusable(service: ServiceName, reason: impl Into<String>) -> RemoteError {
    RemoteError::Credentials {
        service: service.name().into(),
        reason: reason.into(),
    }
}

/// Value of the header `Authorization` for a token, which is marked as sensitive.
///
/// # Errors
/// [`RemoteError::Credentials`] when it has characters that no header has.
pub(crate) fn bearer(
    service: ServiceName,
    token: &SecretString,
) -> Result<HeaderValue, RemoteError> {
    secret_header(service, "Bearer ", "token", token)
}

/// Value of a header with a secret behind a scheme, which is marked as sensitive; `what` is the service's word
/// for the secret.
///
/// # Errors
/// [`RemoteError::Credentials`] when it has characters that no header has.
pub(crate) fn secret_header(
    service: ServiceName,
    scheme: &str,
    what: &str,
    secret: &SecretString,
) -> Result<HeaderValue, RemoteError> {
    let value = HeaderValue::try_from(format!("{scheme}{}", secret.expose_secret()));
    let mut value = value.map_err(|_| {
        let reason = format!("the {what} has characters that no {what} has");
        unusable(service, reason)
    })?;
    value.set_sensitive(true);
    Ok(value)
}

/// An address, if a token or a signature may be sent there: by `https`, or to this machine.
///
/// # Errors
/// [`RemoteError::Credentials`] when it is none, has credentials in it, or is another kind of address.
pub(crate) fn checked_address(service: ServiceName, text: &str) -> Result<Url, RemoteError> {
    let url = plain_address(service, text)?;
    let host = url.host_str().unwrap_or_default();
    let is_here = ["localhost", "127.0.0.1", "[::1]"].contains(&host);
    if url.scheme() != "https" && !(url.scheme() == "http" && is_here) {
        let reason = format!(
            "a token is sent by https only, and {}://{host} is another kind of address",
            url.scheme()
        );
        return Err(unusable(service, reason));
    }
    Ok(url)
}

/// An address without credentials in it: addresses are kept and shown.
///
/// # Errors
/// [`RemoteError::Credentials`] when it is none, or has credentials in it.
pub(crate) fn plain_address(service: ServiceName, text: &str) -> Result<Url, RemoteError> {
    // The text may hold a password, so that no error repeats it.
    let url = Url::parse(text).ok().filter(Url::has_host);
    let url = url.ok_or_else(|| {
        let reason = "the text set for its address is no address: one begins with https://";
        unusable(service, reason)
    })?;
    let has_user = !url.username().is_empty() || url.password().is_some();
    if has_user || url.query().is_some() {
        let reason = format!(
            "the address set for it has a user, a password or parameters in it, and addresses are kept and \
             shown: leave them out; credentials belong in {}",
            service.keys()
        );
        return Err(unusable(service, reason));
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_with_credentials_and_ways_that_others_can_read_are_refused() {
        for service in ServiceName::ALL {
            for (text, part) in [
                ("https://me:hidden@host/v1", "credentials belong in "),
                ("http://hidden@127.0.0.1:1", "credentials belong in "),
                ("https://host/v1?token=hidden", "credentials belong in "),
                ("http://host/v1", "https only"),
                ("ftp://127.0.0.1", "https only"),
                ("hidden", "no address"),
                ("data:hidden", "no address"),
            ] {
                let told = checked_address(service, text).unwrap_err().to_string();
                assert!(
                    told.contains(part) && !told.contains("hidden"),
                    "{text}: {told}"
                );
            }
            for text in ["https://host/v1", "http://127.0.0.1:8765", "http://[::1]/a"] {
                assert!(checked_address(service, text).is_ok(), "{text}");
            }
        }
    }
}
