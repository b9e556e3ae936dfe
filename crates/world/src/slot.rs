use smallvec::SmallVec;

/// Opaque number of whatever a qubit stands for.
///
/// The world never interprets it. Memory grows with the largest number in use, so games number
/// their slots from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(pub u16);

impl Slot {
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Slots that became classical, each with its value.
pub type ClassicalSlots = SmallVec<[(Slot, bool); 8]>;
