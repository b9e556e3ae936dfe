use cheqqers_circuit::Processor;

use super::error::ParseErrorKind;
use super::machine::{Cause, Machine};
use super::number::{Angle, Arithmetic, Bitwise, Integer, IntegerType};
use super::tree::{Binary, Comparison, Function, Unary};
use super::value::{BitValue, Raw, RawType, Value, known_bits};

/// Maximum size of a register of bits that an operator makes.
const MAX_BITS: usize = 1 << 16;

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
                rotate(operator, left, by)
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

    fn bitwise(
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

    /// Equality. Of measured bits only those are read that are needed to tell.
    pub(super) fn equal(&mut self, left: Value, right: Value) -> Result<bool, Cause<P::Error>> {
        match (&left, &right) {
            (Value::Integer(a), Value::Integer(b)) => {
                let (a, b) = (adapted(*a, b), adapted(*b, a));
                Ok(a == b)
            }
            (Value::Bit(_) | Value::Bits(_) | Value::Raw(_), Value::Integer(integer)) => {
                self.matches(&left, integer)
            }
            (Value::Integer(integer), Value::Bit(_) | Value::Bits(_) | Value::Raw(_)) => {
                self.matches(&right, integer)
            }
            (Value::Bit(_) | Value::Bits(_), Value::Bit(_) | Value::Bits(_)) => {
                let (Some(a), Some(b)) = (left.to_bits(), right.to_bits()) else {
                    return Ok(false);
                };
                if a.len() != b.len() {
                    let (left, right) = (a.len(), b.len());
                    return Err(ParseErrorKind::Sizes { left, right }.into());
                }
                self.same(&a, &b)
            }
            (Value::Angle(angle), Value::Float(radians))
            | (Value::Float(radians), Value::Angle(angle)) => {
                Ok(Angle::from_radians(*radians, angle.width) == *angle)
            }
            _ => {
                let answer = self.order(Comparison::Equal, left, right)?;
                self.truth(&answer)
            }
        }
    }

    /// Equality of bits with a number.
    fn matches(&mut self, value: &Value, integer: &Integer) -> Result<bool, Cause<P::Error>> {
        if matches!(value, Value::Raw(raw) if raw.of == RawType::Angle) {
            let value = self.resolve(value.clone())?;
            let answer = self.order(Comparison::Equal, value, Value::Integer(*integer))?;
            return self.truth(&answer);
        }
        let bits = value.to_bits().unwrap_or_default();
        let signed = matches!(
            value,
            Value::Raw(Raw {
                of: RawType::Integer(IntegerType::Signed(_)),
                ..
            })
        );
        let width = bits.len();
        let shown = width.min(100);
        let mut number = integer.value;
        if number < 0 && signed && number >= -(1 << (shown - 1)) {
            number += 1 << shown;
        }
        if number < 0 || number >> shown != 0 {
            return Ok(false);
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 100")]
        let mut expected = known_bits(number, shown as u8);
        expected.resize(width, BitValue::ZERO);
        self.same(&bits, &expected)
    }

    /// Equality of as many bits, known ones first.
    fn same(&mut self, a: &[BitValue], b: &[BitValue]) -> Result<bool, Cause<P::Error>> {
        self.spend(a.len() / 8)?;
        let mut open = Vec::new();
        for (&a, &b) in a.iter().zip(b) {
            match (a.known(), b.known()) {
                (Some(a), Some(b)) if a != b => return Ok(false),
                (Some(_), Some(_)) => {}
                _ if a == b => {}
                _ => open.push((a, b)),
            }
        }
        for (a, b) in open {
            if self.read_bit(a)? != self.read_bit(b)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn order(
        &mut self,
        comparison: Comparison,
        left: Value,
        right: Value,
    ) -> Result<Value, Cause<P::Error>> {
        let (left, right) = (self.resolve(left)?, self.resolve(right)?);
        let ordering = match (&left, &right) {
            (Value::Angle(a), Value::Angle(b)) => {
                let width = a.width.max(b.width);
                Some(a.resized(width).bits.cmp(&b.resized(width).bits))
            }
            (
                Value::Integer(_) | Value::Bit(_) | Value::Bits(_),
                Value::Integer(_) | Value::Bit(_) | Value::Bits(_),
            ) => {
                let (a, b) = (self.integer_of(left)?, self.integer_of(right)?);
                Some(a.value.cmp(&b.value))
            }
            (
                Value::Float(_) | Value::Angle(_) | Value::Integer(_),
                Value::Float(_) | Value::Angle(_) | Value::Integer(_),
            ) => {
                let (x, y) = (self.float_of(left)?, self.float_of(right)?);
                x.partial_cmp(&y)
            }
            _ => {
                let symbol = Binary::Compare(comparison).symbol();
                return Err(two_operands(symbol, &left, &right));
            }
        };
        Ok(Value::truth(ordering.is_some_and(
            |ordering| match comparison {
                Comparison::Equal => ordering.is_eq(),
                Comparison::NotEqual => ordering.is_ne(),
                Comparison::Less => ordering.is_lt(),
                Comparison::LessOrEqual => ordering.is_le(),
                Comparison::Greater => ordering.is_gt(),
                Comparison::GreaterOrEqual => ordering.is_ge(),
            },
        )))
    }

    fn shift(
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
            Value::Raw(Raw { of, bits }) if left || !is_signed(of) => {
                let width = bits.len();
                Ok(super::cast::raw(shifted(&bits, by, left), width, of))
            }
            Value::Raw(_) => {
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

fn is_signed(of: RawType) -> bool {
    matches!(of, RawType::Integer(IntegerType::Signed(_)))
}

/// Literal that the other operand's signed type has only as a negative number: in the language's
/// examples `int[2](c) == 3` compares the bits.
fn adapted(integer: Integer, other: &Integer) -> i128 {
    match (integer.of, other.of) {
        (IntegerType::Literal, of @ IntegerType::Signed(width))
            if integer.value > 0 && integer.value >> width == 0 =>
        {
            of.wrap(integer.value).value
        }
        _ => integer.value,
    }
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

fn rotate<E>(operator: Binary, value: Value, by: i128) -> Result<Value, Cause<E>> {
    let literal = matches!(&value, Value::Integer(integer) if integer.of == IntegerType::Literal);
    let bits = value.to_bits().filter(|bits| !bits.is_empty() && !literal);
    let Some(mut bits) = bits else {
        return Err(one_operand(operator.symbol(), &value));
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
        Value::Integer(integer) => super::cast::raw(bits, width, RawType::Integer(integer.of)),
        Value::Raw(raw) => super::cast::raw(bits, width, raw.of),
        Value::Angle(_) => super::cast::raw(bits, width, RawType::Angle),
        _ => Value::Bits(bits),
    })
}

fn concatenation<E>(left: &Value, right: &Value) -> Result<Value, Cause<E>> {
    match (left, right) {
        (Value::Bit(_) | Value::Bits(_), Value::Bit(_) | Value::Bits(_)) => {
            let mut bits = left.to_bits().unwrap_or_default();
            bits.extend(right.to_bits().unwrap_or_default());
            if bits.len() > MAX_BITS {
                let (kind, limit) = ("bits", MAX_BITS);
                return Err(ParseErrorKind::Size { kind, limit }.into());
            }
            Ok(Value::Bits(bits))
        }
        _ => Err(two_operands("++", left, right)),
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

fn masked(operator: Bitwise, angle: Angle, other: u64) -> Value {
    let bits = match operator {
        Bitwise::And => angle.bits & other,
        Bitwise::Or => angle.bits | other,
        Bitwise::Xor => angle.bits ^ other,
    };
    Value::Angle(Angle::new(u128::from(bits), angle.width))
}

fn one_operand<E>(operator: &'static str, value: &Value) -> Cause<E> {
    let types = value.type_name().to_owned();
    ParseErrorKind::OperandTypes { operator, types }.into()
}

fn two_operands<E>(operator: &'static str, left: &Value, right: &Value) -> Cause<E> {
    let types = format!("{} and {}", left.type_name(), right.type_name());
    ParseErrorKind::OperandTypes { operator, types }.into()
}
