use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Place;
use crate::{ParseSquareError, Square};

/// One ply of blocking checkers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// One step of a part: `c3-d4`.
    Step {
        /// The part.
        from: Place,
        /// To where.
        to: Square,
    },
    /// One quantum move to the left and right squares of a direction: `c3^b4d4`.
    Split {
        /// The part.
        from: Place,
        /// To where, the lower square first.
        to: [Square; 2],
    },
    /// One quantum move to a single square, half of the part staying: `c3^d4`.
    Half {
        /// The part.
        from: Place,
        /// To where.
        to: Square,
    },
    /// One attempt to capture: `d4xf6`.
    Capture {
        /// The part.
        from: Place,
        /// The landing square.
        to: Square,
    },
    /// The end of a chain of captures that could go on: `pass`.
    Pass,
}

impl Move {
    /// The part that moves.
    pub fn source(self) -> Option<Place> {
        match self {
            Self::Step { from, .. }
            | Self::Split { from, .. }
            | Self::Half { from, .. }
            | Self::Capture { from, .. } => Some(from),
            Self::Pass => None,
        }
    }

    /// The squares it may lead to.
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

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Step { from, to } => format!("{from}-{to}"),
            Self::Split { from, to } => format!("{from}^{}{}", to[0], to[1]),
            Self::Half { from, to } => format!("{from}^{to}"),
            Self::Capture { from, to } => format!("{from}x{to}"),
            Self::Pass => "pass".into(),
        };
        f.pad(&text)
    }
}

/// Why a text is no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// None of the forms.
    #[error(
        "{text:?} is no move: write c3-d4 (step), c3^b4d4 or c3^d4 (quantum move), d4xf6 (capture) \
         or pass, with marks as in c3'-d4 for a further part on a square"
    )]
    Malformed {
        /// The text.
        text: String,
    },
    /// One of its squares is none.
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    /// The same square stands twice.
    #[error("{square} stands twice in the move")]
    Repeated {
        /// The square.
        square: Square,
    },
}

/// Reads the forms above as freely as [`crate::Move`] reads its own.
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let malformed = || ParseMoveError::Malformed {
            text: text.to_owned(),
        };
        let plain = text.trim().to_ascii_lowercase();
        if plain == "pass" {
            return Ok(Self::Pass);
        }
        let sign = plain.find(['-', '^', 'x', ':']).ok_or_else(malformed)?;
        let (source, rest) = plain.split_at(sign);
        let (source, layer) = Place::split_marks(source.trim_end()).ok_or_else(malformed)?;
        let place = |square| Place { square, layer };
        let read = |text: String| match text.parse::<crate::Move>() {
            Ok(mv) => Ok(mv),
            Err(crate::ParseMoveError::Square(error)) => Err(error.into()),
            Err(crate::ParseMoveError::Repeated { square }) => {
                Err(ParseMoveError::Repeated { square })
            }
            Err(crate::ParseMoveError::Malformed { .. }) => Err(malformed()),
        };
        // With one target a quantum move is written as a step but for its sign.
        let half = rest.strip_prefix('^');
        if let Some(Ok(crate::Move::Step { from, to })) =
            half.map(|target| format!("{source}-{target}").parse())
        {
            let from = place(from);
            return Ok(Self::Half { from, to });
        }
        match read(format!("{source}{rest}"))? {
            crate::Move::Step { from, to } => Ok(Self::Step {
                from: place(from),
                to,
            }),
            crate::Move::Split { from, to } => Ok(Self::Split {
                from: place(from),
                to,
            }),
            crate::Move::Capture { from, to } => Ok(Self::Capture {
                from: place(from),
                to,
            }),
            crate::Move::Merge { .. } => Err(malformed()),
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
