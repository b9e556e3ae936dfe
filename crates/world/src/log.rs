use cheqqers_circuit::Bitstring;
use num_complex::Complex64;

use crate::prepare::{Placed, Preparation, prepare};
use crate::{Effect, Slot};

/// One step in the life of a component.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Event {
    /// An effect of the group (ply) `group`.
    Effect { group: u32, effect: Effect },
    /// Interference emptied the slot: its qubit is back in |0⟩.
    Vacated { group: u32, slot: Slot },
}

impl Event {
    fn group(&self) -> u32 {
        match *self {
            Self::Effect { group, .. } | Self::Vacated { group, .. } => group,
        }
    }
}

/// Whether effects are kept so that circuits can be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Recording {
    /// Circuits can be asked for.
    #[default]
    On,
    /// No circuits: for playouts, where nobody would read them.
    Off,
}

/// The effects that made a component, from which its circuits are written in any encoding.
///
/// Effects are kept rather than gates: they take less room than either encoding's gates.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Log {
    recording: Recording,
    events: Vec<Event>,
}

impl Log {
    pub(crate) fn new(recording: Recording) -> Self {
        Self {
            recording,
            events: Vec::new(),
        }
    }

    pub(crate) fn stop_recording(&mut self) {
        *self = Self::new(Recording::Off);
    }

    pub(crate) fn events(&self) -> Option<&[Event]> {
        (self.recording == Recording::On).then_some(self.events.as_slice())
    }

    pub(crate) fn effect(&mut self, group: u32, effect: Effect) {
        if self.recording == Recording::On {
            self.events.push(Event::Effect { group, effect });
        }
    }

    pub(crate) fn vacated(&mut self, slot: Slot) {
        let group = self.events.last().map_or(0, Event::group);
        if self.recording == Recording::On {
            self.events.push(Event::Vacated { group, slot });
        }
    }

    /// Logs the gates that prepare a state; their ancillas, which have the numbers above all slots
    /// named, come back to |0⟩.
    pub(crate) fn prepared(
        &mut self,
        group: u32,
        slots: &[Slot],
        amplitudes: &[(Bitstring, Complex64)],
    ) {
        if self.recording == Recording::Off {
            return;
        }
        let Preparation {
            gates,
            num_ancillas,
        } = prepare(amplitudes);
        let above = slots.iter().max().map_or(0, |slot| slot.0 + 1);
        let ancillas = (above..).take(num_ancillas).map(Slot);
        let wires: Vec<Slot> = slots.iter().copied().chain(ancillas).collect();
        for &slot in &wires {
            let occupied = false;
            self.effect(group, Effect::Enter { slot, occupied });
        }
        for Placed { gate, qubits } in gates {
            let slots = qubits.map(|qubit| wires[qubit.index()]);
            self.effect(group, Effect::Gate { gate, slots });
        }
        for &ancilla in &wires[slots.len()..] {
            self.vacated(ancilla);
        }
    }

    /// Takes over the events of a component that was apart until now, in order of their groups:
    /// a slot that one left may since have been used by the other.
    pub(crate) fn join(&mut self, other: Log) {
        self.events.extend(other.events);
        self.events.sort_by_key(Event::group);
    }
}
