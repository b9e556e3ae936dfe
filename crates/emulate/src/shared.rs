use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::clock::Clock;
use crate::fault::Faults;
use crate::objects::Objects;
use crate::options::EmulatorOptions;

/// Job that a service has accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AcceptedJob {
    /// Id of the job, which may be a part of its name at the service.
    pub id: String,
    /// Shots of all its programs; none if they can't be run.
    pub shots: usize,
}

/// State that all services share.
#[derive(Debug)]
pub(crate) struct SharedState {
    pub(crate) options: EmulatorOptions,
    pub(crate) clock: Clock,
    pub(crate) faults: Faults,
    pub(crate) objects: Objects,
    names: Mutex<ChaCha8Rng>,
    streams: AtomicU64,
    accepted: Mutex<Vec<AcceptedJob>>,
}

impl SharedState {
    pub(crate) fn new(options: EmulatorOptions) -> Arc<Self> {
        Arc::new(Self {
            clock: Clock::new(options.time_scale),
            faults: Faults::new(&options.faults),
            objects: Objects::default(),
            names: Mutex::new(ChaCha8Rng::seed_from_u64(options.seed)),
            streams: AtomicU64::new(1),
            accepted: Mutex::default(),
            options,
        })
    }

    /// New independent random stream. Stream 0 is that of ids.
    pub(crate) fn rng(&self) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.options.seed);
        rng.set_stream(self.streams.fetch_add(1, Ordering::Relaxed));
        rng
    }

    /// Jobs until now, also those that were deleted.
    pub(crate) fn accepted(&self) -> MutexGuard<'_, Vec<AcceptedJob>> {
        self.accepted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// New id in the form of a random UUID.
    pub(crate) fn uuid(&self) -> String {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let (high, low) = (names.next_u64(), names.next_u64());
        let variant = low >> 62 << 62 ^ low | 1 << 63;
        format!(
            "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
            high >> 32,
            high >> 16 & 0xffff,
            high & 0xfff,
            variant >> 48,
            variant & 0xffff_ffff_ffff
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_uuids_and_follow_from_the_seed() {
        let shared = || SharedState::new(EmulatorOptions::default());
        let (first, again) = (shared(), shared());
        for _ in 0..100 {
            let name = first.uuid();
            let parts: Vec<&str> = name.split('-').collect();
            let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
            assert_eq!(lengths, [8, 4, 4, 4, 12]);
            assert!(
                parts[2].starts_with('4') && "89ab".contains(&parts[3][..1]),
                "{name}"
            );
            assert_eq!(again.uuid(), name);
        }
        assert_ne!(first.rng().next_u64(), first.rng().next_u64());
    }
}
