use std::fmt;
use std::str::FromStr;

use super::layered_square::LayeredSquare;
use crate::notation::{self, ParseMoveError, Sign};
use crate::square::Square;

/// One ply of blocking checkers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// One step of a part: `c3-d4`.
    Step {
        /// Place of the part.
        from: LayeredSquare,
        /// The target square.
        to: Square,
    },
    /// One quantum move to the left and right squares of a direction: `c3^b4d4`.
    Split {
        /// Place of the part.
        from: LayeredSquare,
        /// The target squares, the lower first.
        to: [Square; 2],
    },
    /// One quantum move to a single square, half of the part staying: `c3^d4`.
    Half {
        /// Place of the part.
        from: LayeredSquare,
        /// The target square.
        to: Square,
    },
    /// One attempt to capture: `d4xf6`.
    Capture {
        /// Place of the part.
        from: LayeredSquare,
        /// The landing square.
        to: Square,
    },
    /// The end of a chain of captures that could go on: `pass`.
    Pass,
}

impl Move {
    /// Place of the part that moves.
    pub fn source(self) -> Option<LayeredSquare> {
        match self {
            Self::Step { from, .. }
            | Self::Split { from, .. }
            | Self::Half { from, .. }
            | Self::Capture { from, .. } => Some(from),
            Self::Pass => None,
        }
    }

    /// Squares that the move may lead to.
    pub fn targets(self) -> impl Iterator<Item = Square> {
        let targets = match self {
            Self::Step { to, .. } | Self::Half { to, .. } | Self::Capture { to, .. } => {
                [Some(to), None]
            }
            Self::Split { to: [a, b], .. } => [Some(a), Some(b)],
            Self::Pass => [None, None],
        };
        targets.into_iter().flatten()
    }

    /// The square jumped over; `None` for all but captures, and for one that is no jump.
    pub fn over(self) -> Option<Square> {
        match self {
            Self::Capture { from, to } => from.square.between(to),
            _ => None,
        }
    }
}

const FORMS: &str = "c3-d4 (step), c3^b4d4 or c3^d4 (quantum move), d4xf6 (capture) or pass, with marks as \
    in c3'-d4 for a further part on a square";

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { from, to } => notation::write(f, &[from], Sign::Step, &[*to]),
            Self::Split { from, to } => notation::write(f, &[from], Sign::Quantum, to),
            Self::Half { from, to } => notation::write(f, &[from], Sign::Quantum, &[*to]),
            Self::Capture { from, to } => notation::write(f, &[from], Sign::Capture, &[*to]),
            Self::Pass => f.pad("pass"),
        }
    }
}

/// Reads the forms above as freely as [`crate::Move`] reads its own.
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.trim().eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        let malformed = || ParseMoveError::Malformed {
            text: text.to_owned(),
            forms: FORMS,
        };
        let written = notation::read(text, FORMS)?;
        let &[square] = &written.from[..] else {
            return Err(malformed());
        };
        let from = LayeredSquare::new(square, written.marks).ok_or_else(malformed)?;
        match (written.sign, &written.to[..]) {
            (Sign::Step, &[to]) => Ok(Self::Step { from, to }),
            (Sign::Quantum, &[to]) => Ok(Self::Half { from, to }),
            (Sign::Quantum, &[a, b]) => Ok(Self::Split { from, to: [a, b] }),
            (Sign::Capture, &[to]) => Ok(Self::Capture { from, to }),
            _ => Err(malformed()),
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
            "c3^d4",
            "d4xf6",
            "pass",
            "c3'-d4",
            "c3''^b4d4",
            "p16'xn14",
            "a11'^b12",
        ] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
        }
    }

    #[test]
    fn moves_may_be_typed_in_many_ways() {
        for (typed, canonical) in [
            ("C3'^D4B4", "c3'^b4d4"),
            (" c3 -> d4 ", "c3-d4"),
            ("d4:f6", "d4xf6"),
            ("Pass", "pass"),
            ("c3' - d4", "c3'-d4"),
            ("c3 ^ d4", "c3^d4"),
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
            "b4d4^c5",
            "c3^",
            "c3^c3",
            "c3-d4'",
            "c'3-d4",
            "'-d4",
            "c3-d5",
            "passed",
            "c3^d4d4",
            "c3^b4d4e5",
            "x",
            "c3xd4e5",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
