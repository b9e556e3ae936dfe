use cheqqers_circuit::{Gate, counted};
use thiserror::Error;

use crate::dialect::Dialect;

/// Error of writing a circuit.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message says it")]
pub enum QasmError {
    #[error("{dialect} has no gate {gate}, and it has no decomposition")]
    UnsupportedGate { dialect: Dialect, gate: Gate },
    #[error("{form} has {}, and the circuit has {}", counted(*limit, "wire"), counted(*num_qubits, "qubit"))]
    TooManyQubits {
        form: &'static str,
        num_qubits: usize,
        limit: usize,
    },
}
