use std::collections::BTreeSet;

use cheqqers_circuit::{Circuit, Qubit};
use cheqqers_native::{Device, PhysicalQubit, place};
use cheqqers_sim::{NoiseModel, PairNoise, QubitNoise, ReadoutError, Relaxation, SimError};

use crate::BackendError;

const MICROSECOND: f64 = 1e-6;
const NANOSECOND: f64 = 1e-9;

/// A circuit on the qubits of a device that it uses, with their noise.
#[derive(Clone, Debug)]
pub(super) struct OnDevice {
    /// Qubit `k` is the `k`-th of those used.
    pub(super) circuit: Circuit,
    pub(super) model: NoiseModel,
}

impl OnDevice {
    /// Places a circuit.
    pub(super) fn new(circuit: &Circuit, device: &Device) -> Result<Self, BackendError> {
        Self::placed(&place(circuit, device)?.circuit, device)
    }

    /// Takes a circuit whose qubits are those of the device already.
    pub(super) fn placed(placed: &Circuit, device: &Device) -> Result<Self, BackendError> {
        let used: BTreeSet<Qubit> = placed
            .operations()
            .iter()
            .flat_map(|operation| operation.qubits().iter().copied())
            .collect();
        let used: Vec<Qubit> = used.into_iter().collect();
        let to = |qubit| {
            let index = used.binary_search(&qubit);
            Qubit::from_index(index.expect("all that occur were collected"))
        };
        let circuit = placed
            .relabelled(used.len(), to)
            .expect("different qubits keep different numbers");
        let model = noise(device, &used).map_err(|source| BackendError::Simulation {
            num_qubits: used.len(),
            source,
        })?;
        Ok(Self { circuit, model })
    }
}

/// Noise of some qubits of a device, the `k`-th of them being qubit `k`.
///
/// Calibration states the whole infidelity of a gate; of that, what relaxation does not explain is
/// depolarising.
fn noise(device: &Device, used: &[Qubit]) -> Result<NoiseModel, SimError> {
    let number = |qubit| used.binary_search(&qubit).ok().map(Qubit::from_index);
    let mut model = NoiseModel::none();
    for (k, qubit) in used.iter().enumerate() {
        let physical = &device.qubits()[qubit.index()];
        let length = physical.sx_length * NANOSECOND;
        let [one_given_zero, zero_given_one] = physical.readout;
        let noise = QubitNoise {
            fault: rest(physical.sx_error, &[physical], length),
            length,
            relaxation: Some(relaxation(physical)),
            readout: ReadoutError {
                one_given_zero,
                zero_given_one,
            },
        };
        model = model.with_qubit(Qubit::from_index(k), noise)?;
    }
    for edge in device.edges() {
        let [Some(a), Some(b)] = edge.qubits.map(number) else {
            continue;
        };
        let ends = edge.qubits.map(|qubit| &device.qubits()[qubit.index()]);
        let length = edge.length * NANOSECOND;
        let noise = PairNoise {
            fault: rest(edge.error, &ends, length),
            length,
        };
        model = model.with_pair(a, b, noise)?;
    }
    Ok(model)
}

/// A time that is not known is endless; T2 is never above twice T1, whatever was measured.
fn relaxation(qubit: &PhysicalQubit) -> Relaxation {
    let time = |time: Option<f64>| time.map_or(f64::INFINITY, |time| time * MICROSECOND);
    let t1 = time(qubit.t1);
    Relaxation {
        t1,
        t2: time(qubit.t2).min(2.0 * t1),
    }
}

/// The probability of a Pauli fault that together with relaxation makes a gate's infidelity.
fn rest(infidelity: f64, qubits: &[&PhysicalQubit], seconds: f64) -> f64 {
    let unharmed =
        |infidelity, num_qubits| 1.0 - NoiseModel::fault_of_infidelity(infidelity, num_qubits);
    let whole = unharmed(infidelity, if qubits.len() == 2 { 2 } else { 1 });
    let waiting = qubits
        .iter()
        .map(|&qubit| unharmed(relaxation(qubit).infidelity(seconds), 1));
    (1.0 - whole / waiting.product::<f64>()).max(0.0)
}

#[cfg(test)]
mod tests {
    use cheqqers_native::Edge;

    use super::*;

    fn qubit(t1: Option<f64>, t2: Option<f64>, readout: [f64; 2]) -> PhysicalQubit {
        PhysicalQubit {
            t1,
            t2,
            readout,
            sx_error: 1e-3,
            sx_length: 30.0,
            ..PhysicalQubit::PERFECT
        }
    }

    #[test]
    fn calibration_is_read_in_its_units_and_qubits_keep_their_errors() {
        let qubits = vec![
            qubit(None, None, [0.0; 2]),
            qubit(Some(100.0), Some(250.0), [0.01, 0.02]),
            qubit(Some(50.0), Some(20.0), [0.03, 0.04]),
        ];
        let edge = Edge {
            qubits: [Qubit(1), Qubit(2)],
            error: 0.01,
            length: 80.0,
        };
        let device = Device::new("three", qubits, [edge]).unwrap();
        let model = noise(&device, &[Qubit(1), Qubit(2)]).unwrap();
        let first = model.qubit(Qubit(0));
        assert_eq!(first.readout.one_given_zero.to_bits(), 0.01f64.to_bits());
        assert_eq!(first.readout.zero_given_one.to_bits(), 0.02f64.to_bits());
        let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
        let relaxation = first.relaxation.unwrap();
        assert!(close(relaxation.t1, 1e-4) && close(relaxation.t2, 2e-4));
        assert!(close(first.length, 3e-8));
        let pair = model.pair(Qubit(1), Qubit(0));
        assert!(close(pair.length, 8e-8));
        // 1.25 times the error, less 80 ns of two qubits: (1 + e^-t/T1 + 2 e^-t/T2)/4 of each.
        let left = |t1: f64, t2: f64| (1.0 + (-0.08 / t1).exp() + 2.0 * (-0.08 / t2).exp()) / 4.0;
        let expected = 1.0 - (1.0 - 0.0125) / (left(100.0, 200.0) * left(50.0, 20.0));
        assert!(close(pair.fault, expected), "{} {expected}", pair.fault);
        // A qubit of which nothing is known never relaxes: all of its error is depolarising.
        let alone = noise(&device, &[Qubit(0)]).unwrap().qubit(Qubit(0));
        assert!(close(alone.fault, 1.5e-3));
    }

    #[test]
    fn an_error_below_what_relaxation_explains_leaves_none() {
        let short = qubit(Some(1.0), Some(1.0), [0.0; 2]);
        assert_eq!(rest(1e-3, &[&short], 3e-8).to_bits(), 0.0f64.to_bits());
    }

    #[test]
    fn gates_on_two_qubits_have_the_faults_of_two() {
        // Without relaxation nothing but the factor of the dimension is left: 3/2, or 5/4.
        let qubits = [PhysicalQubit::PERFECT, PhysicalQubit::PERFECT];
        let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
        assert!(close(rest(0.01, &[&qubits[0]], 1.0), 0.015));
        assert!(close(rest(0.01, &[&qubits[0], &qubits[1]], 1.0), 0.0125));
    }
}
