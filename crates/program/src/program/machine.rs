use cheqqers_circuit::Qubit;

use super::controlled_gate::ControlledGate;
use super::error::{Fault, Location, ParseErrorKind};
use super::inputs::Inputs;
use super::number::{Angle, Integer};
use super::tree::Slot;
use super::value::{BitValue, MeasuredNumber, NumberType, Value};
use crate::processor::{MeasuredBit, Processor};

/// Maximum number of operations after expansion: 160 MiB in a circuit.
pub(super) const MAX_OPERATIONS: usize = 1 << 22;

/// Maximum number of executed steps by default: a statement or an operator is one.
pub(super) const MAX_STEPS: usize = 1 << 24;

/// Reason to stop a program.
#[derive(Debug)]
pub(super) enum Stop<E> {
    Program(Fault),
    Processor {
        location: Location,
        source: E,
    },
    /// The statement `end`, which is no error.
    End,
}

impl<E> Stop<E> {
    /// The same error; one in the definitions of the libraries is moved to their caller.
    pub(super) fn seen_from(mut self, caller: Location) -> Self {
        let location = match &mut self {
            Self::Program(fault) => &mut fault.location,
            Self::Processor { location, .. } => location,
            Self::End => return self,
        };
        if location.file == Location::LIBRARY {
            *location = caller;
        }
        self
    }
}

/// Error without a location.
#[derive(Debug)]
pub(super) enum Cause<E> {
    Program(ParseErrorKind),
    Processor(E),
}

impl<E> Cause<E> {
    pub(super) fn at(self, location: Location) -> Stop<E> {
        match self {
            Self::Program(kind) => Stop::Program(location.error(kind)),
            Self::Processor(source) => Stop::Processor { location, source },
        }
    }
}

impl<E> From<ParseErrorKind> for Cause<E> {
    fn from(kind: ParseErrorKind) -> Self {
        Self::Program(kind)
    }
}

impl<E> From<Fault> for Stop<E> {
    fn from(fault: Fault) -> Self {
        Self::Program(fault)
    }
}

/// Execution of a program on a processor.
#[derive(Debug)]
pub(super) struct Machine<'p, P> {
    pub(super) processor: &'p mut P,
    pub(super) inputs: &'p Inputs,
    /// Variables of all frames.
    values: Vec<Value>,
    /// Start of the current frame.
    base: usize,
    steps: usize,
    /// Maximum number of steps.
    limit: usize,
    operations: usize,
    /// Gates that are collected for a modifier instead of being done.
    pub(super) buffer: Option<Vec<ControlledGate>>,
    /// Value of the return statement that ends a subroutine.
    pub(super) returned: Value,
}

impl<'p, P: Processor> Machine<'p, P> {
    pub(super) fn new(processor: &'p mut P, inputs: &'p Inputs, num_slots: usize) -> Self {
        Self {
            processor,
            inputs,
            values: vec![Value::Void; num_slots],
            base: 0,
            steps: 0,
            limit: MAX_STEPS,
            operations: 0,
            buffer: None,
            returned: Value::Void,
        }
    }

    pub(super) fn value(&self, slot: Slot) -> &Value {
        &self.values[self.base + slot as usize]
    }

    pub(super) fn value_mut(&mut self, slot: Slot) -> &mut Value {
        &mut self.values[self.base + slot as usize]
    }

    /// Starts a frame with these first values; returns the start of the one before.
    pub(super) fn enter(
        &mut self,
        first: impl IntoIterator<Item = Value>,
        num_slots: usize,
    ) -> usize {
        let start = self.values.len();
        self.values.extend(first);
        self.values.resize(start + num_slots, Value::Void);
        std::mem::replace(&mut self.base, start)
    }

    /// Ends a frame.
    pub(super) fn leave(&mut self, before: usize) {
        self.values.truncate(self.base);
        self.base = before;
    }

    /// The same with another limit of steps.
    pub(super) fn within(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    /// Number of executed steps.
    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    /// Counts steps against the limit.
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), ParseErrorKind> {
        self.check_steps(steps)?;
        self.steps += steps;
        Ok(())
    }

