use std::fmt;
use std::str::FromStr;

use crate::notation::{self, MoveText, ParseMoveError, Sign};
use crate::square::Square;

/// One turn of rotation checkers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// One step of a piece: `c3-d4`.
    Step {
        /// The token's square.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// One attempt to capture: `d4xf6`.
    Capture {
        /// The token's square.
        from: Square,
        /// The landing square.
        to: Square,
    },
}

impl Move {
    /// Source and target.
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

const FORMS: &str = "c3-d4 (step) or d4xf6 (capture)";

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { from, to } => notation::write(f, &[from], Sign::Step, &[*to]),
            Self::Capture { from, to } => notation::write(f, &[from], Sign::Capture, &[*to]),
        }
    }
}

/// Reads both forms as freely as [`crate::Move`] reads its own.
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let MoveText {
            from,
            marks,
            sign,
            to,
        } = notation::read(text, FORMS)?;
        let forms = FORMS;
        match (&from[..], marks, sign, &to[..]) {
            (&[from], 0, Sign::Step, &[to]) => Ok(Self::Step { from, to }),
            (&[from], 0, Sign::Capture, &[to]) => Ok(Self::Capture { from, to }),
            ([_], 0, Sign::Quantum, [_, _]) => {
                let kind = "splits";
                Err(ParseMoveError::OtherGame { kind, forms })
            }
            ([_, _], 0, Sign::Quantum, [_]) => {
                let kind = "merges";
                Err(ParseMoveError::OtherGame { kind, forms })
            }
            _ => Err(ParseMoveError::Malformed {
                text: text.to_owned(),
                forms,
            }),
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
