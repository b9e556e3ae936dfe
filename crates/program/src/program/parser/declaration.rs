use std::sync::Arc;

use super::{Input, MAX_MEMORY, Naming, Output, Parser};
use crate::program::error::{Fault, Location, ParseErrorKind, quoted};
use crate::program::keyword::check_name;
use crate::program::names::Symbol;
use crate::program::null_processor::at_compile_time;
use crate::program::number::{IntegerType, MAX_WIDTH};
use crate::program::token::TokenKind;
use crate::program::tree::{Alias, Declaration, Operand, Origin, Slot, StatementKind};
use crate::program::types::{ArrayType, Type};
use crate::program::value::MAX_SIZE;

impl Parser<'_, '_, '_> {
    /// Reads a declaration such as `qreg q[2];`.
    pub(super) fn old_register(&mut self) -> Result<Option<StatementKind>, Fault> {
        let (word, _) = self.tokens.name("a register")?;
        let (name, location) = self.tokens.name("the name of a register")?;
        let size = match self.size()? {
            Some(size) => size,
            None if self.is_three() => 1,
            None => return Err(self.tokens.unexpected("`[`")),
        };
        self.check_declared(name, location)?;
        if word == "qreg" {
            self.declare_qubits(name, location, Some(size))?;
            self.tokens.end()?;
            return Ok(None);
        }
        let of = Type::Bits(self.bit_size(size, location)?);
        let slot = self.declare_variable(name, location, &of)?;
        self.tokens.end()?;
        let origin = Origin::Zero;
        Ok(Some(declared(slot, of, origin)))
    }

    /// Reads a declaration such as `qubit[2] q;`.
    pub(super) fn qubits_declaration(&mut self) -> Result<Option<StatementKind>, Fault> {
        self.tokens.take()?;
        let size = self.size()?;
        let (name, location) = self.tokens.name("the name of a register")?;
        self.check_declared(name, location)?;
        self.declare_qubits(name, location, size)?;
        self.tokens.end()?;
        Ok(None)
    }

    /// Reads a size in brackets, if there is one; a negative one becomes 0, which is refused.
    pub(super) fn size(&mut self) -> Result<Option<usize>, Fault> {
        if !self.tokens.accept("[")? {
            return Ok(None);
        }
        let size = self.constant_integer("a size")?;
        self.tokens.symbol("]", "`]`")?;
        let too_many = if size > 0 { usize::MAX } else { 0 };
        Ok(Some(usize::try_from(size).unwrap_or(too_many)))
    }

    /// Checks that a name can be declared.
    pub(super) fn check_declared(&self, name: &str, location: Location) -> Result<(), Fault> {
        check_name(name, location, self.state.version)?;
        self.check_new(name, location)
    }

    fn declare_qubits(
        &mut self,
        name: &str,
        location: Location,
        size: Option<usize>,
    ) -> Result<(), Fault> {
        let state = &mut *self.state;
        if state.naming == Some(Naming::Physical) {
            return Err(location.error(ParseErrorKind::Mixed));
        }
        let count = size.unwrap_or(1);
        if !(1..=MAX_SIZE - state.num_qubits).contains(&count) {
            let (kind, limit) = ("qubits", MAX_SIZE);
            return Err(location.error(ParseErrorKind::Size { kind, limit }));
        }
        let number = |number: usize| u32::try_from(number).expect("less than the limit");
        let start = number(state.num_qubits);
        state.num_qubits += count;
        state.naming = Some(Naming::Declared);
        state.first_qubit.get_or_insert(location);
        let size = size.map(number);
        state.names.declare(name, Symbol::Qubits { start, size });
        Ok(())
    }

    /// Number of bits of a register, which is small enough.
    fn bit_size(&self, size: usize, location: Location) -> Result<usize, Fault> {
        let used = if self.state.names.are_global() {
            self.state.num_bits
        } else {
            0
        };
        if !(1..=MAX_SIZE - used).contains(&size) {
            let (kind, limit) = ("bits", MAX_SIZE);
            return Err(location.error(ParseErrorKind::Size { kind, limit }));
        }
        Ok(size)
    }

    /// Declares a classical variable. One of bits in the program itself is given back by it.
    pub(super) fn declare_variable(
        &mut self,
        name: &str,
        location: Location,
        of: &Type,
    ) -> Result<Slot, Fault> {
        let size = match of {
            Type::Bits(size) => Some(*size),
            Type::Bit => Some(1),
            _ => None,
        };
        if let Some(size) = size {
            self.bit_size(size, location)?;
        }
        let state = &mut *self.state;
        state.memory = state.memory.saturating_add(of.len());
        if state.memory > MAX_MEMORY {
            let limit = MAX_MEMORY;
            return Err(location.error(ParseErrorKind::Memory { limit }));
        }
        let slot = state.names.slot();
        if let Some(size) = size
            && state.names.are_global()
        {
            state.num_bits += size;
            state.outputs.push(Output {
                name: name.to_owned(),
                slot,
                of: of.clone(),
                location,
                explicit: false,
            });
        }
        let symbol = Symbol::Variable {
            slot,
            of: of.clone(),
            mutable: true,
        };
        state.names.declare(name, symbol);
        Ok(slot)
    }

    /// Reads a declaration such as `bit[2] c = measure q;` or `array[int[8], 4] a;`
    pub(super) fn declaration(&mut self) -> Result<Option<StatementKind>, Fault> {
        let of = self.any_type()?;
        let (name, location) = self.tokens.name("the name of a register")?;
        self.check_declared(name, location)?;
        let origin = if self.tokens.accept("=")? {
            Origin::Source(self.source()?)
        } else {
            Origin::Zero
        };
        let slot = self.declare_variable(name, location, &of)?;
        self.tokens.end()?;
        Ok(Some(declared(slot, of, origin)))
    }

    /// Reads the type of a variable.
    pub(super) fn any_type(&mut self) -> Result<Type, Fault> {
        let (word, location) = self.tokens.name("a type")?;
        match word {
            "array" => self.array_type(false),
            "duration" | "stretch" => Ok(Type::Duration),
            word => self.scalar_type(word, location),
        }
    }

    /// Reads the type of a scalar after its word.
    pub(super) fn scalar_type(&mut self, word: &str, location: Location) -> Result<Type, Fault> {
        let of = match word {
            "bool" => return Ok(Type::Bool),
            "duration" => return Ok(Type::Duration),
            "bit" | "creg" => {
                let at = self.tokens.peek().location;
                let size = self.size()?;
                return Ok(match size {
                    None => Type::Bit,
                    Some(size) if (1..=MAX_SIZE).contains(&size) => Type::Bits(size),
                    Some(_) => {
                        let (kind, limit) = ("bits", MAX_SIZE);
                        return Err(at.error(ParseErrorKind::Size { kind, limit }));
                    }
                });
            }
            "int" | "uint" | "float" | "angle" => word,
            "complex" => {
                let what = word.to_owned();
                return Err(location.error(ParseErrorKind::Unsupported { what }));
            }
            _ => {
                let (expected, found) = ("a type", format!("`{}`", quoted(word)));
                return Err(location.error(ParseErrorKind::Unexpected { expected, found }));
            }
        };
        let at = self.tokens.peek().location;
        let width = match self.size()? {
            None => MAX_WIDTH,
            Some(width) => {
                let width = u8::try_from(width).ok();
                let width = width.filter(|width| (1..=MAX_WIDTH).contains(width));
                let limit = usize::from(MAX_WIDTH);
                width.ok_or_else(|| at.error(ParseErrorKind::Width { limit }))?
            }
        };
        Ok(match of {
            "int" => Type::Integer(IntegerType::Signed(width)),
            "uint" => Type::Integer(IntegerType::Unsigned(width)),
            "float" => Type::Float,
            _ => Type::Angle(width),
        })
    }

    /// Reads the type of an array after its word. That of a parameter may leave sizes open.
    pub(super) fn array_type(&mut self, parameter: bool) -> Result<Type, Fault> {
        self.tokens.symbol("[", "`[`")?;
        let (word, location) = self.tokens.name("the type of the elements")?;
        let element = self.scalar_type(word, location)?;
        let mut dimensions = Vec::new();
        self.tokens.symbol(",", "`,`")?;
        if parameter && self.tokens.accept("#dim")? {
            self.tokens.symbol("=", "`=`")?;
            let number = self.number_up_to("dimensions", 8)?;
            dimensions = vec![None; number];
        } else {
            loop {
                dimensions.push(Some(self.number_up_to("elements", MAX_MEMORY)?));
                if !self.tokens.accept(",")? {
                    break;
                }
            }
        }
        self.tokens.symbol("]", "`,` or `]`")?;
        Ok(Type::Array(Arc::new(ArrayType {
            element,
            dimensions,
        })))
    }

    /// Reads a number of things, from 1 to a limit.
    pub(super) fn number_up_to(
        &mut self,
        what: &'static str,
        limit: usize,
    ) -> Result<usize, Fault> {
        let location = self.tokens.peek().location;
        let number = usize::try_from(self.constant_integer("an integer")?).ok();
        let number = number.filter(|number| (1..=limit).contains(number));
        number.ok_or_else(|| location.error(ParseErrorKind::OutOfRange { what, limit }))
    }

    /// Reads a constant, whose value must be known now.
    pub(super) fn constant(&mut self) -> Result<Option<StatementKind>, Fault> {
        self.tokens.take()?;
        let of = self.any_type()?;
        let (name, location) = self.tokens.name("the name of a constant")?;
        check_name(name, location, self.state.version)?;
        self.tokens.symbol("=", "`=`")?;
        let expression = self.expression()?;
        self.tokens.end()?;
        let Some(value) = expression.constant() else {
            return Err(expression.location.error(ParseErrorKind::NotConstant));
        };
        let value = at_compile_time(|machine| {
            let value = machine.cast(value.clone(), &of);
            value.map_err(|cause| cause.at(expression.location))
        })?;
        let symbol = Symbol::Constant(value, of);
        if let (Some(Symbol::Constant(before, _)), Symbol::Constant(value, _)) =
            (self.state.names.local(name), &symbol)
            && before == value
        {
            // Some texts declare a constant twice.
            return Ok(None);
        }
        self.check_new(name, location)?;
        self.state.names.declare(name, symbol);
        Ok(None)
    }

    /// Reads an input or output.
    pub(super) fn interface(&mut self) -> Result<Option<StatementKind>, Fault> {
        let (word, _) = self.tokens.name("`input` or `output`")?;
        if let TokenKind::Name("qubit" | "qreg") = self.tokens.peek().kind {
            return Err(self.tokens.unexpected("the type of a variable"));
        }
        let at = self.tokens.peek().location;
        let of = self.any_type()?;
        if word == "output" && !of.has_bits() {
            let (kind, found) = ("type of an output", of.name().to_owned());
            return Err(at.error(ParseErrorKind::UnsupportedKind { kind, found }));
        }
        let (name, location) = self.tokens.name("the name of a variable")?;
        self.check_declared(name, location)?;
        let outputs = self.state.outputs.len();
        let slot = self.declare_variable(name, location, &of)?;
        self.tokens.end()?;
        if word == "input" {
            // An input is no register of results.
            if self.state.outputs.len() > outputs {
                self.state.outputs.pop();
                self.state.num_bits -= of.len();
            }
            self.state.inputs.push(Input {
                name: name.to_owned(),
                of: of.name(),
            });
            let origin = Origin::Input(name.into());
            return Ok(Some(declared(slot, of, origin)));
        }
        match self.state.outputs.get_mut(outputs) {
            Some(output) => output.explicit = true,
            None => self.state.outputs.push(Output {
                name: name.to_owned(),
                slot,
                of: of.clone(),
                location,
                explicit: true,
            }),
        }
        Ok(Some(declared(slot, of, Origin::Zero)))
    }

    /// Reads an alias of qubits.
    pub(super) fn alias(&mut self) -> Result<Option<StatementKind>, Fault> {
        self.tokens.take()?;
        let (name, location) = self.tokens.name("the name of an alias")?;
        check_name(name, location, self.state.version)?;
        self.tokens.symbol("=", "`=`")?;
        let (operand, single) = self.concatenation()?;
        self.tokens.end()?;
        // In a loop that has used the outer alias of this name, the alias itself is changed: the
        // language's example of teleportation does so.
        if self.state.names.is_used(name)
            && let Some(&Symbol::QubitVariable {
                slot,
                single: before,
            }) = self.state.names.find(name)
            && before == single
        {
            let alias = Alias { slot, operand };
            return Ok(Some(StatementKind::Alias(Box::new(alias))));
        }
        self.check_new(name, location)?;
        let slot = self.state.names.slot();
        let symbol = Symbol::QubitVariable { slot, single };
        self.state.names.declare(name, symbol);
        let alias = Alias { slot, operand };
        Ok(Some(StatementKind::Alias(Box::new(alias))))
    }

    /// Reads a barrier, whose qubits must exist.
    pub(super) fn barrier(&mut self) -> Result<Option<StatementKind>, Fault> {
        self.tokens.take()?;
        self.without_effect()
    }

    /// Reads a delay, which an ideal simulator ignores.
    pub(super) fn delay(&mut self) -> Result<Option<StatementKind>, Fault> {
        self.tokens.take()?;
        self.designator()?;
        self.without_effect()
    }

    /// Reads the qubits of a statement without effect.
    fn without_effect(&mut self) -> Result<Option<StatementKind>, Fault> {
        let mut operands = Vec::new();
        if !self.tokens.sees(";") || !self.is_three() {
            operands = self.operands()?;
        }
        self.tokens.end()?;
        let varies = |operand: &Operand| !matches!(operand, Operand::Fixed { .. });
        let operands = operands.into_iter().map(|(operand, _)| operand);
        let operands: Box<[Operand]> = operands.filter(varies).collect();
        Ok((!operands.is_empty()).then_some(StatementKind::NoEffect(operands)))
    }

    /// Reads a duration in brackets.
    pub(super) fn designator(&mut self) -> Result<(), Fault> {
        self.tokens.symbol("[", "`[`")?;
        self.expression()?;
        self.tokens.symbol("]", "`]`")
    }
}

/// Statement of a declaration.
fn declared(slot: Slot, of: Type, origin: Origin) -> StatementKind {
    StatementKind::Declare(Box::new(Declaration { slot, of, origin }))
}
