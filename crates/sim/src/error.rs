use cheqqers_circuit::{Gate, Qubit};
use thiserror::Error;

/// Error of simulating a circuit or reading a state.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum SimError {
    #[error("{num_qubits} qubits are more than {limit}")]
    TooManyQubits { num_qubits: usize, limit: usize },
    #[error("the state vector takes {bytes} bytes, more than the limit of {limit}")]
    TooManyBytes { bytes: u128, limit: usize },
    #[error("the state has up to {amplitudes} non-zero amplitudes, more than the limit of {limit}")]
    TooManyAmplitudes { amplitudes: usize, limit: usize },
    #[error("together the components have up to {outcomes} outcomes, more than {limit}")]
    TooManyOutcomes { outcomes: usize, limit: usize },
    #[error("no memory for {amplitudes} amplitudes")]
    OutOfMemory { amplitudes: usize },
    #[error("an outcome has {num_clbits} bits, more than {limit}")]
    TooManyClbits { num_clbits: usize, limit: usize },
    #[error("{gate} acts on qubit {} after its measurement", qubit.0)]
    GateAfterMeasurement { gate: Gate, qubit: Qubit },
    #[error("the simulators have no gate {gate}")]
    UnsupportedGate { gate: Gate },
    #[error("the bits have probability {probability}")]
    ImpossibleBits { probability: f64 },
    #[error("{what} can't be {value}")]
    NoSuchNoise { what: &'static str, value: f64 },
    #[error(
        "the amplitudes are no state of {num_qubits} qubits: one names no basis state or is not finite, two name the same, or all are zero"
    )]
    NotAState { num_qubits: usize },
}
