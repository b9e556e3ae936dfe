use std::convert::Infallible;

use cheqqers_circuit::{Gate, Qubit};

use super::error::Fault;
use super::inputs::Inputs;
use super::machine::{Machine, Stop};
use crate::processor::{MeasuredBit, Processor};

/// Processor of constants and of definitions of gates, which never measure.
#[derive(Clone, Copy, Debug)]
pub(super) struct NullProcessor;

impl Processor for NullProcessor {
    type Error = Infallible;

    fn add_qubits(&mut self, _: usize) -> Result<(), Infallible> {
        Ok(())
    }

    fn gate(&mut self, _: Gate, _: &[Qubit]) -> Result<(), Infallible> {
        Ok(())
    }

    fn measure(&mut self, _: Qubit) -> Result<MeasuredBit, Infallible> {
        Ok(MeasuredBit(0))
    }

    fn reset(&mut self, _: Qubit) -> Result<(), Infallible> {
        Ok(())
    }

    fn value(&mut self, _: MeasuredBit) -> Result<bool, Infallible> {
        Ok(false)
    }
}

/// Executes a constant part of a text while it is read.
pub(super) fn at_compile_time<T>(
    work: impl FnOnce(&mut Machine<'_, NullProcessor>) -> Result<T, Stop<Infallible>>,
) -> Result<T, Fault> {
    let inputs = Inputs::new();
    work(&mut Machine::new(&mut NullProcessor, &inputs, 0)).map_err(|stop| match stop {
        Stop::Program(fault) => fault,
        Stop::Processor { source, .. } => match source {},
        Stop::End => unreachable!("no expression ends a program"),
    })
}
