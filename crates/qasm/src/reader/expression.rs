use std::collections::HashMap;

use super::error::{ParseErrorKind, ParseQasmError, quoted};
use super::token::{TokenKind, Tokens, based, too_large, whole};
use super::version::Version;
use super::word::{constant, is_unsupported};

/// Maximum depth of parentheses, signs and powers.
const MAX_DEPTH: usize = 64;

/// Constant expression over the parameters of a gate, as steps of a stack machine, so that its
/// evaluation doesn't recurse.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Expression {
    steps: Vec<Step>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Step {
    Number(f64),
    Parameter(usize),
    Unary(Unary),
    Binary(Binary),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unary {
    Negate,
    Sin,
    Cos,
    Tan,
    Arcsin,
    Arccos,
    Arctan,
    Exp,
    Log,
    Sqrt,
    Ceiling,
    Floor,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Modulo,
}

impl Unary {
    fn apply(self, x: f64) -> f64 {
        match self {
            Self::Negate => -x,
            Self::Sin => x.sin(),
            Self::Cos => x.cos(),
            Self::Tan => x.tan(),
            Self::Arcsin => x.asin(),
            Self::Arccos => x.acos(),
            Self::Arctan => x.atan(),
            Self::Exp => x.exp(),
            Self::Log => x.ln(),
            Self::Sqrt => x.sqrt(),
            Self::Ceiling => x.ceil(),
            Self::Floor => x.floor(),
        }
    }
}

impl Binary {
    fn apply(self, x: f64, y: f64) -> Result<f64, ParseErrorKind> {
        let value = match self {
            Self::Divide | Self::Modulo if y == 0.0 => {
                return Err(ParseErrorKind::DivisionByZero);
            }
            Self::Add => x + y,
            Self::Subtract => x - y,
            Self::Multiply => x * y,
            Self::Divide => x / y,
            Self::Power => x.powf(y),
            Self::Modulo => x % y,
        };
        Ok(value)
    }
}

/// Function of an expression.
#[derive(Clone, Copy)]
enum Function {
    One(Unary),
    Two(Binary),
}

impl Function {
    fn named(name: &str, version: Version) -> Option<Self> {
        Some(match (version, name) {
            (_, "sin") => Self::One(Unary::Sin),
            (_, "cos") => Self::One(Unary::Cos),
            (_, "tan") => Self::One(Unary::Tan),
            (_, "exp") => Self::One(Unary::Exp),
            (_, "sqrt") => Self::One(Unary::Sqrt),
            (Version::Two, "ln") | (Version::Three, "log") => Self::One(Unary::Log),
            (Version::Three, "arcsin") => Self::One(Unary::Arcsin),
            (Version::Three, "arccos") => Self::One(Unary::Arccos),
            (Version::Three, "arctan") => Self::One(Unary::Arctan),
            (Version::Three, "ceiling") => Self::One(Unary::Ceiling),
            (Version::Three, "floor") => Self::One(Unary::Floor),
            (Version::Three, "pow") => Self::Two(Binary::Power),
            (Version::Three, "mod") => Self::Two(Binary::Modulo),
            _ => return None,
        })
    }
}

impl Expression {
    /// Reads an expression over parameters of these names.
    pub(super) fn read(
        tokens: &mut Tokens<'_>,
        parameters: &HashMap<&str, usize>,
        version: Version,
    ) -> Result<Self, ParseQasmError> {
        let mut reader = Reader {
            tokens,
            parameters,
            version,
            depth: 0,
            steps: Vec::new(),
        };
        reader.sum()?;
        let steps = reader.steps;
        Ok(Self { steps })
    }

    /// Reads an integer: an index or a size.
    pub(super) fn integer(
        tokens: &mut Tokens<'_>,
        version: Version,
        expected: &'static str,
    ) -> Result<i64, ParseQasmError> {
        let token = tokens.peek();
        let mut ahead = tokens.clone();
        // Fast path: digits alone, the only form in OpenQASM 2.
        if let TokenKind::Integer(digits) = ahead.take()?.kind
            && (version == Version::Two || ahead.sees("]"))
        {
            *tokens = ahead;
            let number = whole(digits).and_then(|number| i64::try_from(number).ok());
            return number.ok_or_else(|| token.location.error(too_large(digits)));
        }
        if version == Version::Two {
            return Err(tokens.unexpected(expected));
        }
        let mut reader = Reader {
            tokens,
            parameters: &HashMap::new(),
            version,
            depth: 0,
            steps: Vec::new(),
        };
        let of = reader.sum()?;
        let steps = reader.steps;
        let value = Self { steps }.whole(of);
        value.map_err(|reason| token.location.error(reason))
    }

    /// Evaluates to an integer.
    fn whole(&self, of: Type) -> Result<i64, ParseErrorKind> {
        // Integers below this bound are exact, so every step must stay there.
        const BOUND: f64 = (1_u64 << 53) as f64;
        let mut exact = of == Type::Whole;
        let value = self.run(&[], |value| {
            exact &= value.abs() < BOUND && value.fract() == 0.0;
        })?;
        if !exact {
            return Err(ParseErrorKind::NotWhole);
        }
        #[expect(clippy::cast_possible_truncation, reason = "a whole number below 2⁵³")]
        Ok(value as i64)
    }

    /// Number of steps of the evaluation.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Evaluates at these parameters to a finite number.
    pub(super) fn value(&self, parameters: &[f64]) -> Result<f64, ParseErrorKind> {
        self.run(parameters, |_| ())
    }

    /// Evaluates, passing the value of each step to `see`.
    fn run(&self, parameters: &[f64], mut see: impl FnMut(f64)) -> Result<f64, ParseErrorKind> {
        // Most are a number, or a number and a sign.
        let mut stack: Vec<f64> = Vec::new();
        for &step in &self.steps {
            let value = match step {
                Step::Number(value) => value,
                Step::Parameter(k) => parameters[k],
                Step::Unary(unary) => unary.apply(pop(&mut stack)),
                Step::Binary(binary) => {
                    let right = pop(&mut stack);
                    binary.apply(pop(&mut stack), right)?
                }
            };
            if !value.is_finite() {
                return Err(ParseErrorKind::NotFinite);
            }
            see(value);
            stack.push(value);
        }
        Ok(pop(&mut stack))
    }
}

fn pop(stack: &mut Vec<f64>) -> f64 {
    stack.pop().expect("an operator stands behind its operands")
}

/// Type of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Whole,
    Real,
}

