//! Two exact simulators of circuits: a dense state vector, and a sparse state that keeps only the
//! non-zero amplitudes.
//!
//! [`Sparse`] is what a game keeps up to date, move by move: up to 128 qubits, and memory and time
//! by the number of basis states that occur, which one-hot registers keep small. [`Dense`] runs any
//! circuit of up to 28 qubits, whatever state it makes, at 16 bytes for each of the 2ⁿ amplitudes
//! (n = 20: 16 MiB; n = 28: 4 GiB), [`SingleDense`] in single precision at half of them. [`Limits`]
//! bounds each state before memory is used. A [`Product`] reads out independent states, as those of a
//! circuit's parts, as one. An [`AdaptiveState`] starts sparse and becomes dense where that is estimated
//! to be faster. [`minimize`] shortens a circuit by what its exact state shows to be without effect.
//!
//! All read out alike: probabilities, marginals over a [`Readout`], and shots from any random
//! generator. Qubit `k` is bit `k` of a basis index. A `Circuit` measures last: a gate on a qubit that
//! was measured before is refused. Devices are not simulated here, but [their noise](NoiseModel) is.
//!
//! Below it: `cheqqers_circuit`. Above it: `cheqqers_world`, which keeps exact states of components,
//! `cheqqers_backend`, which runs circuits here or elsewhere, and `cheqqers_program`, which runs what
//! measures in the middle.
//!
//! ```
//! use cheqqers_circuit::{Circuit, Gate, Qubit};
//! use cheqqers_sim::{Limits, Sparse};
//!
//! let mut bell = Circuit::new(2, 0);
//! bell.push(Gate::H, &[Qubit(0)])?;
//! bell.push(Gate::Cx, &[Qubit(0), Qubit(1)])?;
//! let state = Sparse::run(&bell, Limits::default())?;
//! let indices: Vec<u128> = state.amplitudes().map(|(index, _)| index).collect();
//! assert_eq!(indices, [0b00, 0b11]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adaptive;
mod class;
mod dense;
mod error;
mod evolve;
mod fuse;
mod kernel;
mod limits;
mod minimize;
mod noise;
mod number;
mod precision;
mod probability;
mod product;
mod project;
mod readout;
#[cfg(test)]
mod reference;
mod sample;
mod sparse;

pub use adaptive::AdaptiveState;
pub use class::{is_diagonal_on, supports};
pub use dense::{Dense, SingleDense, StateVector};
pub use error::SimError;
pub use limits::Limits;
pub use minimize::minimize;
pub use noise::{NoiseModel, PairNoise, QubitNoise, ReadoutError, Relaxation};
pub use precision::Precision;
pub use product::{Product, QuantumState};
pub use readout::Readout;
pub use sparse::{BasisState, Sparse};

/// The largest probability that counts as zero.
pub const TOLERANCE: f64 = 1e-12;
