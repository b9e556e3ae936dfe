use std::sync::Arc;

use super::error::ParseErrorKind;
use super::machine::{Cause, Machine, number_of};
use super::number::{Angle, Integer, IntegerType};
use super::types::{ArrayType, Type};
use super::value::{Array, BitValue, MeasuredNumber, NumberType, Value, known_bits};
use crate::processor::Processor;

impl<P: Processor> Machine<'_, P> {
    /// Value of another type. Measured bits are read only where the type needs it.
    pub(super) fn cast(&mut self, value: Value, of: &Type) -> Result<Value, Cause<P::Error>> {
        match of {
            Type::Bit => self.bit_of(value),
            Type::Bool => match value {
                Value::Bit(_) => Ok(value),
                other => Ok(Value::truth(self.truth(&other)?)),
            },
            Type::Bits(size) => to_register(value, *size),
            Type::Integer(of) => self.integer_of_type(value, *of),
            Type::Float => Ok(Value::Float(self.float_of(value)?)),
            Type::Angle(width) => self.angle_of(value, *width),
            Type::Array(of) => self.array_of_type(value, of),
            Type::Duration => match value {
                Value::Duration => Ok(value),
                other => mismatch("a duration", &other),
            },
            Type::Void => Ok(Value::Void),
        }
    }

    fn bit_of(&mut self, value: Value) -> Result<Value, Cause<P::Error>> {
        match value {
            Value::Bit(_) => Ok(value),
            Value::Bits(bits) => match bits[..] {
                [bit] => Ok(Value::Bit(bit)),
                _ => Err(sizes(1, bits.len()).into()),
            },
            Value::Measured(MeasuredNumber { ref bits, .. }) if bits.len() == 1 => {
                Ok(Value::Bit(bits[0]))
            }
            Value::Measured(_) => {
                let resolved = self.resolve(value)?;
                self.bit_of(resolved)
            }
            Value::Integer(Integer { value: 0, .. }) => Ok(Value::truth(false)),
            Value::Integer(
                Integer { value: 1, .. }
                | Integer {
                    value: -1,
                    of: IntegerType::Signed(1),
                },
            ) => Ok(Value::truth(true)),
            other => mismatch("a bit", &other),
        }
    }

    fn integer_of_type(&mut self, value: Value, of: IntegerType) -> Result<Value, Cause<P::Error>> {
        let width = usize::from(of.width());
        match value {
            Value::Integer(integer) => Ok(Value::Integer(of.wrap(integer.value))),
            Value::Float(value) => {
                let whole = Integer::truncated(value).ok_or(ParseErrorKind::IntegerRange)?;
                Ok(Value::Integer(of.wrap(whole)))
            }
            Value::Measured(MeasuredNumber {
                of: NumberType::Integer(from),
                ref bits,
            }) if bits.len() != width && matches!(from, IntegerType::Signed(_)) => {
                let resolved = self.resolve(value)?;
                self.integer_of_type(resolved, of)
            }
            Value::Bit(bit) => Ok(number_from_bits(vec![bit], width, NumberType::Integer(of))),
            Value::Bits(bits)
            | Value::Measured(MeasuredNumber {
                of: NumberType::Integer(_),
                bits,
            }) => Ok(number_from_bits(bits, width, NumberType::Integer(of))),
            other => mismatch("an integer", &other),
        }
    }

    fn angle_of(&mut self, value: Value, width: u8) -> Result<Value, Cause<P::Error>> {
        match value {
            Value::Angle(angle) => Ok(Value::Angle(angle.resized(width))),
            Value::Bit(bit) => Ok(number_from_bits(
                vec![bit],
                usize::from(width),
                NumberType::Angle,
            )),
            Value::Bits(bits) => {
                if bits.len() != usize::from(width) {
                    return Err(sizes(usize::from(width), bits.len()).into());
                }
                Ok(number_from_bits(
                    bits,
                    usize::from(width),
                    NumberType::Angle,
                ))
            }
            Value::Measured(MeasuredNumber {
                of: NumberType::Angle,
                ref bits,
            }) => {
                if bits.len() == usize::from(width) {
                    return Ok(value);
                }
                let resolved = self.resolve(value)?;
                self.angle_of(resolved, width)
            }
            other => {
                let radians = self.float_of(other)?;
                Ok(Value::Angle(Angle::from_radians(radians, width)))
            }
        }
    }

    fn array_of_type(&mut self, value: Value, of: &ArrayType) -> Result<Value, Cause<P::Error>> {
        let Value::Array(array) = value else {
            return mismatch("an array", &value);
        };
        let expected = of.dimensions.iter();
        let same = expected.len() == array.dimensions.len();
        let mut sizes_found = expected.zip(&array.dimensions);
        if !same {
            let (left, right) = (of.dimensions.len(), array.dimensions.len());
            return Err(ParseErrorKind::Dimensions { left, right }.into());
        }
        if let Some((Some(left), right)) =
            sizes_found.find(|(left, right)| left.is_some_and(|left| left != **right))
        {
            return Err(sizes(*left, *right).into());
        }
        let number = Value::Array(Arc::clone(&array)).len();
        self.spend(array.elements.len() + number / 8)?;
        let mut array = array;
        // Elements that have the type already are not copied.
        for index in 0..array.elements.len() {
            if has_type(&array.elements[index], &of.element) {
                continue;
            }
            let element = self.cast(array.elements[index].clone(), &of.element)?;
            Arc::make_mut(&mut array).elements[index] = element;
        }
        Ok(Value::Array(array))
    }

    /// Real number, finite.
    pub(super) fn float_of(&mut self, value: Value) -> Result<f64, Cause<P::Error>> {
        let value = self.resolve(value)?;
        let number = match value {
            Value::Float(value) => value,
            Value::Angle(angle) => angle.radians(),
            Value::Bit(_) | Value::Bits(_) | Value::Integer(_) => {
                self.integer_of(value)?.value as f64
            }
            other => return mismatch("a number", &other),
        };
        if number.is_finite() {
            Ok(number)
        } else {
            Err(ParseErrorKind::NotFinite.into())
        }
    }

    /// Integer of a value that is one. A register of bits is an unsigned one.
    pub(super) fn integer_of(&mut self, value: Value) -> Result<Integer, Cause<P::Error>> {
        match self.resolve(value)? {
            Value::Integer(integer) => Ok(integer),
            Value::Bit(bit) => Ok(Integer {
                value: i128::from(bit == BitValue::Known(true)),
                of: IntegerType::Literal,
            }),
            Value::Bits(bits) => {
                let width = u8::try_from(bits.len()).ok().filter(|width| *width <= 64);
                let limit = 64;
                let width = width.ok_or(ParseErrorKind::Width { limit })?;
                let value = bits.iter().rev().fold(0, |value, bit| {
                    value << 1 | i128::from(*bit == BitValue::Known(true))
                });
                Ok(IntegerType::Unsigned(width.max(1)).wrap(value))
            }
            Value::Float(_) => Err(ParseErrorKind::NotWhole.into()),
            other => mismatch("an integer", &other),
        }
    }
}

