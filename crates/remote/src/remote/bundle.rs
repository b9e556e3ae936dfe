use std::ops::Range;

use cheqqers_circuit::{Bitstring, Circuit};

use crate::service::Capabilities;

/// The most clbits of several circuits on a simulator, which may answer with the probability of
/// each bitstring there is.
const ON_SIMULATOR: usize = 12;

/// The most qubits of several circuits anywhere: what stands for a device is often a simulator,
/// and the state of all is as large as the product of theirs.
const TOGETHER: usize = 24;

/// Which circuits are run side by side, as one program: as many in a row as a device has qubits
/// for, so that a measurement of many components waits in a queue once.
pub(super) fn bundles(circuits: &[Circuit], device: &Capabilities) -> Vec<Range<usize>> {
    let num_qubits = device.info.num_qubits.unwrap_or(TOGETHER).min(TOGETHER);
    let num_clbits = if device.info.is_simulator {
        ON_SIMULATOR
    } else {
        Bitstring::MAX_LEN
    };
    let mut bundles: Vec<Range<usize>> = Vec::new();
    let (mut qubits, mut clbits) = (0, 0);
    for (index, circuit) in circuits.iter().enumerate() {
        qubits += circuit.num_qubits();
        clbits += circuit.num_clbits();
        match bundles.last_mut() {
            Some(last) if qubits <= num_qubits && clbits <= num_clbits => last.end = index + 1,
            _ => {
                bundles.push(index..index + 1);
                (qubits, clbits) = (circuit.num_qubits(), circuit.num_clbits());
            }
        }
    }
    bundles
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
        let ends = |circuits: &[Circuit], num_qubits, is_simulator| {
            let bundles = bundles(circuits, &device(num_qubits, is_simulator));
            let starts = bundles.iter().map(|bundle| bundle.start);
            let before = std::iter::once(0).chain(bundles.iter().map(|bundle| bundle.end));
            assert!(starts.eq(before.take(bundles.len())));
            bundles.iter().map(|bundle| bundle.end).collect::<Vec<_>>()
        };
        for (num_qubits, expected) in [
            (Some(5), &[2, 3, 4, 5][..]),
            (Some(6), &[3, 4, 5]),
            (Some(16), &[5]),
            (None, &[5]),
        ] {
            assert_eq!(ends(&circuits, num_qubits, false), expected);
        }
        let many = vec![Circuit::new(1, 1); 22];
        assert_eq!(ends(&many, Some(29), true), [12, 22]);
        assert_eq!(ends(&many, Some(36), false), [22]);
        let large = [20, 30, 5, 5].map(|qubits| Circuit::new(qubits, 1));
        assert_eq!(ends(&large, Some(127), false), [1, 2, 4]);
    }
}
