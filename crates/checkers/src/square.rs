use std::fmt;
use std::str::FromStr;

use cheqqers_game::settings::quoted;
use cheqqers_world::Slot;
use thiserror::Error;

/// A dark square of a board of any size, by file and rank.
///
/// The order is the rules' order: row by row from a1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(
    /// Rank in the high half, file in the low half, both from 0.
    u8,
);

/// The four neighbours of a square, in ascending order of where they lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Down and left.
    SouthWest,
    /// Down and right.
    SouthEast,
    /// Up and left.
    NorthWest,
    /// Up and right.
    NorthEast,
}

impl Direction {
    /// All four, in ascending order of where they lead.
    pub const ALL: [Self; 4] = [
        Self::SouthWest,
        Self::SouthEast,
        Self::NorthWest,
        Self::NorthEast,
    ];
}

impl Square {
    /// Files and ranks of the largest board.
    pub const MAX_SIZE: u8 = 16;

    /// The square on this file and rank, counted from 0; `None` for a light square or one off the
    /// largest board.
    #[inline]
    pub fn new(file: u8, rank: u8) -> Option<Self> {
        let dark = (file ^ rank) & 1 == 0;
        (file < Self::MAX_SIZE && rank < Self::MAX_SIZE && dark).then_some(Self(rank << 4 | file))
    }

    /// The file, from 0 (a).
    #[inline]
    pub fn file(self) -> u8 {
        self.0 & 15
    }

    /// The rank, from 0 (White's side).
    #[inline]
    pub fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// Returns `true` if a board of this size has the square.
    #[inline]
    pub fn is_on(self, size: u8) -> bool {
        self.file() < size && self.rank() < size
    }

    /// The number among the dark squares of the largest board, 0..128; it ascends with the square.
    #[inline]
    pub fn number(self) -> usize {
        // Of the file the parity is known from the rank.
        usize::from(self.0 >> 1)
    }

    /// The square with this [`Self::number`].
    ///
    /// # Panics
    /// Panics if the number is not below 128.
    #[inline]
    pub fn from_number(number: usize) -> Self {
        let number = u8::try_from(number).expect("squares are numbered below 128");
        assert!(number < 128, "squares are numbered below 128");
        let rank = number >> 3;
        Self(number << 1 | rank & 1)
    }

    /// The slot whose qubit is 1 where a piece stands on the square.
    #[inline]
    pub fn slot(self) -> Slot {
        Slot(u16::from(self.0 >> 1))
    }

    /// The square of this name on a board of this size.
    pub(crate) fn named(name: &str, size: u8) -> Option<Self> {
        let square: Self = name.parse().ok()?;
        square.is_on(size).then_some(square)
    }

    /// The square whose occupancy the slot stands for.
    ///
    /// # Panics
    /// Panics if the slot is not one of a square.
    #[inline]
    pub fn from_slot(slot: Slot) -> Self {
        Self::from_number(usize::from(slot.0))
    }

    /// The square `steps` steps on in a direction, on the largest board.
    #[inline]
    pub fn neighbour(self, direction: Direction, steps: u8) -> Option<Self> {
        let (right, up) = match direction {
            Direction::SouthWest => (false, false),
            Direction::SouthEast => (true, false),
            Direction::NorthWest => (false, true),
            Direction::NorthEast => (true, true),
        };
        let shift = |coordinate: u8, forward: bool| {
            if forward {
                coordinate.checked_add(steps)
            } else {
                coordinate.checked_sub(steps)
            }
        };
        Self::new(shift(self.file(), right)?, shift(self.rank(), up)?)
    }

    /// The square `steps` steps on in a direction, which is trusted to be on the board.
    #[inline]
    pub(crate) fn neighbour_unchecked(self, direction: Direction, steps: u8) -> Self {
        // A rank is 16 from the next, a file 1.
        Self(match direction {
            Direction::SouthWest => self.0.wrapping_sub(17 * steps),
            Direction::SouthEast => self.0.wrapping_sub(15 * steps),
            Direction::NorthWest => self.0.wrapping_add(15 * steps),
            Direction::NorthEast => self.0.wrapping_add(17 * steps),
        })
    }

    /// The square between this one and one two steps away on a diagonal; `None` otherwise.
    #[inline]
    pub fn between(self, other: Self) -> Option<Self> {
        let two_apart = |a: u8, b: u8| a.abs_diff(b) == 2;
        let apart = two_apart(self.file(), other.file()) && two_apart(self.rank(), other.rank());
        // Both halves of the sum are even.
        apart.then(|| Self(u8::midpoint(self.0, other.0)))
    }

