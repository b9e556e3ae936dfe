use thiserror::Error;

use crate::{Clbit, Gate, Qubit};

/// Why a circuit can't be built that way.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum CircuitError {
    /// A qubit the circuit does not have.
    #[error("qubit {} is not among the circuit's {num_qubits} qubits", qubit.0)]
    QubitOutOfRange {
        /// The qubit asked for.
        qubit: Qubit,
        /// How many there are.
        num_qubits: usize,
    },
    /// A clbit the circuit does not have.
    #[error("clbit {} is not among the circuit's {num_clbits} clbits", clbit.0)]
    ClbitOutOfRange {
        /// The clbit asked for.
        clbit: Clbit,
        /// How many there are.
        num_clbits: usize,
    },
    /// A gate on the same qubit twice.
    #[error("{gate} names qubit {} twice", qubit.0)]
    RepeatedQubit {
        /// The gate.
        gate: Gate,
        /// The qubit that stands there twice.
        qubit: Qubit,
    },
    /// A gate with too many or too few qubits.
    #[error("{gate} acts on {expected} qubits, not {found}")]
    WrongArity {
        /// The gate.
        gate: Gate,
        /// How many qubits the gate has.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// A circuit that measures was to be inverted.
    #[error("a measurement has no inverse")]
    MeasurementHasNoInverse,
}

/// Why a text is no bitstring.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParseBitsError {
    /// A character other than 0 and 1.
    #[error("character {} is {found:?}, not 0 or 1", position + 1)]
    NotABit {
        /// Its place, from 0.
        position: usize,
        /// The character.
        found: char,
    },
    /// More than 128 bits.
    #[error("{len} bits are more than 128")]
    TooLong {
        /// How many were given.
        len: usize,
    },
}

/// Why a text is no gate.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParseGateError {
    /// No gate is written like this.
    #[error("{text:?} is no gate")]
    Unknown {
        /// The whole text.
        text: String,
    },
    /// What stands in parentheses is no finite number.
    #[error("{text:?} is no angle")]
    NotAnAngle {
        /// What stands in the parentheses.
        text: String,
    },
}

/// Why a component can't do that; `L` is the type of the labels.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum ComponentError<L> {
    /// No qubit has this label.
    #[error("no qubit is labelled {label:?}")]
    UnknownLabel {
        /// The label asked for.
        label: L,
    },
    /// The label already belongs to a qubit, or is asked for twice.
    #[error("the label {label:?} stands for one qubit only")]
    DuplicateLabel {
        /// The label given twice.
        label: L,
    },
    /// The gate does not fit.
    #[error("the component's circuit refuses the gate")]
    Circuit(#[from] CircuitError),
}
