use std::fmt;

use cheqqers_game::Colour;

/// Which piece a part belongs to; kept from the start of the game to the end.
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
    /// What people call a piece of it.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Man => "man",
            Self::King => "king",
        }
    }
}

/// What stands, or may stand, on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    /// Whose it is.
    pub colour: Colour,
    /// Whether it is crowned.
    pub rank: Rank,
    /// The piece it is a part of; a certain piece is its only part.
    pub piece: PieceId,
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
