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
}
