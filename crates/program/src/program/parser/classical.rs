use super::Parser;
use crate::program::error::{Fault, Location, ParseErrorKind};
use crate::program::number::{Arithmetic, Bitwise};
use crate::program::operator::Binary;
use crate::program::token::TokenKind;
use crate::program::tree::{Assignment, Expression, Source, StatementKind, Step};

/// Operator of a compound assignment.
fn compound(symbol: &str) -> Option<Binary> {
    Some(match symbol {
        "+=" => Binary::Arithmetic(Arithmetic::Add),
        "-=" => Binary::Arithmetic(Arithmetic::Subtract),
        "*=" => Binary::Arithmetic(Arithmetic::Multiply),
        "/=" => Binary::Arithmetic(Arithmetic::Divide),
        "%=" => Binary::Arithmetic(Arithmetic::Modulo),
        "**=" => Binary::Arithmetic(Arithmetic::Power),
        "<<=" => Binary::ShiftLeft,
        ">>=" => Binary::ShiftRight,
        "&=" => Binary::Bitwise(Bitwise::And),
        "|=" => Binary::Bitwise(Bitwise::Or),
        "^=" => Binary::Bitwise(Bitwise::Xor),
        _ => return None,
    })
}

impl Parser<'_, '_, '_> {
    /// Reads a statement that begins with a name or a modifier.
    pub(super) fn assignment_or_call(
        &mut self,
        location: Location,
    ) -> Result<Option<StatementKind>, Fault> {
        let TokenKind::Name(name) = self.tokens.peek().kind else {
            return Err(self.tokens.unexpected("a statement"));
        };
        if matches!(name, "ctrl" | "negctrl" | "inv" | "pow") {
            return self.call(location);
        }
        self.tokens.take()?;
        let assigned = match self.tokens.peek().kind {
            TokenKind::Symbol(symbol) => {
                matches!(symbol, "=" | "[" | "~=") || compound(symbol).is_some()
            }
            _ => false,
        };
        if assigned {
            return self.assignment(name, location);
        }
        if self.state.names.subroutines.contains_key(name) {
            let call = self.subroutine_call(name, location)?;
            self.tokens.end()?;
            let expression = Expression {
                location,
                steps: [Step::Call(Box::new(call))].into(),
            };
            return Ok(Some(StatementKind::Evaluate(Box::new(expression))));
        }
        self.gate_call(Vec::new(), name, location)
    }

    fn assignment(
        &mut self,
        name: &str,
        location: Location,
    ) -> Result<Option<StatementKind>, Fault> {
        let target = self.target(name, location)?;
        let operator = match self.tokens.peek().kind {
            TokenKind::Symbol("=") => None,
            TokenKind::Symbol(symbol) if compound(symbol).is_some() => compound(symbol),
            _ => return Err(self.tokens.unexpected("`=`")),
        };
        self.tokens.take()?;
        let source = self.source()?;
        self.tokens.end()?;
        Ok(Some(StatementKind::Assign(Box::new(Assignment {
            target,
            operator,
            source,
        }))))
    }

    /// Reads the origin of a value: a measurement, an expression, or elements of an array.
    pub(super) fn source(&mut self) -> Result<Source, Fault> {
        let token = self.tokens.peek();
        if token.kind == TokenKind::Name("measure") {
            self.tokens.take()?;
            let (operand, _) = self.operand()?;
            return Ok(Source::Measure(token.location, operand));
        }
        if !self.tokens.sees("{") {
            return Ok(Source::Expression(self.expression()?));
        }
        self.nested(|parser| {
            parser.tokens.take()?;
            let mut sources = Vec::new();
            while !parser.tokens.accept("}")? {
                if parser.tokens.peek().kind == TokenKind::Name("measure") {
                    return Err(parser.tokens.unexpected("an element"));
                }
                sources.push(parser.source()?);
                if !parser.tokens.accept(",")? {
                    parser.tokens.symbol("}", "`,` or `}`")?;
                    break;
                }
            }
            Ok(Source::List(sources.into()))
        })
    }

    /// `measure q[0] -> c[0];` or, to drop the bit, `measure q[0];`
    pub(super) fn measure(&mut self) -> Result<Option<StatementKind>, Fault> {
        let location = self.tokens.take()?.location;
        let (operand, _) = self.operand()?;
        if self.is_three() && !self.tokens.sees("->") {
            self.tokens.end()?;
            return Ok(Some(StatementKind::Measure(Box::new(operand))));
        }
        self.tokens.symbol("->", "`->`")?;
        let (name, at) = self.tokens.name("a bit")?;
        let target = self.target(name, at)?;
        self.tokens.end()?;
        Ok(Some(StatementKind::Assign(Box::new(Assignment {
            target,
            operator: None,
            source: Source::Measure(location, operand),
        }))))
    }

    pub(super) fn reset(&mut self) -> Result<Option<StatementKind>, Fault> {
        self.tokens.take()?;
        let (operand, _) = self.operand()?;
        self.tokens.end()?;
        Ok(Some(StatementKind::Reset(Box::new(operand))))
    }

    /// Error of a word where it has no meaning.
    pub(super) fn misplaced<T>(
        word: &str,
        place: &'static str,
        location: Location,
    ) -> Result<T, Fault> {
        let what = word.to_owned();
        Err(location.error(ParseErrorKind::Misplaced { what, place }))
    }
}
