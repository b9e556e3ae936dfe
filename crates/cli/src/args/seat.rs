use std::fmt;
use std::str::FromStr;

use cheqqers_players::PlayerKind;
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
#[error("there is no player {found:?}, the players are: human, {}", PlayerKind::NAMES.join(", "))]
pub(crate) struct ParseSeatError {
    /// The word.
    pub(crate) found: String,
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
        text.parse().map(Self::Player).map_err(|_| ParseSeatError {
            found: text.to_owned(),
        })
    }
}
