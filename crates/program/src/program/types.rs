use std::fmt;
use std::sync::Arc;

use super::number::{Angle, Integer, IntegerType};
use super::value::{Array, BitValue, Value};

/// Type of a classical variable.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Type {
    Bit,
    Bool,
    Bits(usize),
    Integer(IntegerType),
    /// Real number; of any width it has double precision.
    Float,
    Angle(u8),
    Array(Arc<ArrayType>),
    Duration,
    Void,
}

/// Type of an array.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ArrayType {
    /// Type of the elements, which are no arrays.
    pub(super) element: Type,
    /// Sizes; `None` where a parameter takes any.
    pub(super) dimensions: Vec<Option<usize>>,
}

impl Type {
    /// Number of bits and numbers of a value.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Bits(size) => *size,
            Self::Array(array) => {
                let sizes = array.dimensions.iter().map(|size| size.unwrap_or(1));
                let of_elements = array.element.len();
                sizes.fold(of_elements, usize::saturating_mul)
            }
            _ => 1,
        }
    }

    /// Returns `true` if a value consists of bits.
    pub(super) fn has_bits(&self) -> bool {
        match self {
            Self::Bit | Self::Bool | Self::Bits(_) | Self::Integer(_) | Self::Angle(_) => true,
            Self::Float | Self::Array(_) | Self::Duration | Self::Void => false,
        }
    }

    /// Value of a variable before its first assignment.
    pub(super) fn zero(&self) -> Value {
        match self {
            Self::Bit | Self::Bool => Value::Bit(BitValue::ZERO),
            Self::Bits(size) => Value::Bits(vec![BitValue::ZERO; *size]),
            Self::Integer(of) => Value::Integer(Integer { value: 0, of: *of }),
            Self::Float => Value::Float(0.0),
            Self::Angle(width) => Value::Angle(Angle {
                bits: 0,
                width: *width,
            }),
            Self::Array(array) => {
                let dimensions: Vec<usize> = array
                    .dimensions
                    .iter()
                    .map(|size| size.unwrap_or(0))
                    .collect();
                let number = dimensions.iter().product();
                Value::Array(Arc::new(Array {
                    elements: vec![array.element.zero(); number],
                    dimensions,
                }))
            }
            Self::Duration => Value::Duration,
            Self::Void => Value::Void,
        }
    }

    /// Returns `true` if a value from outside can be of the type without a loss.
    pub(super) fn takes(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Bit | Self::Bool, Value::Integer(integer)) => matches!(integer.value, 0 | 1),
            (Self::Bit | Self::Bool, Value::Bits(bits)) => bits.len() == 1,
            (Self::Bits(size), Value::Bits(bits)) => bits.len() == *size,
            (Self::Bits(size), _) => *size == 1 && Self::Bit.takes(value),
            (Self::Integer(of), Value::Integer(integer)) => {
                of.wrap(integer.value).value == integer.value
            }
            (Self::Integer(of), Value::Bits(bits)) => bits.len() == usize::from(of.width()),
            (Self::Integer(of), Value::Float(value)) => {
                let fits = |value| of.wrap(value).value == value;
                value.fract() == 0.0 && Integer::truncated(*value).is_some_and(fits)
            }
            (Self::Float, _) => matches!(value, Value::Float(_) | Value::Integer(_)),
            (Self::Array(array), Value::Array(values)) => values
                .elements
                .iter()
                .all(|value| array.element.takes(value)),
            // The cast tells what it expects.
            _ => true,
        }
    }

    /// Name for messages.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Bit => "bit",
            Self::Bool => "bool",
            Self::Bits(_) => "bit[n]",
            Self::Integer(IntegerType::Unsigned(_)) => "uint",
            Self::Integer(_) => "int",
            Self::Float => "float",
            Self::Angle(_) => "angle",
            Self::Array(_) => "array",
            Self::Duration => "duration",
            Self::Void => "void",
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bits(size) => write!(f, "bit[{size}]"),
            Self::Integer(of) => write!(f, "{}[{}]", self.name(), of.width()),
            Self::Angle(width) => write!(f, "angle[{width}]"),
            Self::Array(array) => write!(f, "array of {}", array.element),
            _ => f.write_str(self.name()),
        }
    }
}
