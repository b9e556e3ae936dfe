use std::str::FromStr;
use std::{fmt, iter};

use cheqqers_circuit::{Circuit, Gate, LabelledCircuit, Qubit};
use cheqqers_sim::Sparse;
use thiserror::Error;

use crate::effect::Effect;
use crate::error::WorldError;
use crate::named::Primitive;
use crate::prepare::{Preparation, PreparationGate, prepare};
use crate::record::{Change, PreparedState, Record};
use crate::slot::Slot;

/// Form in which the effects of a component are written as gates. Both give the same probabilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// One qubit per slot the component holds: named effects in their short forms, and a vacated
    /// qubit used again.
    #[default]
    Minimal,
    /// Named effects as they are defined, with a fresh qubit for every slot that enters: the gates
    /// of arXiv:2506.05962. For inspection and comparison.
    Paper,
}

impl Encoding {
    /// Both, the usual one first.
    pub const ALL: [Self; 2] = [Self::Minimal, Self::Paper];
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Minimal => "minimal",
            Self::Paper => "paper",
        })
    }
}

/// Error of reading the name of an encoding.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown encoding {found:?}: minimal or paper")]
pub struct ParseEncodingError {
    /// The unknown name.
    pub found: String,
}

impl FromStr for Encoding {
    type Err = ParseEncodingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "minimal" => Ok(Self::Minimal),
            "paper" => Ok(Self::Paper),
            _ => Err(ParseEncodingError {
                found: text.to_owned(),
            }),
        }
    }
}

/// Content of a qubit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wire {
    Slot(Slot),
    /// Borrowed while a state is prepared.
    Ancilla(usize),
    /// On its way to another slot.
    Aside,
    Spent(Qubit),
}

/// Slot that a qubit carries from some gate on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CarriedSlot {
    /// Slot that is carried.
    pub slot: Slot,
    /// Number of gates of the circuit before it.
    pub since: usize,
}

/// The circuit of a component, with the slots of its qubits.
#[derive(Clone, PartialEq, Debug)]
pub struct EncodedCircuit {
    wires: LabelledCircuit<Wire>,
    /// For each qubit the slots it has carried, in order.
    carried_slots: Vec<Vec<CarriedSlot>>,
    prepared: Vec<u32>,
}

impl EncodedCircuit {
    /// The gates, without measurement.
    pub fn circuit(&self) -> &Circuit {
        self.wires.circuit()
    }

    /// The qubit that carries the slot now.
    pub fn qubit(&self, slot: Slot) -> Option<Qubit> {
        self.wires.qubit(Wire::Slot(slot))
    }

    /// For each qubit the slots it has carried, in order; the last one is what it carries now
    /// unless [`Self::qubit`] says otherwise. Empty for a qubit that only ever was an ancilla.
    pub fn carried_slots(&self) -> &[Vec<CarriedSlot>] {
        &self.carried_slots
    }

    /// The plies among whose gates some prepare a state, ascending: that of a set-up, or one that a
    /// measurement of other slots or the effects of the ply left, in place of the gates before.
    pub fn prepared_plies(&self) -> &[u32] {
        &self.prepared
    }

