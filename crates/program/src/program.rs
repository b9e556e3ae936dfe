use std::collections::BTreeSet;

use cheqqers_qasm::{Definitions, Dialect};

use self::error::{Fault, Location, file_name};
use self::machine::{MAX_STEPS, Machine, Stop};
use self::null_processor::at_compile_time;
use self::parser::{Input, Output, Parser, State};
use self::standard::standard;
use self::token::Tokens;
use self::tree::Block;
use self::types::Type;
use self::version::Version;
use crate::processor::Processor;

mod apply;
mod arithmetic;
mod bitwise;
mod cast;
mod compare;
mod control;
mod controlled_gate;
mod error;
mod evaluate;
mod execute;
mod inputs;
mod keyword;
mod known;
mod library;
mod machine;
mod matrix;
mod names;
mod null_processor;
mod number;
mod operand_types;
mod operator;
mod parser;
mod power;
mod select;
mod standard;
#[cfg(test)]
mod tests;
mod token;
mod tree;
mod types;
mod value;
mod version;

pub(crate) use error::quoted;
pub use error::{ParseErrorKind, ParseQasmError, RunError};
pub use inputs::Inputs;
pub use value::BitValue;

/// Program in OpenQASM 3 or 2, read and ready to run on any [`Processor`].
///
/// Names are resolved and constants evaluated when it is read, so that it can be run many times.
///
/// ```
/// use cheqqers_program::{Inputs, Program};
///
/// let text = "OPENQASM 3.0; include \"stdgates.inc\"; input float turn; qubit[2] q; bit c;
///     ry(turn) q[0]; c = measure q[0]; if (c) x q[1];";
/// let program = Program::parse(text, |_| None)?;
/// assert_eq!((program.num_qubits(), program.bits().len()), (2, 1));
/// let mut inputs = Inputs::new();
/// inputs.insert("turn", "pi / 2")?;
/// # Ok::<(), cheqqers_program::ParseQasmError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    statements: Block,
    num_slots: usize,
    num_qubits: usize,
    first_qubit: Location,
    bits: Vec<BitRegister>,
    outputs: Vec<Output>,
    inputs: Vec<Input>,
    dialect: Dialect,
    definitions: Definitions,
    gates: BTreeSet<String>,
    /// Names of the included files.
    files: Vec<String>,
    max_steps: usize,
}

/// Register of bits that a program declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitRegister {
    /// Name of the register.
    pub name: String,
    /// Index of its first bit; the others follow.
    pub start: usize,
    /// Number of bits; `None` for a single bit declared without a size.
    pub size: Option<usize>,
}

impl Program {
    /// Reads a program. `file` gives the text of a file that it includes by a plain relative name;
    /// the libraries `stdgates.inc` and `qelib1.inc` are built in.
    ///
    /// A text without a version is OpenQASM 3, but OpenQASM 2 if its first include is `qelib1.inc`.
    ///
    /// # Errors
    /// Returns an error if the text is not supported, with the location of the first error.
    pub fn parse(
        text: &str,
        mut file: impl FnMut(&str) -> Option<String>,
    ) -> Result<Self, ParseQasmError> {
        let mut included = Vec::new();
        let parsed = Self::parse_all(text, &mut file, &mut included);
        parsed.map_err(|fault| fault.named(&included))
    }

    fn parse_all(
        text: &str,
        file: &mut dyn FnMut(&str) -> Option<String>,
        included: &mut Vec<String>,
    ) -> Result<Self, Fault> {
        let mut tokens = Tokens::new(text, 0)?;
        let version = Version::read(&mut tokens)?;
        let mut state = State::new(version, standard, file);
        let statements = Parser::new(tokens, &mut state).statements();
        included.clone_from(&state.included);
        let statements = statements?;
        let dialect = state.dialect();
        let explicit = state.outputs.iter().any(|output| output.explicit);
        let mut outputs = state.outputs;
        outputs.retain(|output| output.explicit == explicit);
        let mut next = 0;
        let bits = outputs.iter().map(|output| {
            let size = output.size();
            let start = next;
            next += size.unwrap_or(1);
            let name = output.name.clone();
            BitRegister { name, start, size }
        });
        Ok(Self {
            bits: bits.collect(),
            statements: statements.into(),
            num_slots: state.names.num_slots(),
            num_qubits: state.num_qubits,
            first_qubit: state.first_qubit.unwrap_or(Location::START),
            outputs,
            inputs: state.inputs,
            dialect,
            definitions: state.definitions,
            gates: state.gates,
            files: state.included,
            max_steps: MAX_STEPS,
        })
    }

    /// Number of qubits. They are added to the processor at the start.
    pub fn num_qubits(&self) -> usize {
        self.num_qubits
    }

