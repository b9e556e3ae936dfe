use super::number::{Arithmetic, Bitwise};

/// Operator of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unary {
    Negate,
    /// Inversion of all bits.
    Invert,
    /// Negation of a truth value.
    Not,
}

/// Operator of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binary {
    Arithmetic(Arithmetic),
    Bitwise(Bitwise),
    Compare(Comparison),
    ShiftLeft,
    ShiftRight,
    RotateLeft,
    RotateRight,
    Concatenate,
}

/// Operator that compares two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Binary {
    /// Name for messages.
    pub(super) fn symbol(self) -> &'static str {
        match self {
            Self::Arithmetic(operator) => operator.symbol(),
            Self::Bitwise(operator) => operator.symbol(),
            Self::Compare(comparison) => match comparison {
                Comparison::Equal => "==",
                Comparison::NotEqual => "!=",
                Comparison::Less => "<",
                Comparison::LessOrEqual => "<=",
                Comparison::Greater => ">",
                Comparison::GreaterOrEqual => ">=",
            },
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::RotateLeft => "rotl",
            Self::RotateRight => "rotr",
            Self::Concatenate => "++",
        }
    }
}

/// Function of a number or of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Function {
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
    Popcount,
}

impl Function {
    /// Name for messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sin => "sin",
            Self::Cos => "cos",
            Self::Tan => "tan",
            Self::Arcsin => "arcsin",
            Self::Arccos => "arccos",
            Self::Arctan => "arctan",
            Self::Exp => "exp",
            Self::Log => "log",
            Self::Sqrt => "sqrt",
            Self::Ceiling => "ceiling",
            Self::Floor => "floor",
            Self::Popcount => "popcount",
        }
    }

    /// Value at a real number; `None` for functions of bits.
    pub(super) fn of_float(self, x: f64) -> Option<f64> {
        Some(match self {
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
            Self::Popcount => return None,
        })
    }
}
