use cheqqers_circuit::Gate;
use thiserror::Error;

use crate::Dialect;

/// Why a circuit can't be written.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum QasmError {
    /// The dialect lacks the gate, and the gate table has no word for it.
    #[error("{dialect} has no gate {gate}, and there is no word for it")]
    UnsupportedGate {
        /// The dialect.
        dialect: Dialect,
        /// The gate.
        gate: Gate,
    },
    /// More qubits than a form has wires.
    #[error("{form} has {limit} wires, and the circuit has {num_qubits} qubits")]
    TooManyQubits {
        /// What the circuit was to be written as.
        form: &'static str,
        /// The qubits of the circuit.
        num_qubits: usize,
        /// The most that can be written.
        limit: usize,
    },
}
