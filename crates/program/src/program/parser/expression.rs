use super::{Context, Parser};
use crate::program::error::{Fault, Location, ParseErrorKind, quoted};
use crate::program::keyword::{constant, is_unsupported};
use crate::program::machine::MAX_STEPS;
use crate::program::names::Symbol;
use crate::program::null_processor::at_compile_time;
use crate::program::number::{Arithmetic, Bitwise};
use crate::program::operator::{Binary, Comparison, Function, Unary};
use crate::program::token::{TokenKind, based, invalid_number, whole};
use crate::program::tree::{Expression, Step, Target};
use crate::program::types::Type;
use crate::program::value::{BitValue, Value};
use crate::program::version::Version;

/// Maximum number of steps of all constants of a text.
const MAX_CONSTANT_STEPS: usize = MAX_STEPS / 4;

/// Operator between two operands.
#[derive(Clone, Copy)]
enum Infix {
    Binary(Binary),
    And,
    Or,
}

impl Infix {
    /// Operator of a symbol, with its precedence.
    fn of(symbol: &str, version: Version) -> Option<(u8, Self)> {
        use Arithmetic::{Add, Divide, Modulo, Multiply, Subtract};
        let binary = |precedence, binary| Some((precedence, Self::Binary(binary)));
        let compare = |precedence, comparison| binary(precedence, Binary::Compare(comparison));
        match symbol {
            "+" => binary(9, Binary::Arithmetic(Add)),
            "-" => binary(9, Binary::Arithmetic(Subtract)),
            "*" => binary(10, Binary::Arithmetic(Multiply)),
            "/" => binary(10, Binary::Arithmetic(Divide)),
            _ if version == Version::Two => None,
            "%" => binary(10, Binary::Arithmetic(Modulo)),
            "<<" => binary(8, Binary::ShiftLeft),
            ">>" => binary(8, Binary::ShiftRight),
            "<" => compare(7, Comparison::Less),
            "<=" => compare(7, Comparison::LessOrEqual),
            ">" => compare(7, Comparison::Greater),
            ">=" => compare(7, Comparison::GreaterOrEqual),
            "==" => compare(6, Comparison::Equal),
            "!=" => compare(6, Comparison::NotEqual),
            "&" => binary(5, Binary::Bitwise(Bitwise::And)),
            "^" => binary(4, Binary::Bitwise(Bitwise::Xor)),
            "|" => binary(3, Binary::Bitwise(Bitwise::Or)),
            "&&" => Some((2, Self::And)),
            "||" => Some((1, Self::Or)),
            "++" => binary(0, Binary::Concatenate),
            _ => None,
        }
    }
}

/// Function with its number of arguments.
fn function(name: &str, version: Version) -> Option<Step> {
    let three = version == Version::Three;
    Some(Step::Function(match name {
        "sin" => Function::Sin,
        "cos" => Function::Cos,
        "tan" => Function::Tan,
        "exp" => Function::Exp,
        "sqrt" => Function::Sqrt,
        "ln" if !three => Function::Log,
        "asin" if !three => Function::Arcsin,
        "acos" if !three => Function::Arccos,
        "atan" if !three => Function::Arctan,
        _ if !three => return None,
        "log" => Function::Log,
        "arcsin" => Function::Arcsin,
        "arccos" => Function::Arccos,
        "arctan" => Function::Arctan,
        "ceiling" => Function::Ceiling,
        "floor" => Function::Floor,
        "popcount" => Function::Popcount,
        "pow" => return Some(Step::Binary(Binary::Arithmetic(Arithmetic::Power))),
        "mod" => return Some(Step::Binary(Binary::Arithmetic(Arithmetic::Modulo))),
        "rotl" => return Some(Step::Binary(Binary::RotateLeft)),
        "rotr" => return Some(Step::Binary(Binary::RotateRight)),
        _ => return None,
    }))
}

