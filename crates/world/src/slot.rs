/// Whatever a qubit stands for: the occupancy of a place, a piece's presence, one bit of a kind.
///
/// The world never interprets the number. Memory grows with the largest number in use, so games
/// number their slots from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(pub u16);

impl Slot {
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}
