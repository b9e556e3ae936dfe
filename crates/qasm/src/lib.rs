//! Circuits in text formats of other toolkits, written and read.
//!
//! [`write()`] formats a [`AnnotatedCircuit`], a circuit with names of its qubits, bits and groups
//! of gates, as OpenQASM. Each [`Dialect`] has an allow-list of gates; a gate that it lacks is
//! written as its decomposition in the gate table, and one without decomposition is an error.
//! [`forms`] has the other formats: Quirk, JSON, SVG and LaTeX.
//!
//! [`Program`] reads nearly all of OpenQASM 3 and 2, with classical values, conditions, loops,
//! subroutines and modifiers of gates, and runs it on any
//! [`Processor`](cheqqers_circuit::Processor). [`read`] does so on one that records a circuit; what a
//! circuit can't express is an error. Errors have line and column.
//!
//! Where the language leaves a choice or its own examples differ from its text:
//!
//! - The quotient of two literals that is no integer is a real number, as in `arccos(3 / 5)`;
//!   integers with a declared type divide as in C.
//! - `int[2](c) == 3` compares the bits, although `int[2]` has no 3.
//! - A `let` in a loop that has used the outer alias of this name changes that alias.
//! - A `float` of any width has double precision; integers and angles have up to 64 bits, and 64
//!   without a width.
//! - Barriers, delays, boxes and durations have no effect; pragmas and annotations are ignored.
//!
//! Limits: there are no complex numbers, no calibrations, and no functions that are defined outside
//! of the text. Below it: `cheqqers_circuit`. Above it: the command, clients and emulations of
//! services, and the drawings of games' circuits.
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
mod program;
mod reader;
mod writer;

pub use angle::angle;
pub use dialect::Dialect;
pub use error::QasmError;
pub use program::{
    BitRegister, BitValue, Inputs, ParseErrorKind, ParseQasmError, Program, RunError,
};
pub use reader::{ParsedCircuit, read};
pub use writer::{AnnotatedCircuit, Definitions, write};
