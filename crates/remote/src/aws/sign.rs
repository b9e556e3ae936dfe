//! Signatures, version 4, in headers and in addresses.

use std::time::{Duration, SystemTime};

use aws_credential_types::Credentials;
use aws_sigv4::http_request::{
    PayloadChecksumKind, PercentEncodingMode, SignableBody, SignableRequest, SignatureLocation,
    SigningInstructions, SigningSettings, UriPathNormalizationMode, sign,
};
use aws_sigv4::sign::v4::SigningParams;
use reqwest::Url;
use reqwest::blocking::Request;
use reqwest::header::{HeaderName, HeaderValue};
use secrecy::SecretString;

use crate::error::RemoteError;

/// Scope of a signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scope<'a> {
    /// The service as signatures call it: `braket`, `s3`, `sts`.
    pub(crate) service: &'a str,
    /// Region in which the service is asked, such as `us-east-1`.
    pub(crate) region: &'a str,
}

impl Scope<'_> {
    /// Storage takes paths as they are sent and wants to be told the hash of the body; all others
    /// sign the path encoded once more.
    fn settings(self) -> SigningSettings {
        let mut settings = SigningSettings::default();
        if self.service == "s3" {
            settings.percent_encoding_mode = PercentEncodingMode::Single;
            settings.uri_path_normalization_mode = UriPathNormalizationMode::Disabled;
            settings.payload_checksum_kind = PayloadChecksumKind::XAmzSha256;
        }
        settings
    }
}

/// Signs a request in its headers. Its body must be in memory.
///
/// # Errors
/// Returns an error if it has something that can't be signed.
pub(super) fn sign_headers(
    request: &mut Request,
    credentials: &Credentials,
    scope: Scope<'_>,
    at: SystemTime,
) -> Result<(), RemoteError> {
    // The host is added to them; the rest is set on the way, so it can't be signed.
    let headers = request.headers().iter();
    let headers = headers.filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)));
    let body = request.body().and_then(|body| body.as_bytes());
    let signable = SignableRequest::new(
        request.method().as_str(),
        request.url().as_str(),
        headers,
        SignableBody::Bytes(body.unwrap_or_default()),
    );
    let signable = signable.map_err(|_| unsignable())?;
    let signed = instructions(signable, credentials, scope, scope.settings(), at)?;
    for header in signed.into_parts().0 {
        let mut value = HeaderValue::from_str(header.value()).map_err(|_| unsignable())?;
        let name = HeaderName::from_static(header.name());
        let is_secret = ["authorization", "x-amz-security-token"].contains(&name.as_str());
        value.set_sensitive(is_secret);
        request.headers_mut().insert(name, value);
    }
    Ok(())
}

/// An address with a signature in it, good for as long as `lasts`, a week at most, whatever is sent to it.
///
/// # Errors
/// Returns an error if it can't be signed.
pub(super) fn sign_address(
    method: &str,
    address: &Url,
    lasts: Duration,
    credentials: &Credentials,
    scope: Scope<'_>,
    at: SystemTime,
) -> Result<SecretString, RemoteError> {
    let mut settings = scope.settings();
    settings.signature_location = SignatureLocation::QueryParams;
    settings.expires_in = Some(lasts);
    let signable = SignableRequest::new(
        method,
        address.as_str(),
        std::iter::empty(),
        SignableBody::UnsignedPayload,
    );
    let signable = signable.map_err(|_| unsignable())?;
    let signed = instructions(signable, credentials, scope, settings, at)?;
    let mut address = address.clone();
    address.query_pairs_mut().extend_pairs(signed.params());
    Ok(String::from(address).into())
}

fn instructions(
    signable: SignableRequest<'_>,
    credentials: &Credentials,
    scope: Scope<'_>,
    settings: SigningSettings,
    at: SystemTime,
) -> Result<SigningInstructions, RemoteError> {
    let identity = credentials.clone().into();
    let params = SigningParams::builder()
        .identity(&identity)
        .region(scope.region)
        .name(scope.service)
        .time(at)
        .settings(settings)
        .build()
        .expect("all of it is given");
    let signed = sign(signable, &params.into()).map_err(|_| unsignable())?;
    Ok(signed.into_parts().0)
}

/// Error without what can't be signed, which may hold a secret.
fn unsignable() -> RemoteError {
    RemoteError::Unreachable {
        text: "a request has an address or a header that can't be signed".into(),
    }
}

#[cfg(test)]
mod tests;