    /// Checks that so many steps may follow.
    pub(super) fn check_steps(&self, more: usize) -> Result<(), ParseErrorKind> {
        if self.steps.saturating_add(more) > self.limit {
            let limit = self.limit;
            return Err(ParseErrorKind::Steps { limit });
        }
        Ok(())
    }

    /// Checks that so many operations may follow.
    pub(super) fn check_operations(&self, more: usize) -> Result<(), ParseErrorKind> {
        if self.operations.saturating_add(more) > MAX_OPERATIONS {
            let limit = MAX_OPERATIONS;
            return Err(ParseErrorKind::Operations { limit });
        }
        Ok(())
    }

    /// Counts operations against [`MAX_OPERATIONS`].
    pub(super) fn operate(&mut self, operations: usize) -> Result<(), ParseErrorKind> {
        self.check_operations(operations)?;
        self.operations += operations;
        Ok(())
    }

    pub(super) fn measure(&mut self, qubit: u32) -> Result<BitValue, Cause<P::Error>> {
        self.operate(1)?;
        let measured = self.processor.measure(Qubit(qubit));
        measured.map(BitValue::Measured).map_err(Cause::Processor)
    }

    pub(super) fn reset(&mut self, qubit: u32) -> Result<(), Cause<P::Error>> {
        self.operate(1)?;
        let reset = self.processor.reset(Qubit(qubit));
        reset.map_err(Cause::Processor)
    }

    /// Value of a bit, which is read now.
    pub(super) fn read_bit(&mut self, bit: BitValue) -> Result<bool, Cause<P::Error>> {
        match bit {
            BitValue::Known(value) => Ok(value),
            BitValue::Measured(bit) => self.read_measured(bit),
        }
    }

    fn read_measured(&mut self, bit: MeasuredBit) -> Result<bool, Cause<P::Error>> {
        self.spend(1)?;
        self.processor.value(bit).map_err(Cause::Processor)
    }

    /// The same value without measured bits.
    pub(super) fn resolve(&mut self, value: Value) -> Result<Value, Cause<P::Error>> {
        Ok(match value {
            Value::Bit(bit) => Value::truth(self.read_bit(bit)?),
            Value::Bits(mut bits) => {
                for bit in &mut bits {
                    *bit = BitValue::Known(self.read_bit(*bit)?);
                }
                Value::Bits(bits)
            }
            Value::Measured(MeasuredNumber { of, bits }) => {
                let mut number = 0_u64;
                for (k, &bit) in bits.iter().enumerate() {
                    number |= u64::from(self.read_bit(bit)?) << k;
                }
                number_of(number, bits.len(), of)
            }
            value => value,
        })
    }

    /// Truth of a value: at least one of its bits is 1.
    pub(super) fn truth(&mut self, value: &Value) -> Result<bool, Cause<P::Error>> {
        let bits = match value {
            Value::Bit(bit) => return self.read_bit(*bit),
            Value::Bits(bits) | Value::Measured(MeasuredNumber { bits, .. }) => bits,
            Value::Integer(Integer { value, .. }) => return Ok(*value != 0),
            Value::Angle(angle) => return Ok(angle.bits != 0),
            Value::Float(value) => return Ok(*value != 0.0),
            other => {
                let (expected, found) = ("a truth value", other.type_name());
                return Err(ParseErrorKind::Type { expected, found }.into());
            }
        };
        if bits.iter().any(|bit| bit.known() == Some(true)) {
            return Ok(true);
        }
        for &bit in bits {
            if self.read_bit(bit)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Number of these bits.
pub(super) fn number_of(bits: u64, len: usize, of: NumberType) -> Value {
    match of {
        NumberType::Integer(of) => Value::Integer(of.wrap(i128::from(bits))),
        NumberType::Angle => {
            let width = u8::try_from(len).expect("numbers have at most 64 bits");
            Value::Angle(Angle::new(u128::from(bits), width))
        }
    }
}
