use cheqqers_circuit::{Bitstring, counted};
use cheqqers_sim::SimError;
use thiserror::Error;

use crate::limits::MAX_AMPLITUDES;
use crate::slot::Slot;

/// Error of an effect, a collapse or a circuit. The world is unchanged.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum WorldError {
    #[error("slot {} is classical: no component holds it", slot.0)]
    NotQuantum { slot: Slot },
    #[error("slot {} belongs to a component already", slot.0)]
    AlreadyQuantum { slot: Slot },
    #[error("slots {} and {} belong to different components", slots[0].0, slots[1].0)]
    DifferentComponents { slots: [Slot; 2] },
    #[error("slot {} stands twice in one effect", slot.0)]
    RepeatedSlot { slot: Slot },
    #[error("the bits {bits} are impossible: the state gives them probability zero")]
    ImpossibleBits { bits: Bitstring },
    #[error("{} for a component of {}", counted(*found, "bit"), counted(*expected, "slot"))]
    WrongLength { expected: usize, found: usize },
    #[error("slot {} would be classical", slot.0)]
    CertainSlot { slot: Slot },
    #[error("the component would hold more than {} amplitudes", MAX_AMPLITUDES)]
    TooManyAmplitudes { amplitudes: usize },
    #[error("the component would hold {num_slots} slots, more than 128")]
    TooManySlots { num_slots: usize },
    #[error("no circuits were recorded")]
    NotRecorded,
    #[error(transparent)]
    State(#[from] SimError),
}
