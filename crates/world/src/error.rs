use cheqqers_circuit::Bitstring;
use cheqqers_sim::SimError;
use thiserror::Error;

use crate::Slot;

/// Why the world refused an effect, a collapse or a circuit. The world is as it was.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The slot must belong to a component.
    #[error("slot {} is certain, no component holds it", slot.0)]
    NotQuantum {
        /// The slot.
        slot: Slot,
    },
    /// The slot must not belong to a component.
    #[error("slot {} belongs to a component already", slot.0)]
    AlreadyQuantum {
        /// The slot.
        slot: Slot,
    },
    /// The two slots must belong to the same component.
    #[error("slots {} and {} belong to different components", slots[0].0, slots[1].0)]
    DifferentComponents {
        /// The slots.
        slots: [Slot; 2],
    },
    /// The same slot stands twice in one effect.
    #[error("slot {} stands twice in one effect", slot.0)]
    RepeatedSlot {
        /// The slot.
        slot: Slot,
    },
    /// The exact state gives these bits no probability.
    #[error("the bits {bits} are impossible: the state gives them probability zero")]
    ImpossibleBits {
        /// The bits, in order of the component's slots.
        bits: Bitstring,
    },
    /// Not one bit for each slot.
    #[error("{found} bits for a component of {expected} slots")]
    WrongLength {
        /// How many slots the component has.
        expected: usize,
        /// How many bits came.
        found: usize,
    },
    /// A slot of a prepared state would be certain.
    #[error("slot {} would be certain", slot.0)]
    CertainSlot {
        /// The slot.
        slot: Slot,
    },
    /// The component would hold too many amplitudes.
    #[error(
        "the component would hold more than {} amplitudes",
        crate::World::MAX_AMPLITUDES
    )]
    TooManyAmplitudes {
        /// How many it holds, or would hold.
        amplitudes: usize,
    },
    /// The component would hold too many slots.
    #[error("the component would hold {num_slots} slots, more than 128")]
    TooManySlots {
        /// How many it would hold.
        num_slots: usize,
    },
    /// The world was told not to record, so there are no circuits.
    #[error("no circuits were recorded")]
    NotRecorded,
    /// The state has no room for the effect.
    #[error(transparent)]
    State(#[from] SimError),
}
