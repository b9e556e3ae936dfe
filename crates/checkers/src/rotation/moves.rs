use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{ParseSquareError, Square};

/// One turn of rotation checkers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// One step of a piece: `c3-d4`.
    Step {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// One attempt to capture: `d4xf6`.
    Capture {
        /// From where.
        from: Square,
        /// The landing square.
        to: Square,
    },
}

impl Move {
    /// Where it starts and where it leads.
    pub fn ends(self) -> [Square; 2] {
        match self {
            Self::Step { from, to } | Self::Capture { from, to } => [from, to],
        }
    }

    /// The square jumped over; `None` for a step, and for a capture that is no jump.
    pub fn over(self) -> Option<Square> {
        match self {
            Self::Step { .. } => None,
            Self::Capture { from, to } => from.between(to),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Self::Step { from, to } => format!("{from}-{to}"),
            Self::Capture { from, to } => format!("{from}x{to}"),
        })
    }
}

/// Why a text is no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// Neither of the forms.
    #[error("{text:?} is no move: write c3-d4 (step) or d4xf6 (capture)")]
    Malformed {
        /// The text.
        text: String,
    },
    /// A move of Cheqqers.
    #[error("{kind} are no moves of this game: write c3-d4 (step) or d4xf6 (capture)")]
    OtherGame {
        /// The kind, in the plural.
        kind: &'static str,
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

/// Reads both forms as freely as [`crate::Move`] reads its own.
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        use crate::ParseMoveError as Error;
        match text.parse() {
            Ok(crate::Move::Step { from, to }) => Ok(Self::Step { from, to }),
            Ok(crate::Move::Capture { from, to }) => Ok(Self::Capture { from, to }),
            Ok(crate::Move::Split { .. }) => Err(ParseMoveError::OtherGame { kind: "splits" }),
            Ok(crate::Move::Merge { .. }) => Err(ParseMoveError::OtherGame { kind: "merges" }),
            Err(Error::Malformed { text }) => Err(ParseMoveError::Malformed { text }),
            Err(Error::Square(error)) => Err(error.into()),
            Err(Error::Repeated { square }) => Err(ParseMoveError::Repeated { square }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_round_trip() {
        for (typed, text) in [
            ("c3-d4", "c3-d4"),
            ("P16:N14", "p16xn14"),
            ("c3->d4", "c3-d4"),
        ] {
            let mv: Move = typed.parse().unwrap();
            assert_eq!(mv.to_string(), text);
            assert_eq!(text.parse(), Ok(mv));
        }
    }

    #[test]
    fn what_is_no_move_is_told_without_moves_of_other_games() {
        for (text, told) in [
            (
                "hello",
                "\"hello\" is no move: write c3-d4 (step) or d4xf6 (capture)",
            ),
            (
                "b6^a5c5",
                "splits are no moves of this game: write c3-d4 (step) or d4xf6 (capture)",
            ),
            (
                "a5c5^b4",
                "merges are no moves of this game: write c3-d4 (step) or d4xf6 (capture)",
            ),
            ("c3-c4", "c4 is a light square"),
            ("c3-c3", "c3 stands twice in the move"),
        ] {
            let error = text.parse::<Move>().unwrap_err().to_string();
            assert!(error.starts_with(told), "{error}");
            assert!(!error.contains('^'), "{error}");
        }
    }
}
