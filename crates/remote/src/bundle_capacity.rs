use cheqqers_backend::order_probe;
use cheqqers_circuit::{Bitstring, Circuit};

use crate::service::Capabilities;

/// Maximum number of clbits of several circuits on a simulator, which may return the probability of
/// each bitstring there is.
const MAX_SIMULATOR_CLBITS: usize = 12;

/// Maximum number of qubits of several circuits on a device that compiles them itself: about as many
/// as ion traps have, whose qubits are all neighbours. On larger devices circuits hinder each other.
const MAX_DEVICE_QUBITS: usize = 40;

/// Maximum number of qubits of several circuits on a simulator, whose state may be as large as the
/// product of theirs, and along the edges of a device.
const MAX_QUBITS: usize = 20;

/// Capacity of a device for circuits that run side by side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct BundleCapacity {
    qubits: usize,
    clbits: usize,
}

impl BundleCapacity {
    /// Capacity of a device.
    pub(crate) fn of(device: &Capabilities) -> Self {
        let max_qubits = if device.info.is_simulator || device.native.is_some() {
            MAX_QUBITS
        } else {
            MAX_DEVICE_QUBITS
        };
        Self {
            qubits: device.info.num_qubits.unwrap_or(MAX_QUBITS).min(max_qubits),
            clbits: if device.info.is_simulator {
                MAX_SIMULATOR_CLBITS
            } else {
                Bitstring::MAX_LEN
            },
        }
    }

    /// Capacity of the first of some jobs, which run these circuits: less by the probe of the order of
    /// bits if it needs one, unless that would take a job of its own.
    pub(crate) fn of_first(self, needs_probe: bool, circuits: &[Circuit]) -> Self {
        let jobs = |first| self.sizes(first, circuits).len();
        let rest = self.without_probe();
        if needs_probe && jobs(rest) == jobs(self) {
            rest
        } else {
            self
        }
    }

    /// Capacity that the probe of the order of bits leaves.
    pub(crate) fn without_probe(self) -> Self {
        let (_, probe) = order_probe();
        Self {
            qubits: self.qubits.saturating_sub(probe.len()),
            clbits: self.clbits.saturating_sub(probe.len()),
        }
    }

    /// Returns `true` if a circuit fits.
    pub(crate) fn fits(self, circuit: &Circuit) -> bool {
        circuit.num_qubits() <= self.qubits && circuit.num_clbits() <= self.clbits
    }

    /// Numbers of circuits that run side by side in one job each, `first` being the capacity of the first.
    pub(crate) fn sizes(self, first: Self, circuits: &[Circuit]) -> Vec<usize> {
        let (mut capacity, mut left) = (first, circuits);
        let mut sizes = Vec::new();
        while !left.is_empty() {
            let count = capacity.count(left);
            (capacity, left) = (self, &left[count..]);
            sizes.push(count);
        }
        sizes
    }

    /// Number of circuits, from the first on, that fit together, at least 1: a measurement of many
    /// components waits in the queue once.
    pub(crate) fn count(self, circuits: &[Circuit]) -> usize {
        let (mut qubits, mut clbits) = (0, 0);
        let fits = |circuit: &&Circuit| {
            qubits += circuit.num_qubits();
            clbits += circuit.num_clbits();
            qubits <= self.qubits && clbits <= self.clbits
        };
        circuits.iter().take_while(fits).count().max(1)
    }
}

#[cfg(test)]
mod tests {
    use cheqqers_qasm::Dialect;

    use super::*;
    use crate::service::{DeviceInfo, DeviceState};

    fn capacity(num_qubits: Option<usize>, is_simulator: bool) -> BundleCapacity {
        BundleCapacity::of(&Capabilities {
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
        })
    }

    fn sizes(capacity: BundleCapacity, circuits: &[Circuit]) -> Vec<usize> {
        capacity.sizes(capacity, circuits)
    }

    #[test]
    fn circuits_go_together_as_far_as_they_fit() {
        let circuits = [2, 3, 1, 9, 1].map(|qubits| Circuit::new(qubits, 1));
        for (num_qubits, expected) in [
            (Some(5), &[2, 1, 1, 1][..]),
            (Some(6), &[3, 1, 1]),
            (Some(16), &[5]),
            (None, &[5]),
        ] {
            assert_eq!(sizes(capacity(num_qubits, false), &circuits), expected);
        }
        let many = vec![Circuit::new(1, 1); 22];
        assert_eq!(sizes(capacity(None, false), &many), [20, 2]);
        assert_eq!(sizes(capacity(Some(36), false), &many), [22]);
        assert_eq!(sizes(capacity(Some(29), true), &many), [12, 10]);
        assert_eq!(sizes(capacity(Some(18), false), &many), [18, 4]);
        let large = [40, 50, 5, 5].map(|qubits| Circuit::new(qubits, 1));
        assert_eq!(sizes(capacity(Some(127), false), &large), [1, 1, 2]);
    }

    #[test]
    fn a_probe_takes_four_qubits_of_the_first_job() {
        let many = vec![Circuit::new(1, 1); 22];
        for (capacity, expected) in [
            (capacity(Some(29), true), &[8, 12, 2][..]),
            (capacity(Some(20), false), &[16, 6]),
        ] {
            assert_eq!(capacity.sizes(capacity.without_probe(), &many), expected);
        }
        let small = capacity(Some(3), false);
        assert_eq!(small.without_probe().count(&many), 1);
        // 22 circuits go in 2 jobs of 12 clbits, and with a probe in 3.
        let simulator = capacity(Some(29), true);
        assert_eq!(simulator.of_first(true, &many), simulator);
        assert_eq!(
            simulator.of_first(true, &many[..20]),
            simulator.without_probe()
        );
        assert_eq!(simulator.of_first(false, &many[..20]), simulator);
    }
}
