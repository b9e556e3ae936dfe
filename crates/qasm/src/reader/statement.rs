use std::collections::{HashMap, HashSet};

use cheqqers_circuit::{Circuit, Clbit, Qubit};

use super::definition::{arguments, check_phase, definition, repeats};
use super::error::{ReadError, Reason, quoted};
use super::expression::Expression;
use super::gate::{Callee, Gates};
use super::library::Library;
use super::register::{Operand, Register, Registers};
use super::token::{Kind, Place, Tokens};
use super::word::{check_name, is_newer, is_refused};
use super::{Parsed, Version};
use crate::writer::is_defined;
use crate::{Definitions, Dialect};

/// The most operations of a text, gates being written out: 160 MiB of them.
const MAX_OPERATIONS: usize = 1 << 22;

/// Reads statements one by one, and does them at once.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    tokens: Tokens<'a>,
    version: Version,
    included: Library,
    /// Those of the library from the first use on, as an include may not come later.
    gates: Option<Gates<'a>>,
    /// Gates that the text defines.
    defined: HashSet<&'a str>,
    registers: Registers<'a>,
    circuit: Circuit,
    /// Measured without keeping the bit.
    discarded: HashSet<Qubit>,
    cost: usize,
    definitions: Definitions,
}

impl<'a> Reader<'a> {
    /// Reads the version that a text starts with.
    pub(super) fn new(text: &'a str) -> Result<Self, ReadError> {
        let mut tokens = Tokens::new(text)?;
        let expected = "`OPENQASM 3.0;` or `OPENQASM 2.0;`";
        if tokens.peek().kind != Kind::Name("OPENQASM") {
            return Err(tokens.unexpected(expected));
        }
        tokens.take()?;
        let (Kind::Integer(number) | Kind::Real(number)) = tokens.peek().kind else {
            return Err(tokens.unexpected("the version"));
        };
        let version = match number {
            "2" | "2.0" => Version::Two,
            "3" | "3.0" | "3.1" => Version::Three,
            _ => {
                let found = quoted(number);
                return Err(tokens.peek().place.error(Reason::Version { found }));
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

    /// Reads what is left.
    pub(super) fn read(mut self) -> Result<Parsed, ReadError> {
        while self.tokens.peek().kind != Kind::End {
            self.statement()?;
        }
        Ok(Parsed {
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

    fn statement(&mut self) -> Result<(), ReadError> {
        let word = match self.tokens.peek().kind {
            Kind::Name(word) => word,
            Kind::Symbol("@") => {
                let what = "@".to_owned();
                return Err(self.error_here(Reason::Unsupported { what }));
            }
            Kind::Symbol("{") => return Err(self.unsupported("blocks of statements")),
            Kind::Symbol(";") => return Err(self.unsupported("empty statements")),
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
            _ if is_refused(word, self.version) => {
                let what = word.to_owned();
                Err(self.error_here(Reason::Unsupported { what }))
            }
            _ => {
                let place = self.tokens.take()?.place;
                if three && (self.tokens.sees("=") || self.tokens.sees("[")) {
                    self.assign(word, place)
                } else {
                    self.call(word, place)
                }
            }
        }
    }

    fn include(&mut self) -> Result<(), ReadError> {
        let place = self.tokens.take()?.place;
        let Kind::Text(found) = self.tokens.peek().kind else {
            return Err(self
                .tokens
                .unexpected("the name of a file in quotation marks"));
        };
        let (library, known) = Library::to_include(self.version);
        if found != known {
            let found = quoted(found);
            return Err(self.error_here(Reason::Include { found, known }));
        }
        if self.gates.is_some() || self.included == library {
            return Err(place.error(Reason::LateInclude));
        }
        self.included = library;
        self.tokens.take()?;
        self.tokens.end()
    }

    fn define(&mut self) -> Result<(), ReadError> {
        self.tokens.take()?;
        let library = self.included;
        let gates = self.gates.get_or_insert_with(|| library.gates());
        let (name, place, callee) = definition(&mut self.tokens, gates, self.version)?;
        self.check_new(name, place)?;
        if matches!(callee, Callee::Fixed(gate) if is_defined(gate)) {
            self.definitions = Definitions::Named;
        }
        self.defined.insert(name);
        let gates = self.gates.get_or_insert_with(|| library.gates());
        gates.add(name, callee);
        Ok(())
    }

    /// `qreg q[2];`
    fn old_register(&mut self) -> Result<(), ReadError> {
        let (word, _) = self.tokens.name("a register")?;
        let (name, place) = self.tokens.name("the name of a register")?;
        let size = match self.size()? {
            Some(size) => size,
            None if self.version == Version::Three => 1,
            None => return Err(self.tokens.unexpected("`[`")),
        };
        self.declare(name, place, word == "qreg", Some(size))?;
        self.tokens.end()
    }

    /// `qubit[2] q;`, `bit c;` or `bit[2] c = measure q;`
    fn register(&mut self) -> Result<(), ReadError> {
        let (word, _) = self.tokens.name("a register")?;
        let size = self.size()?;
        let (name, place) = self.tokens.name("the name of a register")?;
        let register = self.declare(name, place, word == "qubit", size)?;
        if word == "bit" && self.tokens.sees("=") {
            return self.measure_into(register.whole());
        }
        self.tokens.end()
    }

    /// A size in brackets, if there is one.
    fn size(&mut self) -> Result<Option<usize>, ReadError> {
        if !self.tokens.accept("[")? {
            return Ok(None);
        }
        let size = Expression::integer(&mut self.tokens, self.version, "a size")?;
        self.tokens.symbol("]", "`]`")?;
        // A negative size is as wrong as none.
        Ok(Some(usize::try_from(size).unwrap_or(0)))
    }

    fn declare(
        &mut self,
        name: &'a str,
        place: Place,
        quantum: bool,
        size: Option<usize>,
    ) -> Result<Register, ReadError> {
        check_name(name, place, self.version)?;
        self.check_new(name, place)?;
        let declared = self
            .registers
            .declare(name, quantum, size, &mut self.circuit);
        declared.map_err(|reason| place.error(reason))
    }

    /// Whether nothing has this name yet that must keep it.
    fn check_new(&self, name: &str, place: Place) -> Result<(), ReadError> {
        let known = self.defined.contains(name) || self.registers.contains(name);
        if known || self.included.is_fixed(name) {
            let name = quoted(name);
            return Err(place.error(Reason::Duplicate { name }));
        }
        Ok(())
    }

    fn barrier(&mut self) -> Result<(), ReadError> {
        self.tokens.take()?;
        if !self.tokens.sees(";") || self.version == Version::Two {
            self.qubits()?;
        }
        self.tokens.end()
    }

    fn global_phase(&mut self) -> Result<(), ReadError> {
        let place = self.tokens.take()?.place;
        let angles = self.angles()?;
        check_phase(angles.len()).map_err(|reason| place.error(reason))?;
        self.tokens.end()
    }

    /// `measure q[0] -> c[0];` or, where the bit is thrown away, `measure q[0];`
    fn measure(&mut self) -> Result<(), ReadError> {
        let place = self.tokens.take()?.place;
        let (from, _) = self.qubit()?;
        if self.version == Version::Three && !self.tokens.sees("->") {
            self.discarded.extend(from.places().map(Qubit::from_index));
            self.spend(from.places().len(), place)?;
        } else {
            self.tokens.symbol("->", "`->`")?;
            let into = self.bit()?;
            self.keep(from, into, place)?;
        }
        self.tokens.end()
    }

    /// `c[0] = measure q[0];` behind the name.
    fn assign(&mut self, name: &str, place: Place) -> Result<(), ReadError> {
        let into = self
            .registers
            .read(&mut self.tokens, (name, place), false, self.version)?;
        self.measure_into(into)
    }

    /// `= measure q[0];`
    fn measure_into(&mut self, into: Operand) -> Result<(), ReadError> {
        self.tokens.symbol("=", "`=`")?;
        let place = self.tokens.peek().place;
        if self.tokens.peek().kind != Kind::Name("measure") {
            return Err(self.unsupported("assignments other than of measurements"));
        }
        self.tokens.take()?;
        let (from, _) = self.qubit()?;
        self.keep(from, into, place)?;
        self.tokens.end()
    }

    fn keep(&mut self, from: Operand, into: Operand, place: Place) -> Result<(), ReadError> {
        let (qubits, clbits) = (from.places(), into.places());
        if qubits.len() != clbits.len() {
            let (left, right) = (clbits.len(), qubits.len());
            return Err(place.error(Reason::Sizes { left, right }));
        }
        self.spend(qubits.len(), place)?;
        for (qubit, clbit) in qubits.zip(clbits) {
            let (qubit, clbit) = (Qubit::from_index(qubit), Clbit::from_index(clbit));
            let measured = self.circuit.measure(qubit, clbit);
            measured.expect("the registers are part of the circuit");
        }
        Ok(())
    }

    /// A gate on qubits, or on all of some registers.
    fn call(&mut self, name: &'a str, place: Place) -> Result<(), ReadError> {
        if let Kind::Symbol("=" | "@") | Kind::Operator(_) = self.tokens.peek().kind {
            return Err(self.tokens.unexpected("the qubits of a gate"));
        }
        let library = self.included;
        let gates = self.gates.get_or_insert_with(|| library.gates());
        let callee = gates.find(name).map_err(|unknown| {
            let is_newer = self.version == Version::Two && is_newer(name);
            let word = name.to_owned();
            place.error(if is_newer {
                Reason::OtherVersion { word }
            } else {
                unknown
            })
        });
        let callee = callee?.clone();
        let angles = self.angles()?;
        let operands = self.qubits()?;
        self.tokens.end()?;
        let here = |reason| place.error(reason);
        callee
            .check(name, angles.len(), operands.len())
            .map_err(here)?;
        let times = common_size(&operands)?;
        self.spend(callee.cost().saturating_mul(times), place)?;
        let mut qubits = Vec::with_capacity(operands.len());
        for k in 0..times {
            qubits.clear();
            let all = operands.iter().map(|(operand, _)| operand.at(k));
            qubits.extend(all.map(Qubit::from_index));
            if repeats(&qubits) {
                let gate = quoted(name);
                return Err(place.error(Reason::Repeated { gate }));
            }
            if !self.discarded.is_empty() && qubits.iter().any(|q| self.discarded.contains(q)) {
                let gate = quoted(name);
                return Err(place.error(Reason::Discarded { gate }));
            }
            let written = callee.write_out(&angles, &qubits, &mut self.circuit);
            written.map_err(here)?;
        }
        Ok(())
    }

    /// The values of parameters, if there are any.
    fn angles(&mut self) -> Result<Vec<f64>, ReadError> {
        let arguments = arguments(&mut self.tokens, &HashMap::new(), self.version)?;
        let values = arguments.into_iter().map(|(expression, place)| {
            let value = expression.value(&[]);
            value.map_err(|reason| place.error(reason))
        });
        values.collect()
    }

    /// Qubits or registers of them, with commas between them.
    fn qubits(&mut self) -> Result<Vec<(Operand, Place)>, ReadError> {
        let mut qubits = Vec::new();
        loop {
            qubits.push(self.qubit()?);
            if !self.tokens.accept(",")? {
                return Ok(qubits);
            }
        }
    }

    fn qubit(&mut self) -> Result<(Operand, Place), ReadError> {
        let token = self.tokens.peek();
        if let (Kind::Physical(digits), Version::Three) = (token.kind, self.version) {
            self.tokens.take()?;
            let physical = self.registers.physical(digits, &mut self.circuit);
            let physical = physical.map_err(|reason| token.place.error(reason))?;
            return Ok((physical, token.place));
        }
        let name = self.tokens.name("a qubit")?;
        let read = self
            .registers
            .read(&mut self.tokens, name, true, self.version);
        Ok((read?, name.1))
    }

    fn bit(&mut self) -> Result<Operand, ReadError> {
        let name = self.tokens.name("a bit")?;
        self.registers
            .read(&mut self.tokens, name, false, self.version)
    }

    /// Counts operations against the most there may be.
    fn spend(&mut self, operations: usize, place: Place) -> Result<(), ReadError> {
        self.cost = self.cost.saturating_add(operations);
        if self.cost > MAX_OPERATIONS {
            let limit = MAX_OPERATIONS;
            return Err(place.error(Reason::Operations { limit }));
        }
        Ok(())
    }

    fn unsupported(&self, what: &'static str) -> ReadError {
        self.error_here(Reason::UnsupportedForm { what })
    }

    fn error_here(&self, reason: Reason) -> ReadError {
        self.tokens.peek().place.error(reason)
    }
}

/// How often a gate is done: once, or once for each element of its registers.
fn common_size(operands: &[(Operand, Place)]) -> Result<usize, ReadError> {
    let mut sizes = operands
        .iter()
        .filter_map(|&(operand, place)| Some((operand.size()?, place)));
    let Some((left, _)) = sizes.next() else {
        return Ok(1);
    };
    match sizes.find(|&(right, _)| right != left) {
        Some((right, place)) => Err(place.error(Reason::Sizes { left, right })),
        None => Ok(left),
    }
}
