use std::fmt;
use std::str::FromStr;

use cheqqers_circuit::{Circuit, Component, Gate, Qubit};
use thiserror::Error;

use crate::log::{Log, Prepared, Step};
use crate::prepare::{Placed, Preparation, prepare};
use crate::{Effect, Slot, WorldError};

/// How the effects of a component are written as gates. Both give the same probabilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// One qubit per slot the component holds; what moves is renamed, a vacated qubit used again.
    #[default]
    Minimal,
    /// As the paper's program spends them: a fresh qubit for every target, splits and merges as
    /// named 3-qubit gates, a Toffoli in a capture. For inspection and comparison.
    Paper,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Minimal => "minimal",
            Self::Paper => "paper",
        })
    }
}

/// A word that names no encoding.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown encoding {found:?}: minimal or paper")]
pub struct ParseEncodingError {
    /// The word.
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

/// What a qubit carries at the moment: a slot, or nothing any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wire {
    Slot(Slot),
    /// Borrowed while a state is prepared.
    Ancilla(usize),
    Spent(Qubit),
}

/// The circuit of a component, and which qubit carries which slot.
#[derive(Clone, PartialEq, Debug)]
pub struct Encoded {
    wires: Component<Wire>,
    /// For each qubit the slots it has carried, in order.
    history: Vec<Vec<Slot>>,
}

impl Encoded {
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
    pub fn history(&self) -> &[Vec<Slot>] {
        &self.history
    }

    /// The circuit with clbit `k` the measurement of `slots[k]`.
    ///
    /// # Errors
    /// When a slot is not in the component.
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
        self.history[qubit.index()].push(slot);
    }

    fn add_wire(&mut self, wire: Wire) -> Qubit {
        let qubit = self.wires.add(wire).expect(CONSISTENT);
        if qubit.index() == self.history.len() {
            self.history.push(Vec::new());
        }
        qubit
    }

    fn relabel(&mut self, from: Slot, to: Slot) {
        let qubit = self.qubit(from).expect(CONSISTENT);
        self.wires
            .relabel(Wire::Slot(from), Wire::Slot(to))
            .expect(CONSISTENT);
        self.history[qubit.index()].push(to);
    }

    /// What the wire carried is gone; the minimal encoding uses its qubit, which is back in |0⟩,
    /// again.
    fn leave(&mut self, wire: Wire, encoding: Encoding) {
        match encoding {
            Encoding::Minimal => self.wires.release(wire).expect(CONSISTENT),
            Encoding::Paper => self.spend(wire),
        }
    }

    /// The qubit of the wire carries nothing any more, and is not used again.
    fn spend(&mut self, wire: Wire) {
        // A paper encoding has spent the first source of a merge already.
        if let Some(qubit) = self.wires.qubit(wire) {
            self.wires
                .relabel(wire, Wire::Spent(qubit))
                .expect(CONSISTENT);
        }
    }

    /// Brings new wires into the state.
    fn prepare(&mut self, group: u32, prepared: &Prepared, encoding: Encoding) {
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
        for Placed { gate, qubits } in gates {
            let operands = qubits.map(|qubit| wires[qubit.index()]);
            self.wires
                .push(group, gate, &operands[..gate.num_qubits()])
                .expect(CONSISTENT);
        }
        for ancilla in ancillas {
            self.leave(ancilla, encoding);
        }
    }

    fn push(&mut self, group: u32, gate: Gate, slots: &[Slot]) {
        let wires: Vec<Wire> = slots.iter().map(|&slot| Wire::Slot(slot)).collect();
        self.wires.push(group, gate, &wires).expect(CONSISTENT);
    }

    /// A qubit in |1⟩ where the component did not hold the slot.
    fn ensure_occupied(&mut self, group: u32, slot: Slot) {
        if self.qubit(slot).is_none() {
            self.add(slot);
            self.push(group, Gate::X, &[slot]);
        }
    }
}

/// Why writing the gates of a log can't fail.
const CONSISTENT: &str = "the world checked every effect before it was logged";

