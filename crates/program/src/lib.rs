//! Programs of others: OpenQASM 3 and 2 with its classical language, run step by step, and what is
//! learnt of the states that they make.
//!
//! [`Program`] reads nearly all of the language, with classical values, conditions, loops, subroutines
//! and modifiers of gates, and runs it on any [`Processor`]. [`read`] does so on one that records a
//! circuit; what a circuit can't express is an error. Errors have line and column. A
//! [`BranchSimulator`] runs what measures in the middle, resets qubits and decides by results, on a
//! [`BranchProcessor`] for each branch. [`Expectation`] values of an [`Observable`] are exact, or
//! estimated from shots in each [`MeasurementBasis`]. [`measures_alike`] checks what became of a circuit
//! that was sent away. `README.md` of this crate says where all this is.
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
//! of the text. Below it: `cheqqers_circuit`, `cheqqers_sim`, whose states it runs on, and
//! `cheqqers_qasm`, which writes circuits. Above it: the command, Python, clients of services and their
//! emulation; no game.
//!
//! ```
//! use cheqqers_program::{BitValue, BranchSimulator, Inputs, OutputBit, Program};
//!
//! let text = "OPENQASM 3.0; include \"stdgates.inc\"; qubit[2] q; bit[2] c;
//!     h q[0]; c[0] = measure q[0]; if (c[0]) x q[1]; c[1] = measure q[1];";
//! let program = Program::parse(text, |_| None)?;
//! let found = BranchSimulator::default().probabilities(|processor| {
//!     let bits = program.run(processor, &Inputs::new())?.into_iter();
//!     let outputs = bits.map(|bit| match bit {
//!         BitValue::Known(value) => OutputBit::Known(value),
//!         BitValue::Measured(bit) => OutputBit::Measured(bit),
//!     });
//!     Ok::<_, Box<dyn std::error::Error>>(outputs.collect())
//! })?;
//! let outcomes: Vec<String> = found.probabilities.iter().map(|(bits, _)| bits.to_string()).collect();
//! assert_eq!(outcomes, ["00", "11"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod branch;
mod distance;
mod error;
mod expectation;
mod observable;
mod processor;
mod program;
mod reader;

pub use branch::{
    BranchCounts, BranchExpectations, BranchLimits, BranchProbabilities, BranchProcessor,
    BranchSimulator, OutputBit,
};
pub use distance::measures_alike;
pub use error::SimulationError;
pub use expectation::{Expectation, product_expectation};
pub use observable::{Estimate, MeasurementBasis, Observable, ObservableError, Pauli, PauliString};
pub use processor::{MeasuredBit, Processor};
pub use program::{
    BitRegister, BitValue, Inputs, ParseErrorKind, ParseQasmError, Program, RunError,
};
pub use reader::{ParsedCircuit, read};