impl Parser<'_, '_, '_> {
    /// Reads an expression. One of constants is evaluated.
    pub(super) fn expression(&mut self) -> Result<Expression, Fault> {
        let location = self.tokens.peek().location;
        let mut steps = Vec::new();
        self.infix(0, &mut steps)?;
        let (expression, steps) = folded(location, steps)?;
        self.state.steps += steps;
        if self.state.steps > MAX_CONSTANT_STEPS {
            let limit = MAX_CONSTANT_STEPS;
            return Err(location.error(ParseErrorKind::Steps { limit }));
        }
        Ok(expression)
    }

    /// Reads expressions separated by commas, up to a symbol.
    pub(super) fn expressions(
        &mut self,
        end: &str,
        expected: &'static str,
    ) -> Result<Vec<Expression>, Fault> {
        let mut expressions = Vec::new();
        if self.tokens.accept(end)? {
            return Ok(expressions);
        }
        loop {
            expressions.push(self.expression()?);
            if !self.tokens.accept(",")? {
                self.tokens.symbol(end, expected)?;
                return Ok(expressions);
            }
            // A list may end with a comma.
            if end == "}" && self.tokens.accept(end)? {
                return Ok(expressions);
            }
        }
    }

    /// Reads an index, which is an integer.
    pub(super) fn index(&mut self) -> Result<Expression, Fault> {
        let token = self.tokens.peek();
        if let TokenKind::Integer(digits) = token.kind
            && whole(digits).is_none()
        {
            return Err(token.location.error(invalid_number(digits)));
        }
        if self.is_three() {
            return self.expression();
        }
        let TokenKind::Integer(digits) = token.kind else {
            return Err(self.tokens.unexpected("an index"));
        };
        self.tokens.take()?;
        Ok(Expression {
            location: token.location,
            steps: [integer(digits)
                .map(Step::Constant)
                .ok_or_else(|| token.location.error(invalid_number(digits)))?]
            .into(),
        })
    }

    /// Reads an integer that is known now, as a size.
    pub(super) fn constant_integer(&mut self, expected: &'static str) -> Result<i128, Fault> {
        if !self.is_three() && !matches!(self.tokens.peek().kind, TokenKind::Integer(_)) {
            return Err(self.tokens.unexpected(expected));
        }
        let index = self.index()?;
        let Some(value) = index.constant() else {
            return Err(index.location.error(ParseErrorKind::NotConstant));
        };
        at_compile_time(|machine| {
            let integer = machine.integer_of(value.clone());
            let integer = integer.map_err(|cause| cause.at(index.location))?;
            Ok(integer.value)
        })
    }

    fn infix(&mut self, least: u8, steps: &mut Vec<Step>) -> Result<(), Fault> {
        self.prefix(steps)?;
        loop {
            let TokenKind::Symbol(symbol) = self.tokens.peek().kind else {
                return Ok(());
            };
            let Some((precedence, infix)) = Infix::of(symbol, self.state.version) else {
                return Ok(());
            };
            if precedence < least {
                return Ok(());
            }
            self.tokens.take()?;
            let start = steps.len();
            match infix {
                Infix::Binary(binary) => {
                    self.infix(precedence + 1, steps)?;
                    steps.push(Step::Binary(binary));
                }
                Infix::And | Infix::Or => {
                    steps.push(Step::Truth);
                    self.infix(precedence + 1, steps)?;
                    steps.push(Step::Truth);
                    let skip = u32::try_from(steps.len() - start - 1).unwrap_or(u32::MAX);
                    steps[start] = match infix {
                        Infix::And => Step::And(skip),
                        _ => Step::Or(skip),
                    };
                }
            }
        }
    }

    /// A sign binds less than a power: `-2 ** 2` is -4.
    fn prefix(&mut self, steps: &mut Vec<Step>) -> Result<(), Fault> {
        self.nested(|parser| {
            let unary = match parser.tokens.peek().kind {
                TokenKind::Symbol("-") => Unary::Negate,
                TokenKind::Symbol("~") if parser.is_three() => Unary::Invert,
                TokenKind::Symbol("!") if parser.is_three() => Unary::Not,
                _ => return parser.power(steps),
            };
            parser.tokens.take()?;
            parser.prefix(steps)?;
            steps.push(Step::Unary(unary));
            Ok(())
        })
    }

    /// Powers associate to the right.
    fn power(&mut self, steps: &mut Vec<Step>) -> Result<(), Fault> {
        self.atom(steps)?;
        let sign = match self.state.version {
            Version::Two => "^",
            Version::Three => "**",
        };
        if self.tokens.accept(sign)? {
            self.prefix(steps)?;
            steps.push(Step::Binary(Binary::Arithmetic(Arithmetic::Power)));
        }
        Ok(())
    }

    fn atom(&mut self, steps: &mut Vec<Step>) -> Result<(), Fault> {
        let token = self.tokens.peek();
        let three = self.is_three();
        let value = match token.kind {
            TokenKind::Integer(digits) => integer(digits)
                .or_else(|| number(digits))
                .ok_or_else(|| token.location.error(invalid_number(digits)))?,
            TokenKind::Real(digits) => {
                number(digits).ok_or_else(|| token.location.error(invalid_number(digits)))?
            }
            TokenKind::Based(text) if three => {
                let value = based(text).expect("a token that is a number");
                Value::literal(i128::from(value))
            }
            TokenKind::Duration(_) if three => Value::Duration,
            TokenKind::Text(text) if three => {
                bits(text).ok_or_else(|| self.tokens.unexpected("a number"))?
            }
            TokenKind::Symbol("(") => {
                self.tokens.take()?;
                self.infix(0, steps)?;
                return self.tokens.symbol(")", "`)`");
            }
            TokenKind::Name(name) => {
                self.tokens.take()?;
                return self.name(name, token.location, steps);
            }
            _ => return Err(self.tokens.unexpected("a number")),
        };
        self.tokens.take()?;
        steps.push(Step::Constant(value));
        Ok(())
    }

    /// Reads what a name begins.
    fn name(&mut self, name: &str, location: Location, steps: &mut Vec<Step>) -> Result<(), Fault> {
        let version = self.state.version;
        match self.state.names.find(name) {
            Some(Symbol::Constant(value, of)) => {
                let (value, of) = (value.clone(), of.clone());
                if !self.tokens.sees("[") {
                    steps.push(Step::Constant(value));
                    return Ok(());
                }
                let target = Target {
                    name: quoted(name).into(),
                    location,
                    slot: 0,
                    of,
                    constant: Some(value),
                    brackets: self.brackets()?,
                };
                steps.push(Step::Element(Box::new(target)));
                return Ok(());
            }
            Some(Symbol::Variable { slot, of, .. }) => {
                let (slot, of) = (*slot, of.clone());
                if !self.tokens.sees("[") {
                    steps.push(Step::Variable(slot));
                    return Ok(());
                }
                let target = Target {
                    name: quoted(name).into(),
                    location,
                    slot,
                    of,
                    constant: None,
                    brackets: self.brackets()?,
                };
                steps.push(Step::Element(Box::new(target)));
                return Ok(());
            }
            Some(Symbol::Qubits { .. } | Symbol::QubitVariable { .. }) | None => {}
        }
        if let Some(value) = constant(name, version) {
            steps.push(Step::Constant(Value::Float(value)));
            return Ok(());
        }
        let three = version == Version::Three;
        match name {
            "true" | "false" if three => {
                steps.push(Step::Constant(Value::truth(name == "true")));
                return Ok(());
            }
            "sizeof" if three => return self.size_of(steps),
            "durationof" if three => return self.duration_of(steps),
            "bit" | "bool" | "int" | "uint" | "float" | "angle" if three => {
                let of = self.scalar_type(name, location)?;
                self.tokens.symbol("(", "`(`")?;
                self.infix(0, steps)?;
                self.tokens.symbol(")", "`)`")?;
                steps.push(Step::Cast(Box::new(of)));
                return Ok(());
            }
            "measure" if three => {
                let what = name.to_owned();
                let place = "within an expression";
                return Err(location.error(ParseErrorKind::Misplaced { what, place }));
            }
            _ => {}
        }
        if let Some(step) = function(name, version) {
            self.tokens.symbol("(", "`(`")?;
            self.infix(0, steps)?;
            if matches!(step, Step::Binary(_)) {
                self.tokens.symbol(",", "`,`")?;
                self.infix(0, steps)?;
            }
            self.tokens.symbol(")", "`)`")?;
            steps.push(step);
            return Ok(());
        }
        if is_unsupported(name, version) {
            let what = name.to_owned();
            return Err(location.error(ParseErrorKind::Unsupported { what }));
        }
        if let Some(kind) = self.state.names.undefined.get(name).copied() {
            let name = quoted(name);
            return Err(location.error(ParseErrorKind::NoDefinition { name, kind }));
        }
        if self.state.names.subroutines.contains_key(name) && self.state.context != Context::Gate {
            let call = self.subroutine_call(name, location)?;
            steps.push(Step::Call(Box::new(call)));
            return Ok(());
        }
        let (name, kind) = (
            quoted(name),
            "a parameter, a variable, a constant or a function",
        );
        Err(location.error(ParseErrorKind::Undeclared { name, kind }))
    }

    /// Reads `sizeof` after the word. The sizes of most arrays are known now.
    fn size_of(&mut self, steps: &mut Vec<Step>) -> Result<(), Fault> {
        self.tokens.symbol("(", "`(`")?;
        let start = steps.len();
        let of = match self.tokens.peek().kind {
            TokenKind::Name(name) => match self.state.names.find(name) {
                Some(Symbol::Variable { of, .. }) => Some(of.clone()),
                _ => None,
            },
            _ => None,
        };
        self.infix(0, steps)?;
        let whole = matches!(steps[start..], [Step::Variable(_)]);
        let of = of.filter(|_| whole);
        let dimension = if self.tokens.accept(",")? {
            Some(self.expression()?)
        } else {
            None
        };
        self.tokens.symbol(")", "`)`")?;
        let first = Value::literal(0);
        let which = dimension
            .as_ref()
            .map_or(Some(&first), Expression::constant);
        if let (Some(of), Some(Value::Integer(which))) = (&of, which) {
            let index = usize::try_from(which.value).ok();
            let known = match (of, index) {
                (Type::Array(array), Some(index)) => array.dimensions.get(index).copied().flatten(),
                (Type::Bits(size), Some(0)) => Some(*size),
                _ => None,
            };
            if let Some(size) = known {
                steps.truncate(start);
                let size = i128::try_from(size).unwrap_or(i128::MAX);
                steps.push(Step::Constant(Value::literal(size)));
                return Ok(());
            }
        }
        match dimension {
            Some(dimension) => steps.extend(dimension.steps),
            None => steps.push(Step::Constant(first)),
        }
        steps.push(Step::Size);
        Ok(())
    }

    /// Reads `durationof` after the word. The statements are read and dropped.
    fn duration_of(&mut self, steps: &mut Vec<Step>) -> Result<(), Fault> {
        self.tokens.symbol("(", "`(`")?;
        self.block()?;
        self.tokens.symbol(")", "`)`")?;
        steps.push(Step::Constant(Value::Duration));
        Ok(())
    }
}

