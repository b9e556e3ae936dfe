use super::{Context, Naming, Parser};
use crate::program::error::{Fault, Location, ParseErrorKind, quoted};
use crate::program::names::Symbol;
use crate::program::null_processor::at_compile_time;
use crate::program::token::{TokenKind, invalid_number, whole};
use crate::program::tree::{Brackets, Expression, IndexRange, Operand, Selection, Target};
use crate::program::value::{MAX_SIZE, Qubits};
use crate::program::version::Version;

impl Parser<'_, '_, '_> {
    /// Reads qubits or registers of them, separated by commas.
    pub(super) fn operands(&mut self) -> Result<Vec<(Operand, Location)>, Fault> {
        let mut operands = Vec::new();
        loop {
            operands.push(self.operand()?);
            if !self.tokens.accept(",")? {
                return Ok(operands);
            }
        }
    }

    /// Reads a qubit or register.
    pub(super) fn operand(&mut self) -> Result<(Operand, Location), Fault> {
        let (operand, location, _) = self.operand_or_single()?;
        Ok((operand, location))
    }

    /// Reads a qubit or register, with `true` for a qubit.
    fn operand_or_single(&mut self) -> Result<(Operand, Location, bool), Fault> {
        let token = self.tokens.peek();
        if let (TokenKind::Physical(digits), Version::Three) = (token.kind, self.state.version) {
            self.tokens.take()?;
            let physical = self.physical(digits, token.location);
            let start = physical.map_err(|reason| token.location.error(reason))?;
            return Ok((Operand::Fixed { start, size: None }, token.location, true));
        }
        let (name, location) = self.tokens.name("a qubit")?;
        let (operand, single) = match self.state.names.find(name) {
            Some(&Symbol::Qubits { start, size }) => {
                (Operand::Fixed { start, size }, size.is_none())
            }
            Some(&Symbol::QubitVariable { slot, single }) => (Operand::Variable(slot), single),
            _ => {
                let kind = match self.state.context {
                    Context::Gate => "a qubit of this gate",
                    _ => "qubits",
                };
                let name = quoted(name);
                return Err(location.error(ParseErrorKind::Undeclared { name, kind }));
            }
        };
        self.state.names.mark_used(name);
        let (operand, single) = self.selected(operand, single, name)?;
        Ok((operand, location, single))
    }

    /// Reads the brackets after a register, if there are any.
    fn selected(
        &mut self,
        of: Operand,
        single: bool,
        name: &str,
    ) -> Result<(Operand, bool), Fault> {
        let (mut operand, mut single) = (of, single);
        while !single && self.tokens.sees("[") {
            operand = self.nested(|parser| {
                parser.tokens.take()?;
                let selection = parser.selection()?;
                parser.tokens.symbol("]", "`]`")?;
                single = matches!(selection, Selection::Index(_));
                let fixed = matches!(operand, Operand::Fixed { .. }) && selection.is_constant();
                let selected = Operand::Select {
                    name: quoted(name).into(),
                    of: Box::new(operand),
                    selection,
                };
                if fixed {
                    resolved(selected)
                } else {
                    Ok(selected)
                }
            })?;
        }
        Ok((operand, single))
    }

    /// Reads a qubit, with `true`, or registers that are joined by `++`.
    pub(super) fn concatenation(&mut self) -> Result<(Operand, bool), Fault> {
        let (first, location, single) = self.operand_or_single()?;
        if !self.tokens.sees("++") {
            return Ok((first, single));
        }
        let mut all = vec![first];
        while self.tokens.accept("++")? {
            all.push(self.operand()?.0);
        }
        let operands = all.into();
        Ok((Operand::Concatenation { location, operands }, false))
    }

    /// Reads indices: one, a range or a set.
    fn selection(&mut self) -> Result<Selection, Fault> {
        let location = self.tokens.peek().location;
        if self.is_three() && self.tokens.accept("{")? {
            let indices = self.expressions("}", "`,` or `}`")?.into();
            return Ok(Selection::Set { location, indices });
        }
        if self.is_three() && self.tokens.sees(":") {
            return self.range(location, None);
        }
        let index = self.index()?;
        if self.is_three() && self.tokens.sees(":") {
            return self.range(location, Some(index));
        }
        Ok(Selection::Index(index))
    }

    /// Reads a range after its first index.
    fn range(&mut self, location: Location, first: Option<Expression>) -> Result<Selection, Fault> {
        let mut bounds = Vec::new();
        while bounds.len() < 2 && self.tokens.accept(":")? {
            let open = self.tokens.sees("]") || self.tokens.sees(":") || self.tokens.sees(",");
            bounds.push(if open { None } else { Some(self.index()?) });
        }
        let last = bounds.pop().flatten();
        let step = bounds.pop().flatten();
        Ok(Selection::Range(Box::new(IndexRange {
            location,
            first,
            step,
            last,
        })))
    }

    /// Reads the target of an assignment after its name.
    pub(super) fn target(&mut self, name: &str, location: Location) -> Result<Target, Fault> {
        let (slot, of) = match self.state.names.find(name) {
            Some(Symbol::Variable {
                slot,
                of,
                mutable: true,
            }) => (*slot, of.clone()),
            Some(Symbol::Variable { .. } | Symbol::Constant(..)) => {
                let name = quoted(name);
                return Err(location.error(ParseErrorKind::Constant { name }));
            }
            _ => {
                let (name, kind) = (quoted(name), "bits or a variable");
                return Err(location.error(ParseErrorKind::Undeclared { name, kind }));
            }
        };
        let brackets = self.brackets()?;
        Ok(Target {
            name: quoted(name).into(),
            location,
            slot,
            of,
            constant: None,
            brackets,
        })
    }

    /// Reads pairs of brackets, if there are any.
    pub(super) fn brackets(&mut self) -> Result<Brackets, Fault> {
        let mut brackets = Vec::new();
        while self.tokens.sees("[") {
            let bracket = self.nested(|parser| {
                parser.tokens.take()?;
                let mut selections = Vec::new();
                loop {
                    selections.push(parser.selection()?);
                    if !parser.tokens.accept(",")? {
                        break;
                    }
                }
                parser.tokens.symbol("]", "`]`")?;
                Ok(selections)
            })?;
            brackets.push(bracket.into());
        }
        Ok(brackets.into())
    }

    /// Physical qubit of this number.
    fn physical(&mut self, digits: &str, location: Location) -> Result<u32, ParseErrorKind> {
        if self.state.naming == Some(Naming::Declared) {
            return Err(ParseErrorKind::Mixed);
        }
        let number = whole(digits).ok_or_else(|| invalid_number(digits))?;
        if number >= MAX_SIZE {
            let (kind, limit) = ("qubits", MAX_SIZE);
            return Err(ParseErrorKind::Size { kind, limit });
        }
        self.state.naming = Some(Naming::Physical);
        self.state.num_qubits = self.state.num_qubits.max(number + 1);
        self.state.first_qubit.get_or_insert(location);
        Ok(u32::try_from(number).expect("less than the limit"))
    }
}

/// Constant selection of declared qubits, as adjacent qubits where they are.
fn resolved(operand: Operand) -> Result<Operand, Fault> {
    let qubits = at_compile_time(|machine| machine.qubits(&operand))?;
    Ok(match &qubits {
        Qubits::One(start) => Operand::Fixed {
            start: *start,
            size: None,
        },
        Qubits::List(list) if list.windows(2).all(|pair| pair[0] + 1 == pair[1]) => {
            Operand::Fixed {
                start: list.first().copied().unwrap_or(0),
                size: u32::try_from(list.len()).ok(),
            }
        }
        _ => operand,
    })
}