impl Type {
    fn common(self, other: Self) -> Self {
        if self == other { self } else { Self::Real }
    }
}

struct Reader<'t, 'a, 'p> {
    tokens: &'t mut Tokens<'a>,
    parameters: &'p HashMap<&'p str, usize>,
    version: Version,
    depth: usize,
    steps: Vec<Step>,
}

impl Reader<'_, '_, '_> {
    fn sum(&mut self) -> Result<Type, ParseQasmError> {
        let mut left = self.product()?;
        loop {
            let binary = match self.tokens.peek().kind {
                TokenKind::Symbol("+") => Binary::Add,
                TokenKind::Symbol("-") => Binary::Subtract,
                _ => return Ok(left),
            };
            self.tokens.take()?;
            left = left.common(self.product()?);
            self.steps.push(Step::Binary(binary));
        }
    }

    fn product(&mut self) -> Result<Type, ParseQasmError> {
        let mut left = self.signed()?;
        loop {
            let binary = match self.tokens.peek().kind {
                TokenKind::Symbol("*") => Binary::Multiply,
                TokenKind::Symbol("/") => Binary::Divide,
                _ => return Ok(left),
            };
            let location = self.tokens.take()?.location;
            left = left.common(self.signed()?);
            // OpenQASM 2 has real numbers only.
            if (binary, left, self.version) == (Binary::Divide, Type::Whole, Version::Three) {
                return Err(location.error(ParseErrorKind::WholeDivision));
            }
            self.steps.push(Step::Binary(binary));
        }
    }

    /// A sign binds less than a power: `-2 ** 2` is -4.
    fn signed(&mut self) -> Result<Type, ParseQasmError> {
        let location = self.tokens.peek().location;
        if self.depth == MAX_DEPTH {
            return Err(location.error(ParseErrorKind::Depth { limit: MAX_DEPTH }));
        }
        self.depth += 1;
        let of = if self.tokens.accept("-")? {
            let of = self.signed()?;
            self.steps.push(Step::Unary(Unary::Negate));
            of
        } else {
            self.power()?
        };
        self.depth -= 1;
        Ok(of)
    }

    /// Powers associate to the right.
    fn power(&mut self) -> Result<Type, ParseQasmError> {
        let mut base = self.atom()?;
        let sign = match self.version {
            Version::Two => "^",
            Version::Three => "**",
        };
        if self.tokens.accept(sign)? {
            base = base.common(self.signed()?);
            self.steps.push(Step::Binary(Binary::Power));
        }
        Ok(base)
    }

    fn atom(&mut self) -> Result<Type, ParseQasmError> {
        let token = self.tokens.peek();
        match token.kind {
            TokenKind::Integer(digits) | TokenKind::Real(digits) => {
                self.tokens.take()?;
                let value =
                    number(digits).ok_or_else(|| token.location.error(too_large(digits)))?;
                self.steps.push(Step::Number(value));
                Ok(match token.kind {
                    TokenKind::Integer(_) => Type::Whole,
                    _ => Type::Real,
                })
            }
            TokenKind::Based(text) if self.version == Version::Three => {
                self.tokens.take()?;
                let value = based(text).expect("a token that is a number");
                self.steps.push(Step::Number(value as f64));
                Ok(Type::Whole)
            }
            TokenKind::Symbol("(") => {
                self.tokens.take()?;
                let inner = self.sum()?;
                self.tokens.symbol(")", "`)`")?;
                Ok(inner)
            }
            TokenKind::Name(name) => {
                self.tokens.take()?;
                if let Some(&k) = self.parameters.get(name) {
                    self.steps.push(Step::Parameter(k));
                } else if let Some(value) = constant(name, self.version) {
                    self.steps.push(Step::Number(value));
                } else if let Some(function) = Function::named(name, self.version) {
                    return self.call(function);
                } else if is_unsupported(name, self.version) {
                    let what = name.to_owned();
                    return Err(token.location.error(ParseErrorKind::Unsupported { what }));
                } else {
                    let (name, kind) = (quoted(name), "a parameter, a constant or a function");
                    return Err(token
                        .location
                        .error(ParseErrorKind::Undeclared { name, kind }));
                }
                Ok(Type::Real)
            }
            _ => Err(self.tokens.unexpected("a number")),
        }
    }

    fn call(&mut self, function: Function) -> Result<Type, ParseQasmError> {
        self.tokens.symbol("(", "`(`")?;
        let mut of = self.sum()?;
        match function {
            Function::One(unary) => {
                self.steps.push(Step::Unary(unary));
                of = Type::Real;
            }
            Function::Two(binary) => {
                self.tokens.symbol(",", "`,`")?;
                of = of.common(self.sum()?);
                self.steps.push(Step::Binary(binary));
            }
        }
        self.tokens.symbol(")", "`)`")?;
        Ok(of)
    }
}

/// Nearest number to these digits; `None` if it is infinite.
fn number(digits: &str) -> Option<f64> {
    let value: Option<f64> = if digits.contains('_') {
        digits.replace('_', "").parse().ok()
    } else {
        digits.parse().ok()
    };
    value.filter(|value| value.is_finite())
}

#[cfg(test)]
mod tests;
