use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::bitboard::Bitboard;
use crate::square::{Direction, Square};

/// A set of dark squares: bit `k` is the square numbered `k`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(
    /// The lower 64 and the upper. One of them is all that a change of one square touches.
    [u64; 2],
);

impl Squares {
    /// The empty set.
    pub const EMPTY: Self = Self([0; 2]);

    /// All dark squares of a board of this size.
    #[inline]
    pub fn board(size: u8) -> Self {
        (0..128)
            .map(Square::from_number)
            .filter(|square| square.is_on(size))
            .collect()
    }

    /// Returns `true` if there is no square.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Number of squares.
    #[inline]
    pub fn len(self) -> u32 {
        self.bits().count_ones()
    }

    /// Returns `true` if the square is in the set.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        let (half, bit) = place(square);
        self.0[half] >> bit & 1 == 1
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        let (half, bit) = place(square);
        self.0[half] |= 1 << bit;
    }

    /// Removes a square.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        let (half, bit) = place(square);
        self.0[half] &= !(1 << bit);
    }

    /// The squares one step on in a direction, on the largest board.
    #[must_use]
    #[inline]
    pub fn shifted(self, direction: Direction) -> Self {
        self.bits().shifted(direction).into()
    }

    /// The squares whose neighbour in a direction is among these.
    #[must_use]
    #[inline]
    pub fn behind(self, direction: Direction) -> Self {
        self.bits().behind(direction).into()
    }

    /// The squares of a board that the bitboard is wide enough for.
    pub(crate) fn to_bitboard<B: Bitboard>(self) -> B {
        B::from_halves(self.0)
    }

    /// The set as bits.
    #[inline]
    pub(crate) fn bits(self) -> u128 {
        self.to_bitboard()
    }
}

/// Index of the half of the bits that holds a square's, and of the bit in it.
fn place(square: Square) -> (usize, usize) {
    (square.number() / 64, square.number() % 64)
}

impl From<u128> for Squares {
    #[expect(clippy::cast_possible_truncation, reason = "the halves are meant")]
    #[inline]
    fn from(bits: u128) -> Self {
        Self([bits as u64, (bits >> 64) as u64])
    }
}

impl BitAnd for Squares {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitAndAssign for Squares {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOr for Squares {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl BitOrAssign for Squares {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for Squares {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(Not::not))
    }
}

impl From<Square> for Squares {
    #[inline]
    fn from(square: Square) -> Self {
        let mut squares = Self::EMPTY;
        squares.insert(square);
        squares
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut all = Self::EMPTY;
        for square in squares {
            all.insert(square);
        }
        all
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Ascending;

    #[inline]
    fn into_iter(self) -> Ascending {
        Ascending(self.bits())
    }
}

/// Goes through squares in ascending order.
#[derive(Clone, Debug)]
pub struct Ascending(u128);

impl Iterator for Ascending {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let (first, others) = self.0.split_first()?;
        self.0 = others;
        Some(first)
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[inline]
    fn a_shift_of_a_set_is_the_step_of_each_square() {
        for square in (0..128).map(Square::from_number) {
            for direction in Direction::ALL {
                let stepped: Squares = square.neighbour(direction, 1).into_iter().collect();
                assert_eq!(
                    Squares::from(square).shifted(direction),
                    stepped,
                    "{square}"
                );
                let behind: Squares = (0..128)
                    .map(Square::from_number)
                    .filter(|s| s.neighbour(direction, 1) == Some(square))
                    .collect();
                assert_eq!(Squares::from(square).behind(direction), behind, "{square}");
            }
        }
    }

    #[test]
    #[inline]
    fn a_board_has_its_dark_squares() {
        assert_eq!(Squares::board(8).len(), 32);
        assert_eq!(Squares::board(5).len(), 13);
        assert_eq!(Squares::board(16).len(), 128);
    }
}
