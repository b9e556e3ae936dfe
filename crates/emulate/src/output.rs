use cheqqers_circuit::Bitstring;

use crate::fault::FailureKind;
use crate::program::Register;

/// Failure of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn program(message: impl Into<String>) -> Self {
        Self {
            kind: FailureKind::Program,
            message: message.into(),
        }
    }
}

/// Output of a program.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ProgramOutput {
    pub(crate) registers: Vec<Register>,
    /// Shots in the order taken; bit `k` is clbit `k`.
    pub(crate) shots: Vec<Bitstring>,
    /// Exact distribution, where the machine has no noise.
    pub(crate) probabilities: Option<Vec<(Bitstring, f64)>>,
}

/// Output of a circuit.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MachineOutput {
    pub(crate) shots: Vec<Bitstring>,
    /// Exact distribution, where it is known.
    pub(crate) probabilities: Option<Vec<(Bitstring, f64)>>,
}
