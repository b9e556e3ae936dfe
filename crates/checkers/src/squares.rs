use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::{Direction, Square};

/// A set of dark squares: bit `k` is the square numbered `k`.
///
/// Every rank takes 8 bits whatever the board's size, so a step in a direction is the same shift on
/// all boards: by 8 or 9 upwards, 7 or 8 leftwards, as the rank is even or odd.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(u128);

/// Ranks 1, 3, 5, ..., whose squares are on the files a, c, e, ...
const EVEN_RANKS: u128 = 0x00ff_00ff_00ff_00ff_00ff_00ff_00ff_00ff;
/// The leftmost square of every rank.
const LEFT: u128 = 0x0101_0101_0101_0101_0101_0101_0101_0101;
/// The rightmost square of every rank of the largest board.
const RIGHT: u128 = LEFT << 7;

impl Squares {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// All dark squares of a board of this size.
    pub fn board(size: u8) -> Self {
        (0..128)
            .map(Square::from_number)
            .filter(|square| square.is_on(size))
            .collect()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the square is among them.
    pub fn contains(self, square: Square) -> bool {
        self.0 >> square.number() & 1 == 1
    }

    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.number();
    }

    /// Takes a square out.
    pub fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.number());
    }

    /// The squares one step on in a direction, on the largest board.
    #[must_use]
    pub fn shifted(self, direction: Direction) -> Self {
        let even = self.0 & EVEN_RANKS;
        let odd = self.0 & !EVEN_RANKS;
        Self(match direction {
            Direction::NorthEast => even << 8 | (odd & !RIGHT) << 9,
            Direction::NorthWest => (even & !LEFT) << 7 | odd << 8,
            Direction::SouthEast => even >> 8 | (odd & !RIGHT) >> 7,
            Direction::SouthWest => (even & !LEFT) >> 9 | odd >> 8,
        })
    }

    /// The squares whose neighbour in a direction is among these.
    #[must_use]
    pub fn behind(self, direction: Direction) -> Self {
        self.shifted(match direction {
            Direction::NorthEast => Direction::SouthWest,
            Direction::NorthWest => Direction::SouthEast,
            Direction::SouthEast => Direction::NorthWest,
            Direction::SouthWest => Direction::NorthEast,
        })
    }
}

impl BitAnd for Squares {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for Squares {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOr for Squares {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Squares {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Not for Squares {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl From<Square> for Squares {
    fn from(square: Square) -> Self {
        Self(1 << square.number())
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

    fn into_iter(self) -> Ascending {
        Ascending(self.0)
    }
}

/// Goes through squares in ascending order.
#[derive(Clone, Debug)]
pub struct Ascending(u128);

impl Iterator for Ascending {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let number = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Square::from_number(number as usize))
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
    fn a_board_has_its_dark_squares() {
        assert_eq!(Squares::board(8).len(), 32);
        assert_eq!(Squares::board(5).len(), 13);
        assert_eq!(Squares::board(16).len(), 128);
    }
}
