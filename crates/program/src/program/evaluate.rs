use super::error::ParseErrorKind;
use super::machine::{Cause, Machine, Stop};
use super::tree::{Expression, Step};
use super::types::Type;
use super::value::Value;
use crate::processor::Processor;

impl<P: Processor> Machine<'_, P> {
    /// Value of an expression.
    pub(super) fn evaluate(&mut self, expression: &Expression) -> Result<Value, Stop<P::Error>> {
        if let Some(value) = expression.constant() {
            let spent = self.spend(value.len() / 8);
            spent.map_err(|kind| expression.location.error(kind))?;
            return Ok(value.clone());
        }
        let steps = &expression.steps;
        let mut stack = Vec::new();
        let mut next = 0;
        while let Some(step) = steps.get(next) {
            next += 1;
            let value = match step {
                Step::Call(call) => self.subroutine(call)?,
                Step::Element(target) => self.element(target)?,
                Step::And(skip) | Step::Or(skip) => {
                    let decisive = matches!(step, Step::Or(_));
                    let left = pop(&mut stack);
                    let left = self.truth(&left).map_err(|e| e.at(expression.location))?;
                    if left != decisive {
                        continue;
                    }
                    next += *skip as usize;
                    Value::truth(left)
                }
                step => {
                    let done = self.step(step, &mut stack);
                    done.map_err(|cause| cause.at(expression.location))?
                }
            };
            stack.push(value);
        }
        Ok(pop(&mut stack))
    }

    fn step(&mut self, step: &Step, stack: &mut Vec<Value>) -> Result<Value, Cause<P::Error>> {
        self.spend(1)?;
        let value = match step {
            Step::Constant(value) => {
                self.spend(value.len() / 8)?;
                value.clone()
            }
            Step::Variable(slot) => {
                let value = self.value(*slot);
                let len = value.len();
                let value = value.clone();
                self.spend(len / 8)?;
                value
            }
            Step::Unary(unary) => self.unary(*unary, pop(stack))?,
            Step::Function(function) => self.function(*function, pop(stack))?,
            Step::Binary(binary) => {
                let right = pop(stack);
                self.binary(*binary, pop(stack), right)?
            }
            Step::Cast(of) => {
                self.spend(of.len() / 8)?;
                self.cast(pop(stack), of)?
            }
            Step::Truth => self.cast(pop(stack), &Type::Bool)?,
            Step::Size => {
                let dimension = self.integer_of(pop(stack))?.value;
                size(&pop(stack), dimension)?
            }
            Step::Call(_) | Step::Element(_) | Step::And(_) | Step::Or(_) => {
                unreachable!("done by the caller")
            }
        };
        if let Value::Float(value) = value
            && !value.is_finite()
        {
            return Err(ParseErrorKind::NotFinite.into());
        }
        Ok(value)
    }

    /// Integer of an expression.
    pub(super) fn integer(&mut self, expression: &Expression) -> Result<i128, Stop<P::Error>> {
        let value = self.evaluate(expression)?;
        let integer = self.integer_of(value);
        let integer = integer.map_err(|cause| cause.at(expression.location))?;
        Ok(integer.value)
    }

    /// Real number of an expression.
    pub(super) fn float(&mut self, expression: &Expression) -> Result<f64, Stop<P::Error>> {
        let value = self.evaluate(expression)?;
        let float = self.float_of(value);
        float.map_err(|cause| cause.at(expression.location))
    }

    /// Truth value of an expression.
    pub(super) fn condition(&mut self, expression: &Expression) -> Result<bool, Stop<P::Error>> {
        let value = self.evaluate(expression)?;
        let truth = self.truth(&value);
        truth.map_err(|cause| cause.at(expression.location))
    }
}

fn pop(stack: &mut Vec<Value>) -> Value {
    stack.pop().expect("an operator stands behind its operands")
}

/// Size of a dimension of an array, or of a register of bits.
fn size(value: &Value, dimension: i128) -> Result<Value, ParseErrorKind> {
    let sizes = match value {
        Value::Array(array) => &array.dimensions[..],
        Value::Bits(bits) => &[bits.len()],
        other => {
            let (expected, found) = ("an array", other.type_name());
            return Err(ParseErrorKind::Type { expected, found });
        }
    };
    let index = usize::try_from(dimension).ok();
    let size = index.and_then(|index| sizes.get(index)).copied();
    let size = size.ok_or_else(|| ParseErrorKind::Index {
        name: "sizeof".to_owned(),
        index: i64::try_from(dimension).unwrap_or(i64::MAX),
        size: sizes.len(),
    })?;
    Ok(Value::literal(i128::try_from(size).unwrap_or(i128::MAX)))
}
