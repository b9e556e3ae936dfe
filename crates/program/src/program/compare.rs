use super::error::ParseErrorKind;
use super::machine::{Cause, Machine};
use super::number::{Angle, Integer, IntegerType};
use super::operand_types::two_operands;
use super::operator::{Binary, Comparison};
use super::value::{BitValue, MeasuredNumber, NumberType, Value, known_bits};
use crate::processor::Processor;

impl<P: Processor> Machine<'_, P> {
    /// Equality of two values. Of measured bits only those are read that are needed to tell.
    pub(super) fn equal(&mut self, left: Value, right: Value) -> Result<bool, Cause<P::Error>> {
        match (&left, &right) {
            (Value::Integer(a), Value::Integer(b)) => {
                let (a, b) = (adapted(*a, b), adapted(*b, a));
                Ok(a == b)
            }
            (Value::Bit(_) | Value::Bits(_) | Value::Measured(_), Value::Integer(integer)) => {
                self.matches(&left, integer)
            }
            (Value::Integer(integer), Value::Bit(_) | Value::Bits(_) | Value::Measured(_)) => {
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

    /// Equality of bits with a number. A literal may also stand for the bits of a negative number.
    fn matches(&mut self, value: &Value, integer: &Integer) -> Result<bool, Cause<P::Error>> {
        if matches!(value, Value::Measured(number) if number.of == NumberType::Angle) {
            let value = self.resolve(value.clone())?;
            let answer = self.order(Comparison::Equal, value, Value::Integer(*integer))?;
            return self.truth(&answer);
        }
        let bits = value.to_bits().unwrap_or_default();
        let signed = matches!(
            value,
            Value::Measured(MeasuredNumber {
                of: NumberType::Integer(IntegerType::Signed(_)),
                ..
            })
        );
        let width = bits.len();
        let shown = width.min(100);
        let mut number = integer.value;
        if signed && integer.of != IntegerType::Literal && number >> (shown - 1) > 0 {
            return Ok(false);
        }
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

    /// Truth value of a comparison of numbers.
    pub(super) fn order(
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
