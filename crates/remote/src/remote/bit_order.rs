//! Test of the order of bits by the jobs of a series.

use cheqqers_backend::{BackendError, Job, Run};

use super::{Bundle, Remote};
use crate::entry::Entry;
use crate::error::RemoteError;
use crate::failure::Failure;

impl Remote {
    /// Returns `true` if the job of the circuits from number `start` on is to carry a probe of the order
    /// of bits: jobs of one measurement are read in order, so that the first one is enough.
    pub(super) fn needs_probe(&self, start: usize, job: &Job<'_>) -> bool {
        start == 0 && job.measurement.is_some() && !self.is_probed
    }

    /// Takes note of how an answered job read the probe that it may carry.
    pub(super) fn note_probe(&mut self, entry: &Entry) {
        if entry.bit_order_fault().is_some() {
            self.misordered = Some(entry.key().to_owned());
        } else if entry.shows_bit_order() {
            self.is_probed = true;
        }
    }

    /// Checks that the first of several jobs returned a shot, if it was to show the order of bits of all.
    pub(super) fn with_order_shown(
        &self,
        runs: Vec<Run>,
        bundle: &Bundle,
        jobs: usize,
        job: &Job<'_>,
    ) -> Result<Vec<Run>, BackendError> {
        let first = runs.first();
        let is_unknown = jobs > 1
            && first.is_some_and(|run| run.shots.is_empty())
            && self.needs_probe(bundle.start, job);
        match first.and_then(|run| run.provenance.as_ref()) {
            Some(provenance) if is_unknown => {
                let key = &provenance.key;
                let error = RemoteError::NoShots { key: key.clone() };
                Err(Failure::terminal(error).of_job(Some(key)))
            }
            _ => Ok(runs),
        }
    }

    /// Checks that no job of the series has shown that the device returns bits in another order, unless
    /// it was given up since.
    pub(super) fn check_order(&self) -> Result<(), RemoteError> {
        let Some(key) = &self.misordered else {
            return Ok(());
        };
        match self.journal.load(key)? {
            Some(entry) if !entry.is_given_up() => entry.check_bit_order(),
            _ => Ok(()),
        }
    }
}
