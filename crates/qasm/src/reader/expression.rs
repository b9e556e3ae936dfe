use std::collections::HashMap;
use std::f64::consts::{E, PI, TAU};

use super::Version;
use super::error::{ReadError, Reason, quoted};
use super::token::{Kind, Tokens, too_large};

/// How deep parentheses, signs and powers may be nested.
const MAX_DEPTH: usize = 64;

/// A constant expression over the parameters of a gate, as steps of a stack machine: what is long
/// takes no more stack than what is short.
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
    fn apply(self, x: f64, y: f64) -> Result<f64, Reason> {
        let value = match self {
            Self::Divide | Self::Modulo if y == 0.0 => return Err(Reason::DivisionByZero),
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

/// What a name with parentheses behind it does.
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

/// The number that a name stands for everywhere.
pub(super) fn constant(name: &str, version: Version) -> Option<f64> {
    Some(match (version, name) {
        (_, "pi") | (Version::Three, "π") => PI,
        (Version::Three, "tau" | "τ") => TAU,
        (Version::Three, "euler" | "ℇ") => E,
        _ => return None,
    })
}

impl Expression {
    /// Reads an expression in which the parameters have these names.
    pub(super) fn read(
        tokens: &mut Tokens<'_>,
        parameters: &HashMap<&str, usize>,
        version: Version,
    ) -> Result<Self, ReadError> {
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

    /// How many steps its value takes.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Its value at these parameters: a finite number.
    pub(super) fn value(&self, parameters: &[f64]) -> Result<f64, Reason> {
        // Nearly all are a number, or a number and a sign.
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
                return Err(Reason::NotFinite);
            }
            stack.push(value);
        }
        Ok(pop(&mut stack))
    }
}

fn pop(stack: &mut Vec<f64>) -> f64 {
    stack.pop().expect("an operator stands behind its operands")
}

/// Whether a value is a whole number by its type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Whole,
    Real,
}

