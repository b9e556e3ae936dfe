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

    /// Takes over the events of a component that was apart until now, in order of their groups:
    /// a slot that one left may since have been used by the other.
    pub(crate) fn join(&mut self, other: Log) {
        self.events.extend(other.events);
        self.events.sort_by_key(Event::group);
    }
}
