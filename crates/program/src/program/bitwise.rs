use super::cast::number_from_bits;
use super::error::ParseErrorKind;
use super::machine::{Cause, Machine};
use super::number::{Angle, Bitwise, Integer, IntegerType};
use super::operand_types::{one_operand, two_operands};
use super::operator::Binary;
use super::value::{BitValue, MAX_SIZE, MeasuredNumber, NumberType, Value, known_bits};
use crate::processor::Processor;

impl<P: Processor> Machine<'_, P> {
    pub(super) fn bitwise(
        &mut self,
        operator: Bitwise,
        left: Value,
        right: Value,
    ) -> Result<Value, Cause<P::Error>> {
        match (left, right) {
            (Value::Bit(a), Value::Bit(b)) => Ok(Value::Bit(self.combine(operator, a, b)?)),
            (Value::Bit(bit), Value::Integer(integer))
            | (Value::Integer(integer), Value::Bit(bit))
                if (0..2).contains(&integer.value) =>
            {
                let other = BitValue::Known(integer.value == 1);
                Ok(Value::Bit(self.combine(operator, bit, other)?))
            }
            (Value::Bits(bits), Value::Integer(integer))
            | (Value::Integer(integer), Value::Bits(bits))
                if bits.len() <= 64 && integer.of == IntegerType::Literal =>
            {
                #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
                let other = known_bits(integer.value, bits.len() as u8);
                self.combine_all(operator, &bits, &other)
            }
            (Value::Bits(a), Value::Bits(b)) => self.combine_all(operator, &a, &b),
            (left, right) => {
                let (left, right) = (self.resolve(left)?, self.resolve(right)?);
                match (&left, &right) {
                    (Value::Angle(a), Value::Angle(b)) => {
                        let width = a.width.max(b.width);
                        let (a, b) = (a.resized(width), b.resized(width));
                        Ok(masked(operator, a, b.bits))
                    }
                    (Value::Angle(a), Value::Integer(b)) | (Value::Integer(b), Value::Angle(a)) => {
                        #[expect(
                            clippy::cast_possible_truncation,
                            clippy::cast_sign_loss,
                            reason = "the lowest bits"
                        )]
                        let other = b.value as u64;
                        Ok(masked(operator, *a, other))
                    }
                    (
                        Value::Integer(_) | Value::Bit(_) | Value::Bits(_),
                        Value::Integer(_) | Value::Bit(_) | Value::Bits(_),
                    ) => {
                        let (a, b) = (self.integer_of(left)?, self.integer_of(right)?);
                        Ok(Value::Integer(operator.of_integers(a, b)))
                    }
                    _ => Err(two_operands(operator.symbol(), &left, &right)),
                }
            }
        }
    }

    fn combine_all(
        &mut self,
        operator: Bitwise,
        a: &[BitValue],
        b: &[BitValue],
    ) -> Result<Value, Cause<P::Error>> {
        if a.len() != b.len() {
            let (left, right) = (a.len(), b.len());
            return Err(ParseErrorKind::Sizes { left, right }.into());
        }
        self.spend(a.len() / 8)?;
        let pairs = a.iter().zip(b);
        let bits: Result<Vec<BitValue>, _> =
            pairs.map(|(a, b)| self.combine(operator, *a, *b)).collect();
        Ok(Value::Bits(bits?))
    }

    /// Bit made of two, which are read only if the answer is neither known nor one of them.
    fn combine(
        &mut self,
        operator: Bitwise,
        a: BitValue,
        b: BitValue,
    ) -> Result<BitValue, Cause<P::Error>> {
        let (known, other) = match (a.known(), b.known()) {
            (Some(known), _) => (Some(known), b),
            (None, known) => (known, a),
        };
        Ok(match (operator, known) {
            (Bitwise::And, Some(false)) => BitValue::ZERO,
            (Bitwise::Or, Some(true)) => BitValue::Known(true),
            (Bitwise::And, Some(true)) | (Bitwise::Or | Bitwise::Xor, Some(false)) => other,
            _ => {
                let (a, b) = (self.read_bit(a)?, self.read_bit(b)?);
                BitValue::Known(operator.of_bits(a, b))
            }
        })
    }

    pub(super) fn shift(
        &mut self,
        operator: Binary,
        value: Value,
        by: i128,
    ) -> Result<Value, Cause<P::Error>> {
        let Ok(by) = usize::try_from(by) else {
            return Err(ParseErrorKind::NegativeShift.into());
        };
        let left = operator == Binary::ShiftLeft;
        match value {
            Value::Bit(bit) => Ok(Value::Bit(if by == 0 { bit } else { BitValue::ZERO })),
            Value::Bits(bits) => Ok(Value::Bits(shifted(&bits, by, left))),
            Value::Measured(MeasuredNumber { of, bits }) if left || !is_signed(of) => {
                let width = bits.len();
                Ok(number_from_bits(shifted(&bits, by, left), width, of))
            }
            Value::Measured(_) => {
                let resolved = self.resolve(value)?;
                self.shift(operator, resolved, i128::try_from(by).unwrap_or(i128::MAX))
            }
            Value::Integer(Integer { value, of }) => {
                let by = u32::try_from(by).unwrap_or(u32::MAX);
                let value = match (left, by) {
                    (true, 0..64) => value.wrapping_shl(by),
                    (true, _) => 0,
                    (false, by) => value >> by.min(126),
                };
                if of == IntegerType::Literal && value.unsigned_abs() >> 64 != 0 {
                    return Ok(Value::Integer(IntegerType::Unsigned(64).wrap(value)));
                }
                Ok(Value::Integer(of.wrap(value)))
            }
            Value::Angle(Angle { bits, width }) => {
                let bits = match (left, by) {
                    (_, 64..) => 0,
                    (true, by) => u128::from(bits) << by,
                    (false, by) => u128::from(bits >> by),
                };
                Ok(Value::Angle(Angle::new(bits, width)))
            }
            other => Err(one_operand(operator.symbol(), &other)),
        }
    }
}