impl Type {
    fn with(self, other: Self) -> Self {
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
    fn sum(&mut self) -> Result<Type, ReadError> {
        let mut left = self.product()?;
        loop {
            let binary = match self.tokens.peek().kind {
                Kind::Symbol("+") => Binary::Add,
                Kind::Symbol("-") => Binary::Subtract,
                _ => return Ok(left),
            };
            self.tokens.take()?;
            left = left.with(self.product()?);
            self.steps.push(Step::Binary(binary));
        }
    }

    fn product(&mut self) -> Result<Type, ReadError> {
        let mut left = self.signed()?;
        loop {
            let binary = match self.tokens.peek().kind {
                Kind::Symbol("*") => Binary::Multiply,
                Kind::Symbol("/") => Binary::Divide,
                _ => return Ok(left),
            };
            let place = self.tokens.take()?.place;
            left = left.with(self.signed()?);
            // OpenQASM 2 has real numbers only.
            if (binary, left, self.version) == (Binary::Divide, Type::Whole, Version::Three) {
                return Err(place.error(Reason::WholeDivision));
            }
            self.steps.push(Step::Binary(binary));
        }
    }

    /// A sign binds less than a power: `-2 ** 2` is -4.
    fn signed(&mut self) -> Result<Type, ReadError> {
        let place = self.tokens.peek().place;
        if self.depth == MAX_DEPTH {
            return Err(place.error(Reason::Depth { limit: MAX_DEPTH }));
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

    /// Powers are taken from the right.
    fn power(&mut self) -> Result<Type, ReadError> {
        let mut base = self.atom()?;
        let sign = match self.version {
            Version::Two => "^",
            Version::Three => "**",
        };
        if self.tokens.accept(sign)? {
            base = base.with(self.signed()?);
            self.steps.push(Step::Binary(Binary::Power));
        }
        Ok(base)
    }

    fn atom(&mut self) -> Result<Type, ReadError> {
        let token = self.tokens.peek();
        match token.kind {
            Kind::Integer(digits) | Kind::Real(digits) => {
                self.tokens.take()?;
                let value = number(digits).ok_or_else(|| token.place.error(too_large(digits)))?;
                self.steps.push(Step::Number(value));
                Ok(match token.kind {
                    Kind::Integer(_) => Type::Whole,
                    _ => Type::Real,
                })
            }
            Kind::Symbol("(") => {
                self.tokens.take()?;
                let inner = self.sum()?;
                self.tokens.symbol(")", "`)`")?;
                Ok(inner)
            }
            Kind::Name(name) => {
                self.tokens.take()?;
                if let Some(&k) = self.parameters.get(name) {
                    self.steps.push(Step::Parameter(k));
                } else if let Some(value) = constant(name, self.version) {
                    self.steps.push(Step::Number(value));
                } else if let Some(function) = Function::named(name, self.version) {
                    return self.call(function);
                } else {
                    let (name, kind) = (quoted(name), "a parameter, a constant or a function");
                    return Err(token.place.error(Reason::Undeclared { name, kind }));
                }
                Ok(Type::Real)
            }
            _ => Err(self.tokens.unexpected("a number")),
        }
    }

    fn call(&mut self, function: Function) -> Result<Type, ReadError> {
        self.tokens.symbol("(", "`(`")?;
        let mut of = self.sum()?;
        match function {
            Function::One(unary) => {
                self.steps.push(Step::Unary(unary));
                of = Type::Real;
            }
            Function::Two(binary) => {
                self.tokens.symbol(",", "`,`")?;
                of = of.with(self.sum()?);
                self.steps.push(Step::Binary(binary));
            }
        }
        self.tokens.symbol(")", "`)`")?;
        Ok(of)
    }
}

/// The nearest number to these digits; `None` when it is infinite.
fn number(digits: &str) -> Option<f64> {
    let value: Option<f64> = if digits.contains('_') {
        digits.replace('_', "").parse().ok()
    } else {
        digits.parse().ok()
    };
    value.filter(|value| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, version: Version) -> Result<f64, Reason> {
        let mut tokens = Tokens::new(text).map_err(|error| error.reason)?;
        let parameters = HashMap::from([("a", 0), ("b", 1)]);
        let expression = Expression::read(&mut tokens, &parameters, version);
        let expression = expression.map_err(|error| error.reason)?;
        if tokens.peek().kind != Kind::End {
            return Err(tokens.unexpected("the end").reason);
        }
        expression.value(&[0.5, 2.0])
    }

    #[test]
    fn operators_bind_as_usual() {
        for (text, expected) in [
            ("1 + 2 * 3 - 4", 3.0),
            ("8.0 / 4 / 2", 1.0),
            ("-2 ** 2", -4.0),
            ("2 ** 3 ** 2", 512.0),
            ("2.0 ** -1", 0.5),
            ("2 * -(1 + 2)", -6.0),
            ("--a", 0.5),
            ("a / b + pi", 0.25 + PI),
            ("1_000.5e-1_0", 1000.5e-10),
            (".5 + 1. + 1E2", 101.5),
            ("π - tau / 2", 0.0),
            ("log(ℇ) + sqrt(4) + cos(0) + floor(1.5) + ceiling(1.5)", 7.0),
            ("pow(2, 3) + mod(7, 4)", 11.0),
            ("arcsin(sin(0.5)) + arccos(1) + arctan(0) + tan(0)", 0.5),
        ] {
            let found = value(text, Version::Three).unwrap();
            assert!((found - expected).abs() < 1e-12, "{text}: {found}");
        }
        assert_eq!(value("2^3 + 1/2 + ln(exp(1))", Version::Two), Ok(9.5));
    }

    #[test]
    fn what_has_no_value_is_refused() {
        for (text, reason) in [
            ("1.0 / (a - a)", Reason::DivisionByZero),
            ("mod(1, 0)", Reason::DivisionByZero),
            ("1 / 2", Reason::WholeDivision),
            ("(3 + 1) / pow(2, 1)", Reason::WholeDivision),
            ("log(0)", Reason::NotFinite),
            ("sqrt(-1) * 0", Reason::NotFinite),
            ("1e308 * 10", Reason::NotFinite),
            ("1e309", too_large("1e309")),
            ("1__0", too_large("1__0")),
            ("10ns", too_large("10ns")),
            ("0x10", too_large("0x10")),
            ("1e", too_large("1e")),
        ] {
            assert_eq!(value(text, Version::Three), Err(reason), "{text}");
        }
        for (text, version) in [
            ("2^3", Version::Three),
            ("2**3", Version::Two),
            ("tau", Version::Two),
            ("ln(2)", Version::Three),
            ("c", Version::Three),
            ("sin 1", Version::Three),
            ("+1", Version::Three),
            ("(1", Version::Two),
            ("", Version::Two),
        ] {
            assert!(value(text, version).is_err(), "{text}");
        }
    }

    #[test]
    fn length_takes_no_stack_and_depth_has_a_limit() {
        let long = format!("0{}", " + 1".repeat(100_000));
        assert_eq!(value(&long, Version::Three), Ok(100_000.0));
        let limit = Reason::Depth { limit: MAX_DEPTH };
        for deep in ["(", "-", "2 ** ", "sin("] {
            let deep = deep.repeat(100_000);
            assert_eq!(value(&deep, Version::Three), Err(limit.clone()));
        }
        let nested = format!("{}1{}", "(".repeat(60), ")".repeat(60));
        assert_eq!(value(&nested, Version::Three), Ok(1.0));
    }
}