pub(crate) fn encode(log: &Log, encoding: Encoding) -> Result<Encoded, WorldError> {
    let events = log.events().ok_or(WorldError::NotRecorded)?;
    let mut encoded = Encoded {
        wires: Component::new(),
        history: Vec::new(),
    };
    for event in events {
        let group = event.group;
        match (&event.step, encoding) {
            (&Step::Effect(effect), Encoding::Minimal) => minimal(&mut encoded, group, effect),
            (&Step::Effect(effect), Encoding::Paper) => paper(&mut encoded, group, effect),
            (Step::Prepared(prepared), _) => encoded.prepare(group, prepared, encoding),
            (&Step::Settled { slot, occupied }, _) => {
                if occupied {
                    encoded.push(group, Gate::X, &[slot]);
                }
                // Back in |0⟩, its qubit can be used again.
                encoded.leave(Wire::Slot(slot), encoding);
            }
        }
    }
    Ok(encoded)
}

/// One qubit per slot: gates of at most two qubits, and renaming.
///
/// Source: the gates of Quantum Chess (arXiv:1906.05836) on registers that hold at most one
/// particle, with targets that are empty.
fn minimal(out: &mut Encoded, group: u32, effect: Effect) {
    match effect {
        Effect::Split {
            from,
            to: [first, second],
        } => {
            out.ensure_occupied(group, from);
            out.relabel(from, first);
            out.add(second);
            out.push(group, Gate::S, &[first]);
            out.push(group, Gate::Ch, &[first, second]);
            out.push(group, Gate::Cx, &[second, first]);
        }
        Effect::Merge {
            from: [first, second],
            to,
        } => {
            out.relabel(first, to);
            out.push(group, Gate::Cx, &[second, to]);
            out.push(group, Gate::Ch, &[to, second]);
            out.push(group, Gate::Cx, &[second, to]);
            out.push(group, Gate::Sdg, &[to]);
            out.push(group, Gate::Z, &[second]);
        }
        Effect::Capture {
            capturer,
            captured,
            to,
        } => {
            out.relabel(captured, to);
            out.ensure_occupied(group, capturer);
            out.push(group, Gate::Cx, &[to, capturer]);
            out.push(group, Gate::S, &[to]);
        }
        _ => common(out, group, effect),
    }
}

/// The paper's rows as literal gates.
fn paper(out: &mut Encoded, group: u32, effect: Effect) {
    match effect {
        Effect::Split {
            from,
            to: [first, second],
        } => {
            out.ensure_occupied(group, from);
            out.add(first);
            out.add(second);
            out.push(group, Gate::Split, &[from, first, second]);
            out.spend(Wire::Slot(from));
        }
        Effect::Merge {
            from: [first, second],
            to,
        } => {
            out.add(to);
            out.push(group, Gate::Merge, &[first, second, to]);
            out.spend(Wire::Slot(first));
        }
        Effect::Capture {
            capturer,
            captured,
            to,
        } => {
            out.ensure_occupied(group, capturer);
            out.add(to);
            out.push(group, Gate::Ccx, &[capturer, captured, to]);
            out.push(group, Gate::Cx, &[to, captured]);
            out.push(group, Gate::Cx, &[to, capturer]);
            out.push(group, Gate::S, &[to]);
            out.spend(Wire::Slot(captured));
        }
        _ => common(out, group, effect),
    }
}

/// The effects that both encodings write alike.
fn common(out: &mut Encoded, group: u32, effect: Effect) {
    match effect {
        Effect::Enter { slot, occupied } => {
            out.add(slot);
            if occupied {
                out.push(group, Gate::X, &[slot]);
            }
        }
        Effect::Relabel { from, to } => out.relabel(from, to),
        Effect::Step { from, to } => {
            out.relabel(from, to);
            out.push(group, Gate::S, &[to]);
        }
        Effect::Gate { gate, slots } => out.push(group, gate, &slots[..gate.num_qubits()]),
        Effect::Split { .. } | Effect::Merge { .. } | Effect::Capture { .. } => {
            unreachable!("each encoding writes these its own way")
        }
    }
}
