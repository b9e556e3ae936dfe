use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{Level, ParseSquareError, Square};

/// One ply of Cheqqers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// One step to an empty square.
    Step {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// One step to two empty squares at once.
    Split {
        /// From where.
        from: Square,
        /// To where, the lower square first.
        to: [Square; 2],
    },
    /// One step of two parts of a piece to the same empty square.
    Merge {
        /// From where, the lower square first: that one empties.
        from: [Square; 2],
        /// To where.
        to: Square,
    },
    /// One jump over an opposing part.
    Capture {
        /// From where.
        from: Square,
        /// The empty square behind it.
        to: Square,
    },
}

impl Move {
    /// The lowest level that has moves of this kind.
    pub fn level(self) -> Level {
        match self {
            Self::Step { .. } | Self::Capture { .. } => Level::Classical,
            Self::Split { .. } => Level::Superposition,
            Self::Merge { .. } => Level::Interference,
        }
    }

    /// The squares the move starts from.
    pub fn sources(self) -> impl Iterator<Item = Square> {
        let (first, second) = match self {
            Self::Step { from, .. } | Self::Split { from, .. } | Self::Capture { from, .. } => {
                (from, None)
            }
            Self::Merge { from, .. } => (from[0], Some(from[1])),
        };
        std::iter::once(first).chain(second)
    }

    /// The squares the move leads to.
    pub fn targets(self) -> impl Iterator<Item = Square> {
        let (first, second) = match self {
            Self::Step { to, .. } | Self::Merge { to, .. } | Self::Capture { to, .. } => (to, None),
            Self::Split { to, .. } => (to[0], Some(to[1])),
        };
        std::iter::once(first).chain(second)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Step { from, to } => format!("{from}-{to}"),
            Self::Split { from, to } => format!("{from}^{}{}", to[0], to[1]),
            Self::Merge { from, to } => format!("{}{}^{to}", from[0], from[1]),
            Self::Capture { from, to } => format!("{from}x{to}"),
        };
        f.pad(&text)
    }
}

/// Why a text is no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// Neither of the four forms.
    #[error(
        "{text:?} is no move: write c3-d4 (step), c3^b4d4 (split), b4d4^c5 (merge) or d4xf6 (capture)"
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

/// Reads the four forms of the notation, the two squares of a split or merge in either order, with
/// or without case, `:` for `x` and `->` for `-`.
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let malformed = || ParseMoveError::Malformed {
            text: text.to_owned(),
        };
        let plain = text.trim().to_ascii_lowercase().replace("->", "-");
        let (left, sign, right) = plain
            .find(['-', '^', 'x', ':'])
            .map(|at| (&plain[..at], plain.as_bytes()[at], &plain[at + 1..]))
            .ok_or_else(malformed)?;
        let left = squares(left).ok_or_else(malformed)??;
        let right = squares(right).ok_or_else(malformed)??;
        let all: Vec<Square> = left.iter().chain(&right).copied().collect();
        for (k, square) in all.iter().enumerate() {
            if all[..k].contains(square) {
                return Err(ParseMoveError::Repeated { square: *square });
            }
        }
        let pair = |a: Square, b: Square| [a.min(b), a.max(b)];
        match (&left[..], sign, &right[..]) {
            (&[from], b'-', &[to]) => Ok(Self::Step { from, to }),
            (&[from], b'x' | b':', &[to]) => Ok(Self::Capture { from, to }),
            (&[from], b'^', &[a, b]) => Ok(Self::Split {
                from,
                to: pair(a, b),
            }),
            (&[a, b], b'^', &[to]) => Ok(Self::Merge {
                from: pair(a, b),
                to,
            }),
            _ => Err(malformed()),
        }
    }
}

/// The squares of a text without separators, blanks and commas aside; `None` when it does not
/// read as one to two of them.
fn squares(text: &str) -> Option<Result<Vec<Square>, ParseSquareError>> {
    let mut names: Vec<String> = Vec::new();
    for c in text.chars().filter(|c| !matches!(c, ' ' | ',')) {
        if c.is_ascii_alphabetic() {
            names.push(c.to_string());
        } else if c.is_ascii_digit() {
            names.last_mut()?.push(c);
        } else {
            return None;
        }
    }
    let complete = names.iter().all(|name| name.len() > 1);
    (complete && (1..=2).contains(&names.len()))
        .then(|| names.iter().map(|name| name.parse()).collect())
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
