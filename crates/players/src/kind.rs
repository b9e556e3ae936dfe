use std::fmt;
use std::str::FromStr;

use cheqqers_game::Game;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::{EngineCommand, Foreign, ParseEngineError, Player, Random};

/// What people call a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PlayerKind {
    /// [`Random`].
    Random,
    /// [`Foreign`].
    Engine(EngineCommand),
}

impl PlayerKind {
    /// The forms of all names, for help and error texts.
    pub const NAMES: &'static [&'static str] = &["random", "engine:COMMAND"];

    /// A player of this kind that draws from a generator.
    pub fn player<G: Game>(&self, rng: ChaCha8Rng) -> Box<dyn Player<G>> {
        match self {
            Self::Random => Box::new(Random::new(rng)),
            Self::Engine(command) => Box::new(Foreign::new(command.clone(), rng)),
        }
    }

    /// Whether its players are other programs, which must be told what was played.
    pub fn is_foreign(&self) -> bool {
        match self {
            Self::Random => false,
            Self::Engine(_) => true,
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.pad("random"),
            Self::Engine(command) => f.pad(&command.to_string()),
        }
    }
}

/// A word that names no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParsePlayerError {
    /// There is none of that name.
    #[error("there is no player {found:?}, the players are: {}", PlayerKind::NAMES.join(", "))]
    Unknown {
        /// The word.
        found: String,
    },
    /// It names another program, and no command.
    #[error("{found:?} names no program: {source}")]
    Engine {
        /// The word.
        found: String,
        /// Why.
        source: ParseEngineError,
    },
}

impl FromStr for PlayerKind {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "random" => Ok(Self::Random),
            _ if text.starts_with("engine") => {
                let command = text.parse().map(Self::Engine);
                command.map_err(|source| ParsePlayerError::Engine {
                    found: text.to_owned(),
                    source,
                })
            }
            _ => Err(ParsePlayerError::Unknown {
                found: text.to_owned(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_programs_need_a_command() {
        let error = "engine:".parse::<PlayerKind>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"engine:\" names no program: there is no command behind \"engine:\""
        );
    }

    #[test]
    fn names_round_trip_and_an_error_lists_them() {
        for name in PlayerKind::NAMES {
            let kind: PlayerKind = name.parse().unwrap();
            assert_eq!(kind.to_string(), *name);
        }
        let error = "stockfish".parse::<PlayerKind>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no player \"stockfish\", the players are: random, engine:COMMAND"
        );
    }
}
