use std::fmt;
use std::str::FromStr;

use cheqqers_engine::{ParseSpecError, PlayerSpec};
use thiserror::Error;

/// The player of a side in the terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    /// A person at the keyboard.
    Human,
    /// A player of this program, or an engine.
    Player(PlayerSpec),
}

/// A text that names no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum ParseSeatError {
    #[error("there is no player {found:?}, the players are: human, {}", PlayerSpec::names().collect::<Vec<_>>().join(", "))]
    Unknown { found: String },
    #[error(transparent)]
    Player(ParseSpecError),
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
            ParseSpecError::Unknown { found } => ParseSeatError::Unknown { found },
            other => ParseSeatError::Player(other),
        })
    }
}
