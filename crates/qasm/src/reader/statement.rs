use std::collections::{HashMap, HashSet};

use cheqqers_circuit::{Circuit, Clbit, Qubit};

use super::definition::{arguments, check_phase, definition, repeats};
use super::error::{ParseErrorKind, ParseQasmError, quoted};
use super::expression::Expression;
use super::gate::{Callee, Gates};
use super::library::Library;
use super::parsed::ParsedCircuit;
use super::register::{Operand, Register, Registers};
use super::token::{Location, TokenKind, Tokens};
use super::version::Version;
use super::word::{check_name, is_newer, is_unsupported};
use crate::dialect::Dialect;
use crate::writer::{Definitions, is_defined};

/// Maximum number of operations after expansion: 160 MiB.
const MAX_OPERATIONS: usize = 1 << 22;

/// Reader of statements, which executes them one by one.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    tokens: Tokens<'a>,
    version: Version,
    included: Library,
    /// Set at the first use of a gate, after which no include may come.
    gates: Option<Gates<'a>>,
    defined: HashSet<&'a str>,
    registers: Registers<'a>,
    circuit: Circuit,
    /// Qubits measured without keeping the bit.
    discarded: HashSet<Qubit>,
    cost: usize,
    definitions: Definitions,
}

impl<'a> Reader<'a> {
    /// Reads the version at the start of a text.
    pub(super) fn new(text: &'a str) -> Result<Self, ParseQasmError> {
        let mut tokens = Tokens::new(text)?;
        let expected = "`OPENQASM 3.0;` or `OPENQASM 2.0;`";
        if tokens.peek().kind != TokenKind::Name("OPENQASM") {
            return Err(tokens.unexpected(expected));
        }
        tokens.take()?;
        let (TokenKind::Integer(number) | TokenKind::Real(number)) = tokens.peek().kind else {
            return Err(tokens.unexpected("the version"));
        };
        let version = match number {
            "2" | "2.0" => Version::Two,
            "3" | "3.0" | "3.1" => Version::Three,
            _ => {
                let found = quoted(number);
                return Err(tokens
                    .peek()
                    .location
                    .error(ParseErrorKind::Version { found }));
            }
        };
        tokens.take()?;
        tokens.end()?;
        Ok(Self {
            tokens,
            version,
            included: Library::without_include(version),
            gates: None,
            defined: HashSet::new(),
            registers: Registers::default(),
            circuit: Circuit::new(0, 0),
            discarded: HashSet::new(),
            cost: 0,
            definitions: Definitions::Flat,
        })
    }

    /// Reads the remaining statements.
    pub(super) fn read(mut self) -> Result<ParsedCircuit, ParseQasmError> {
        while self.tokens.peek().kind != TokenKind::End {
            self.statement()?;
        }
        Ok(ParsedCircuit {
            dialect: self.dialect(),
            circuit: self.circuit,
            definitions: self.definitions,
            bits: self.registers.into_bits(),
        })
    }

    fn dialect(&self) -> Dialect {
        match (self.version, self.included) {
            (Version::Two, _) => Dialect::Qasm2,
            (Version::Three, Library::Braket) => Dialect::Braket,
            (Version::Three, _) if self.registers.are_physical() => Dialect::Ibm,
            (Version::Three, _) => Dialect::Qasm3,
        }
    }

    fn statement(&mut self) -> Result<(), ParseQasmError> {
        let word = match self.tokens.peek().kind {
            TokenKind::Name(word) => word,
            TokenKind::Symbol("@") => {
                let what = "@".to_owned();
                return Err(self.error_here(ParseErrorKind::Unsupported { what }));
            }
            TokenKind::Symbol("{") => return Err(self.unsupported("blocks of statements")),
            TokenKind::Symbol(";") => return Err(self.unsupported("empty statements")),
            _ => return Err(self.tokens.unexpected("a statement")),
        };
        let three = self.version == Version::Three;
        match word {
            "include" => self.include(),
            "gate" => self.define(),
            "qreg" | "creg" => self.old_register(),
            "qubit" | "bit" if three => self.register(),
            "barrier" => self.barrier(),
            "measure" => self.measure(),
            "gphase" if three => self.global_phase(),
            "OPENQASM" => Err(self.tokens.unexpected("a statement")),
            _ if is_unsupported(word, self.version) => {
                let what = word.to_owned();
                Err(self.error_here(ParseErrorKind::Unsupported { what }))
            }
            _ => {
                let location = self.tokens.take()?.location;
                if three && (self.tokens.sees("=") || self.tokens.sees("[")) {
                    self.assign(word, location)
                } else {
                    self.call(word, location)
                }
            }
        }
    }

    fn include(&mut self) -> Result<(), ParseQasmError> {
        let location = self.tokens.take()?.location;
        let TokenKind::Text(found) = self.tokens.peek().kind else {
            return Err(self
                .tokens
                .unexpected("the name of a file in quotation marks"));
        };
        let (library, known) = Library::to_include(self.version);
        if found != known {
            let found = quoted(found);
            return Err(self.error_here(ParseErrorKind::Include { found, known }));
        }
        if self.gates.is_some() || self.included == library {
            return Err(location.error(ParseErrorKind::LateInclude));
        }
        self.included = library;
        self.tokens.take()?;
        self.tokens.end()
    }

