//! Circuits as text that other toolkits read, and back.
//!
//! [`write()`] makes OpenQASM of a [`Program`]: a circuit with the names people know its qubits,
//! bits and groups of gates by. Each [`Dialect`] has an allow-list of gates; a gate it lacks is
//! written out by its word in the gate table, and one that has no word there is refused.
//! [`forms`] has what is not OpenQASM: Quirk, JSON, SVG and LaTeX.
//!
//! [`read`] takes such texts, and those of others that stay with circuits: gates, definitions of
//! gates and measurements. What it can't read it refuses with line and column.
//!
//! Below it: `cheqqers_circuit`. Above it: the command.
//!
//! ```
//! use cheqqers_circuit::{Circuit, Gate, Qubit};
//! use cheqqers_qasm::{Dialect, Program, write};
//!
//! let mut circuit = Circuit::new(2, 0);
//! circuit.push(Gate::H, &[Qubit(0)])?;
//! circuit.push(Gate::Cx, &[Qubit(0), Qubit(1)])?;
//! circuit.measure_all();
//! let text = write(&Program::new(&circuit), Dialect::Qasm3)?;
//! assert!(text.ends_with("c[1] = measure q[1];\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod angle;
mod dialect;
mod error;
pub mod forms;
mod reader;
mod writer;

pub use dialect::Dialect;
pub use error::QasmError;
pub use reader::{BitRegister, Parsed, ReadError, Reason, read};
pub use writer::{Definitions, Program, write};
