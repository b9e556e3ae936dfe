use super::bitwise::{concatenation, rotate};
use super::error::ParseErrorKind;
use super::machine::{Cause, Machine};
use super::number::{Angle, Arithmetic, Integer, IntegerType};
use super::operand_types::{one_operand, two_operands};
use super::operator::{Binary, Comparison, Function, Unary};
use super::value::{BitValue, Value, known_bits};
use crate::processor::Processor;

impl<P: Processor> Machine<'_, P> {
    pub(super) fn unary(&mut self, unary: Unary, value: Value) -> Result<Value, Cause<P::Error>> {
        if unary == Unary::Not || (unary == Unary::Invert && matches!(value, Value::Bit(_))) {
            return Ok(Value::truth(!self.truth(&value)?));
        }
        let value = self.resolve(value)?;
        Ok(match (unary, value) {
            (Unary::Negate, Value::Float(value)) => Value::Float(-value),
            (Unary::Negate, Value::Angle(angle)) => {
                let bits = u128::from(angle.bits).wrapping_neg();
                Value::Angle(Angle::new(bits, angle.width))
            }
            (Unary::Negate, Value::Duration) => Value::Duration,
            (Unary::Negate, value) => {
                let Integer { value, of } = self.integer_of(value)?;
                let of = match of {
                    IntegerType::Unsigned(_) => IntegerType::Signed(64),
                    other => other,
                };
                Value::Integer(of.wrap(-value))
            }
            (Unary::Invert, Value::Bits(bits)) => {
                let bits = bits.iter().map(|bit| match bit.known() {
                    Some(value) => BitValue::Known(!value),
                    None => *bit,
                });
                Value::Bits(bits.collect())
            }
            (Unary::Invert, Value::Integer(integer)) => {
                Value::Integer(integer.of.wrap(!integer.value))
            }
            (Unary::Invert, Value::Angle(angle)) => {
                Value::Angle(Angle::new(u128::from(!angle.bits), angle.width))
            }
            (_, value) => return Err(one_operand("~", &value)),
        })
    }

    pub(super) fn function(
        &mut self,
        function: Function,
        value: Value,
    ) -> Result<Value, Cause<P::Error>> {
        if function == Function::Popcount {
            let value = self.resolve(value)?;
            let bits = match &value {
                Value::Integer(integer) if integer.of == IntegerType::Literal => {
                    Some(known_bits(integer.value, 64))
                }
                value => value.to_bits(),
            };
            let bits = bits.ok_or_else(|| one_operand("popcount", &value))?;
            let ones = bits.iter().filter(|bit| **bit == BitValue::Known(true));
            return Ok(Value::literal(
                i128::try_from(ones.count()).unwrap_or(i128::MAX),
            ));
        }
        let x = self.float_of(value)?;
        let value = function.of_float(x);
        let bits = || one_operand(function.name(), &Value::Float(x));
        Ok(Value::Float(value.ok_or_else(bits)?))
    }

    pub(super) fn binary(
        &mut self,
        operator: Binary,
        left: Value,
        right: Value,
    ) -> Result<Value, Cause<P::Error>> {
        self.spend((left.len() + right.len()) / 8)?;
        match operator {
            Binary::Arithmetic(arithmetic) => self.arithmetic(arithmetic, left, right),
            Binary::Bitwise(bitwise) => self.bitwise(bitwise, left, right),
            Binary::Compare(Comparison::Equal) => Ok(Value::truth(self.equal(left, right)?)),
            Binary::Compare(Comparison::NotEqual) => Ok(Value::truth(!self.equal(left, right)?)),
            Binary::Compare(comparison) => self.order(comparison, left, right),
            Binary::Concatenate => concatenation(&left, &right),
            Binary::ShiftLeft | Binary::ShiftRight => {
                let by = self.integer_of(right)?.value;
                self.shift(operator, left, by)
            }
            Binary::RotateLeft | Binary::RotateRight => {
                let by = self.integer_of(right)?.value;
                rotate(operator, &left, by)
            }
        }
    }

    fn arithmetic(
        &mut self,
        operator: Arithmetic,
        left: Value,
        right: Value,
    ) -> Result<Value, Cause<P::Error>> {
        let (left, right) = (self.resolve(left)?, self.resolve(right)?);
        match (&left, &right) {
            (Value::Duration, Value::Duration | Value::Integer(_) | Value::Float(_))
            | (Value::Integer(_) | Value::Float(_), Value::Duration) => Ok(Value::Duration),
            (Value::Angle(a), Value::Angle(b)) => angles(operator, *a, *b),
            (Value::Angle(angle), Value::Integer(by)) => scaled(operator, *angle, *by),
            (Value::Integer(by), Value::Angle(angle)) if operator == Arithmetic::Multiply => {
                scaled(operator, *angle, *by)
            }
            (Value::Float(_) | Value::Angle(_), _) | (_, Value::Float(_) | Value::Angle(_)) => {
                let (x, y) = (self.float_of(left)?, self.float_of(right)?);
                Ok(Value::Float(operator.of_floats(x, y)?))
            }
            (
                Value::Integer(_) | Value::Bit(_) | Value::Bits(_),
                Value::Integer(_) | Value::Bit(_) | Value::Bits(_),
            ) => {
                let (a, b) = (self.integer_of(left)?, self.integer_of(right)?);
                if let Some(integer) = operator.of_integers(a, b)? {
                    return Ok(Value::Integer(integer));
                }
                let value = operator.of_floats(a.value as f64, b.value as f64)?;
                Ok(Value::Float(value))
            }
            _ => Err(two_operands(operator.symbol(), &left, &right)),
        }
    }
}

/// Sum, difference or quotient of angles.
fn angles<E>(operator: Arithmetic, a: Angle, b: Angle) -> Result<Value, Cause<E>> {
    let width = a.width.max(b.width);
    let (a, b) = (a.resized(width), b.resized(width));
    let (x, y) = (u128::from(a.bits), u128::from(b.bits));
    Ok(match operator {
        Arithmetic::Add => Value::Angle(Angle::new(x + y, width)),
        Arithmetic::Subtract => Value::Angle(Angle::new(x.wrapping_sub(y), width)),
        Arithmetic::Divide | Arithmetic::Modulo if y == 0 => {
            return Err(ParseErrorKind::DivisionByZero.into());
        }
        Arithmetic::Divide => Value::Integer(
            IntegerType::Unsigned(width).wrap(i128::try_from(x / y).unwrap_or(i128::MAX)),
        ),
        Arithmetic::Modulo => Value::Angle(Angle::new(x % y, width)),
        Arithmetic::Multiply | Arithmetic::Power => {
            let value = operator.of_floats(a.radians(), b.radians())?;
            Value::Float(value)
        }
    })
}

/// Angle times or over an integer; all else has real numbers.
fn scaled<E>(operator: Arithmetic, angle: Angle, by: Integer) -> Result<Value, Cause<E>> {
    let bits = i128::from(angle.bits);
    let value = match operator {
        Arithmetic::Multiply => bits.wrapping_mul(by.value),
        Arithmetic::Divide | Arithmetic::Modulo if by.value == 0 => {
            return Err(ParseErrorKind::DivisionByZero.into());
        }
        Arithmetic::Divide if by.value > 0 => bits / by.value,
        _ => {
            let value = operator.of_floats(angle.radians(), by.value as f64)?;
            return Ok(Value::Float(value));
        }
    };
    #[expect(clippy::cast_sign_loss, reason = "modulo a turn")]
    Ok(Value::Angle(Angle::new(value as u128, angle.width)))
}
