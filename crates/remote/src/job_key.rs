//! Idempotency keys of jobs: names of our own, which a service is given with the job and by which
//! the job is found there again.

use std::hash::{BuildHasher, RandomState};

use cheqqers_backend::{MeasurementId, sha256};

/// Beginning of every key.
const PREFIX: &str = "cheqqers-";

/// Hexadecimal digits of a key, 64 bits in all: short enough for the tags of every service.
const DIGITS: usize = 16;

/// Key of the job that runs the circuits of a measurement from number `circuit` on; `again` counts
/// the jobs before it that failed. The same measurement has the same keys in every process.
pub(crate) fn of(id: &MeasurementId, circuit: usize, again: u32) -> String {
    let MeasurementId {
        series,
        history,
        name,
        attempt,
    } = id;
    // The name has a fixed number of parts, and the series comes last: no two ids read alike.
    let text = format!("{name} {attempt} {circuit} {again} {history} {series}");
    from_bytes(text.as_bytes())
}

/// Key of a job that is part of no measurement.
pub(crate) fn random() -> String {
    from_bytes(&random_bytes())
}

/// Returns `true` if a text has the form of a key.
pub(crate) fn is_key(text: &str) -> bool {
    let digits = text.strip_prefix(PREFIX).unwrap_or_default();
    digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Bytes seeded by the machine: good enough for keys and for jitter.
pub(crate) fn random_bytes() -> [u8; 32] {
    let mut bytes = [0; 32];
    for chunk in bytes.chunks_mut(8) {
        let drawn = RandomState::new().hash_one(std::process::id());
        chunk.copy_from_slice(&drawn.to_le_bytes());
    }
    bytes
}

fn from_bytes(bytes: &[u8]) -> String {
    format!("{PREFIX}{}", &sha256(bytes)[..DIGITS])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id() -> MeasurementId {
        MeasurementId {
            series: "a game".into(),
            history: sha256(b"c3^b4d4 f6-e5"),
            name: "12 d4xf6 0".into(),
            attempt: 0,
        }
    }

    #[test]
    fn measurements_have_keys_of_their_own() {
        let first = of(&id(), 0, 0);
        assert_eq!(first, of(&id(), 0, 0));
        assert!(is_key(&first) && is_key(&random()));
        assert!(!is_key("cheqqers-../../etc/passw") && !is_key("cheqqers-1"));
        let other = |change: fn(&mut MeasurementId)| {
            let mut other = id();
            change(&mut other);
            of(&other, 0, 0)
        };
        let others = [
            of(&id(), 1, 0),
            of(&id(), 0, 1),
            other(|id| id.history = sha256(b"c3-d4 f6-e5")),
            other(|id| id.name = "1 d4xf6 0".into()),
            other(|id| id.attempt = 1),
            other(|id| id.name = "12 d4xf6 1".into()),
            other(|id| id.series = "another".into()),
        ];
        for (index, other) in others.iter().enumerate() {
            assert_ne!(*other, first);
            assert!(!others[..index].contains(other));
        }
    }

    /// Jobs of earlier versions are found by their keys, so these must stay.
    #[test]
    fn keys_are_those_of_the_first_version() {
        assert_eq!(of(&id(), 0, 0), "cheqqers-f6f9d2288105c695");
        assert_eq!(of(&id(), 2, 1), "cheqqers-8556f19a970dc3b8");
    }
}
