//! Circuits in text formats of other toolkits.
//!
//! [`write()`] formats a [`AnnotatedCircuit`], a circuit with names of its qubits, bits and groups
//! of gates, as OpenQASM. Each [`Dialect`] has an allow-list of gates; a gate that it lacks is
//! written as its decomposition in the gate table, and one without decomposition is an error.
//! [`forms`] has the other formats: Quirk, JSON, SVG and LaTeX.
//!
//! Below it: `cheqqers_circuit`. Above it: `cheqqers_program`, which reads OpenQASM, the command, clients and
//! emulations of services, and the drawings of games' circuits.
//!
//! ```
//! use cheqqers_circuit::{Circuit, Gate, Qubit};
//! use cheqqers_qasm::{Dialect, AnnotatedCircuit, write};
//!
//! let mut circuit = Circuit::new(2, 0);
//! circuit.push(Gate::H, &[Qubit(0)])?;
//! circuit.push(Gate::Cx, &[Qubit(0), Qubit(1)])?;
//! circuit.measure_all();
//! let text = write(&AnnotatedCircuit::new(&circuit), Dialect::Qasm3)?;
//! assert!(text.ends_with("c[1] = measure q[1];\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod angle;
mod dialect;
mod error;
pub mod forms;
mod writer;

pub use angle::angle;
pub use dialect::Dialect;
pub use error::QasmError;
pub use writer::{AnnotatedCircuit, Definitions, GroupFacts, GroupNotes, is_defined, write};
