use std::fmt;

use serde::{Deserialize, Serialize};

/// One of the two players; White moves first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// The first to move.
    White,
    /// The second to move.
    Black,
}

impl Colour {
    /// The other player.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

/// Outcome of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One player won.
    Decisive {
        /// The player who won.
        winner: Colour,
    },
    /// Neither player won.
    Draw,
}

/// Status of a game, as records write it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The game goes on.
    InProgress,
    /// White has won.
    WhiteWon,
    /// Black has won.
    BlackWon,
    /// Neither player won.
    Draw,
}

impl From<Option<Outcome>> for Status {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            None => Self::InProgress,
            Some(Outcome::Draw) => Self::Draw,
            Some(Outcome::Decisive {
                winner: Colour::White,
            }) => Self::WhiteWon,
            Some(Outcome::Decisive {
                winner: Colour::Black,
            }) => Self::BlackWon,
        }
    }
}

impl From<Status> for Option<Outcome> {
    fn from(status: Status) -> Self {
        let decisive = |winner| Some(Outcome::Decisive { winner });
        match status {
            Status::InProgress => None,
            Status::WhiteWon => decisive(Colour::White),
            Status::BlackWon => decisive(Colour::Black),
            Status::Draw => Some(Outcome::Draw),
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::InProgress => "in_progress",
            Self::WhiteWon => "white_won",
            Self::BlackWon => "black_won",
            Self::Draw => "draw",
        })
    }
}
