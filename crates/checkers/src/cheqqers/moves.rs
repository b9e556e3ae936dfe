use std::fmt;
use std::str::FromStr;

use super::level::Level;
use crate::notation::{self, MoveText, ParseMoveError, Sign};
use crate::square::Square;

/// One ply of Cheqqers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// One step to an empty square.
    Step {
        /// The part's square.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// One step to two empty squares at once.
    Split {
        /// The part's square.
        from: Square,
        /// The target squares, the lower first.
        to: [Square; 2],
    },
    /// One step of two parts of a piece to the same empty square.
    Merge {
        /// The parts' squares, the lower first: that one empties.
        from: [Square; 2],
        /// The target square.
        to: Square,
    },
    /// One jump over an opposing part.
    Capture {
        /// The part's square.
        from: Square,
        /// The empty landing square.
        to: Square,
    },
}

impl Move {
    /// Name of its kind, as games tell it.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Step { .. } => "step",
            Self::Split { .. } => "split",
            Self::Merge { .. } => "merge",
            Self::Capture { .. } => "capture",
        }
    }

    /// The lowest level that has moves of this kind.
    pub fn level(self) -> Level {
        match self {
            Self::Step { .. } | Self::Capture { .. } => Level::Classical,
            Self::Split { .. } => Level::Superposition,
            Self::Merge { .. } => Level::Interference,
        }
    }

    /// Squares that the move starts from.
    pub fn sources(self) -> impl Iterator<Item = Square> {
        let (first, second) = match self {
            Self::Step { from, .. } | Self::Split { from, .. } | Self::Capture { from, .. } => {
                (from, None)
            }
            Self::Merge { from, .. } => (from[0], Some(from[1])),
        };
        std::iter::once(first).chain(second)
    }

    /// Squares that the move leads to.
    pub fn targets(self) -> impl Iterator<Item = Square> {
        let (first, second) = match self {
            Self::Step { to, .. } | Self::Merge { to, .. } | Self::Capture { to, .. } => (to, None),
            Self::Split { to, .. } => (to[0], Some(to[1])),
        };
        std::iter::once(first).chain(second)
    }
}

const FORMS: &str = "c3-d4 (step), c3^b4d4 (split), b4d4^c5 (merge) or d4xf6 (capture)";

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { from, to } => notation::write(f, &[from], Sign::Step, &[*to]),
            Self::Split { from, to } => notation::write(f, &[from], Sign::Quantum, to),
            Self::Merge { from, to } => notation::write(f, from, Sign::Quantum, &[*to]),
            Self::Capture { from, to } => notation::write(f, &[from], Sign::Capture, &[*to]),
        }
    }
}

/// Reads the four forms of the notation, the two squares of a split or merge in either order, with
/// or without case, `:` for `x` and `->` for `-`.
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let MoveText {
            from,
            marks,
            sign,
            to,
        } = notation::read(text, FORMS)?;
        match (&from[..], marks, sign, &to[..]) {
            (&[from], 0, Sign::Step, &[to]) => Ok(Self::Step { from, to }),
            (&[from], 0, Sign::Capture, &[to]) => Ok(Self::Capture { from, to }),
            (&[from], 0, Sign::Quantum, &[a, b]) => Ok(Self::Split { from, to: [a, b] }),
            (&[a, b], 0, Sign::Quantum, &[to]) => Ok(Self::Merge { from: [a, b], to }),
            _ => Err(ParseMoveError::Malformed {
                text: text.to_owned(),
                forms: FORMS,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_text_round_trips() {
        for text in [
            "c3-d4",
            "c3^b4d4",
            "b4d4^c5",
            "d4xf6",
            "p16xn14",
            "a11^b12b10",
        ] {
            let mv: Move = text.parse().unwrap();
            let canonical = mv.to_string();
            assert_eq!(canonical.parse(), Ok(mv));
            if text != "a11^b12b10" {
                assert_eq!(canonical, text);
            }
        }
    }

    #[test]
    fn the_lower_square_is_written_first_whatever_was_typed() {
        for (typed, canonical) in [
            ("c3^d4b4", "c3^b4d4"),
            ("D4B4^C5", "b4d4^c5"),
            ("d4:f6", "d4xf6"),
            ("c3->d4", "c3-d4"),
            ("c3 ^ d4, b4", "c3^b4d4"),
            ("a11^b12b10", "a11^b10b12"),
        ] {
            assert_eq!(typed.parse::<Move>().unwrap().to_string(), canonical);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "c3",
            "c3-",
            "-c3",
            "c3-d4-e5",
            "c3^d4",
            "b4d4^c5e5",
            "c3xd4e5",
            "c3c",
            "hello",
            "c3-d5",
            "c3-c3",
            "c3^d4d4",
            "3c-d4",
            "é-d4",
            "c3–d4",
            "x",
            "xx",
            "c3-d4{",
            "c3 d4",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
