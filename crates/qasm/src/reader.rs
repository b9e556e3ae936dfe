mod definition;
mod error;
mod expression;
mod gate;
mod library;
mod parsed;
mod register;
mod statement;
mod token;
mod version;
mod word;

pub use error::{ParseErrorKind, ParseQasmError};
pub use parsed::{BitRegister, ParsedCircuit};

/// Reads a circuit from OpenQASM 3 or 2.
///
/// Supported are registers, physical qubits, gates on qubits and whole registers, definitions of
/// gates, measurements, barriers and constant expressions. Barriers are dropped; so is a
/// measurement whose bit is not kept, as in `measure q[0];`, but a later gate on its qubit is an
/// error. The known gates are those of `stdgates.inc` or `qelib1.inc` if the text includes it, and
/// Braket's in an OpenQASM 3 text without include. A gate that the gate table lacks is replaced by
/// its definition, exactly up to a global phase of the whole; a gate that the text defines becomes
/// the table's if name and matrix agree. All else, such as `if` and `reset`, is an error that names
/// it.
///
/// Text of [`write()`](crate::write) round-trips: reading and writing it changes nothing but
/// comments, and angles are equal to the last bit.
///
/// Bounds: 65,536 qubits and as many bits, 4,194,304 operations, definitions nested 64 deep. Cost:
/// linear in the text and in the operations.
///
/// # Errors
/// Returns an error if the text is not supported, with the location of the first error.
///
/// ```
/// use cheqqers_qasm::read;
///
/// let parsed = read("OPENQASM 3.0;\nqubit[2] q;\nh q[0];\ncnot q[0], q[1];\n")?;
/// assert_eq!(parsed.circuit.operations().len(), 2);
/// let error = read("OPENQASM 3.0;\nreset $0;").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 1: `reset` is not supported");
/// # Ok::<(), cheqqers_qasm::ParseQasmError>(())
/// ```
pub fn read(text: &str) -> Result<ParsedCircuit, ParseQasmError> {
    statement::Reader::new(text)?.read()
}

#[cfg(test)]
mod tests;
