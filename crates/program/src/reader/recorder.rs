use cheqqers_circuit::{Gate, Qubit};

use crate::processor::{MeasuredBit, Processor};
use crate::program::ParseErrorKind;

/// Gate or measurement.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// Gate on the first of these qubits.
    Gate(Gate, [Qubit; 3]),
    Measure(Qubit, MeasuredBit),
}

/// Processor that records gates and measurements and knows no values.
#[derive(Clone, Debug, Default)]
pub(super) struct Recorder {
    events: Vec<Event>,
    /// Qubits that an event acts on.
    used: Vec<bool>,
    num_measured: usize,
    /// Index of the event that is an error: a gate after a measurement whose bit was dropped.
    limit: Option<usize>,
}

impl Recorder {
    /// Recorder that refuses the event of this index.
    pub(super) fn up_to(limit: usize) -> Self {
        Self {
            limit: Some(limit),
            ..Self::default()
        }
    }

    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }

    pub(super) fn num_measured(&self) -> usize {
        self.num_measured
    }
}

impl Processor for Recorder {
    type Error = ParseErrorKind;

    fn add_qubits(&mut self, number: usize) -> Result<(), ParseErrorKind> {
        self.used.resize(self.used.len() + number, false);
        Ok(())
    }

    fn gate(&mut self, gate: Gate, qubits: &[Qubit]) -> Result<(), ParseErrorKind> {
        if self.limit == Some(self.events.len()) {
            let gate = gate.name().to_owned();
            return Err(ParseErrorKind::Discarded { gate });
        }
        let mut operands = [Qubit(0); 3];
        operands[..qubits.len()].copy_from_slice(qubits);
        for qubit in qubits {
            self.used[qubit.index()] = true;
        }
        self.events.push(Event::Gate(gate, operands));
        Ok(())
    }

    fn measure(&mut self, qubit: Qubit) -> Result<MeasuredBit, ParseErrorKind> {
        let measured = MeasuredBit(self.num_measured);
        self.num_measured += 1;
        self.used[qubit.index()] = true;
        self.events.push(Event::Measure(qubit, measured));
        Ok(measured)
    }

    fn reset(&mut self, qubit: Qubit) -> Result<(), ParseErrorKind> {
        if self.used[qubit.index()] {
            return Err(ParseErrorKind::Reset);
        }
        Ok(())
    }

    fn value(&mut self, _: MeasuredBit) -> Result<bool, ParseErrorKind> {
        Err(ParseErrorKind::Feedforward)
    }
}
