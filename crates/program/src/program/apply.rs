use std::sync::Arc;

use cheqqers_circuit::{Gate, Qubit};

use super::control;
use super::controlled_gate::{ControlledGate, ControlledKind, inverted};
use super::error::{Location, ParseErrorKind, quoted};
use super::machine::{Cause, MAX_OPERATIONS, Machine, Stop};
use super::power::{NoPower, power};
use super::select::Choice;
use super::tree::{Callee, Definition, GateCall, Modifier, Operand};
use super::value::{MAX_SIZE, Qubits, Value};
use crate::processor::Processor;

/// Maximum number of gates that are collected for modifiers.
const MAX_COLLECTED: usize = MAX_OPERATIONS / 4;

impl<P: Processor> Machine<'_, P> {
    /// Qubits of an operand.
    pub(super) fn qubits(&mut self, operand: &Operand) -> Result<Qubits, Stop<P::Error>> {
        Ok(match operand {
            Operand::Fixed { start, size: None } => Qubits::One(*start),
            Operand::Fixed {
                start,
                size: Some(size),
            } => Qubits::Range {
                start: *start,
                size: *size,
            },
            Operand::Variable(slot) => match self.value(*slot) {
                Value::Qubits(qubits) => qubits.clone(),
                _ => Qubits::List([].into()),
            },
            Operand::Select {
                name,
                of,
                selection,
            } => {
                let of = self.qubits(of)?;
                match self.chosen(selection, of.len(), name)? {
                    Choice::One(index) => Qubits::One(of.at(index)),
                    Choice::Many(indices) => {
                        Qubits::List(indices.into_iter().map(|index| of.at(index)).collect())
                    }
                }
            }
            Operand::Concatenation { location, operands } => {
                let mut all = Vec::new();
                for operand in operands {
                    all.extend(self.qubits(operand)?.iter());
                    let spent = self.spend(1 + all.len() / 8);
                    spent.map_err(|kind| location.error(kind))?;
                    if all.len() > MAX_SIZE {
                        let (kind, limit) = ("qubits", MAX_SIZE);
                        let kind = ParseErrorKind::Size { kind, limit };
                        return Err(location.error(kind).into());
                    }
                }
                Qubits::List(all.into())
            }
        })
    }

    /// Does a gate of the table.
    pub(super) fn fixed(&mut self, gate: Gate, qubits: &[u32]) -> Result<(), Cause<P::Error>> {
        if let Some(buffer) = &mut self.buffer {
            buffer.push(ControlledGate::gate(gate, qubits));
            return self.collected();
        }
        self.operate(1)?;
        let mut all = [Qubit(0); 3];
        for (place, &qubit) in all.iter_mut().zip(qubits) {
            *place = Qubit(qubit);
        }
        let done = self.processor.gate(gate, &all[..qubits.len()]);
        done.map_err(Cause::Processor)
    }

    fn phase(&mut self, angle: f64) -> Result<(), Cause<P::Error>> {
        if let Some(buffer) = &mut self.buffer
            && angle != 0.0
        {
            buffer.push(ControlledGate::phase(angle));
            return self.collected();
        }
        Ok(())
    }

    /// Counts a collected gate.
    fn collected(&mut self) -> Result<(), Cause<P::Error>> {
        let len = self.buffer.as_ref().map_or(0, Vec::len);
        if len > MAX_COLLECTED {
            let limit = MAX_COLLECTED;
            return Err(ParseErrorKind::Operations { limit }.into());
        }
        Ok(self.spend(1)?)
    }

    /// Does a gate on qubits or whole registers.
    pub(super) fn call(
        &mut self,
        call: &GateCall,
        location: Location,
    ) -> Result<(), Stop<P::Error>> {
        let here = |kind| Stop::Program(location.error(kind));
        let mut angles = Vec::with_capacity(call.arguments.len());
        for argument in &call.arguments {
            angles.push(self.float(argument)?);
        }
        let mut operands = Vec::with_capacity(call.operands.len());
        let mut times = None;
        for (operand, location) in &call.operands {
            let qubits = self.qubits(operand)?;
            match (times, qubits.size()) {
                (Some(left), Some(right)) if left != right => {
                    let kind = ParseErrorKind::Sizes { left, right };
                    return Err(location.error(kind).into());
                }
                (None, size) => times = size,
                _ => {}
            }
            operands.push(qubits);
        }
        let times = times.unwrap_or(1);
        let cost = call.cost();
        let operations = cost.operations.saturating_mul(times);
        self.check_operations(operations).map_err(here)?;
        let steps = cost.steps.saturating_mul(times);
        self.check_steps(steps).map_err(here)?;
        self.spend(1 + operands.len().saturating_mul(times) / 8)
            .map_err(here)?;
        let mut qubits = Vec::with_capacity(operands.len());
        for k in 0..times {
            qubits.clear();
            qubits.extend(operands.iter().map(|operand| operand.at(k)));
            if repeats(&qubits) {
                let gate = quoted(&call.name);
                return Err(here(ParseErrorKind::Repeated { gate }));
            }
            if call.modifiers.is_empty() {
                self.apply(&call.callee, &angles, &qubits, location)?;
            } else {
                self.modified(call, &angles, &qubits, location)?;
            }
        }
        Ok(())
    }

    /// Does a gate without modifiers.
    fn apply(
        &mut self,
        callee: &Callee,
        angles: &[f64],
        qubits: &[u32],
        location: Location,
    ) -> Result<(), Stop<P::Error>> {
        let done = match callee {
            Callee::Fixed { gate, phase } => {
                self.fixed(*gate, qubits).and_then(|()| self.phase(*phase))
            }
            Callee::Rotation(gate) => self.fixed(gate(angles[0]), qubits),
            Callee::Phase => self.phase(angles[0]),
            Callee::Defined(definition) => {
                let done = self.expand(definition, angles, qubits, location);
                return done.map_err(|stop| stop.seen_from(location));
            }
        };
        done.map_err(|cause| cause.at(location))
    }

    fn expand(
        &mut self,
        definition: &Definition,
        angles: &[f64],
        qubits: &[u32],
        location: Location,
    ) -> Result<(), Stop<P::Error>> {
        let steps = 1 + definition.num_slots / 8;
        self.spend(steps).map_err(|kind| location.error(kind))?;
        let angles = angles.iter().map(|&angle| Value::Float(angle));
        let qubits = qubits
            .iter()
            .map(|&qubit| Value::Qubits(Qubits::One(qubit)));
        let before = self.enter(angles.chain(qubits), definition.num_slots);
        let done = self.body(&definition.body);
        self.leave(before);
        done
    }

    fn modified(
        &mut self,
        call: &GateCall,
        angles: &[f64],
        qubits: &[u32],
        location: Location,
    ) -> Result<(), Stop<P::Error>> {
        let here = |kind| Stop::Program(location.error(kind));
        let mut first = qubits.len() - call.callee.num_qubits();
        let outer = self.buffer.replace(Vec::new());
        let done = self.apply(&call.callee, angles, &qubits[first..], location);
        let collected = std::mem::replace(&mut self.buffer, outer);
        done?;
        let mut gates = collected.unwrap_or_default();
        for modifier in call.modifiers.iter().rev() {
            self.spend(1 + gates.len() / 8).map_err(here)?;
            match modifier {
                Modifier::Inverse => gates = inverted(&gates),
                Modifier::Power(exponent) => {
                    let x = self.float(exponent)?;
                    gates = power(gates, x, MAX_COLLECTED).map_err(|reason| {
                        here(match reason {
                            NoPower::TooLong => ParseErrorKind::Operations {
                                limit: MAX_COLLECTED,
                            },
                            NoPower::Inexact => ParseErrorKind::Exponent,
                            NoPower::Unknown => ParseErrorKind::FractionalPower {
                                gate: quoted(&call.name),
                            },
                        })
                    })?;
                    self.spend(4 * gates.len()).map_err(here)?;
                }
                Modifier::Control { positive, number } => {
                    // Each gate under controls gets a list of its own.
                    let lengths = gates.iter().filter_map(|gate| gate.controls.as_ref());
                    let lengths: usize = lengths.map(|controls| controls.len() + number).sum();
                    self.spend(lengths).map_err(here)?;
                    let controls = &qubits[first - number..first];
                    first -= number;
                    let controls: Arc<[(u32, bool)]> =
                        controls.iter().map(|&qubit| (qubit, *positive)).collect();
                    let all = gates.into_iter().map(|gate| gate.controlled(&controls));
                    gates = all.collect();
                }
            }
        }
        let done = self.finish(gates);
        done.map_err(|cause| cause.at(location))
    }

    /// Passes on gates under controls, or adds them to what is collected.
    fn finish(&mut self, gates: Vec<ControlledGate>) -> Result<(), Cause<P::Error>> {
        if let Some(buffer) = &mut self.buffer {
            let number = gates.len();
            buffer.extend(gates);
            self.spend(4 * number)?;
            return self.collected();
        }
        // Controls for the value 0 are flipped; they stay so while they are needed.
        let mut flipped: Vec<u32> = Vec::new();
        for ControlledGate { kind, controls } in gates {
            let controls = controls.as_deref().unwrap_or_default();
            let zeros = controls.iter().filter(|(_, positive)| !positive);
            let zeros: Vec<u32> = zeros.map(|&(qubit, _)| qubit).collect();
            if zeros != flipped {
                let back = flipped.iter().filter(|qubit| !zeros.contains(qubit));
                let new = zeros.iter().filter(|qubit| !flipped.contains(qubit));
                for &qubit in back.chain(new) {
                    self.fixed(Gate::X, &[qubit])?;
                }
                flipped = zeros;
            }
            let controls: Vec<u32> = controls.iter().map(|&(qubit, _)| qubit).collect();
            let mut push = |gate: Gate, qubits: &[u32]| self.fixed(gate, qubits);
            match kind {
                ControlledKind::Phase(angle) => control::phase(&controls, angle, &mut push)?,
                ControlledKind::Gate(gate, qubits) => {
                    let qubits = &qubits[..gate.num_qubits()];
                    control::controlled(&controls, gate, qubits, &mut push)?;
                }
            }
        }
        for qubit in flipped {
            self.fixed(Gate::X, &[qubit])?;
        }
        Ok(())
    }

    /// Gates that a definition consists of, and its global phase.
    pub(super) fn expansion(
        &mut self,
        definition: &Definition,
        location: Location,
    ) -> Result<Vec<ControlledGate>, Stop<P::Error>> {
        #[expect(clippy::cast_possible_truncation, reason = "at most three qubits")]
        let qubits: Vec<u32> = (0..definition.num_qubits as u32).collect();
        self.buffer = Some(Vec::new());
        self.expand(definition, &[], &qubits, location)?;
        Ok(self.buffer.take().unwrap_or_default())
    }
}

/// Returns `true` if a list has equal elements.
pub(super) fn repeats(list: &[u32]) -> bool {
    match list {
        [] | [_] => return false,
        [a, b] => return a == b,
        [a, b, c] => return a == b || a == c || b == c,
        _ => {}
    }
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}
