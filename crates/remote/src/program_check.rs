//! Check that the program of a job measures the circuits that it was written for.

use cheqqers_circuit::{Circuit, Parity, counted};
use cheqqers_program::measures_alike;
use cheqqers_sim::{Limits, SimError};
use thiserror::Error;

use crate::entry::Entry;

/// Limits of the states that are compared, and of the gates of a program.
const LIMITS: Limits = Limits {
    qubits: 16,
    bytes: 1 << 20,
    amplitudes: 1 << 16,
};
const MAX_GATES: usize = 1 << 14;

/// Fault of a program.
#[derive(Clone, PartialEq, Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ProgramError {
    #[error("its program can't be read: {0}")]
    Unreadable(String),
    #[error("it has {}, and no number of the circuits has so many", counted(*.0, "bit"))]
    NumBits(usize),
    #[error("its program measures no clbit {0}")]
    NoClbit(u32),
    #[error("its program can't be simulated: {0}")]
    Simulation(SimError),
    #[error("its bits have another distribution")]
    Distribution,
}

/// Checks that the requested bits of a job are jointly distributed as the bits of the first circuits, of as many
/// as have its number of bits. Returns `false` if they are not compared: a state has more than 2^16 amplitudes, the
/// program more than 2^14 gates, or this program was built without remote services.
///
/// # Errors
/// Returns an error if the program can't be read, or measures something else.
pub fn check_program(entry: &Entry, circuits: &[Circuit]) -> Result<bool, ProgramError> {
    let requested = entry.post_processing();
    let num_bits = requested.bits().len();
    let mut covered = 0;
    let is_covered = |circuit: &Circuit| {
        let is_needed = covered < num_bits;
        covered += if is_needed { circuit.num_clbits() } else { 0 };
        !is_needed
    };
    let count = circuits.iter().position(is_covered);
    if covered != num_bits {
        return Err(ProgramError::NumBits(num_bits));
    }
    let Some(program) = crate::read_program(entry).map_err(ProgramError::Unreadable)? else {
        return Ok(false);
    };
    let clbits = requested.bits().iter().flat_map(Parity::clbits);
    if let Some(last) = clbits
        .max()
        .filter(|last| last.index() >= program.num_clbits())
    {
        return Err(ProgramError::NoClbit(last.0));
    }
    if program.operations().len() > MAX_GATES {
        return Ok(false);
    }
    let circuits = &circuits[..count.unwrap_or(circuits.len())];
    match measures_alike(&program, &requested, circuits, LIMITS) {
        Ok(true) => Ok(true),
        Ok(false) => Err(ProgramError::Distribution),
        Err(
            SimError::TooManyQubits { .. }
            | SimError::TooManyBytes { .. }
            | SimError::TooManyAmplitudes { .. }
            | SimError::TooManyOutcomes { .. }
            | SimError::TooManyClbits { .. }
            | SimError::OutOfMemory { .. },
        ) => Ok(false),
        Err(error) => Err(ProgramError::Simulation(error)),
    }
}

#[cfg(test)]
#[cfg(feature = "services")]
pub(crate) mod tests;
