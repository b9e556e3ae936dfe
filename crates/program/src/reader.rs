use cheqqers_circuit::{Circuit, Clbit};

use crate::program::{BitValue, Inputs, ParseErrorKind, ParseQasmError, Program, RunError, quoted};

mod parsed;
mod recorder;

use self::recorder::{Event, Recorder};
pub use parsed::ParsedCircuit;

/// Reads a circuit from OpenQASM 3 or 2.
///
/// The text is read as a [`Program`], which is run on a processor that records gates and
/// measurements. So everything that a program may do is supported, except for what a circuit can't
/// express: conditions on measured bits, a reset of a qubit that was used, inputs, and bits that are
/// 1 without a measurement. These are errors that name the construct, and so is a gate on a qubit
/// whose measured bit is not kept. A measurement whose bit is not kept and which no gate follows is
/// dropped, as barriers are.
///
/// The known gates are those of `stdgates.inc` or `qelib1.inc` if the text includes it, and Braket's
/// in an OpenQASM 3 text without include. A gate that the gate table lacks is replaced by its
/// definition, exactly up to a global phase of the whole; a gate that the text defines becomes the
/// table's if name and matrix agree.
///
/// Text of [`write()`](cheqqers_qasm::write()) round-trips: reading and writing it changes nothing but
/// comments, and angles are equal to the last bit.
///
/// Bounds: 65,536 qubits and as many bits, 4,194,304 operations, definitions nested 64 deep. Cost:
/// linear in the text and in the operations.
///
/// # Errors
/// Returns an error if the text is not supported, with the location of the first error.
///
/// ```
/// use cheqqers_program::read;
///
/// let parsed = read("OPENQASM 3.0;\nqubit[2] q;\nh q[0];\ncnot q[0], q[1];\n")?;
/// assert_eq!(parsed.circuit.operations().len(), 2);
/// let error = read("OPENQASM 3.0;\nqubit q;\nh q;\nreset q;").unwrap_err();
/// assert_eq!((error.line, error.column), (4, 1));
/// # Ok::<(), cheqqers_program::ParseQasmError>(())
/// ```
pub fn read(text: &str) -> Result<ParsedCircuit, ParseQasmError> {
    Program::parse(text, |_| None)?.to_circuit(&Inputs::new())
}

impl Program {
    /// The circuit that a run makes, if it is no more than one: gates, and measurements that no step
    /// depends on.
    ///
    /// # Errors
    /// Returns an error of the run, or at the first step that a circuit can't express, as [`read`].
    pub fn to_circuit(&self, inputs: &Inputs) -> Result<ParsedCircuit, ParseQasmError> {
        let mut recorder = Recorder::default();
        let bits = run(self, &mut recorder, inputs)?;
        for (index, register) in self.bits().iter().enumerate() {
            let all = register.start..register.start + register.size.unwrap_or(1);
            let is_set = |bit: &usize| bits[*bit] == BitValue::Known(true);
            if let Some(bit) = all.clone().find(is_set) {
                let (name, bit) = (quoted(&register.name), bit - register.start);
                let kind = ParseErrorKind::SetBit { name, index: bit };
                return Err(self.declaration(index, kind));
            }
        }
        let mut clbits: Vec<Vec<Clbit>> = vec![Vec::new(); recorder.num_measured()];
        for (clbit, bit) in bits.iter().enumerate() {
            if let BitValue::Measured(measured) = bit {
                clbits[measured.0].push(Clbit::from_index(clbit));
            }
        }
        let mut circuit = Circuit::new(self.num_qubits(), bits.len());
        let mut discarded = vec![false; self.num_qubits()];
        for (index, event) in recorder.events().iter().enumerate() {
            match event {
                Event::Gate(gate, qubits) => {
                    let qubits = &qubits[..gate.num_qubits()];
                    if qubits.iter().any(|qubit| discarded[qubit.index()]) {
                        // The same run again tells where the gate stands.
                        run(self, &mut Recorder::up_to(index), inputs)?;
                    }
                    let pushed = circuit.push(*gate, qubits);
                    pushed.expect("the program has checked the operands");
                }
                Event::Measure(qubit, measured) => {
                    let clbits = &clbits[measured.0];
                    discarded[qubit.index()] |= clbits.is_empty();
                    for &clbit in clbits {
                        let measured = circuit.measure(*qubit, clbit);
                        measured.expect("the program has checked the operands");
                    }
                }
            }
        }
        Ok(ParsedCircuit {
            reads_bits: recorder.num_measured() > 0 || self.declares_outputs(),
            circuit,
            dialect: self.dialect(),
            definitions: self.definitions(),
            bits: self.bits().to_vec(),
        })
    }
}

fn run(
    program: &Program,
    recorder: &mut Recorder,
    inputs: &Inputs,
) -> Result<Vec<BitValue>, ParseQasmError> {
    let bits = program.run(recorder, inputs);
    bits.map_err(|error| match error {
        RunError::Program(error) => error,
        RunError::Processor {
            file,
            line,
            column,
            source,
        } => ParseQasmError {
            file,
            line,
            column,
            kind: source,
        },
    })
}

#[cfg(test)]
mod tests;