    /// The states of the qubits as the circuit goes on: before the first gate, and after each.
    ///
    /// # Errors
    /// Returns an error if there are more qubits than a state has.
    pub fn states(&self) -> Result<impl Iterator<Item = Sparse> + '_, WorldError> {
        let start = Sparse::zero(self.circuit().num_qubits())?;
        let mut gates = self.circuit().gates();
        Ok(iter::successors(Some(start), move |before| {
            let (gate, qubits) = gates.next()?;
            let mut state = before.clone();
            state.apply(gate, qubits);
            Some(state)
        }))
    }

    /// The circuit with clbit `k` the measurement of `slots[k]`.
    ///
    /// # Errors
    /// Returns an error if a slot is not in the component.
    pub fn measured(&self, slots: &[Slot]) -> Result<Circuit, WorldError> {
        if let Some(&slot) = slots.iter().find(|&&slot| self.qubit(slot).is_none()) {
            return Err(WorldError::NotQuantum { slot });
        }
        let wires: Vec<Wire> = slots.iter().map(|&slot| Wire::Slot(slot)).collect();
        match self.wires.measured(&wires) {
            Ok(circuit) => Ok(circuit),
            Err(error) => unreachable!("{CONSISTENT}: {error}"),
        }
    }

    fn add(&mut self, slot: Slot) {
        let qubit = self.add_wire(Wire::Slot(slot));
        self.carry(qubit, slot);
    }

    fn carry(&mut self, qubit: Qubit, slot: Slot) {
        let since = self.circuit().operations().len();
        self.carried_slots[qubit.index()].push(CarriedSlot { slot, since });
    }

    fn add_wire(&mut self, wire: Wire) -> Qubit {
        let qubit = self.wires.add(wire).expect(CONSISTENT);
        if qubit.index() == self.carried_slots.len() {
            self.carried_slots.push(Vec::new());
        }
        qubit
    }

    /// A qubit in |0⟩ or |1⟩ where the component does not hold the slot.
    fn enter(&mut self, ply: u32, slot: Slot, occupied: bool) {
        if self.qubit(slot).is_none() {
            self.add(slot);
            if occupied {
                self.push(ply, Gate::X, &[slot]);
            }
        }
    }

    fn relabel(&mut self, from: Slot, to: Slot) {
        let qubit = self.qubit(from).expect(CONSISTENT);
        self.wires
            .relabel(Wire::Slot(from), Wire::Slot(to))
            .expect(CONSISTENT);
        self.carry(qubit, to);
    }

    fn exchange(&mut self, slots: [Slot; 2]) {
        let [a, b] = slots.map(Wire::Slot);
        let qubits = slots.map(|slot| self.qubit(slot).expect(CONSISTENT));
        for (from, to) in [(a, Wire::Aside), (b, a), (Wire::Aside, b)] {
            self.wires.relabel(from, to).expect(CONSISTENT);
        }
        self.carry(qubits[0], slots[1]);
        self.carry(qubits[1], slots[0]);
    }

    /// Ends the use of a wire; the minimal encoding uses its qubit, which is back in |0⟩, again.
    fn leave(&mut self, wire: Wire, encoding: Encoding) {
        match encoding {
            Encoding::Minimal => self.wires.release(wire).expect(CONSISTENT),
            Encoding::Paper => {
                let qubit = self.wires.qubit(wire).expect(CONSISTENT);
                let spent = Wire::Spent(qubit);
                self.wires.relabel(wire, spent).expect(CONSISTENT);
            }
        }
    }

    /// Brings new wires into the state.
    fn prepare(&mut self, ply: u32, prepared: &PreparedState, encoding: Encoding) {
        let Preparation {
            gates,
            num_ancillas,
        } = prepare(&prepared.amplitudes);
        for &slot in &prepared.slots {
            self.add(slot);
        }
        let ancillas: Vec<Wire> = (0..num_ancillas).map(Wire::Ancilla).collect();
        for &ancilla in &ancillas {
            self.add_wire(ancilla);
        }
        let slots = prepared.slots.iter().map(|&slot| Wire::Slot(slot));
        let wires: Vec<Wire> = slots.chain(ancillas.iter().copied()).collect();
        for PreparationGate { gate, qubits } in gates {
            let operands = qubits.map(|qubit| wires[qubit.index()]);
            self.wires
                .push(ply, gate, &operands[..gate.num_qubits()])
                .expect(CONSISTENT);
        }
        for ancilla in ancillas {
            self.leave(ancilla, encoding);
        }
    }

    fn push(&mut self, ply: u32, gate: Gate, slots: &[Slot]) {
        let wires: Vec<Wire> = slots.iter().map(|&slot| Wire::Slot(slot)).collect();
        self.wires.push(ply, gate, &wires).expect(CONSISTENT);
    }

    fn write(&mut self, ply: u32, effect: Effect, encoding: Encoding) {
        match effect {
            Effect::Enter { slot, occupied } => self.enter(ply, slot, occupied),
            Effect::Relabel { from, to } => self.relabel(from, to),
            Effect::Exchange { slots } => self.exchange(slots),
            Effect::Gate { gate, slots } => self.push(ply, gate, &slots[..gate.num_qubits()]),
            Effect::Named { effect, slots } => {
                let form = match encoding {
                    Encoding::Minimal => effect.shortest(),
                    Encoding::Paper => effect.definition,
                };
                for &primitive in form {
                    self.write_primitive(ply, primitive, &slots, encoding);
                }
            }
        }
    }

    fn write_primitive(
        &mut self,
        ply: u32,
        primitive: Primitive,
        slots: &[Slot],
        encoding: Encoding,
    ) {
        match primitive {
            Primitive::Enter(slot, occupied) => self.enter(ply, slots[slot], occupied),
            Primitive::Relabel(from, to) => self.relabel(slots[from], slots[to]),
            Primitive::Gate(gate, places) => {
                let operands: Vec<Slot> = places.iter().map(|&place| slots[place]).collect();
                self.push(ply, gate, &operands);
            }
            Primitive::Leave(slot) => self.leave(Wire::Slot(slots[slot]), encoding),
        }
    }
}

/// Reason that writing the gates of a record can't fail.
const CONSISTENT: &str = "the world checked every effect before it was recorded";

pub(crate) fn encode(record: &Record, encoding: Encoding) -> Result<EncodedCircuit, WorldError> {
    let events = record.events().ok_or(WorldError::NotRecorded)?;
    let mut encoded = EncodedCircuit {
        wires: LabelledCircuit::new(),
        carried_slots: Vec::new(),
        prepared: Vec::new(),
    };
    for event in events {
        let ply = event.moment.ply;
        match event.change {
            Change::Effect(effect) => encoded.write(ply, effect, encoding),
            Change::Prepared(ref prepared) => {
                encoded.prepare(ply, prepared, encoding);
                encoded.prepared.push(ply);
            }
            Change::Classical { slot, occupied } => {
                if occupied {
                    encoded.push(ply, Gate::X, &[slot]);
                }
                // Back in |0⟩, its qubit can be used again.
                encoded.leave(Wire::Slot(slot), encoding);
            }
        }
    }
    encoded.prepared.dedup();
    Ok(encoded)
}
