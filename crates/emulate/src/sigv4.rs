//! Check of Amazon's request signatures, version 4.
//!
//! Source: "Authenticating Requests (AWS Signature Version 4)" in Amazon's reference of S3, and
//! "Signature Version 4 request signing" in its guide to identities.

use std::fmt::Write as _;

use axum::http::HeaderMap;
use hmac::{Hmac, KeyInit, Mac};
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use sha2::{Digest, Sha256};

use crate::reply::{header, is_good};

/// Access key whose signatures are checked, and its secret. The secrets of other keys are unknown
/// here, so their signatures are accepted.
pub(crate) const KEY: &str = "emulate";
const SECRET: &str = "emulate";

const ALGORITHM: &str = "AWS4-HMAC-SHA256";
/// Maximum difference between clocks, in seconds.
const SKEW: u64 = 15 * 60;
/// Maximum lifetime of an address, in seconds.
const WEEK: u64 = 7 * 24 * 60 * 60;
const UNSIGNED: &str = "UNSIGNED-PAYLOAD";

const OTHERS: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');
const OTHERS_BUT_SLASHES: &AsciiSet = &OTHERS.remove(b'/');

/// Service whose requests are signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SignedService {
    Braket,
    S3,
}

impl SignedService {
    fn name(self) -> &'static str {
        match self {
            Self::Braket => "braket",
            Self::S3 => "s3",
        }
    }

    /// Path as it is signed: encoded once more, except by S3.
    fn path(self, sent: &str) -> String {
        match self {
            Self::Braket => utf8_percent_encode(sent, OTHERS_BUT_SLASHES).to_string(),
            Self::S3 => {
                let decoded = percent_decode_str(sent).collect::<Vec<u8>>();
                percent_encoding::percent_encode(&decoded, OTHERS_BUT_SLASHES).to_string()
            }
        }
    }
}

/// Request whose signature is checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SignedRequest<'a> {
    pub(crate) method: &'a str,
    /// Whole path, encoded.
    pub(crate) path: &'a str,
    pub(crate) query: &'a str,
    pub(crate) headers: &'a HeaderMap,
    pub(crate) body: &'a [u8],
}

/// Error of a signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SignatureError {
    Missing,
    Malformed,
    UnknownKey,
    /// The lifetime of the address is over.
    Expired,
    /// The time of the signature is too far from now.
    Skewed,
    Mismatch,
}

/// Checks the signature of a request at a time in seconds since 1970; returns the region that it is
/// for.
pub(crate) fn check(
    sent: &SignedRequest<'_>,
    service: SignedService,
    now: u64,
) -> Result<String, SignatureError> {
    let pairs = pairs(sent.query);
    let claim = match header(sent.headers, "authorization") {
        Some(authorization) => SignatureFields::in_header(authorization, sent.headers)?,
        None => SignatureFields::in_query(&pairs)?,
    };
    if claim.scope.service != service.name() || !claim.headers.contains(&"host") {
        return Err(SignatureError::Malformed);
    }
    let made = seconds(claim.time).ok_or(SignatureError::Malformed)?;
    match claim.expires {
        Some(expires) if now > made + expires => return Err(SignatureError::Expired),
        Some(_) if made > now + SKEW => return Err(SignatureError::Skewed),
        None if now.abs_diff(made) > SKEW => return Err(SignatureError::Skewed),
        _ => {}
    }
    if claim.scope.key != KEY {
        let taken = is_good(claim.scope.key);
        return taken
            .then(|| claim.scope.region.to_owned())
            .ok_or(SignatureError::UnknownKey);
    }
    let payload = payload(sent, claim.expires.is_some())?;
    let canonical = canonical(sent, service, &pairs, &claim, &payload)?;
    if signature(SECRET, &claim, &canonical) == claim.signature {
        Ok(claim.scope.region.to_owned())
    } else {
        Err(SignatureError::Mismatch)
    }
}

/// Credential scope: `KEY/20261120/us-east-1/s3/aws4_request`.
#[derive(Clone, Copy, Debug)]
struct Scope<'a> {
    key: &'a str,
    date: &'a str,
    region: &'a str,
    service: &'a str,
}

impl<'a> Scope<'a> {
    fn read(credential: &'a str) -> Result<Self, SignatureError> {
        let mut parts = credential.rsplitn(5, '/');
        let mut next = || parts.next().filter(|part| !part.is_empty());
        let (Some("aws4_request"), Some(service), Some(region), Some(date), Some(key)) =
            (next(), next(), next(), next(), next())
        else {
            return Err(SignatureError::Malformed);
        };
        Ok(Self {
            key,
            date,
            region,
            service,
        })
    }
}

/// Signature of a request and its parameters.
#[derive(Debug)]
struct SignatureFields<'a> {
    scope: Scope<'a>,
    /// Names of the signed headers.
    headers: Vec<&'a str>,
    signature: &'a str,
    /// Time of the signature, as in `20261120T080000Z`.
    time: &'a str,
    /// Lifetime of an address in seconds; `None` for a signature in a header.
    expires: Option<u64>,
}

