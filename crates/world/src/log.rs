use std::sync::Arc;

use cheqqers_circuit::Bitstring;
use num_complex::Complex64;

use crate::{Effect, Slot};

/// One step in the life of a component.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Step {
    /// An effect.
    Effect(Effect),
    /// The component was set up in a state; its gates are found when a circuit is asked for.
    Prepared(Arc<Prepared>),
    /// The slot became certain, which others of the component are not.
    Settled {
        /// The slot.
        slot: Slot,
        /// What it holds: by interference mostly nothing.
        occupied: bool,
    },
}

/// The state that a component was set up in: amplitudes of different bits over the slots.
#[derive(PartialEq, Debug)]
pub(crate) struct Prepared {
    pub(crate) slots: Vec<Slot>,
    pub(crate) amplitudes: Vec<(Bitstring, Complex64)>,
}

/// A step, when it was taken, and the group (ply) it belongs to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Event {
    /// Counts the steps of the whole world.
    time: u64,
    pub(crate) group: u32,
    pub(crate) step: Step,
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

/// When something happens in a world.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Moment {
    pub(crate) time: u64,
    pub(crate) group: u32,
}

/// The steps that made a component, from which its circuits are written in any encoding.
///
/// Effects are kept rather than gates: they take less room than either encoding's gates.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Log {
    /// `None` where nothing is recorded.
    events: Option<Vec<Event>>,
}

impl Log {
    pub(crate) fn new(recording: Recording) -> Self {
        Self {
            events: (recording == Recording::On).then(Vec::new),
        }
    }

    pub(crate) fn stop_recording(&mut self) {
        self.events = None;
    }

    pub(crate) fn events(&self) -> Option<&[Event]> {
        self.events.as_deref()
    }

    pub(crate) fn push(&mut self, moment: Moment, step: impl FnOnce() -> Step) {
        if let Some(events) = &mut self.events {
            let Moment { time, group } = moment;
            events.push(Event {
                time,
                group,
                step: step(),
            });
        }
    }

    /// Takes over the events of a component that was apart until now, in the order of time: a slot
    /// that one left may since have been used by the other.
    pub(crate) fn join(&mut self, other: Log) {
        if let (Some(events), Some(others)) = (&mut self.events, other.events) {
            events.extend(others);
            events.sort_by_key(|event| event.time);
        }
    }
}