    /// Registers whose bits a run returns: the outputs that are declared by `output`, else all
    /// registers of bits outside of blocks and subroutines, in the order of their declaration.
    pub fn bits(&self) -> &[BitRegister] {
        &self.bits
    }

    /// Returns `true` if the bits are those of outputs that are declared by `output`.
    pub fn declares_outputs(&self) -> bool {
        self.outputs.iter().any(|output| output.explicit)
    }

    /// Inputs that a run needs, with the names of their types.
    pub fn inputs(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.inputs.iter().map(|input| (&input.name[..], input.of))
    }

    /// Dialect of the text. [`Dialect::Ionq`] is reported as [`Dialect::Qasm3`], which has the same
    /// gates.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// [`Definitions::Named`] if the text defines split or merge.
    pub fn definitions(&self) -> Definitions {
        self.definitions
    }

    /// Names of the gates that the text applies, defined by it or not, without those in the bodies of
    /// definitions; `@ NAME` for one with modifiers.
    pub fn gates(&self) -> &BTreeSet<String> {
        &self.gates
    }

    /// The same program with another bound of the steps of a run. A statement or an operator is a
    /// step; operators on registers take more.
    #[must_use]
    pub fn with_max_steps(self, max_steps: usize) -> Self {
        Self { max_steps, ..self }
    }

    /// Runs the program on a processor without qubits; returns the bits of its
    /// [registers](Self::bits).
    ///
    /// Measured bits are read only where the program needs their values.
    ///
    /// Bounds: 4,194,304 operations and 16,777,216 [steps](Self::with_max_steps).
    ///
    /// # Errors
    /// Returns an error if an input is missing or unknown, at the first error of the program, such
    /// as an index out of range, or at the first error of the processor.
    pub fn run<P: Processor>(
        &self,
        processor: &mut P,
        inputs: &Inputs,
    ) -> Result<Vec<BitValue>, RunError<P::Error>> {
        let known = |name: &str| self.inputs.iter().any(|input| input.name == name);
        if let Some(name) = inputs.names().find(|name| !known(name)) {
            let name = quoted(name);
            let fault = Location::START.error(ParseErrorKind::UnknownInput { name });
            return Err(fault.named(&self.files).into());
        }
        let located = |stop| self.located(stop);
        if self.num_qubits > 0 {
            let added = processor.add_qubits(self.num_qubits);
            added.map_err(|source| {
                located(Stop::Processor {
                    location: self.first_qubit,
                    source,
                })
            })?;
        }
        let machine = Machine::new(processor, inputs, self.num_slots);
        let mut machine = machine.within(self.max_steps);
        machine.run(&self.statements).map_err(located)?;
        let mut bits = Vec::new();
        for output in &self.outputs {
            let len = output.size().unwrap_or(1);
            let values = machine.value(output.slot).to_bits().unwrap_or_default();
            // A program that ends before the declaration leaves zeros.
            let start = bits.len();
            bits.extend(values);
            bits.resize(start + len, BitValue::ZERO);
        }
        Ok(bits)
    }

    /// Location of the declaration of a register.
    pub(crate) fn declaration(&self, register: usize, kind: ParseErrorKind) -> ParseQasmError {
        let location = self.outputs[register].location;
        location.error(kind).named(&self.files)
    }

    fn located<E>(&self, stop: Stop<E>) -> RunError<E> {
        match stop {
            Stop::Program(fault) => fault.named(&self.files).into(),
            Stop::Processor { location, source } => RunError::Processor {
                file: file_name(location, &self.files),
                line: location.line as usize,
                column: location.column as usize,
                source,
            },
            Stop::End => unreachable!("the machine has handled it"),
        }
    }
}

impl Inputs {
    /// Gives an input a value: a constant expression, as `pi / 2`, `true` or `"0110"`.
    ///
    /// # Errors
    /// Returns an error if the text is no constant expression.
    pub fn insert(&mut self, name: &str, text: &str) -> Result<(), ParseQasmError> {
        let value = || {
            let mut files = |_: &str| None;
            let mut state = State::new(Version::Three, standard, &mut files);
            let mut parser = Parser::new(Tokens::new(text, 0)?, &mut state);
            let source = parser.whole_source()?;
            at_compile_time(|machine| machine.constant(&source))
        };
        let value: Result<_, Fault> = value();
        self.add(name, value.map_err(|fault| fault.named(&[]))?);
        Ok(())
    }
}

impl Output {
    /// Number of bits; `None` for a single one without a size.
    fn size(&self) -> Option<usize> {
        match &self.of {
            Type::Bits(size) => Some(*size),
            Type::Integer(of) => Some(usize::from(of.width())),
            Type::Angle(width) => Some(usize::from(*width)),
            _ => None,
        }
    }
}
