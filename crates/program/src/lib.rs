//! OpenQASM 3 and 2 with its classical language: texts are read, run on any processor, and recorded as
//! circuits.
//!
//! [`Program`] reads nearly all of the language, with classical values, conditions, loops, subroutines
//! and modifiers of gates, and runs it on any [`Processor`](cheqqers_circuit::Processor). [`read`] does
//! so on one that records a circuit; what a circuit can't express is an error. Errors have line and
//! column.
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
//! of the text. Below it: `cheqqers_circuit`, and `cheqqers_qasm`, which writes circuits. Above it: the
//! command, Python, clients and emulations of services; no game.
//!
//! ```
//! use cheqqers_program::read;
//!
//! let bell = "OPENQASM 3.0; include \"stdgates.inc\"; qubit[2] q; h q[0]; cx q[0], q[1];";
//! let circuit = read(bell)?.circuit;
//! assert_eq!((circuit.num_qubits(), circuit.gates().count()), (2, 2));
//! # Ok::<(), cheqqers_program::ParseQasmError>(())
//! ```

mod program;
mod reader;

pub use program::{
    BitRegister, BitValue, Inputs, ParseErrorKind, ParseQasmError, Program, RunError,
};
pub use reader::{ParsedCircuit, read};
