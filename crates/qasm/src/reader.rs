use cheqqers_circuit::Circuit;

use crate::{Definitions, Dialect, Program};

mod definition;
mod error;
mod expression;
mod gate;
mod library;
mod register;
mod statement;
mod token;
mod word;

pub use error::{ReadError, Reason};

/// A circuit that was read from text.
#[derive(Clone, PartialEq, Debug)]
pub struct Parsed {
    /// The circuit: qubits and bits in the order of their declaration, gates of the gate table.
    pub circuit: Circuit,
    /// The dialect that the text is written in. [`Dialect::Ionq`] is told as [`Dialect::Qasm3`],
    /// whose words it shares.
    pub dialect: Dialect,
    /// Whether the text defines split or merge.
    pub definitions: Definitions,
    /// Its registers of bits, in the order of their declaration.
    pub bits: Vec<BitRegister>,
}

/// A register of bits that a text declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitRegister {
    /// Its name.
    pub name: String,
    /// The clbit of its first bit; the others follow.
    pub start: usize,
    /// How many bits it has; `None` of a single one that was declared without a size.
    pub size: Option<usize>,
}

impl Parsed {
    /// What to write to have the text again, its comments and names of registers aside.
    pub fn program(&self) -> Program<'_> {
        Program {
            definitions: self.definitions,
            ..Program::new(&self.circuit)
        }
    }
}

/// The version of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Version {
    Two,
    Three,
}

/// Reads a circuit from OpenQASM 3 or 2.
///
/// Read are circuits: registers, physical qubits, gates on qubits and whole registers, definitions
/// of gates, measurements, barriers and constant expressions. Barriers leave nothing; nor does a
/// measurement whose bit is not kept, as `measure q[0];`, but a later gate on its qubit is refused.
/// The known gates are those of `stdgates.inc` or `qelib1.inc` where the text includes it, and
/// Braket's in an OpenQASM 3 text that includes nothing. A gate that the gate table lacks is written
/// out, exactly but for a global phase of the whole; one that the text defines is the table's where
/// it has the name and the matrix of one. All else, such as `if` and `reset`, is refused by name.
///
/// What [`write()`](crate::write) wrote reads back so that it is written the same way again,
/// comments aside, and angles to the last bit.
///
/// Bounds: 65,536 qubits and as many bits, 4,194,304 operations, definitions nested 64 deep. Cost:
/// linear in the text and in the operations.
///
/// # Errors
/// When the text is not of that kind, with the place where it ceases to be.
///
/// ```
/// use cheqqers_qasm::read;
///
/// let parsed = read("OPENQASM 3.0;\nqubit[2] q;\nh q[0];\ncnot q[0], q[1];\n")?;
/// assert_eq!(parsed.circuit.operations().len(), 2);
/// let error = read("OPENQASM 3.0;\nreset $0;").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 1: `reset` is not supported");
/// # Ok::<(), cheqqers_qasm::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Parsed, ReadError> {
    statement::Reader::new(text)?.read()
}

#[cfg(test)]
mod tests;