    fn define(&mut self) -> Result<(), ParseQasmError> {
        self.tokens.take()?;
        let library = self.included;
        let gates = self.gates.get_or_insert_with(|| library.gates());
        let (name, location, callee) = definition(&mut self.tokens, gates, self.version)?;
        self.check_new(name, location)?;
        if matches!(callee, Callee::Fixed(gate) if is_defined(gate)) {
            self.definitions = Definitions::Named;
        }
        self.defined.insert(name);
        let gates = self.gates.get_or_insert_with(|| library.gates());
        gates.add(name, callee);
        Ok(())
    }

    /// Reads a declaration such as `qreg q[2];`.
    fn old_register(&mut self) -> Result<(), ParseQasmError> {
        let (word, _) = self.tokens.name("a register")?;
        let (name, location) = self.tokens.name("the name of a register")?;
        let size = match self.size()? {
            Some(size) => size,
            None if self.version == Version::Three => 1,
            None => return Err(self.tokens.unexpected("`[`")),
        };
        self.declare(name, location, word == "qreg", Some(size))?;
        self.tokens.end()
    }

    /// Reads a declaration such as `qubit[2] q;`, `bit c;` or `bit[2] c = measure q;`
    fn register(&mut self) -> Result<(), ParseQasmError> {
        let (word, _) = self.tokens.name("a register")?;
        let size = self.size()?;
        let (name, location) = self.tokens.name("the name of a register")?;
        let register = self.declare(name, location, word == "qubit", size)?;
        if word == "bit" && self.tokens.sees("=") {
            return self.measure_into(register.whole());
        }
        self.tokens.end()
    }

    /// Reads a size in brackets, if there is one.
    fn size(&mut self) -> Result<Option<usize>, ParseQasmError> {
        if !self.tokens.accept("[")? {
            return Ok(None);
        }
        let size = Expression::integer(&mut self.tokens, self.version, "a size")?;
        self.tokens.symbol("]", "`]`")?;
        // Negative sizes become 0, which is refused.
        Ok(Some(usize::try_from(size).unwrap_or(0)))
    }

    fn declare(
        &mut self,
        name: &'a str,
        location: Location,
        quantum: bool,
        size: Option<usize>,
    ) -> Result<Register, ParseQasmError> {
        check_name(name, location, self.version)?;
        self.check_new(name, location)?;
        let declared = self
            .registers
            .declare(name, quantum, size, &mut self.circuit);
        declared.map_err(|reason| location.error(reason))
    }

    /// Checks that a name is free.
    fn check_new(&self, name: &str, location: Location) -> Result<(), ParseQasmError> {
        let known = self.defined.contains(name) || self.registers.contains(name);
        if known || self.included.is_fixed(name) {
            let name = quoted(name);
            return Err(location.error(ParseErrorKind::Duplicate { name }));
        }
        Ok(())
    }

    fn barrier(&mut self) -> Result<(), ParseQasmError> {
        self.tokens.take()?;
        if !self.tokens.sees(";") || self.version == Version::Two {
            self.qubits()?;
        }
        self.tokens.end()
    }

    fn global_phase(&mut self) -> Result<(), ParseQasmError> {
        let location = self.tokens.take()?.location;
        let angles = self.angles()?;
        check_phase(angles.len()).map_err(|reason| location.error(reason))?;
        self.tokens.end()
    }

    /// `measure q[0] -> c[0];` or, to discard the bit, `measure q[0];`
    fn measure(&mut self) -> Result<(), ParseQasmError> {
        let location = self.tokens.take()?.location;
        let (from, _) = self.qubit()?;
        if self.version == Version::Three && !self.tokens.sees("->") {
            self.discarded.extend(from.places().map(Qubit::from_index));
            self.spend(from.places().len(), location)?;
        } else {
            self.tokens.symbol("->", "`->`")?;
            let into = self.bit()?;
            self.keep(from, into, location)?;
        }
        self.tokens.end()
    }

    /// `c[0] = measure q[0];` after the name.
    fn assign(&mut self, name: &str, location: Location) -> Result<(), ParseQasmError> {
        let into = self
            .registers
            .read(&mut self.tokens, (name, location), false, self.version)?;
        self.measure_into(into)
    }

    /// `= measure q[0];`
    fn measure_into(&mut self, into: Operand) -> Result<(), ParseQasmError> {
        self.tokens.symbol("=", "`=`")?;
        let location = self.tokens.peek().location;
        if self.tokens.peek().kind != TokenKind::Name("measure") {
            return Err(self.unsupported("assignments other than of measurements"));
        }
        self.tokens.take()?;
        let (from, _) = self.qubit()?;
        self.keep(from, into, location)?;
        self.tokens.end()
    }

