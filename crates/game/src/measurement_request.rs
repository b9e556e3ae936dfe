use cheqqers_circuit::Bitstring;
use cheqqers_world::{Slot, World};
use smallvec::{SmallVec, smallvec};

/// The measurement that a move asks for before it can go on.
///
/// An answer has one bit for each slot measured, 128 at most: a game that asks for more asks for
/// some now and for the others when it goes on; [`Self::of_components`] and [`Self::of_slots`]
/// leave out what does not fit.
#[derive(Clone, Debug)]
pub struct MeasurementRequest<S> {
    /// State of the move.
    pub stage: S,
    /// One slot of each component that is measured. Moves rarely measure more than one.
    pub components: SmallVec<[Slot; 2]>,
    /// The slots that are measured, where it is not all of these components.
    pub only: Option<Vec<Slot>>,
    /// Ply of the gates that prepare what such a measurement leaves.
    pub ply: u32,
}

impl<S> MeasurementRequest<S> {
    /// The measurement of the component that holds this slot.
    pub fn one(stage: S, slot: Slot) -> Self {
        Self {
            stage,
            components: smallvec![slot],
            only: None,
            ply: 0,
        }
    }

    /// The measurement of the components that hold these slots, each once, the first of them that
    /// one answer has room for; `None` when all slots are certain.
    pub fn of_components(
        stage: S,
        world: &World,
        slots: impl IntoIterator<Item = Slot>,
    ) -> Option<Self> {
        let mut components: SmallVec<[Slot; 2]> = SmallVec::new();
        let mut num_bits = 0;
        for slot in slots {
            let Some(component) = world.component(slot) else {
                continue;
            };
            if components.iter().any(|&other| world.linked(other, slot)) {
                continue;
            }
            num_bits += component.num_slots();
            if num_bits > Bitstring::MAX_LEN {
                break;
            }
            components.push(slot);
        }
        (!components.is_empty()).then_some(Self {
            stage,
            components,
            only: None,
            ply: 0,
        })
    }

    /// The measurement of these slots and no others, the first of them that one answer has room
    /// for; `None` when all are certain. The rest of their components stays quantum, prepared anew by
    /// gates of this ply.
    pub fn of_slots(
        stage: S,
        ply: u32,
        world: &World,
        slots: impl IntoIterator<Item = Slot>,
    ) -> Option<Self> {
        let quantum = |slot: &Slot| world.component(*slot).is_some();
        let mut only: Vec<Slot> = slots.into_iter().filter(quantum).collect();
        only.truncate(Bitstring::MAX_LEN);
        only.sort_unstable();
        only.dedup();
        let mut components: SmallVec<[Slot; 2]> = SmallVec::new();
        for &slot in &only {
            if !components.iter().any(|&other| world.linked(other, slot)) {
                components.push(slot);
            }
        }
        (!only.is_empty()).then_some(Self {
            stage,
            components,
            only: Some(only),
            ply,
        })
    }
}
