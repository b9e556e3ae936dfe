use cheqqers_circuit::{Gate, Qubit};
use thiserror::Error;

/// Why a state can't be simulated, or not read that way.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SimError {
    /// More qubits than the state may have.
    #[error("{num_qubits} qubits are more than {limit}")]
    TooManyQubits {
        /// How many were asked for.
        num_qubits: usize,
        /// The most there may be.
        limit: usize,
    },
    /// A state vector larger than the limit.
    #[error("the state vector takes {bytes} bytes, more than the limit of {limit}")]
    TooManyBytes {
        /// What it would take.
        bytes: u128,
        /// The most it may take.
        limit: usize,
    },
    /// More non-zero amplitudes than the limit.
    #[error("the state has up to {amplitudes} non-zero amplitudes, more than the limit of {limit}")]
    TooManyAmplitudes {
        /// How many it would have.
        amplitudes: usize,
        /// The most it may have.
        limit: usize,
    },
    /// More outcomes of independent states together than are listed.
    #[error("together the components have up to {outcomes} outcomes, more than {limit}")]
    TooManyOutcomes {
        /// How many they may have.
        outcomes: usize,
        /// The most that are listed.
        limit: usize,
    },
    /// The machine refused the memory.
    #[error("no memory for {amplitudes} amplitudes")]
    OutOfMemory {
        /// How many amplitudes there was to be room for.
        amplitudes: usize,
    },
    /// More clbits than a bitstring holds.
    #[error("{num_clbits} bits are more than {limit}")]
    TooManyClbits {
        /// How many the circuit has.
        num_clbits: usize,
        /// The most a bitstring holds.
        limit: usize,
    },
    /// A gate on a qubit that was measured: measurements only stand last.
    #[error("{gate} acts on qubit {} after its measurement", qubit.0)]
    GateAfterMeasurement {
        /// The gate.
        gate: Gate,
        /// The measured qubit.
        qubit: Qubit,
    },
    /// A gate that the simulators don't know, or whose angle is not finite.
    #[error("the simulators have no gate {gate}")]
    UnsupportedGate {
        /// The gate.
        gate: Gate,
    },
    /// Bits that the state can't give.
    #[error("the bits have probability {probability}")]
    ImpossibleBits {
        /// Their probability, at most the tolerance.
        probability: f64,
    },
    /// A number of a noise model that is out of its range.
    #[error("{what} can't be {value}")]
    NoSuchNoise {
        /// What the number is.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// Amplitudes that make no state.
    #[error(
        "the amplitudes are no state of {num_qubits} qubits: one names no basis state or is not finite, two name the same, or all are zero"
    )]
    NotAState {
        /// How many qubits were asked for.
        num_qubits: usize,
    },
}
