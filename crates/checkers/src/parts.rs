use cheqqers_game::Colour;

use crate::piece::far_rank;
use crate::{Direction, Rank, Square, Squares};

/// Sets of the squares that hold parts: by colour, crowned, quantum; without the pieces' numbers.
///
/// Small enough to be copied freely; a [`Board`](crate::Board) adds the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    pub(crate) size: u8,
    pub(crate) all: Squares,
    pub(crate) white: Squares,
    pub(crate) black: Squares,
    pub(crate) kings: Squares,
    pub(crate) quantum: Squares,
}

impl Parts {
    /// An empty board of 4 to 16 files and ranks.
    #[inline]
    pub(crate) fn new(size: u8) -> Self {
        Self {
            size,
            all: Squares::board(size),
            white: Squares::EMPTY,
            black: Squares::EMPTY,
            kings: Squares::EMPTY,
            quantum: Squares::EMPTY,
        }
    }

    /// Files and ranks.
    #[inline]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// All dark squares.
    #[inline]
    pub fn all(&self) -> Squares {
        self.all
    }

    /// Squares that hold a part of either colour.
    #[inline]
    pub fn occupied(&self) -> Squares {
        self.white | self.black
    }

    /// Squares that hold a crowned part.
    #[inline]
    pub fn kings(&self) -> Squares {
        self.kings
    }

    /// Squares that hold a part with a probability strictly between 0 and 1.
    #[inline]
    pub fn quantum(&self) -> Squares {
        self.quantum
    }

    /// Returns `true` if the square holds a part of either colour.
    #[inline]
    pub fn is_occupied(&self, square: Square) -> bool {
        self.white.contains(square) || self.black.contains(square)
    }

    /// Returns `true` if the square holds a part with a probability strictly between 0 and 1.
    #[inline]
    pub fn is_quantum(&self, square: Square) -> bool {
        self.quantum.contains(square)
    }

    /// Calls `see` with each part, White's first.
    #[inline]
    pub(crate) fn each(&self, mut see: impl FnMut(Square, Colour, Rank)) {
        for colour in [Colour::White, Colour::Black] {
            for square in self.of(colour) {
                let rank = if self.kings.contains(square) {
                    Rank::King
                } else {
                    Rank::Man
                };
                see(square, colour, rank);
            }
        }
    }

    /// Squares that hold no part of any piece.
    #[inline]
    pub fn empty(&self) -> Squares {
        self.all & !(self.white | self.black)
    }

    /// Squares that hold a part of one colour.
    #[inline]
    pub fn of(&self, colour: Colour) -> Squares {
        match colour {
            Colour::White => self.white,
            Colour::Black => self.black,
        }
    }

    /// The parts of `colour` that may move in a direction: all kings, and men forwards.
    #[inline]
    pub fn movers(&self, colour: Colour, direction: Direction) -> Squares {
        let forward = match direction {
            Direction::NorthWest | Direction::NorthEast => Colour::White,
            Direction::SouthWest | Direction::SouthEast => Colour::Black,
        };
        let own = self.of(colour);
        if colour == forward {
            own
        } else {
            own & self.kings
        }
    }

    /// The rank on which a man of this colour is crowned.
    #[inline]
    pub fn far_rank(&self, colour: Colour) -> u8 {
        far_rank(colour, self.size)
    }

    /// Moves the part on `from` to the empty `to`, and crowns it on its far rank.
    #[inline]
    pub(crate) fn step(&mut self, from: Square, to: Square) {
        self.relocate(from, to);
        self.crown(to);
    }

    /// Moves the part on `from` to the empty `to`, and removes the one on the square between.
    ///
    /// # Panics
    /// Panics if there is no square between.
    pub(crate) fn jump(&mut self, from: Square, to: Square) {
        self.clear(jumped(from, to));
        self.relocate(from, to);
    }

    /// Moves the part on `from` to the empty `to`.
    #[inline]
    fn relocate(&mut self, from: Square, to: Square) {
        self.copy(from, to);
        self.clear(from);
    }

    /// Puts a part of the same kind as on `from` on the empty `to`.
    #[inline]
    pub(crate) fn copy(&mut self, from: Square, to: Square) {
        for set in self.sets() {
            if set.contains(from) {
                set.insert(to);
            }
        }
    }

    /// Empties a square.
    #[inline]
    pub(crate) fn clear(&mut self, square: Square) {
        for set in self.sets() {
            set.remove(square);
        }
    }

    /// Crowns a man on its far rank; returns `true` if there was one.
    #[inline]
    pub(crate) fn crown(&mut self, square: Square) -> bool {
        let has_arrived = |colour, parts: &Squares| {
            square.rank() == self.far_rank(colour) && parts.contains(square)
        };
        let crowned = (has_arrived(Colour::White, &self.white)
            || has_arrived(Colour::Black, &self.black))
            && !self.kings.contains(square);
        if crowned {
            self.kings.insert(square);
        }
        crowned
    }

    /// All sets that say what a square holds.
    fn sets(&mut self) -> [&mut Squares; 4] {
        let Self {
            white,
            black,
            kings,
            quantum,
            ..
        } = self;
        [white, black, kings, quantum]
    }
}

/// The square between the two of a jump.
///
/// # Panics
/// Panics if the squares are not two steps apart on a diagonal.
pub(crate) fn jumped(from: Square, to: Square) -> Square {
    from.between(to).expect("a capture jumps over one square")
}