/// Returns `true` if a scalar needs no cast.
fn has_type(value: &Value, of: &Type) -> bool {
    match (value, of) {
        (Value::Integer(integer), Type::Integer(of)) => integer.of == *of,
        (Value::Angle(angle), Type::Angle(width)) => angle.width == *width,
        (Value::Bits(bits), Type::Bits(size)) => bits.len() == *size,
        (Value::Float(_), Type::Float) | (Value::Bit(_), Type::Bit | Type::Bool) => true,
        _ => false,
    }
}

/// Register of bits.
fn to_register<E>(value: Value, size: usize) -> Result<Value, Cause<E>> {
    let bits = match value {
        Value::Bits(bits) => bits,
        Value::Integer(integer) => {
            let shown = u8::try_from(size).unwrap_or(u8::MAX).min(127);
            let mut bits = known_bits(integer.value, shown);
            let sign = BitValue::Known(integer.value < 0);
            bits.resize(size, sign);
            bits
        }
        Value::Measured(MeasuredNumber {
            of: NumberType::Integer(of),
            mut bits,
        }) => {
            let sign = match of {
                IntegerType::Signed(_) => bits.last().copied().unwrap_or(BitValue::ZERO),
                _ => BitValue::ZERO,
            };
            bits.resize(size, sign);
            bits
        }
        other => {
            let known = other.to_bits();
            let Some(bits) = known else {
                return mismatch("a register of bits", &other);
            };
            bits
        }
    };
    if bits.len() != size {
        return Err(sizes(size, bits.len()).into());
    }
    Ok(Value::Bits(bits))
}

/// Number of these bits; missing ones are 0, and those beyond the width are dropped.
pub(super) fn number_from_bits(mut bits: Vec<BitValue>, width: usize, of: NumberType) -> Value {
    bits.resize(width, BitValue::ZERO);
    let known = bits.iter().enumerate().try_fold(0_u64, |number, (k, bit)| {
        Some(number | u64::from(bit.known()?) << k)
    });
    match known {
        Some(number) => number_of(number, width, of),
        None => Value::Measured(MeasuredNumber { of, bits }),
    }
}

fn mismatch<T, E>(expected: &'static str, found: &Value) -> Result<T, Cause<E>> {
    let found = found.type_name();
    Err(ParseErrorKind::Type { expected, found }.into())
}

fn sizes(left: usize, right: usize) -> ParseErrorKind {
    ParseErrorKind::Sizes { left, right }
}

/// Array of elements, which may be arrays of one shape.
pub(super) fn array_of<E>(elements: Vec<Value>) -> Result<Value, Cause<E>> {
    let mut dimensions = vec![elements.len()];
    if let Some(Value::Array(first)) = elements.first() {
        dimensions.extend(&first.dimensions);
    }
    let mut all = Vec::new();
    for element in elements {
        match element {
            Value::Array(inner) if inner.dimensions == dimensions[1..] => {
                all.extend(inner.elements.iter().cloned());
            }
            Value::Array(inner) => {
                let (left, right) = (dimensions.len(), inner.dimensions.len() + 1);
                return Err(ParseErrorKind::Dimensions { left, right }.into());
            }
            scalar if dimensions.len() == 1 => all.push(scalar),
            scalar => return mismatch("an array", &scalar),
        }
    }
    Ok(Value::Array(Arc::new(Array {
        dimensions,
        elements: all,
    })))
}
