use serde::Serialize;

/// Mark of one of the two halves of a piece, which tells what its probability does not.
///
/// It is for games in which a component has two basis states at most: its halves are on two sides, and
/// those of one side are there together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct HalfMark {
    /// Side of the half: `true` if it is there in the second of the two basis states.
    pub second: bool,
    /// Number of its component among those of several pieces; `None` if its piece is entangled with no other.
    pub entangled: Option<usize>,
    /// `true` if the amplitude of its basis state has the opposite sign.
    pub negative: bool,
    /// Colour of the mark, where it makes a difference.
    pub colour: Option<MarkColour>,
}

/// Colour of the mark of a half.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MarkColour {
    /// Of one half of each pair.
    Red,
    /// Of the other one.
    Blue,
}

impl HalfMark {
    /// Direction of the mark in degrees clockwise from the top: up and down for a piece by itself, along
    /// a diagonal for entangled ones, the other diagonal for every second component.
    pub(super) fn degrees(self) -> u16 {
        let first = match self.entangled.map(|number| number % 2) {
            None => 0,
            Some(0) => 45,
            Some(_) => 315,
        };
        (first + if self.second { 180 } else { 0 }) % 360
    }

    /// Digit of its side, as text shows it behind the sign of its component.
    pub(super) fn digit(self) -> char {
        if self.second { '2' } else { '1' }
    }
}
