use cheqqers_circuit::Qubit;
use cheqqers_sim::SimError;
use thiserror::Error;

/// Error of running a circuit branch by branch, or of an expectation value.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum SimulationError {
    #[error(transparent)]
    State(#[from] SimError),
    #[error("the circuit has more than {limit} branches")]
    TooManyBranches { limit: usize },
    #[error("a branch depends on more than {limit} measurements")]
    TooManyForks { limit: usize },
    #[error("the branches have more than {limit} steps together")]
    TooManySteps { limit: u64 },
    #[error("the states of branches still to be run take more than {limit} bytes")]
    TooManyKeptBytes { limit: usize },
    #[error("the branch has probability {probability}, too little to be run on")]
    NegligibleBranch { probability: f64 },
    #[error("the observable acts on qubit {}, but there are {num_qubits} qubits", qubit.0)]
    NoSuchQubit { qubit: Qubit, num_qubits: usize },
}
