//! Bundles: the circuits of a measurement that run side by side, as one job.

use cheqqers_backend::{BackendError, Job};
use cheqqers_circuit::{Bitstring, Circuit};

use super::{Bundle, Remote};
use crate::error::RemoteError;
use crate::failure::Failure;
use crate::job_key;
use crate::service::Capabilities;

/// Most clbits of several circuits on a simulator, which may return the probability of each
/// bitstring there is.
const ON_SIMULATOR: usize = 12;

/// Most qubits of several circuits: what stands for a device is often a simulator, whose state is as
/// large as the product of theirs.
const TOGETHER: usize = 20;

impl Remote {
    /// Numbers of circuits, from the first on, that the device runs side by side in one job each.
    ///
    /// # Errors
    /// Returns an error if the service can't be asked.
    pub fn bundle_sizes(&mut self, circuits: &[Circuit]) -> Result<Vec<usize>, RemoteError> {
        let device = self.capabilities()?;
        let mut sizes = Vec::new();
        let mut left = circuits;
        while !left.is_empty() {
            let count = fitting(left, device);
            sizes.push(count);
            left = &left[count..];
        }
        Ok(sizes)
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
        for again in 0.. {
            let key = job_key::of(id, start, again);
            let indeterminate = |error| Failure::indeterminate(error).of_job(Some(&key));
            match self.journal.load(&key).map_err(indeterminate)? {
                Some(entry) if entry.has_failed() => {}
                Some(entry) => {
                    let count = holding(circuits, entry.num_bits());
                    return count.ok_or_else(|| indeterminate(self.journal.mismatch(&key)));
                }
                None => break,
            }
        }
        let device = self.capabilities();
        let device = device.map_err(|error| Failure::terminal(error).of_job(None))?;
        Ok(fitting(circuits, device))
    }
}

/// Number of circuits that a device has room for side by side, at least 1: a measurement of many
/// components waits in the queue once.
fn fitting(circuits: &[Circuit], device: &Capabilities) -> usize {
    let most_qubits = device.info.num_qubits.unwrap_or(TOGETHER).min(TOGETHER);
    let most_clbits = if device.info.is_simulator {
        ON_SIMULATOR
    } else {
        Bitstring::MAX_LEN
    };
    let (mut qubits, mut clbits) = (0, 0);
    let fits = |circuit: &&Circuit| {
        qubits += circuit.num_qubits();
        clbits += circuit.num_clbits();
        qubits <= most_qubits && clbits <= most_clbits
    };
    circuits.iter().take_while(fits).count().max(1)
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
    use cheqqers_qasm::Dialect;

    use super::*;
    use crate::service::{DeviceInfo, DeviceState};

    fn device(num_qubits: Option<usize>, is_simulator: bool) -> Capabilities {
        Capabilities {
            info: DeviceInfo {
                name: "device".into(),
                num_qubits,
                state: DeviceState::Online,
                said: String::new(),
                queue: None,
                wait: None,
                is_simulator,
            },
            dialect: Some(Dialect::Qasm3),
            shots: 1..=1000,
            native: None,
            calibrated: None,
            is_free: true,
            price_date: None,
            notes: Vec::new(),
        }
    }

    #[test]
    fn circuits_go_together_as_far_as_there_is_room() {
        let circuits = [2, 3, 1, 9, 1].map(|qubits| Circuit::new(qubits, 1));
        let sizes = |mut circuits: &[Circuit], num_qubits, is_simulator| {
            let mut sizes = Vec::new();
            while !circuits.is_empty() {
                sizes.push(fitting(circuits, &device(num_qubits, is_simulator)));
                circuits = &circuits[sizes[sizes.len() - 1]..];
            }
            sizes
        };
        for (num_qubits, expected) in [
            (Some(5), &[2, 1, 1, 1][..]),
            (Some(6), &[3, 1, 1]),
            (Some(16), &[5]),
            (None, &[5]),
        ] {
            assert_eq!(sizes(&circuits, num_qubits, false), expected);
        }
        let many = vec![Circuit::new(1, 1); 22];
        assert_eq!(sizes(&many, Some(29), true), [12, 10]);
        assert_eq!(sizes(&many, Some(36), false), [20, 2]);
        let large = [20, 30, 5, 5].map(|qubits| Circuit::new(qubits, 1));
        assert_eq!(sizes(&large, Some(127), false), [1, 1, 2]);
    }

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
