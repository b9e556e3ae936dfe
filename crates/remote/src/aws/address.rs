//! Addresses and their segments.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::Url;

use crate::error::RemoteError;

/// Characters that are encoded in signatures: all but those that RFC 3986 leaves unreserved.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A text as one segment of a path.
pub(crate) fn segment(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// An address that requests can be made to.
///
/// # Errors
/// Returns an error if the text is none.
pub(crate) fn address(text: &str) -> Result<Url, RemoteError> {
    let url = Url::parse(text).ok();
    let url = url.filter(|url| ["http", "https"].contains(&url.scheme()));
    // The text may hold a password, so that no error repeats it.
    url.ok_or_else(|| RemoteError::Unreachable {
        text: "an address begins with https:// or http:// and names a host".into(),
    })
}
