//! Results that are not what was measured.

use cheqqers_circuit::Bitstring;

use super::{Failure, Measured};
use crate::fault::{Data, FailureKind};

/// The failure of a fault.
pub(super) fn failure(kind: FailureKind) -> Failure {
    let message = match kind {
        FailureKind::Device => "the device failed while the job ran",
        FailureKind::Program => "unknown instruction: the program was refused by the device",
        FailureKind::Time => "the job ran longer than it may",
    };
    Failure {
        kind,
        message: message.into(),
    }
}

/// Changes what was measured.
pub(super) fn spoil(measured: &mut Measured, fault: Data) {
    let registers = &mut measured.registers;
    match fault {
        Data::FewerShots => measured.shots.truncate(measured.shots.len() / 2),
        Data::NoShots => measured.shots.clear(),
        Data::Reversed => registers
            .iter_mut()
            .for_each(|register| register.bits.reverse()),
        Data::Swap(a, b) => {
            for register in registers {
                if a.max(b) < register.bits.len() {
                    register.bits.swap(a, b);
                }
            }
        }
        Data::AllOnes => {
            let ones = |bits: Bitstring| (0..bits.len()).map(|_| true).collect();
            for bits in &mut measured.shots {
                *bits = ones(*bits);
            }
            for (bits, _) in measured.probabilities.iter_mut().flatten() {
                *bits = ones(*bits);
            }
        }
        Data::MissingRegister => {
            registers.pop();
        }
        Data::UnknownState(_)
        | Data::Duplicate
        | Data::Fail(_)
        | Data::Wait(_)
        | Data::Offline
        | Data::Paused
        | Data::Counts
        | Data::Probabilities
        | Data::TokenLife(_) => {}
    }
}
