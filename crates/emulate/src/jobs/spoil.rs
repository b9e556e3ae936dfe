//! Faults of outputs.

use cheqqers_circuit::Bitstring;

use crate::fault::{FailureKind, JobFault};
use crate::output::{Failure, ProgramOutput};

/// Failure of a job with this fault.
pub(super) fn failure(kind: FailureKind) -> Failure {
    let message = match kind {
        FailureKind::Device => "the device failed while the job ran",
        FailureKind::Program => "unknown instruction in the QASM: the device refused the program",
        FailureKind::Time => "the job ran longer than it may",
    };
    Failure {
        kind,
        message: message.into(),
    }
}

/// Applies a fault to an output.
pub(super) fn apply(output: &mut ProgramOutput, fault: JobFault) {
    let registers = &mut output.registers;
    match fault {
        JobFault::FewerShots => output.shots.truncate(output.shots.len() / 2),
        JobFault::NoShots => output.shots.clear(),
        JobFault::Reversed => registers
            .iter_mut()
            .for_each(|register| register.bits.reverse()),
        JobFault::Swap(a, b) => {
            for register in registers {
                if a.max(b) < register.bits.len() {
                    register.bits.swap(a, b);
                }
            }
        }
        JobFault::AllOnes => {
            let ones = |bits: Bitstring| (0..bits.len()).map(|_| true).collect();
            for bits in &mut output.shots {
                *bits = ones(*bits);
            }
            for (bits, _) in output.probabilities.iter_mut().flatten() {
                *bits = ones(*bits);
            }
        }
        JobFault::MissingRegister => {
            registers.pop();
        }
        JobFault::UnknownState(_)
        | JobFault::Duplicate
        | JobFault::Fail(_)
        | JobFault::Wait(_)
        | JobFault::Offline
        | JobFault::Paused
        | JobFault::Counts
        | JobFault::Probabilities
        | JobFault::TokenLife(_)
        | JobFault::Lacks(_)
        | JobFault::Refuses(_) => {}
    }
}
