use cheqqers_circuit::{Circuit, Qubit};
use cheqqers_program::{Inputs, ParseQasmError, ParsedCircuit};
use cheqqers_qasm::{Definitions, Dialect};

/// Program as a service received it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Program {
    pub(crate) circuit: Circuit,
    /// Registers of the result, in order.
    pub(crate) registers: Vec<Register>,
    pub(crate) dialect: Dialect,
    pub(crate) definitions: Definitions,
}

/// Register of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Register {
    pub(crate) name: String,
    /// Index in a shot of each of its bits.
    pub(crate) bits: Vec<usize>,
    /// Single bit that was declared without a size.
    pub(crate) is_bare: bool,
}

impl Program {
    /// Reads a program in OpenQASM.
    pub(crate) fn read(text: &str) -> Result<Self, ParseQasmError> {
        Self::of(&cheqqers_program::Program::parse(text, |_| None)?)
    }

    /// The circuit of a program that was parsed.
    pub(crate) fn of(parsed: &cheqqers_program::Program) -> Result<Self, ParseQasmError> {
        let ParsedCircuit {
            circuit,
            dialect,
            definitions,
            bits,
            reads_bits: _,
        } = parsed.to_circuit(&Inputs::new())?;
        let registers = bits.into_iter().map(|register| Register {
            bits: (register.start..register.start + register.size.unwrap_or(1)).collect(),
            name: register.name,
            is_bare: register.size.is_none(),
        });
        Ok(Self {
            registers: registers.collect(),
            circuit,
            dialect,
            definitions,
        })
    }

    /// Measures the qubits that are not measured yet; returns the register of all qubits in order.
    pub(crate) fn measure_rest(&mut self, name: &str) -> Register {
        let circuit = &mut self.circuit;
        let mut places = vec![None; circuit.num_qubits()];
        for (qubit, clbit) in circuit.measurements() {
            places[qubit.index()] = Some(clbit.index());
        }
        let bits = places.into_iter().enumerate().map(|(qubit, place)| {
            place.unwrap_or_else(|| {
                let clbit = circuit.add_clbit();
                let measured = circuit.measure(Qubit::from_index(qubit), clbit);
                measured.expect("qubit and clbit are the circuit's");
                clbit.index()
            })
        });
        Register {
            bits: bits.collect(),
            name: name.to_owned(),
            is_bare: false,
        }
    }
}

/// Removes the comments of a text in OpenQASM.
pub(crate) fn without_comments(text: &str) -> String {
    let mut left = text;
    let mut code = String::with_capacity(text.len());
    while let Some((before, comment)) = left.split_once('/') {
        code.push_str(before);
        let (end, after) = match comment.chars().next() {
            Some('/') => ("\n", "\n"),
            Some('*') => ("*/", " "),
            _ => ("", "/"),
        };
        code.push_str(after);
        // A comment without an end goes on to the end of the text.
        let start = comment.len().min(usize::from(!end.is_empty()));
        left = match (end, comment[start..].split_once(end)) {
            ("", _) => comment,
            (_, Some((_, rest))) => rest,
            (_, None) => "",
        };
    }
    code + left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_cut_out() {
        let text = "a / b; // c -> d\n/* e\n-> f */g; // h";
        assert_eq!(without_comments(text), "a / b; \n g; \n");
    }

    #[test]
    fn registers_keep_their_bits_and_the_rest_is_measured_once() {
        let text = "OPENQASM 3.0; include \"stdgates.inc\"; qubit[3] q; bit a; bit[2] b; \
                    x q[2]; b[1] = measure q[0]; a = measure q[1];";
        let mut program = Program::read(text).unwrap();
        let [a, b] = &program.registers[..] else {
            panic!("{:?}", program.registers);
        };
        assert_eq!((&a.name[..], &a.bits[..], a.is_bare), ("a", &[0][..], true));
        assert_eq!(
            (&b.name[..], &b.bits[..], b.is_bare),
            ("b", &[1, 2][..], false)
        );
        let all = program.measure_rest("all");
        assert_eq!(all.bits, [2, 0, 3]);
        assert_eq!(program.measure_rest("all"), all);
        assert_eq!(program.circuit.num_clbits(), 4);
    }
}
