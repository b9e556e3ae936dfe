use std::fmt;
use std::str::FromStr;

use cheqqers_players::{ParsePlayerError, PlayerKind};
use thiserror::Error;

/// Who plays a side in the terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    /// Somebody at the keyboard.
    Human,
    /// A player of this program.
    Player(PlayerKind),
}

/// A word that names nobody who plays.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum ParseSeatError {
    /// There is none of that name.
    #[error("there is no player {found:?}, the players are: human, {}", PlayerKind::NAMES.join(", "))]
    Unknown {
        /// The word.
        found: String,
    },
    /// It is something else that is wrong.
    #[error(transparent)]
    Player(ParsePlayerError),
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.pad("human"),
            Self::Player(kind) => kind.fmt(f),
        }
    }
}

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "human" {
            return Ok(Self::Human);
        }
        text.parse().map(Self::Player).map_err(|error| match error {
            ParsePlayerError::Unknown { found } => ParseSeatError::Unknown { found },
            other => ParseSeatError::Player(other),
        })
    }
}