impl<'a> SignatureFields<'a> {
    fn in_header(authorization: &'a str, headers: &'a HeaderMap) -> Result<Self, SignatureError> {
        let rest = authorization.strip_prefix(ALGORITHM);
        let rest = rest.ok_or(SignatureError::Malformed)?;
        let part = |name: &str| {
            let mut parts = rest.split(',').map(str::trim);
            let found = parts.find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
            found.filter(|part| !part.is_empty())
        };
        let found = (part("Credential"), part("SignedHeaders"), part("Signature"));
        let (Some(credential), Some(signed), Some(signature)) = found else {
            return Err(SignatureError::Malformed);
        };
        Ok(Self {
            scope: Scope::read(credential)?,
            headers: signed.split(';').collect(),
            signature,
            time: header(headers, "x-amz-date").ok_or(SignatureError::Malformed)?,
            expires: None,
        })
    }

    fn in_query(pairs: &'a [(String, String)]) -> Result<Self, SignatureError> {
        let part = |name: &str| {
            let found = pairs.iter().find(|(found, _)| found == name);
            found.map(|(_, value)| &value[..])
        };
        let algorithm = part("X-Amz-Algorithm").ok_or(SignatureError::Missing)?;
        let expires = part("X-Amz-Expires").and_then(|text| text.parse().ok());
        let (Some(credential), Some(signed), Some(signature), Some(time), Some(expires)) = (
            part("X-Amz-Credential"),
            part("X-Amz-SignedHeaders"),
            part("X-Amz-Signature"),
            part("X-Amz-Date"),
            expires.filter(|expires| *expires <= WEEK),
        ) else {
            return Err(SignatureError::Malformed);
        };
        if algorithm != ALGORITHM {
            return Err(SignatureError::Malformed);
        }
        Ok(Self {
            scope: Scope::read(credential)?,
            headers: signed.split(';').collect(),
            signature,
            time,
            expires: Some(expires),
        })
    }
}

/// Decoded names and values of a query.
pub(crate) fn pairs(query: &str) -> Vec<(String, String)> {
    let decoded = |text| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let parts = query.split('&').filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            (decoded(name), decoded(value))
        })
        .collect()
}

/// Parses `20261120T080000Z` into seconds since 1970.
fn seconds(time: &str) -> Option<u64> {
    let time = DateTime::strptime("%Y%m%dT%H%M%SZ", time).ok()?;
    let time = time.to_zoned(TimeZone::UTC).ok()?;
    time.timestamp().as_second().try_into().ok()
}

/// Signed hash of the body, or the marker of an unsigned one.
fn payload(sent: &SignedRequest<'_>, is_address: bool) -> Result<String, SignatureError> {
    let found = hex(&Sha256::digest(sent.body));
    match header(sent.headers, "x-amz-content-sha256") {
        None if is_address => Ok(UNSIGNED.into()),
        None => Ok(found),
        Some(UNSIGNED) => Ok(UNSIGNED.into()),
        Some(said) if said == found => Ok(found),
        Some(_) => Err(SignatureError::Mismatch),
    }
}

/// Canonical form of the request, which is signed.
fn canonical(
    sent: &SignedRequest<'_>,
    service: SignedService,
    pairs: &[(String, String)],
    claim: &SignatureFields<'_>,
    payload: &str,
) -> Result<String, SignatureError> {
    let encoded = |text: &String| utf8_percent_encode(text, OTHERS).to_string();
    let signed = pairs.iter().filter(|(name, _)| name != "X-Amz-Signature");
    let mut query: Vec<_> = signed
        .map(|(name, value)| (encoded(name), encoded(value)))
        .collect();
    query.sort();
    let query: Vec<_> = query
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let mut text = format!(
        "{}\n{}\n{}\n",
        sent.method,
        service.path(sent.path),
        query.join("&")
    );
    for name in &claim.headers {
        let values: Vec<_> = sent.headers.get_all(*name).iter().collect();
        if values.is_empty() {
            return Err(SignatureError::Mismatch);
        }
        let values = values.iter().map(|value| {
            let words = value.to_str().unwrap_or_default().split(' ');
            let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
            words.join(" ")
        });
        let values: Vec<_> = values.collect();
        text = format!("{text}{name}:{}\n", values.join(","));
    }
    Ok(format!("{text}\n{}\n{payload}", claim.headers.join(";")))
}

fn signature(secret: &str, claim: &SignatureFields<'_>, canonical: &str) -> String {
    let Scope {
        date,
        region,
        service,
        ..
    } = claim.scope;
    let mut key = format!("AWS4{secret}").into_bytes();
    for part in [date, region, service, "aws4_request"] {
        key = mac(&key, part);
    }
    let hash = hex(&Sha256::digest(canonical.as_bytes()));
    let time = claim.time;
    let scope = format!("{date}/{region}/{service}/aws4_request");
    hex(&mac(&key, &format!("{ALGORITHM}\n{time}\n{scope}\n{hash}")))
}

/// HMAC-SHA256 of a text.
pub(crate) fn mac(key: &[u8], text: &str) -> Vec<u8> {
    let mac = Hmac::<Sha256>::new_from_slice(key).expect("keys have any length");
    mac.chain_update(text).finalize().into_bytes().to_vec()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes all");
        text
    })
}

#[cfg(test)]
mod tests;
