use super::error::ParseErrorKind;
use super::machine::Cause;
use super::value::Value;

/// Error of an operator that has no value for an operand.
pub(super) fn one_operand<E>(operator: &'static str, value: &Value) -> Cause<E> {
    let types = value.type_name().to_owned();
    ParseErrorKind::OperandTypes { operator, types }.into()
}

/// Error of an operator that has no value for two operands.
pub(super) fn two_operands<E>(operator: &'static str, left: &Value, right: &Value) -> Cause<E> {
    let types = format!("{} and {}", left.type_name(), right.type_name());
    ParseErrorKind::OperandTypes { operator, types }.into()
}
