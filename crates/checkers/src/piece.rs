use std::fmt;

use cheqqers_game::Colour;
use cheqqers_game::show::ShownPart;
use cheqqers_world::Slot;

use crate::square::{Direction, Square};

/// Number of a piece, kept from the start of the game to the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PieceId(pub u8);

/// Man or king. Parts of one piece may differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rank {
    /// Moves and captures forward.
    Man,
    /// Moves and captures in all four directions.
    King,
}

impl Rank {
    /// The English word.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Man => "man",
            Self::King => "king",
        }
    }
}

/// Contents of an occupied square: a piece, or a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    /// Colour of the piece.
    pub colour: Colour,
    /// Man or king.
    pub rank: Rank,
    /// The piece it is a part of; a certain piece is its only part.
    pub piece: PieceId,
}

/// The rank on which a man of this colour is crowned, on a board of this size.
#[inline]
pub(crate) fn far_rank(colour: Colour, size: u8) -> u8 {
    match colour {
        Colour::White => size - 1,
        Colour::Black => 0,
    }
}

impl Part {
    /// The part on a square of a board of this size, as pictures show it.
    pub(crate) fn shown(self, square: Square, slot: Slot, probability: f64, size: u8) -> ShownPart {
        ShownPart {
            place: square.to_string(),
            number: Some(square.draughts_number(size).into()),
            slot: Some(slot),
            piece: self.piece.0.into(),
            colour: Some(self.colour),
            kind: self.rank.noun().to_owned(),
            types: Vec::new(),
            probability,
            half: None,
        }
    }

    /// Directions it moves in: left and right of each way it may go, ascending.
    pub fn directions(self) -> &'static [Direction] {
        match (self.rank, self.colour) {
            (Rank::King, _) => &Direction::ALL,
            (Rank::Man, Colour::White) => &Direction::ALL[2..],
            (Rank::Man, Colour::Black) => &Direction::ALL[..2],
        }
    }
}

/// `w`, `W`, `b` or `B`: capitals are kings.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match (self.colour, self.rank) {
            (Colour::White, Rank::Man) => "w",
            (Colour::White, Rank::King) => "W",
            (Colour::Black, Rank::Man) => "b",
            (Colour::Black, Rank::King) => "B",
        })
    }
}
