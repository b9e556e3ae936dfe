use std::convert::Infallible;

use cheqqers_circuit::{Gate, MeasuredBit, Processor, Qubit};

use super::error::Fault;
use super::machine::Stop;

/// Processor of constants and of definitions of gates, which never measure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Idle;

impl Processor for Idle {
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

/// Error of what is executed while a text is read.
pub(super) fn fault(stop: Stop<Infallible>) -> Fault {
    match stop {
        Stop::Program(fault) => fault,
        Stop::Processor { source, .. } => match source {},
        Stop::End => unreachable!("no expression ends a program"),
    }
}
