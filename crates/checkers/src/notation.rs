use std::fmt::{self, Display};

use smallvec::SmallVec;
use thiserror::Error;

use crate::square::{ParseSquareError, Square};

/// Error of reading a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ParseMoveError {
    #[error("{text:?} is no move: write {forms}")]
    Malformed { text: String, forms: &'static str },
    /// A move of another of the games; `kind` is a plural.
    #[error("{kind} are no moves of this game: write {forms}")]
    OtherGame {
        kind: &'static str,
        forms: &'static str,
    },
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    #[error("{square} stands twice in the move")]
    Repeated { square: Square },
}

/// Sign between the squares of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    /// Written as `-`.
    Step,
    /// Written as `^`.
    Quantum,
    /// Written as `x`.
    Capture,
}

/// A move as it is written: one or two squares, a sign, one or two squares.
#[derive(Debug)]
pub(crate) struct MoveText {
    /// In ascending order.
    pub(crate) from: SmallVec<[Square; 2]>,
    /// Apostrophes behind the sources.
    pub(crate) marks: usize,
    pub(crate) sign: Sign,
    /// In ascending order.
    pub(crate) to: SmallVec<[Square; 2]>,
}

/// Reads a move: two squares in either order, with or without case, `:` for `x` and `->` for `-`.
/// Errors name the `forms` that moves of the game have.
pub(crate) fn read(text: &str, forms: &'static str) -> Result<MoveText, ParseMoveError> {
    let malformed = || ParseMoveError::Malformed {
        text: text.to_owned(),
        forms,
    };
    let plain = text.trim().to_ascii_lowercase().replace("->", "-");
    let at = plain.find(['-', '^', 'x', ':']).ok_or_else(malformed)?;
    let sign = match plain.as_bytes()[at] {
        b'-' => Sign::Step,
        b'^' => Sign::Quantum,
        _ => Sign::Capture,
    };
    let sources = plain[..at].trim_end();
    let unmarked = sources.trim_end_matches('\'');
    let mut from = squares(unmarked).ok_or_else(malformed)??;
    let mut to = squares(&plain[at + 1..]).ok_or_else(malformed)??;
    let all: SmallVec<[Square; 4]> = from.iter().chain(&to).copied().collect();
    let mut pairs = all.iter().enumerate();
    if let Some((_, &square)) = pairs.find(|&(k, square)| all[..k].contains(square)) {
        return Err(ParseMoveError::Repeated { square });
    }
    from.sort_unstable();
    to.sort_unstable();
    Ok(MoveText {
        from,
        marks: sources.len() - unmarked.len(),
        sign,
        to,
    })
}

/// The squares of a text without separators, blanks and commas aside; `None` when it does not
/// read as one to two of them.
fn squares(text: &str) -> Option<Result<SmallVec<[Square; 2]>, ParseSquareError>> {
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

/// Writes a move: its sources, the sign, its targets.
pub(crate) fn write(
    f: &mut fmt::Formatter<'_>,
    from: &[impl Display],
    sign: Sign,
    to: &[Square],
) -> fmt::Result {
    let sign = match sign {
        Sign::Step => '-',
        Sign::Quantum => '^',
        Sign::Capture => 'x',
    };
    let sources: String = from.iter().map(ToString::to_string).collect();
    let targets: String = to.iter().map(ToString::to_string).collect();
    f.pad(&format!("{sources}{sign}{targets}"))
}
