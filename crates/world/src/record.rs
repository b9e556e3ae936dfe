use std::sync::Arc;

use cheqqers_circuit::Bitstring;
use num_complex::Complex64;

use crate::effect::Effect;
use crate::slot::Slot;

/// Change of a component.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Change {
    /// An effect of the game.
    Effect(Effect),
    /// The component was set up in a state; its gates are found when a circuit is asked for.
    Prepared(Arc<PreparedState>),
    /// The slot became classical, which others of the component are not.
    Classical {
        slot: Slot,
        /// Value of the slot; mostly `false` where interference made it classical.
        occupied: bool,
    },
}

/// State that a component was set up in: amplitudes of different bits over the slots.
#[derive(PartialEq, Debug)]
pub(crate) struct PreparedState {
    pub(crate) slots: Vec<Slot>,
    pub(crate) amplitudes: Vec<(Bitstring, Complex64)>,
}

/// Change with its moment.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Event {
    pub(crate) moment: Moment,
    pub(crate) change: Change,
}

/// Choice to keep effects, so that circuits can be written, or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Recording {
    /// Effects are kept.
    #[default]
    On,
    /// No circuits: for playouts, which read none.
    Off,
}

/// Time of a change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Moment {
    /// Number of the change among those of the whole world.
    pub(crate) time: u64,
    /// Ply the change belongs to, the group of its gates in circuits.
    pub(crate) ply: u32,
}

/// Changes that made a component, from which its circuits are written in any encoding.
///
/// Effects are kept rather than gates: they take less room than either encoding's gates.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Record {
    /// `None` where nothing is recorded.
    events: Option<Vec<Event>>,
}

impl Record {
    pub(crate) fn new(recording: Recording) -> Self {
        Self {
            events: (recording == Recording::On).then(Vec::new),
        }
    }

    pub(crate) fn stop(&mut self) {
        self.events = None;
    }

    pub(crate) fn events(&self) -> Option<&[Event]> {
        self.events.as_deref()
    }

    pub(crate) fn push(&mut self, moment: Moment, change: impl FnOnce() -> Change) {
        if let Some(events) = &mut self.events {
            let change = change();
            events.push(Event { moment, change });
        }
    }

    /// Takes over the events of a component that was apart until now, in the order of time: a slot
    /// that one left may since have been used by the other.
    pub(crate) fn join(&mut self, other: Self) {
        if let (Some(events), Some(others)) = (&mut self.events, other.events) {
            events.extend(others);
            events.sort_by_key(|event| event.moment.time);
        }
    }
}
