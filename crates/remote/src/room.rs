use cheqqers_backend::order_probe;
use cheqqers_circuit::{Bitstring, Circuit};

use crate::service::Capabilities;

/// Most clbits of several circuits on a simulator, which may return the probability of each
/// bitstring there is.
const ON_SIMULATOR: usize = 12;

/// Most qubits of several circuits: what stands for a device is often a simulator, whose state is as
/// large as the product of theirs.
const TOGETHER: usize = 20;

/// Room of a device for circuits that run side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    qubits: usize,
    clbits: usize,
}

impl Room {
    /// Room of a device.
    pub(crate) fn of(device: &Capabilities) -> Self {
        Self {
            qubits: device.info.num_qubits.unwrap_or(TOGETHER).min(TOGETHER),
            clbits: if device.info.is_simulator {
                ON_SIMULATOR
            } else {
                Bitstring::MAX_LEN
            },
        }
    }

    /// The room that is left beside the probe of the order of bits.
    pub(crate) fn beside_probe(self) -> Self {
        let (_, probe) = order_probe();
        Self {
            qubits: self.qubits.saturating_sub(probe.len()),
            clbits: self.clbits.saturating_sub(probe.len()),
        }
    }

    /// Returns `true` if there is room for a circuit.
    pub(crate) fn holds(self, circuit: &Circuit) -> bool {
        circuit.num_qubits() <= self.qubits && circuit.num_clbits() <= self.clbits
    }

    /// Numbers of circuits that run side by side in one job each, `first` being the room of the first.
    pub(crate) fn sizes(self, first: Self, circuits: &[Circuit]) -> Vec<usize> {
        let (mut room, mut left) = (first, circuits);
        let mut sizes = Vec::new();
        while !left.is_empty() {
            let count = room.fitting(left);
            (room, left) = (self, &left[count..]);
            sizes.push(count);
        }
        sizes
    }

    /// Number of circuits, from the first on, that there is room for, at least 1: a measurement of many
    /// components waits in the queue once.
    pub(crate) fn fitting(self, circuits: &[Circuit]) -> usize {
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

    fn room(num_qubits: Option<usize>, is_simulator: bool) -> Room {
        Room::of(&Capabilities {
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

    fn sizes(room: Room, circuits: &[Circuit]) -> Vec<usize> {
        room.sizes(room, circuits)
    }

    #[test]
    fn circuits_go_together_as_far_as_there_is_room() {
        let circuits = [2, 3, 1, 9, 1].map(|qubits| Circuit::new(qubits, 1));
        for (num_qubits, expected) in [
            (Some(5), &[2, 1, 1, 1][..]),
            (Some(6), &[3, 1, 1]),
            (Some(16), &[5]),
            (None, &[5]),
        ] {
            assert_eq!(sizes(room(num_qubits, false), &circuits), expected);
        }
        let many = vec![Circuit::new(1, 1); 22];
        assert_eq!(sizes(room(Some(29), true), &many), [12, 10]);
        assert_eq!(sizes(room(Some(36), false), &many), [20, 2]);
        let large = [20, 30, 5, 5].map(|qubits| Circuit::new(qubits, 1));
        assert_eq!(sizes(room(Some(127), false), &large), [1, 1, 2]);
    }

    #[test]
    fn a_probe_takes_four_qubits_of_the_first_job() {
        let many = vec![Circuit::new(1, 1); 22];
        for (room, expected) in [
            (room(Some(29), true), &[8, 12, 2][..]),
            (room(Some(29), false), &[16, 6]),
        ] {
            assert_eq!(room.sizes(room.beside_probe(), &many), expected);
        }
        assert_eq!(room(Some(3), false).beside_probe().fitting(&many), 1);
    }
}
