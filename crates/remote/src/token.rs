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
    let value = HeaderValue::try_from(format!("Bearer {}", token.expose_secret()));
    let mut value =
        value.map_err(|_| unusable(service, "the token has characters that no token has"))?;
    value.set_sensitive(true);
    Ok(value)
}

/// An address, if a token may be sent there: by `https`, or to this machine.
///
/// # Errors
/// [`RemoteError::Credentials`] when it is none, or another kind of address.
pub(crate) fn checked_address(service: ServiceName, text: &str) -> Result<Url, RemoteError> {
    let unusable = |reason| unusable(service, reason);
    let url = Url::parse(text).ok().filter(Url::has_host);
    // The text may hold a password, so that no error repeats it.
    let url = url.ok_or_else(|| {
        unusable("the text set for its address is no address: one begins with https://".into())
    })?;
    let host = url.host_str().unwrap_or_default();
    let is_here = ["localhost", "127.0.0.1", "[::1]"].contains(&host);
    if url.scheme() != "https" && !(url.scheme() == "http" && is_here) {
        return Err(unusable(format!(
            "a token is sent by https only, and {}://{host} is another kind of address",
            url.scheme()
        )));
    }
    Ok(url)
}
