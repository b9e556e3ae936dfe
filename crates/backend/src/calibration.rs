use std::collections::BTreeSet;

use cheqqers_circuit::{Circuit, Operation};
use cheqqers_native::Device;
use serde::{Deserialize, Serialize};

/// Calibration of the qubits and pairs of a device that a job uses.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct UsedCalibration {
    /// Qubits by number.
    pub qubits: Vec<QubitCalibration>,
    /// Pairs that have a gate, by numbers.
    pub pairs: Vec<PairCalibration>,
}

/// Calibration of a qubit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct QubitCalibration {
    /// Number of the qubit.
    pub qubit: u32,
    /// Relaxation time T1 in µs; `None` when unknown.
    pub t1: Option<f64>,
    /// Dephasing time T2 in µs; `None` when unknown.
    pub t2: Option<f64>,
    /// Probabilities to read 1 where 0 was prepared, and 0 where 1 was.
    pub readout: [f64; 2],
    /// Error of a gate on the qubit.
    pub error: f64,
}

/// Calibration of a pair of qubits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PairCalibration {
    /// Numbers of the qubits, the lower first.
    pub qubits: [u32; 2],
    /// Error of the gate on them.
    pub error: f64,
}

impl UsedCalibration {
    /// Adds the qubits and pairs of a circuit that is placed on a device.
    pub fn include(&mut self, placed: &Circuit, device: &Device) {
        let operations = placed.operations().iter();
        let qubits: BTreeSet<_> = operations.clone().flat_map(Operation::qubits).collect();
        let pairs = operations.filter_map(|op| match *op.qubits() {
            [a, b] => device.edge(a, b),
            _ => None,
        });
        for &&qubit in &qubits {
            let known = &device.qubits()[qubit.index()];
            self.qubits.push(QubitCalibration {
                qubit: qubit.0,
                t1: known.t1,
                t2: known.t2,
                readout: known.readout,
                error: known.sx_error,
            });
        }
        self.pairs.extend(pairs.map(|edge| PairCalibration {
            qubits: edge.qubits.map(|qubit| qubit.0),
            error: edge.error,
        }));
        self.qubits.sort_by_key(|known| known.qubit);
        self.qubits.dedup_by_key(|known| known.qubit);
        self.pairs.sort_by_key(|known| known.qubits);
        self.pairs.dedup_by_key(|known| known.qubits);
    }
}
