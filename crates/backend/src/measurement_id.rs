use std::fmt::Write;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Identity of a measurement: a measurement that is repeated under the same id, after a crash or in
/// another process too, goes on with the job that it had.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct MeasurementId {
    /// Identity of the series of measurements that it belongs to, unique to the series. Limits of
    /// spending hold for a series.
    pub series: String,
    /// SHA-256 of what happened before in the series, in hexadecimal digits: tells its branches
    /// apart.
    pub history: String,
    /// Name within the series and its history.
    pub name: String,
    /// Number of earlier attempts without a usable shot.
    pub attempt: u32,
}

/// Beginning of every idempotency key.
const KEY_PREFIX: &str = "cheqqers-";

/// Hexadecimal digits of an idempotency key, 64 bits in all: short enough for the tags of every service.
const KEY_DIGITS: usize = 16;

impl MeasurementId {
    /// Idempotency key of the job that runs the circuits of the measurement from number `circuit` on;
    /// `again` counts the jobs before it that failed. The same measurement has the same keys in every
    /// process.
    pub fn job_key(&self, circuit: usize, again: u32) -> String {
        let Self {
            series,
            history,
            name,
            attempt,
        } = self;
        // The name has a fixed number of parts, and the series comes last: no two ids read alike.
        let text = format!("{name} {attempt} {circuit} {again} {history} {series}");
        job_key(text.as_bytes())
    }
}

/// Idempotency key that follows from these bytes.
pub fn job_key(bytes: &[u8]) -> String {
    format!("{KEY_PREFIX}{}", &sha256(bytes)[..KEY_DIGITS])
}

/// Returns `true` if a text has the form of an idempotency key.
pub fn is_job_key(text: &str) -> bool {
    let digits = text.strip_prefix(KEY_PREFIX).unwrap_or_default();
    digits.len() == KEY_DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// SHA-256 in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        write!(text, "{byte:02x}").expect("writing to a String never fails");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_the_standard_ones() {
        assert!(sha256(b"abc").starts_with("ba7816bf8f01cfea"));
    }

    #[test]
    fn a_job_has_one_key_and_no_other_job_has_it() {
        let id = MeasurementId {
            series: "game".into(),
            history: sha256(b""),
            name: "1 a2-b3 0".into(),
            attempt: 0,
        };
        let key = id.job_key(0, 0);
        assert_eq!(
            key,
            job_key(format!("1 a2-b3 0 0 0 0 {} game", sha256(b"")).as_bytes())
        );
        let others = [
            id.job_key(1, 0),
            id.job_key(0, 1),
            MeasurementId {
                attempt: 1,
                ..id.clone()
            }
            .job_key(0, 0),
            MeasurementId {
                series: "other".into(),
                ..id.clone()
            }
            .job_key(0, 0),
            MeasurementId {
                history: sha256(b"a2-b3 "),
                ..id.clone()
            }
            .job_key(0, 0),
            MeasurementId {
                name: "2 a2-b3 0".into(),
                ..id.clone()
            }
            .job_key(0, 0),
        ];
        for other in &others {
            assert!(is_job_key(other));
            assert_ne!(*other, key);
        }
        assert_eq!(id.clone().job_key(0, 0), key);
    }

    #[test]
    fn keys_are_known_by_their_form() {
        assert_eq!(job_key(b"abc"), "cheqqers-ba7816bf8f01cfea");
        assert!(is_job_key("cheqqers-ba7816bf8f01cfea"));
        for other in [
            "",
            "ba7816bf8f01cfea",
            "cheqqers-",
            "cheqqers-ba7816bf8f01cfe",
            "cheqqers-ba7816bf8f01cfea0",
            "cheqqers-ba7816bf8f01cfeg",
        ] {
            assert!(!is_job_key(other), "{other}");
        }
        assert_eq!(sha256(b"").len(), 64);
    }
}
