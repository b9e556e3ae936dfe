//! Qubits, gates and circuits: built, joined, shortened, counted and drawn, but never run.
//!
//! A [`Circuit`] is a list of gates and measurements on numbered qubits; a [`LabelledCircuit`] is a
//! circuit that grows gate by gate under labels of the caller's choice. Crates above simulate
//! circuits, write them in other formats and give their qubits a meaning. There is no crate of ours
//! below.
//!
//! ```
//! use cheqqers_circuit::{Circuit, CircuitError, Gate, Optimization, Qubit, optimize};
//!
//! let q = [Qubit(0), Qubit(1), Qubit(2)];
//! let mut circuit = Circuit::new(3, 0);
//! circuit.push_in(1, Gate::X, &[q[0]])?;
//! circuit.push_in(2, Gate::Split, &q)?;
//! circuit.measure_all();
//! assert_eq!(circuit.statistics().three_qubit_gates, 1);
//!
//! // Fewer gates, the same probabilities.
//! let shorter = optimize(&circuit, Optimization::Gates).circuit;
//! assert_eq!(shorter.statistics().three_qubit_gates, 0);
//! assert_eq!(shorter.decomposed().statistics().two_qubit_gates, 1);
//! # Ok::<(), CircuitError>(())
//! ```
//!
//! # Conventions
//!
//! - **Bits**: qubit `k` is bit `k` of a basis index; in text the *first* character is bit 0. So X
//!   on qubit 1 of 2 gives index 2 and the text `01` ([`Bitstring`]).
//! - **Operands**: controls first; a gate's first qubit is the least significant bit of the index
//!   of its matrix ([`Gate::matrix`]).
//! - **Angles** are in radians.
//! - **Global phase** counts in matrices, inverses and decompositions, as it matters under a
//!   control. Only [`optimize`] ignores it.
//! - **Start**: every qubit starts in |0⟩.
//!
//! # Limits
//!
//! Gates act on at most three qubits and have at most one angle. Nothing in a circuit depends on a
//! measured bit: `cheqqers_program` runs programs with conditions and resets. A bitstring has at most
//! 128 bits.

mod angle;
mod bits;
mod canonical;
mod circuit;
mod counted;
mod diagram;
mod error;
mod gate;
mod groups;
mod labelled;
mod layout;
mod optimize;
mod post_processing;
mod qubit;
#[cfg(test)]
mod reference;
mod stats;
mod symbols;

pub use angle::angle_text;
pub use bits::Bitstring;
pub use canonical::{CanonicalCircuit, ParseCanonicalError};
pub use circuit::{Action, Circuit, Operands, Operation};
pub use counted::counted;
pub use diagram::Drawing;
pub use error::{CircuitError, LabelError, ParseBitsError, ParseGateError};
pub use gate::{Decomposition, Gate};
pub use groups::Groups;
pub use labelled::LabelledCircuit;
pub use layout::{Column, Grouping, Mark};
pub use optimize::{Optimization, OptimizedCircuit, optimize, optimize_with};
pub use post_processing::{Parity, PostProcessing};
pub use qubit::{Clbit, Qubit};
pub use stats::CircuitStatistics;
pub use symbols::Symbols;
