use cheqqers_circuit::Qubit;
use thiserror::Error;

/// Why a description of a device can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// It is no JSON of the form that is read.
    #[error("the description of the device can't be read")]
    Json(#[from] serde_json::Error),
    /// The device has other gates.
    #[error("{device} has the gates {gates:?}, but only circuits of cz, rz, sx and x can be made")]
    UnsupportedBasis {
        /// The device's name.
        device: String,
        /// Its basis gates.
        gates: Vec<String>,
    },
    /// An edge between qubits that are not there, or from a qubit to itself.
    #[error("{device} can't join qubits {} and {} of its {num_qubits}", qubits[0].0, qubits[1].0)]
    BadEdge {
        /// The device's name.
        device: String,
        /// The ends.
        qubits: [Qubit; 2],
        /// How many qubits there are.
        num_qubits: usize,
    },
    /// A number that can't be what it stands for.
    #[error("{value} is no {what}")]
    BadValue {
        /// What it stands for.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// No preset has that name.
    #[error("there is no device {name:?}, the presets are: {}", crate::Device::presets().join(", "))]
    UnknownPreset {
        /// What was asked for.
        name: String,
    },
}

/// Why a circuit can't be placed on a device.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// The device is too small.
    #[error(
        "the circuit needs {needed} qubits, but {device} has {usable} that can be used together"
    )]
    TooManyQubits {
        /// The device's name.
        device: String,
        /// How many the circuit needs.
        needed: usize,
        /// How many there are, those that read wrongly left out.
        usable: usize,
    },
    /// Something happens to a qubit that was measured already.
    #[error("qubit {} is used again after it was measured", qubit.0)]
    MeasuredBefore {
        /// The qubit.
        qubit: Qubit,
    },
}
