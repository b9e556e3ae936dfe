use std::f64::consts::TAU;

use super::error::ParseErrorKind;

/// Maximum width of an integer or an angle, and the default.
pub(super) const MAX_WIDTH: u8 = 64;

/// Integer with its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Integer {
    pub(super) value: i128,
    pub(super) of: IntegerType,
}

/// Type of an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum IntegerType {
    /// Constant without a declared type, below 2⁶⁴ in absolute value.
    Literal,
    Signed(u8),
    Unsigned(u8),
}

impl Integer {
    /// Value of a real number without its fraction; `None` if it has more than 64 bits.
    pub(super) fn truncated(value: f64) -> Option<i128> {
        let is_long = value.abs() >= 2_f64.powi(64);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the fraction is to go, and it is in range"
        )]
        (!is_long).then_some(value as i128)
    }
}

impl IntegerType {
    /// Number of bits.
    pub(super) fn width(self) -> u8 {
        match self {
            Self::Literal => MAX_WIDTH,
            Self::Signed(width) | Self::Unsigned(width) => width,
        }
    }

    /// Integer of this type that equals the value modulo the type's range.
    pub(super) fn wrap(self, value: i128) -> Integer {
        let value = match self {
            Self::Literal => value,
            Self::Unsigned(width) => value & mask(width),
            Self::Signed(width) => {
                let low = value & mask(width);
                low - (low >> (width - 1) << width)
            }
        };
        Integer { value, of: self }
    }

    /// Common type of two operands of arithmetic: the wider one, as in C. Literals adapt, and
    /// numbers shorter than 64 bits grow beside a literal.
    fn common(self, other: Self) -> Self {
        match (self, other) {
            (Self::Literal, Self::Literal) => Self::Literal,
            (Self::Literal, of) | (of, Self::Literal) => match of {
                Self::Unsigned(MAX_WIDTH) => of,
                _ => Self::Signed(MAX_WIDTH),
            },
            (Self::Signed(a), Self::Signed(b)) => Self::Signed(a.max(b)),
            (Self::Unsigned(a), Self::Unsigned(b)) => Self::Unsigned(a.max(b)),
            (Self::Signed(signed), Self::Unsigned(unsigned))
            | (Self::Unsigned(unsigned), Self::Signed(signed)) => {
                if signed > unsigned {
                    Self::Signed(signed)
                } else {
                    Self::Unsigned(unsigned)
                }
            }
        }
    }

    /// Type of bitwise operations, where a literal takes the type of the other operand.
    fn bitwise(self, other: Self) -> Self {
        match (self, other) {
            (Self::Literal, of) | (of, Self::Literal) => of,
            _ => self.common(other),
        }
    }
}

fn mask(width: u8) -> i128 {
    (1 << width) - 1
}

/// Operator of arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Power,
}

/// Operator on bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bitwise {
    And,
    Or,
    Xor,
}

impl Arithmetic {
    pub(super) fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Modulo => "%",
            Self::Power => "**",
        }
    }

    /// Value for real numbers.
    pub(super) fn of_floats(self, x: f64, y: f64) -> Result<f64, ParseErrorKind> {
        Ok(match self {
            Self::Divide | Self::Modulo if y == 0.0 => {
                return Err(ParseErrorKind::DivisionByZero);
            }
            Self::Add => x + y,
            Self::Subtract => x - y,
            Self::Multiply => x * y,
            Self::Divide => x / y,
            Self::Modulo => x % y,
            Self::Power => x.powf(y),
        })
    }

    /// Value for integers, modulo the range of their common type; `None` if it is no integer.
    ///
    /// Division rounds to zero. That of two literals must be exact, else it is real, as in
    /// `arccos(3 / 5)`.
    pub(super) fn of_integers(
        self,
        a: Integer,
        b: Integer,
    ) -> Result<Option<Integer>, ParseErrorKind> {
        let of = a.of.common(b.of);
        let (x, y) = (a.value, b.value);
        let value = match self {
            Self::Divide | Self::Modulo if y == 0 => return Err(ParseErrorKind::DivisionByZero),
            Self::Add => x + y,
            Self::Subtract => x - y,
            // Both are below 2⁶⁴ in absolute value.
            Self::Multiply => x.wrapping_mul(y),
            Self::Divide if of == IntegerType::Literal && x % y != 0 => return Ok(None),
            Self::Divide => x / y,
            Self::Modulo => x % y,
            Self::Power if y < 0 => return Ok(None),
            Self::Power => match power(x, y, of) {
                Some(value) => value,
                None => return Ok(None),
            },
        };
        let exact = self != Self::Multiply || x.checked_mul(y).is_some();
        let fits = exact && value.unsigned_abs() < 1 << MAX_WIDTH;
        if of == IntegerType::Literal && !fits {
            return Ok(None);
        }
        Ok(Some(of.wrap(value)))
    }
}

/// Power of an integer, modulo the range of its type; `None` if a literal grows too large.
fn power(base: i128, exponent: i128, of: IntegerType) -> Option<i128> {
    let (mut base, mut left, mut value) = (base, exponent, 1_i128);
    if of == IntegerType::Literal && base.unsigned_abs() > 1 {
        return base.checked_pow(u32::try_from(exponent).ok()?);
    }
    while left > 0 {
        if left & 1 == 1 {
            value = of.wrap(value.wrapping_mul(base)).value;
        }
        base = of.wrap(base.wrapping_mul(base)).value;
        left >>= 1;
    }
    Some(value)
}

impl Bitwise {
    pub(super) fn symbol(self) -> &'static str {
        match self {
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
        }
    }

    pub(super) fn of_bits(self, a: bool, b: bool) -> bool {
        match self {
            Self::And => a && b,
            Self::Or => a || b,
            Self::Xor => a != b,
        }
    }

    pub(super) fn of_integers(self, a: Integer, b: Integer) -> Integer {
        let value = match self {
            Self::And => a.value & b.value,
            Self::Or => a.value | b.value,
            Self::Xor => a.value ^ b.value,
        };
        a.of.bitwise(b.of).wrap(value)
    }
}

/// Angle in units of 2π/2ʷ for a width w.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Angle {
    pub(super) bits: u64,
    pub(super) width: u8,
}

impl Angle {
    /// Nearest angle to a finite number of radians.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a fraction of the turn, scaled"
    )]
    pub(super) fn from_radians(radians: f64, width: u8) -> Self {
        let turn = (radians / TAU).rem_euclid(1.0);
        let scaled = turn * 2_f64.powi(i32::from(width));
        let value = scaled.round_ties_even() as u128;
        Self::new(value, width)
    }

    /// Angle of these bits modulo a turn.
    pub(super) fn new(bits: u128, width: u8) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "masked to at most 64 bits")]
        let bits = (bits & ((1 << width) - 1)) as u64;
        Self { bits, width }
    }

    /// Angle in radians, in 0..2π.
    pub(super) fn radians(self) -> f64 {
        self.bits as f64 / 2_f64.powi(i32::from(self.width)) * TAU
    }

    /// Angle of another width: bits are added or dropped at the low end.
    pub(super) fn resized(self, width: u8) -> Self {
        let bits = if width >= self.width {
            u128::from(self.bits) << (width - self.width)
        } else {
            u128::from(self.bits >> (self.width - width))
        };
        Self::new(bits, width)
    }
}
