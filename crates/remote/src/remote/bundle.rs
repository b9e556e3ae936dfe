//! Bundles: the circuits of a measurement that run side by side, as one job.

use cheqqers_backend::{BackendError, Job, MeasurementId};
use cheqqers_circuit::Circuit;

use super::{Bundle, Remote};
use crate::bundle_capacity::BundleCapacity;
use crate::entry::Entry;
use crate::error::RemoteError;
use crate::failure::Failure;

impl Remote {
    /// Numbers of circuits, from the first on, that the device runs side by side in one job each.
    ///
    /// # Errors
    /// Returns an error if the service can't be asked.
    pub fn bundle_sizes(&mut self, circuits: &[Circuit]) -> Result<Vec<usize>, RemoteError> {
        let capacity = BundleCapacity::of(self.capabilities()?);
        let first = capacity.of_first(!self.is_probed, circuits);
        Ok(capacity.sizes(first, circuits))
    }

    /// The bundles of a job's circuits.
    pub(super) fn bundles(&mut self, job: &Job<'_>) -> Result<Vec<Bundle>, BackendError> {
        let mut bundles = Vec::new();
        let mut start = 0;
        while start < job.circuits.len() {
            let count = self.bundle_size(start, job)?;
            let circuits = &job.circuits[start..start + count];
            bundles.push(Bundle {
                start,
                circuit: Circuit::side_by_side(circuits),
                widths: circuits.iter().map(Circuit::num_clbits).collect(),
            });
            start += count;
        }
        Ok(bundles)
    }

    /// Number of circuits from `start` on that run side by side, at least 1: as many as the journal's
    /// job for them holds, however the device is now, else as many as there is room for.
    fn bundle_size(&mut self, start: usize, job: &Job<'_>) -> Result<usize, BackendError> {
        let circuits = &job.circuits[start..];
        // One circuit needs no description of the device; and what is part of no measurement, as a
        // probe of the order of bits, is about each circuit by itself.
        let id = match job.measurement {
            Some(id) if circuits.len() > 1 => id,
            _ => return Ok(1),
        };
        if let Some(entry) = self.journalled(id, start)? {
            let count = holding(circuits, entry.num_bits());
            return count.ok_or_else(|| {
                let failure = Failure::indeterminate(self.journal.mismatch(entry.key()));
                failure.of_job(Some(entry.key()))
            });
        }
        let device = self.capabilities();
        let device = device.map_err(|error| Failure::terminal(error).of_job(None))?;
        let capacity = BundleCapacity::of(device);
        let needs_probe = self.needs_probe(start, job);
        Ok(capacity.of_first(needs_probe, circuits).count(circuits))
    }

    /// Number of the first circuits of a job that the journal's job for them holds, if there is one.
    pub(super) fn num_journalled(&self, job: &Job<'_>) -> Option<usize> {
        let entry = self.journalled(job.measurement?, 0).ok()??;
        holding(job.circuits, entry.num_bits())
    }

    /// The journal's job for the circuits of a measurement from number `start` on, unless it failed.
    pub(super) fn journalled(
        &self,
        id: &MeasurementId,
        start: usize,
    ) -> Result<Option<Entry>, BackendError> {
        for again in 0.. {
            let key = id.job_key(start, again);
            let indeterminate = |error| Failure::indeterminate(error).of_job(Some(&key));
            match self.journal.load(&key).map_err(indeterminate)? {
                Some(entry) if entry.has_failed() => {}
                found => return Ok(found),
            }
        }
        unreachable!("a journal has finitely many jobs")
    }
}

/// Number of circuits that have this many clbits together; `None` if no number of them has.
fn holding(circuits: &[Circuit], num_clbits: usize) -> Option<usize> {
    let mut sum = 0;
    let holds = |circuit: &Circuit| {
        sum += circuit.num_clbits();
        sum >= num_clbits
    };
    let last = circuits.iter().position(holds)?;
    (sum == num_clbits).then_some(last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_says_by_its_bits_how_many_circuits_it_holds() {
        let circuits = [2, 1, 3].map(|bits| Circuit::new(4, bits));
        for (bits, expected) in [
            (2, Some(1)),
            (3, Some(2)),
            (6, Some(3)),
            (1, None),
            (4, None),
            (7, None),
        ] {
            assert_eq!(holding(&circuits, bits), expected, "{bits}");
        }
    }
}
