//! Idempotency keys of jobs: names of our own, which a service is given with the job and by which
//! the job is found there again.

use std::hash::{BuildHasher, RandomState};

use cheqqers_backend::job_key;

pub(crate) use cheqqers_backend::is_job_key as is_key;

/// Key of a job that is part of no measurement.
pub(crate) fn random() -> String {
    job_key(&random_bytes())
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

#[cfg(test)]
mod tests {
    use cheqqers_backend::{MeasurementId, sha256};

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
        let first = id().job_key(0, 0);
        assert_eq!(first, id().job_key(0, 0));
        assert!(is_key(&first) && is_key(&random()));
        assert!(!is_key("cheqqers-../../etc/passw") && !is_key("cheqqers-1"));
        let other = |change: fn(&mut MeasurementId)| {
            let mut other = id();
            change(&mut other);
            other.job_key(0, 0)
        };
        let others = [
            id().job_key(1, 0),
            id().job_key(0, 1),
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
        assert_eq!(id().job_key(0, 0), "cheqqers-f6f9d2288105c695");
        assert_eq!(id().job_key(2, 1), "cheqqers-8556f19a970dc3b8");
    }
}
