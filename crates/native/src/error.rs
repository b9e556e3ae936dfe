use cheqqers_circuit::{Qubit, counted};
use thiserror::Error;

use crate::presets::PRESETS;

/// Error of describing a device.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message says it")]
pub enum DeviceError {
    #[error("the description of the device can't be read")]
    Json(#[from] serde_json::Error),
    #[error(
        "{device} has the gates {gates:?}, but only cz, rz, sx and x, or cz and prx, are supported"
    )]
    UnsupportedBasis { device: String, gates: Vec<String> },
    #[error("{device} has {}, so it can't have an edge between {} and {}", counted(*num_qubits, "qubit"), qubits[0].0, qubits[1].0)]
    BadEdge {
        device: String,
        qubits: [Qubit; 2],
        num_qubits: usize,
    },
    #[error("invalid {what}: {value}")]
    BadValue { what: &'static str, value: f64 },
    #[error("unknown device {name:?}: the presets are {}", PRESETS.map(|(name, _)| name).join(", "))]
    UnknownPreset { name: String },
}

/// Error of placing a circuit on a device.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message says it")]
pub enum PlaceError {
    #[error(
        "the circuit needs {}, but only {usable} of {device} can be used together", counted(*needed, "qubit")
    )]
    TooManyQubits {
        device: String,
        needed: usize,
        usable: usize,
    },
    #[error("qubit {} is used after its measurement", qubit.0)]
    MeasuredBefore { qubit: Qubit },
}