    /// The square as draughts players number it on a board of this size: from 1 at the top left,
    /// rightwards, then down.
    pub fn draughts_number(self, size: u8) -> u16 {
        let dark_on = |rank: u8| u16::from(size + (1 - rank % 2)) / 2;
        let above: u16 = (self.rank() + 1..size).map(dark_on).sum();
        1 + above + u16::from(self.file() / 2)
    }

    /// The square with this draughts number on a board of this size.
    pub fn from_draughts_number(number: u16, size: u8) -> Option<Self> {
        (0..size)
            .flat_map(|rank| (0..size).filter_map(move |file| Self::new(file, rank)))
            .find(|square| square.draughts_number(size) == number)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file());
        f.pad(&format!("{file}{}", self.rank() + 1))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error of reading a square.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ParseSquareError {
    #[error("{} is no square: squares are written like c3", quoted(text))]
    Malformed { text: String },
    #[error("{text} is a light square: pieces stand on dark squares only")]
    Light { text: String },
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let malformed = || ParseSquareError::Malformed {
            text: text.to_owned(),
        };
        let mut chars = text.chars();
        let file = chars.next().ok_or_else(malformed)?.to_ascii_lowercase();
        let digits = chars.as_str();
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        let rank: u8 = match digits.parse() {
            Ok(rank @ 1..=Self::MAX_SIZE) if plain => rank,
            _ => return Err(malformed()),
        };
        if !('a'..='p').contains(&file) {
            return Err(malformed());
        }
        let file = u8::try_from(file).map_err(|_| malformed())? - b'a';
        Self::new(file, rank - 1).ok_or_else(|| ParseSquareError::Light {
            text: text.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[inline]
    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    #[inline]
    fn numbers_ascend_row_by_row_and_round_trip() {
        let all: Vec<Square> = (0..128).map(Square::from_number).collect();
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
        for (number, &s) in all.iter().enumerate() {
            assert_eq!(s.number(), number);
            assert_eq!(s.to_string().parse(), Ok(s));
            assert_eq!(Square::from_slot(s.slot()), s);
            assert_eq!(Square::new(s.file(), s.rank()), Some(s));
        }
    }

    #[test]
    #[inline]
    fn light_squares_and_nonsense_are_refused() {
        assert!(matches!(
            "a2".parse::<Square>(),
            Err(ParseSquareError::Light { .. })
        ));
        for text in [
            "", "a", "3", "q1", "a0", "a17", "a01", "a+1", "aa", "ä1", "a1 ",
        ] {
            assert!(
                matches!(
                    text.parse::<Square>(),
                    Err(ParseSquareError::Malformed { .. })
                ),
                "{text:?}"
            );
        }
        assert_eq!(square("C3"), square("c3"));
    }

    #[test]
    #[inline]
    fn draughts_numbers_are_those_of_the_books() {
        for (name, number) in [
            ("b8", 1),
            ("h8", 4),
            ("a7", 5),
            ("c3", 22),
            ("a1", 29),
            ("g1", 32),
        ] {
            assert_eq!(square(name).draughts_number(8), number);
        }
        for size in 4..=16 {
            let mut seen: Vec<u16> = (0..128)
                .map(Square::from_number)
                .filter(|s| s.is_on(size))
                .map(|s| {
                    let number = s.draughts_number(size);
                    assert_eq!(Square::from_draughts_number(number, size), Some(s));
                    number
                })
                .collect();
            seen.sort_unstable();
            let squares = (u16::from(size) * u16::from(size)).div_ceil(2);
            assert_eq!(seen, (1..=squares).collect::<Vec<_>>());
        }
    }

    #[test]
    #[inline]
    fn trusted_neighbours_are_the_checked_ones() {
        for square in (0..128).map(Square::from_number) {
            for direction in Direction::ALL {
                for steps in 1..=2 {
                    if let Some(neighbour) = square.neighbour(direction, steps) {
                        assert_eq!(square.neighbour_unchecked(direction, steps), neighbour);
                    }
                }
            }
        }
    }

    #[test]
    #[inline]
    fn the_square_between_is_the_one_jumped() {
        assert_eq!(square("d4").between(square("f6")), Some(square("e5")));
        assert_eq!(square("d4").between(square("b2")), Some(square("c3")));
        assert_eq!(square("d4").between(square("d6")), None);
        assert_eq!(square("d4").between(square("e5")), None);
        assert_eq!(square("a1").neighbour(Direction::SouthWest, 1), None);
        assert_eq!(
            square("a1").neighbour(Direction::NorthEast, 2),
            Some(square("c3"))
        );
    }
}
