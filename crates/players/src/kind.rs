use std::fmt;
use std::str::FromStr;

use cheqqers_game::Game;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::{Player, Random};

/// What people call a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PlayerKind {
    /// [`Random`].
    Random,
}

impl PlayerKind {
    /// The forms of all names, for help and error texts.
    pub const NAMES: &'static [&'static str] = &["random"];

    /// A player of this kind that draws from a generator.
    pub fn player<G: Game>(&self, rng: ChaCha8Rng) -> Box<dyn Player<G>> {
        match self {
            Self::Random => Box::new(Random::new(rng)),
        }
    }

    /// Whether its players are other programs, which must be told what was played.
    pub fn is_foreign(&self) -> bool {
        match self {
            Self::Random => false,
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Random => "random",
        })
    }
}

/// A word that names no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no player {found:?}, the players are: {}", PlayerKind::NAMES.join(", "))]
pub struct ParsePlayerError {
    /// The word.
    pub found: String,
}

impl FromStr for PlayerKind {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "random" => Ok(Self::Random),
            _ => Err(ParsePlayerError {
                found: text.to_owned(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_an_error_lists_them() {
        for name in PlayerKind::NAMES {
            let kind: PlayerKind = name.parse().unwrap();
            assert_eq!(kind.to_string(), *name);
        }
        let error = "stockfish".parse::<PlayerKind>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no player \"stockfish\", the players are: random"
        );
    }
}