    fn keep(
        &mut self,
        from: Operand,
        into: Operand,
        location: Location,
    ) -> Result<(), ParseQasmError> {
        let (qubits, clbits) = (from.places(), into.places());
        if qubits.len() != clbits.len() {
            let (left, right) = (clbits.len(), qubits.len());
            return Err(location.error(ParseErrorKind::Sizes { left, right }));
        }
        self.spend(qubits.len(), location)?;
        for (qubit, clbit) in qubits.zip(clbits) {
            let (qubit, clbit) = (Qubit::from_index(qubit), Clbit::from_index(clbit));
            let measured = self.circuit.measure(qubit, clbit);
            measured.expect("the registers are part of the circuit");
        }
        Ok(())
    }

    /// Reads a gate on qubits or whole registers.
    fn call(&mut self, name: &'a str, location: Location) -> Result<(), ParseQasmError> {
        if let TokenKind::Symbol("=" | "@") | TokenKind::Operator(_) = self.tokens.peek().kind {
            return Err(self.tokens.unexpected("the qubits of a gate"));
        }
        let library = self.included;
        let gates = self.gates.get_or_insert_with(|| library.gates());
        let callee = gates.find(name).map_err(|unknown| {
            let is_newer = self.version == Version::Two && is_newer(name);
            let word = name.to_owned();
            location.error(if is_newer {
                ParseErrorKind::OtherVersion { word }
            } else {
                unknown
            })
        });
        let callee = callee?.clone();
        let angles = self.angles()?;
        let operands = self.qubits()?;
        self.tokens.end()?;
        let here = |reason| location.error(reason);
        callee
            .check(name, angles.len(), operands.len())
            .map_err(here)?;
        let times = common_size(&operands)?;
        self.spend(callee.cost().saturating_mul(times), location)?;
        let mut qubits = Vec::with_capacity(operands.len());
        for k in 0..times {
            qubits.clear();
            let all = operands.iter().map(|(operand, _)| operand.at(k));
            qubits.extend(all.map(Qubit::from_index));
            if repeats(&qubits) {
                let gate = quoted(name);
                return Err(location.error(ParseErrorKind::Repeated { gate }));
            }
            if !self.discarded.is_empty() && qubits.iter().any(|q| self.discarded.contains(q)) {
                let gate = quoted(name);
                return Err(location.error(ParseErrorKind::Discarded { gate }));
            }
            let written = callee.write_out(&angles, &qubits, &mut self.circuit);
            written.map_err(here)?;
        }
        Ok(())
    }

    /// Reads the values of parameters, if any.
    fn angles(&mut self) -> Result<Vec<f64>, ParseQasmError> {
        let arguments = arguments(&mut self.tokens, &HashMap::new(), self.version)?;
        let values = arguments.into_iter().map(|(expression, location)| {
            let value = expression.value(&[]);
            value.map_err(|reason| location.error(reason))
        });
        values.collect()
    }

    /// Reads qubits or registers of them, separated by commas.
    fn qubits(&mut self) -> Result<Vec<(Operand, Location)>, ParseQasmError> {
        let mut qubits = Vec::new();
        loop {
            qubits.push(self.qubit()?);
            if !self.tokens.accept(",")? {
                return Ok(qubits);
            }
        }
    }

    fn qubit(&mut self) -> Result<(Operand, Location), ParseQasmError> {
        let token = self.tokens.peek();
        if let (TokenKind::Physical(digits), Version::Three) = (token.kind, self.version) {
            self.tokens.take()?;
            let physical = self.registers.physical(digits, &mut self.circuit);
            let physical = physical.map_err(|reason| token.location.error(reason))?;
            return Ok((physical, token.location));
        }
        let name = self.tokens.name("a qubit")?;
        let read = self
            .registers
            .read(&mut self.tokens, name, true, self.version);
        Ok((read?, name.1))
    }

    fn bit(&mut self) -> Result<Operand, ParseQasmError> {
        let name = self.tokens.name("a bit")?;
        self.registers
            .read(&mut self.tokens, name, false, self.version)
    }

    /// Counts operations against [`MAX_OPERATIONS`].
    fn spend(&mut self, operations: usize, location: Location) -> Result<(), ParseQasmError> {
        self.cost = self.cost.saturating_add(operations);
        if self.cost > MAX_OPERATIONS {
            let limit = MAX_OPERATIONS;
            return Err(location.error(ParseErrorKind::Operations { limit }));
        }
        Ok(())
    }

    fn unsupported(&self, what: &'static str) -> ParseQasmError {
        self.error_here(ParseErrorKind::UnsupportedForm { what })
    }

    fn error_here(&self, reason: ParseErrorKind) -> ParseQasmError {
        self.tokens.peek().location.error(reason)
    }
}

/// Number of applications of a gate: one, or one for each element of its registers.
fn common_size(operands: &[(Operand, Location)]) -> Result<usize, ParseQasmError> {
    let mut sizes = operands
        .iter()
        .filter_map(|&(operand, location)| Some((operand.size()?, location)));
    let Some((left, _)) = sizes.next() else {
        return Ok(1);
    };
    match sizes.find(|&(right, _)| right != left) {
        Some((right, location)) => Err(location.error(ParseErrorKind::Sizes { left, right })),
        None => Ok(left),
    }
}
