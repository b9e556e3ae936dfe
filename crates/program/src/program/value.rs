use std::sync::Arc;

use super::number::{Angle, Integer, IntegerType};
use crate::processor::MeasuredBit;

/// Maximum number of qubits, of bits, and of elements that are selected.
pub(super) const MAX_SIZE: usize = 1 << 16;

/// Bit of a program: known, or the result of a measurement that nobody has read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BitValue {
    /// Bit with a known value.
    Known(bool),
    /// Bit that a processor measured.
    Measured(MeasuredBit),
}

impl BitValue {
    pub(super) const ZERO: Self = Self::Known(false);

    /// The value, if it is known.
    pub(super) fn known(self) -> Option<bool> {
        match self {
            Self::Known(value) => Some(value),
            Self::Measured(_) => None,
        }
    }
}

/// Value of an expression or of a variable.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    /// Single bit, or a truth value.
    Bit(BitValue),
    /// Register of bits, bit 0 first.
    Bits(Vec<BitValue>),
    Integer(Integer),
    Float(f64),
    Angle(Angle),
    /// Number with measured bits, bit 0 first.
    Measured(MeasuredNumber),
    Array(Arc<Array>),
    Qubits(Qubits),
    /// Time, which an ideal simulator ignores.
    Duration,
    /// Value of a subroutine that returns none.
    Void,
}

/// Number with measured bits.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct MeasuredNumber {
    pub(super) of: NumberType,
    pub(super) bits: Vec<BitValue>,
}

/// Type of a number that consists of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NumberType {
    Integer(IntegerType),
    Angle,
}

/// Array of scalars, the last dimension varying fastest.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Array {
    pub(super) dimensions: Vec<usize>,
    pub(super) elements: Vec<Value>,
}

/// Qubits that a name stands for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Qubits {
    /// A single qubit.
    One(u32),
    /// Register of adjacent qubits.
    Range { start: u32, size: u32 },
    /// Register of any qubits.
    List(Arc<[u32]>),
}

impl Qubits {
    /// Size of a register; `None` for a single qubit.
    pub(super) fn size(&self) -> Option<usize> {
        match self {
            Self::One(_) => None,
            Self::Range { size, .. } => Some(*size as usize),
            Self::List(list) => Some(list.len()),
        }
    }

    /// Number of qubits.
    pub(super) fn len(&self) -> usize {
        self.size().unwrap_or(1)
    }

    /// Qubit of the `k`th application of a gate: element `k`, or the single qubit.
    pub(super) fn at(&self, k: usize) -> u32 {
        match self {
            Self::One(qubit) => *qubit,
            #[expect(clippy::cast_possible_truncation, reason = "less than the size")]
            Self::Range { start, .. } => start + k as u32,
            Self::List(list) => list[k],
        }
    }

    /// All qubits in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).map(|k| self.at(k))
    }
}

impl Value {
    /// Bit with a known value.
    pub(super) fn truth(value: bool) -> Self {
        Self::Bit(BitValue::Known(value))
    }

    /// Integer of a literal.
    pub(super) fn literal(value: i128) -> Self {
        Self::Integer(Integer {
            value,
            of: IntegerType::Literal,
        })
    }

    /// Name of its type, for messages.
    pub(super) fn type_name(&self) -> &'static str {
        match self {
            Self::Bit(_) => "bit",
            Self::Bits(_) => "bit[n]",
            Self::Integer(_) => "int",
            Self::Float(_) => "float",
            Self::Angle(_) => "angle",
            Self::Measured(number) => match number.of {
                NumberType::Integer(_) => "int",
                NumberType::Angle => "angle",
            },
            Self::Array(_) => "array",
            Self::Qubits(_) => "qubit",
            Self::Duration => "duration",
            Self::Void => "void",
        }
    }

    /// Number of bits and numbers it consists of.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Bits(bits) => bits.len(),
            Self::Measured(number) => number.bits.len(),
            Self::Array(array) => {
                let of_element = array.elements.first().map_or(1, Self::len);
                array.elements.len().saturating_mul(of_element)
            }
            _ => 1,
        }
    }

    /// Bits of a value that consists of bits, bit 0 first.
    pub(super) fn to_bits(&self) -> Option<Vec<BitValue>> {
        Some(match self {
            Self::Bit(bit) => vec![*bit],
            Self::Bits(bits) => bits.clone(),
            Self::Measured(number) => number.bits.clone(),
            Self::Integer(integer) => {
                let width = integer.of.width();
                known_bits(integer.value, width)
            }
            Self::Angle(angle) => known_bits(i128::from(angle.bits), angle.width),
            _ => return None,
        })
    }
}

/// Lowest bits of a number in two's complement.
pub(super) fn known_bits(value: i128, width: u8) -> Vec<BitValue> {
    (0..width)
        .map(|k| BitValue::Known(value >> k & 1 == 1))
        .collect()
}
