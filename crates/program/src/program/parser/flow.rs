use std::collections::HashSet;

use super::{Context, Parser};
use crate::program::error::{Fault, ParseErrorKind, quoted};
use crate::program::keyword::check_name;
use crate::program::names::ScopeKind;
use crate::program::number::{Integer, IntegerType};
use crate::program::operator::{Binary, Comparison};
use crate::program::token::{TokenKind, invalid_number, whole};
use crate::program::tree::{
    Block, Conditional, Domain, Expression, For, ReturnValue, StatementKind, Step, Switch, Target,
    While,
};
use crate::program::types::Type;
use crate::program::value::{BitValue, Value};

impl Parser<'_, '_, '_> {
    /// Reads an `if` with its branches. An `else if` is another branch, so a chain does not nest.
    pub(super) fn conditional(&mut self) -> Result<Option<StatementKind>, Fault> {
        let mut branches = Vec::new();
        let mut otherwise = Block::default();
        loop {
            self.tokens.take()?;
            self.tokens.symbol("(", "`(`")?;
            let condition = if self.is_three() {
                self.expression()?
            } else {
                self.comparison()?
            };
            self.tokens.symbol(")", "`)`")?;
            branches.push((condition, self.body()?));
            if !self.is_three() || self.tokens.peek().kind != TokenKind::Name("else") {
                break;
            }
            self.tokens.take()?;
            if self.tokens.peek().kind != TokenKind::Name("if") {
                otherwise = self.body()?;
                break;
            }
        }
        Ok(Some(StatementKind::If(Box::new(Conditional {
            branches: branches.into(),
            otherwise,
        }))))
    }

    /// Reads the condition of OpenQASM 2, as `c == 3`; some texts have `c[0] == 1`.
    fn comparison(&mut self) -> Result<Expression, Fault> {
        let (name, location) = self.tokens.name("a register of bits")?;
        let Target {
            slot, brackets, of, ..
        } = self.target(name, location)?;
        let register = if brackets.is_empty() {
            Step::Variable(slot)
        } else {
            Step::Element(Box::new(Target {
                name: quoted(name).into(),
                location,
                slot,
                of: Type::Bit,
                constant: None,
                brackets,
            }))
        };
        self.tokens.symbol("==", "`==`")?;
        let token = self.tokens.peek();
        let TokenKind::Integer(digits) = token.kind else {
            return Err(self.tokens.unexpected("an integer"));
        };
        let steps = match (whole(digits), of) {
            (None, Type::Bits(size)) => {
                // Registers may have more bits than any integer.
                let bits = long_integer(digits);
                self.tokens.take()?;
                let mut bits = bits.ok_or_else(|| token.location.error(invalid_number(digits)))?;
                if bits.len() > size {
                    return Ok(Expression {
                        location,
                        steps: [Step::Constant(Value::truth(false))].into(),
                    });
                }
                bits.resize(size, BitValue::ZERO);
                [Step::Constant(Value::Bits(bits))].into()
            }
            _ => self.index()?.steps,
        };
        let steps = steps.into_iter();
        let compare = Step::Binary(Binary::Compare(Comparison::Equal));
        Ok(Expression {
            location,
            steps: [register]
                .into_iter()
                .chain(steps)
                .chain([compare])
                .collect(),
        })
    }

    pub(super) fn while_loop(&mut self) -> Result<StatementKind, Fault> {
        self.tokens.take()?;
        self.tokens.symbol("(", "`(`")?;
        let condition = self.expression()?;
        self.tokens.symbol(")", "`)`")?;
        let body = self.loop_body()?;
        Ok(StatementKind::While(Box::new(While { condition, body })))
    }

    fn loop_body(&mut self) -> Result<Block, Fault> {
        self.state.loops += 1;
        let body = self.body();
        self.state.loops -= 1;
        body
    }

    /// Reads a loop over a range, a set, or elements.
    pub(super) fn for_loop(&mut self) -> Result<StatementKind, Fault> {
        self.tokens.take()?;
        let (word, at) = self.tokens.name("the type of a variable")?;
        let (of, name, location) = if self.tokens.peek().kind == TokenKind::Name("in") {
            // Older texts have no type.
            let of = Type::Integer(IntegerType::Signed(64));
            (of, word, at)
        } else {
            let of = self.scalar_type(word, at)?;
            let (name, location) = self.tokens.name("the name of a variable")?;
            (of, name, location)
        };
        check_name(name, location, self.state.version)?;
        if self.tokens.peek().kind != TokenKind::Name("in") {
            return Err(self.tokens.unexpected("`in`"));
        }
        self.tokens.take()?;
        let domain = self.domain()?;
        let before = self.state.names.enter(ScopeKind::Block);
        let slot = self.declare_variable(name, location, &of)?;
        let body = self.loop_body();
        self.state.names.leave(before);
        Ok(StatementKind::For(Box::new(For {
            slot,
            of,
            domain,
            body: body?,
        })))
    }

    fn domain(&mut self) -> Result<Domain, Fault> {
        if self.tokens.accept("{")? {
            return Ok(Domain::Set(self.expressions("}", "`,` or `}`")?.into()));
        }
        if !self.tokens.accept("[")? {
            return Ok(Domain::Elements(self.expression()?));
        }
        let first = self.expression()?;
        self.tokens.symbol(":", "`:`")?;
        let mut last = self.expression()?;
        let mut step = None;
        if self.tokens.accept(":")? {
            step = Some(std::mem::replace(&mut last, self.expression()?));
        }
        self.tokens.symbol("]", "`:` or `]`")?;
        Ok(Domain::Range { first, step, last })
    }

    pub(super) fn switch(&mut self) -> Result<StatementKind, Fault> {
        self.tokens.take()?;
        self.tokens.symbol("(", "`(`")?;
        let subject = self.expression()?;
        self.tokens.symbol(")", "`)`")?;
        self.tokens.symbol("{", "`{`")?;
        let mut cases = Vec::new();
        let mut default = None;
        let mut seen = HashSet::new();
        while !self.tokens.accept("}")? {
            match self.tokens.peek().kind {
                TokenKind::Name("case") if default.is_none() => {
                    self.tokens.take()?;
                    let mut values = Vec::new();
                    loop {
                        values.push(self.case(&mut seen)?);
                        if !self.tokens.accept(",")? || self.tokens.sees("{") {
                            break;
                        }
                    }
                    cases.push((values.into(), self.block()?));
                }
                TokenKind::Name("default") if default.is_none() => {
                    self.tokens.take()?;
                    default = Some(self.block()?);
                }
                _ => return Err(self.tokens.unexpected("`case`, `default` or `}`")),
            }
        }
        Ok(StatementKind::Switch(Box::new(Switch {
            subject,
            cases: cases.into(),
            default: default.unwrap_or_default(),
        })))
    }

    /// Reads a value of a case, which must be constant and, if an integer, not in an earlier case.
    fn case(&mut self, seen: &mut HashSet<i128>) -> Result<Expression, Fault> {
        let value = self.expression()?;
        let here = |kind| value.location.error(kind);
        let constant = value.constant();
        match constant.ok_or_else(|| here(ParseErrorKind::NotConstant))? {
            &Value::Integer(Integer { value, .. }) if !seen.insert(value) => {
                let value = value.to_string();
                Err(here(ParseErrorKind::RepeatedCase { value }))
            }
            _ => Ok(value),
        }
    }

    pub(super) fn jump(&mut self) -> Result<StatementKind, Fault> {
        let (word, location) = self.tokens.name("a statement")?;
        let kind = match word {
            "end" => StatementKind::End,
            _ if self.state.loops == 0 => {
                return Self::misplaced(word, "outside of a loop", location);
            }
            "break" => StatementKind::Break,
            _ => StatementKind::Continue,
        };
        self.tokens.end()?;
        Ok(kind)
    }

    pub(super) fn return_value(&mut self) -> Result<StatementKind, Fault> {
        let (word, location) = self.tokens.name("a statement")?;
        let Context::Subroutine(of) = self.state.context.clone() else {
            return Self::misplaced(word, "outside of a subroutine", location);
        };
        if of == Type::Void || self.tokens.sees(";") {
            self.tokens.end()?;
            return Ok(StatementKind::Return(None));
        }
        let source = self.source()?;
        self.tokens.end()?;
        let returned = ReturnValue { of, source };
        Ok(StatementKind::Return(Some(Box::new(returned))))
    }

    /// Reads a box, whose duration an ideal simulator ignores.
    pub(super) fn boxed(&mut self) -> Result<StatementKind, Fault> {
        self.tokens.take()?;
        if self.tokens.sees("[") {
            self.designator()?;
        }
        Ok(StatementKind::Block(self.block()?))
    }
}

/// Bits of a long integer; `None` if it has more than a thousand digits.
fn long_integer(digits: &str) -> Option<Vec<BitValue>> {
    let mut digits: Vec<u8> = digits
        .bytes()
        .map(|digit| digit.wrapping_sub(b'0'))
        .collect();
    if digits.len() > 1000 || digits.iter().any(|digit| *digit > 9) {
        return None;
    }
    let mut bits = Vec::new();
    while digits.iter().any(|digit| *digit != 0) {
        // One division by two.
        let mut rest = 0;
        for digit in &mut digits {
            let value = rest * 10 + *digit;
            *digit = value / 2;
            rest = value % 2;
        }
        bits.push(BitValue::Known(rest == 1));
    }
    Some(bits)
}
