//! Which circuits of a task are one job.

use cheqqers_backend::Task;
use cheqqers_circuit::{Bitstring, Circuit};

use super::{Failed, Remote};
use crate::marker;
use crate::service::Capabilities;

/// The most clbits of several circuits on a simulator, which may answer with the probability of
/// each bitstring there is.
const ON_SIMULATOR: usize = 12;

/// The most qubits of several circuits anywhere: what stands for a device is often a simulator,
/// and the state of all is as large as the product of theirs.
const TOGETHER: usize = 24;

impl Remote {
    /// How many of a task's circuits from `start` on run side by side, at least 1: as many as the job
    /// holds that was written down for them, whatever the device is like by now, else as many as there is
    /// room for.
    pub(super) fn together(&mut self, start: usize, task: &Task<'_>) -> Result<usize, Failed> {
        let circuits = &task.circuits[start..];
        // One circuit needs nobody who says how many there is room for; and what answers no question, as
        // a probe of the order of bits, is about each circuit by itself.
        let question = match task.question {
            Some(question) if circuits.len() > 1 => question,
            _ => return Ok(1),
        };
        for again in 0.. {
            let marker = marker::of(question, start, again);
            let open = |error| Failed::open(&marker, error);
            match self.journal.load(&marker).map_err(open)? {
                Some(entry) if entry.is_dead() => {}
                Some(entry) => {
                    let together = holding(circuits, entry.num_bits());
                    return together.ok_or_else(|| open(self.journal.foreign(&marker)));
                }
                None => break,
            }
        }
        let device = self.capabilities().map_err(Failed::before)?;
        Ok(fitting(circuits, device))
    }
}

/// How many circuits are run side by side, as one program: as many as a device has room for, and at
/// least 1, so that a measurement of many components waits in a queue once.
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

/// How many circuits have these many clbits together; `None` where no number of them has.
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
            dialect: Dialect::Qasm3,
            shots: 1..=1000,
            native: None,
            calibrated: None,
            is_free: true,
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
        assert_eq!(sizes(&many, Some(36), false), [22]);
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
