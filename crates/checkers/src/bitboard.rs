use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

use crate::square::{Direction, Square};

/// Set of squares as an integer, as wide as a board needs it: 64 bits up to 8 ranks, else 128.
///
/// Every rank takes 8 bits whatever the board's size, so a step in a direction is the same shift on
/// all boards: by 8 or 9 upwards, 7 or 8 leftwards, as the rank is even or odd.
pub(crate) trait Bitboard:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const EMPTY: Self;
    /// Ranks 1, 3, 5, ..., whose squares are on the files a, c, e, ...
    const EVEN_RANKS: Self;
    /// The leftmost square of every rank.
    const LEFT: Self;
    /// The rightmost square of every rank of the largest board.
    const RIGHT: Self;

    /// The squares of a board that it is wide enough for, by their lower and their upper 64 bits.
    fn from_halves(halves: [u64; 2]) -> Self;

    /// Number of squares.
    fn len(self) -> usize;

    /// The lowest square, and the others; `None` when there is none.
    fn split_first(self) -> Option<(Square, Self)>;

    /// Number of squares in four bitboards, which hold squares of the board alone.
    fn total(words: [Self; 4]) -> usize;

    /// 1 if the square is in the set, else 0.
    fn has(self, square: Square) -> usize;

    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The squares, ascending.
    #[inline]
    fn squares(mut self) -> impl Iterator<Item = Square> {
        std::iter::from_fn(move || {
            let (first, others) = self.split_first()?;
            self = others;
            Some(first)
        })
    }

    /// The squares one step on in a direction, on the largest board.
    #[inline]
    fn shifted(self, direction: Direction) -> Self {
        let even = self & Self::EVEN_RANKS;
        let odd = self & !Self::EVEN_RANKS;
        match direction {
            Direction::NorthEast => even << 8 | (odd & !Self::RIGHT) << 9,
            Direction::NorthWest => (even & !Self::LEFT) << 7 | odd << 8,
            Direction::SouthEast => even >> 8 | (odd & !Self::RIGHT) >> 7,
            Direction::SouthWest => (even & !Self::LEFT) >> 9 | odd >> 8,
        }
    }

    /// The squares whose neighbour in a direction is among these.
    #[inline]
    fn behind(self, direction: Direction) -> Self {
        self.shifted(match direction {
            Direction::NorthEast => Direction::SouthWest,
            Direction::NorthWest => Direction::SouthEast,
            Direction::SouthEast => Direction::NorthWest,
            Direction::SouthWest => Direction::NorthEast,
        })
    }
}

macro_rules! constants_and_bits {
    () => {
        const EMPTY: Self = 0;
        const EVEN_RANKS: Self = Self::MAX / 0xffff * 0xff;
        const LEFT: Self = Self::MAX / 0xff;
        const RIGHT: Self = Self::LEFT << 7;

        #[inline]
        fn split_first(self) -> Option<(Square, Self)> {
            (self != 0).then(|| {
                let first = Square::from_number(self.trailing_zeros() as usize);
                (first, self & (self - 1))
            })
        }

        #[inline]
        fn has(self, square: Square) -> usize {
            usize::from(self >> square.number() & 1 == 1)
        }
    };
}

impl Bitboard for u64 {
    constants_and_bits!();

    #[inline]
    fn from_halves([low, _]: [u64; 2]) -> Self {
        low
    }

    #[inline]
    fn len(self) -> usize {
        self.count_ones() as usize
    }

    /// Not every machine counts bits in one instruction, so all four are counted at once: a rank of 8
    /// squares has 4 dark ones, so that two bitboards fit into one.
    #[inline]
    fn total([a, b, c, d]: [Self; 4]) -> usize {
        const ALTERNATE: u64 = u64::MAX / 3;
        const PAIRS: u64 = u64::MAX / 5;
        const NIBBLES: u64 = u64::MAX / 17;
        let by_nibble = |word: u64| {
            let by_pair = word - (word >> 1 & ALTERNATE);
            (by_pair & PAIRS) + (by_pair >> 2 & PAIRS)
        };
        let by_nibble = by_nibble(a | b << 4) + by_nibble(c | d << 4);
        let by_byte = (by_nibble & NIBBLES) + (by_nibble >> 4 & NIBBLES);
        (by_byte.wrapping_mul(Self::LEFT) >> 56) as usize
    }
}

impl Bitboard for u128 {
    constants_and_bits!();

    #[inline]
    fn from_halves(halves: [u64; 2]) -> Self {
        let [low, high] = halves.map(u128::from);
        low | high << 64
    }

    #[inline]
    fn len(self) -> usize {
        self.count_ones() as usize
    }

    #[inline]
    fn total(words: [Self; 4]) -> usize {
        words.into_iter().map(Self::len).sum()
    }
}

/// The value of an expression in which a name stands for the narrowest bitboard that has all squares
/// of a board.
macro_rules! with_bitboard {
    ($parts:expr, $bitboard:ident => $value:expr) => {
        if $parts.size <= 8 {
            type $bitboard = u64;
            $value
        } else {
            type $bitboard = u128;
            $value
        }
    };
}
pub(crate) use with_bitboard;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::squares::Squares;

    #[test]
    #[inline]
    fn bitboards_counted_at_once_have_as_many_squares_as_one_by_one() {
        let board = Squares::board(8).to_bitboard::<u64>();
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..1000 {
            let words = [0; 4].map(|_: u32| {
                word = word.wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ (word >> 29);
                word & board
            });
            let expected: usize = words.into_iter().map(Bitboard::len).sum();
            assert_eq!(u64::total(words), expected);
        }
        assert_eq!(u64::total([board; 4]), 128);
    }
}
