use thiserror::Error;

use crate::{Clbit, Gate, Qubit, counted};

/// Error of building or inverting a circuit.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum CircuitError {
    #[error("qubit {} is not among the circuit's {}", qubit.0, counted(*num_qubits, "qubit"))]
    QubitOutOfRange { qubit: Qubit, num_qubits: usize },
    #[error("clbit {} is not among the circuit's {}", clbit.0, counted(*num_clbits, "clbit"))]
    ClbitOutOfRange { clbit: Clbit, num_clbits: usize },
    #[error("{gate} names qubit {} twice", qubit.0)]
    RepeatedQubit { gate: Gate, qubit: Qubit },
    #[error("{gate} acts on {}, not {found}", counted(*expected, "qubit"))]
    WrongArity {
        gate: Gate,
        expected: usize,
        found: usize,
    },
    #[error("a measurement has no inverse")]
    MeasurementHasNoInverse,
}

/// Error of reading a bitstring.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum ParseBitsError {
    #[error("character {} is {found:?}, not 0 or 1", position + 1)]
    NotABit { position: usize, found: char },
    #[error("{len} bits are more than 128")]
    TooLong { len: usize },
}

/// Error of reading a gate.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum ParseGateError {
    #[error("{text:?} is no gate")]
    Unknown { text: String },
    #[error("{text:?} is no angle")]
    NotAnAngle { text: String },
}

/// Error of a [`LabelledCircuit`](crate::LabelledCircuit); `L` is the type of the labels.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum LabelError<L> {
    #[error("no qubit is labelled {label:?}")]
    UnknownLabel { label: L },
    #[error("the label {label:?} stands for one qubit only")]
    DuplicateLabel { label: L },
    #[error("the circuit refuses the gate")]
    Circuit(#[from] CircuitError),
}
