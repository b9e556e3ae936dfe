use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use cheqqers_game::Game;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::{Expert, ExpertSettings, Mcts, Player, Random};

/// What people call a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PlayerKind {
    /// [`Random`].
    Random,
    /// [`Mcts`].
    Mcts {
        /// How many rollouts for each move.
        rollouts: NonZeroU32,
    },
    /// [`Expert`].
    Expert(ExpertSettings),
}

impl PlayerKind {
    /// The forms of all names, for help and error texts.
    pub const NAMES: &'static [&'static str] = &["random", "mcts:N", "expert[:MS]"];

    /// A player of this kind that draws from a generator.
    pub fn player<G: Game>(&self, rng: ChaCha8Rng) -> Box<dyn Player<G>> {
        match self {
            Self::Random => Box::new(Random::new(rng)),
            Self::Mcts { rollouts } => Box::new(Mcts::new(rollouts.get(), rng)),
            Self::Expert(settings) => Box::new(Expert::new(*settings, rng)),
        }
    }

    /// Whether its players are other programs, which must be told what was played.
    pub fn is_foreign(&self) -> bool {
        match self {
            Self::Random | Self::Mcts { .. } | Self::Expert(_) => false,
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.pad("random"),
            Self::Mcts { rollouts } => f.pad(&format!("mcts:{rollouts}")),
            Self::Expert(settings) => settings.fmt(f),
        }
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
        let unknown = || ParsePlayerError {
            found: text.to_owned(),
        };
        match text.split_once(':') {
            None if text == "random" => Ok(Self::Random),
            Some(("mcts", rollouts)) => {
                let rollouts = rollouts.parse().map_err(|_| unknown())?;
                Ok(Self::Mcts { rollouts })
            }
            _ => text.parse().map(Self::Expert).map_err(|_| unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_an_error_lists_them() {
        for name in [
            "random",
            "mcts:1",
            "mcts:800",
            "expert",
            "expert:200",
            "expert:threads=2",
            "expert:1,threads=255",
            "expert:nodes=5000",
        ] {
            let kind: PlayerKind = name.parse().unwrap();
            assert_eq!(kind.to_string(), *name);
        }
        for name in [
            "stockfish",
            "mcts",
            "mcts:",
            "mcts:0",
            "mcts:-1",
            "mcts:4294967296",
        ] {
            let error = name.parse::<PlayerKind>().unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "there is no player {name:?}, the players are: random, mcts:N, expert[:MS]"
                )
            );
        }
    }
}