/// Expression of these steps, which is evaluated if they are constant, and the number of steps that
/// took.
fn folded(location: Location, steps: Vec<Step>) -> Result<(Expression, usize), Fault> {
    let expression = Expression {
        location,
        steps: steps.into(),
    };
    let varies = |step: &Step| match step {
        Step::Variable(_) | Step::Call(_) => true,
        Step::Element(target) => target.constant.is_none() || !target.is_constant(),
        _ => false,
    };
    if expression.constant().is_some() || expression.steps.iter().any(varies) {
        return Ok((expression, 0));
    }
    let (value, number) = at_compile_time(|machine| {
        let value = machine.evaluate(&expression)?;
        Ok((value, machine.steps()))
    })?;
    let steps = [Step::Constant(value)].into();
    Ok((Expression { location, steps }, number))
}

/// Integer of these digits; `None` if it has more than 64 bits.
fn integer(digits: &str) -> Option<Value> {
    let plain: u64 = if digits.contains('_') {
        digits.replace('_', "").parse().ok()?
    } else {
        digits.parse().ok()?
    };
    Some(Value::literal(i128::from(plain)))
}

/// Nearest number to these digits; `None` if it is infinite.
fn number(digits: &str) -> Option<Value> {
    let value: Option<f64> = if digits.contains('_') {
        digits.replace('_', "").parse().ok()
    } else {
        digits.parse().ok()
    };
    value.filter(|value| value.is_finite()).map(Value::Float)
}

/// Bits of a text of zeros and ones, the last of which is bit 0.
fn bits(text: &str) -> Option<Value> {
    let digits = text.chars().rev().filter(|digit| *digit != '_');
    let bits = digits.map(|digit| match digit {
        '0' => Some(BitValue::Known(false)),
        '1' => Some(BitValue::Known(true)),
        _ => None,
    });
    let bits: Vec<BitValue> = bits.collect::<Option<_>>()?;
    (!bits.is_empty()).then_some(Value::Bits(bits))
}