fn is_signed(of: NumberType) -> bool {
    matches!(of, NumberType::Integer(IntegerType::Signed(_)))
}

fn shifted(bits: &[BitValue], by: usize, left: bool) -> Vec<BitValue> {
    let size = bits.len();
    let bit = |k: usize| {
        let from = if left {
            k.checked_sub(by)
        } else {
            k.checked_add(by)
        };
        let from = from.and_then(|from| bits.get(from));
        from.copied().unwrap_or(BitValue::ZERO)
    };
    (0..size).map(bit).collect()
}

/// Rotated bits of a value.
pub(super) fn rotate<E>(operator: Binary, value: &Value, by: i128) -> Result<Value, Cause<E>> {
    let literal = matches!(value, Value::Integer(integer) if integer.of == IntegerType::Literal);
    let bits = value.to_bits().filter(|bits| !bits.is_empty() && !literal);
    let Some(mut bits) = bits else {
        return Err(one_operand(operator.symbol(), value));
    };
    let size = i128::try_from(bits.len()).unwrap_or(i128::MAX);
    let by = usize::try_from(by.rem_euclid(size)).unwrap_or(0);
    if operator == Binary::RotateLeft {
        bits.rotate_right(by);
    } else {
        bits.rotate_left(by);
    }
    let width = bits.len();
    Ok(match value {
        Value::Integer(integer) => number_from_bits(bits, width, NumberType::Integer(integer.of)),
        Value::Measured(MeasuredNumber { of, .. }) => number_from_bits(bits, width, *of),
        Value::Angle(_) => number_from_bits(bits, width, NumberType::Angle),
        _ => Value::Bits(bits),
    })
}

/// Bits of two values as one register.
pub(super) fn concatenation<E>(left: &Value, right: &Value) -> Result<Value, Cause<E>> {
    match (left, right) {
        (Value::Bit(_) | Value::Bits(_), Value::Bit(_) | Value::Bits(_)) => {
            let mut bits = left.to_bits().unwrap_or_default();
            bits.extend(right.to_bits().unwrap_or_default());
            if bits.len() > MAX_SIZE {
                let (kind, limit) = ("bits", MAX_SIZE);
                return Err(ParseErrorKind::Size { kind, limit }.into());
            }
            Ok(Value::Bits(bits))
        }
        _ => Err(two_operands("++", left, right)),
    }
}

fn masked(operator: Bitwise, angle: Angle, other: u64) -> Value {
    let bits = match operator {
        Bitwise::And => angle.bits & other,
        Bitwise::Or => angle.bits | other,
        Bitwise::Xor => angle.bits ^ other,
    };
    Value::Angle(Angle::new(u128::from(bits), angle.width))
}
