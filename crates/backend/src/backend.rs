use std::fmt::Debug;

use cheqqers_circuit::{Bitstring, Circuit};
use cheqqers_native::PlaceError;
use cheqqers_sim::SimError;
use thiserror::Error;

/// What runs circuits.
pub trait Backend: Debug + Send {
    /// The name in records and messages.
    fn name(&self) -> &str;

    /// Whether it may give bits that the exact state excludes, so that one shot may not be enough.
    fn is_noisy(&self) -> bool {
        false
    }

    /// Runs every circuit `shots` times and gives, circuit by circuit, the shots in the order taken.
    ///
    /// Bit `k` of a shot is clbit `k`. The circuits are independent of each other: shot `i` of one
    /// and shot `i` of another may be put together.
    ///
    /// # Errors
    /// When not every circuit could be run; the shots of those that were are lost.
    fn run(
        &mut self,
        circuits: &[Circuit],
        shots: usize,
    ) -> Result<Vec<Vec<Bitstring>>, BackendError>;
}

/// Why circuits gave no bits.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum BackendError {
    /// A simulator refused the circuit.
    #[error("the circuit of {num_qubits} qubits could not be simulated")]
    Simulation {
        /// How many qubits it has.
        num_qubits: usize,
        /// Why.
        #[source]
        source: SimError,
    },
    /// A device has no room for the circuit.
    #[error("the circuit could not be placed on the device")]
    Placement(#[from] PlaceError),
    /// What was scripted has been given already.
    #[error("{backend} has no more bits to give")]
    Exhausted {
        /// The backend's name.
        backend: &'static str,
    },
    /// What was scripted is not of this circuit.
    #[error("{backend} has {found} bits for a circuit that measures {expected}")]
    WrongLength {
        /// The backend's name.
        backend: &'static str,
        /// How many clbits the circuit has.
        expected: usize,
        /// How many bits there are.
        found: usize,
    },
}
