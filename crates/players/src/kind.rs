use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use cheqqers_game::Game;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::{
    Expert, ExpertSettings, Mcts, NamedNet, NamedTable, NetPlayer, ParseExpertError, Player,
    Random, TablePlayer,
};

/// Kind of a player, by its name on the command line.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PlayerKind {
    /// The player [`Random`].
    Random,
    /// The player [`Mcts`].
    Mcts {
        /// Number of rollouts for each move.
        rollouts: NonZeroU32,
    },
    /// The player [`Expert`].
    Expert(ExpertSettings),
    /// The player [`TablePlayer`]. No name is read as one: not everybody who names players may open files.
    Table(NamedTable),
    /// The player [`NetPlayer`]; see [`Self::Table`].
    Net(NamedNet),
}

impl PlayerKind {
    /// The forms of all names that are read, for help and error texts.
    pub const NAMES: &'static [&'static str] = &["random", "mcts:N", "expert[:MS]"];

    /// A player of this kind that draws from a generator.
    pub fn player<G: Game>(&self, rng: ChaCha8Rng) -> Box<dyn Player<G>> {
        match self {
            Self::Random => Box::new(Random::new(rng)),
            Self::Mcts { rollouts } => Box::new(Mcts::new((*rollouts).into(), rng)),
            Self::Expert(settings) => Box::new(Expert::new(*settings, rng)),
            Self::Table(named) => Box::new(TablePlayer::new(named.clone(), rng)),
            Self::Net(named) => Box::new(NetPlayer::new(named.clone(), rng)),
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.pad("random"),
            Self::Mcts { rollouts } => f.pad(&format!("mcts:{rollouts}")),
            Self::Expert(settings) => settings.fmt(f),
            Self::Table(named) => named.fmt(f),
            Self::Net(named) => named.fmt(f),
        }
    }
}

/// A word that names no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ParsePlayerError {
    #[error("there is no player {found:?}, the players are: {}", PlayerKind::NAMES.join(", "))]
    Unknown { found: String },
    #[error(
        "{found:?} names no player: mcts:N makes N rollouts for a move, 1 to {}",
        u32::MAX
    )]
    Rollouts { found: String },
    #[error("{found:?} names no expert: {source}")]
    Expert {
        found: String,
        source: ParseExpertError,
    },
}

impl FromStr for PlayerKind {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = || text.to_owned();
        let unknown = || ParsePlayerError::Unknown { found: found() };
        match text.split_once(':') {
            None if text == "random" => Ok(Self::Random),
            Some(("mcts", rollouts)) => {
                let rollouts = rollouts.parse();
                let rollouts =
                    rollouts.map_err(|_| ParsePlayerError::Rollouts { found: found() })?;
                Ok(Self::Mcts { rollouts })
            }
            _ if text.starts_with("expert") => text.parse().map(Self::Expert).map_err(|source| {
                let found = found();
                ParsePlayerError::Expert { found, source }
            }),
            _ => Err(unknown()),
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
            "expert:classic",
            "expert:200,threads=2,classic",
        ] {
            let kind: PlayerKind = name.parse().unwrap();
            assert_eq!(kind.to_string(), *name);
        }
        for name in ["mcts:", "mcts:0", "mcts:-1", "mcts:4294967296"] {
            let error = name.parse::<PlayerKind>().unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "{name:?} names no player: mcts:N makes N rollouts for a move, 1 to 4294967295"
                )
            );
        }
        for name in ["stockfish", "mcts"] {
            let error = name.parse::<PlayerKind>().unwrap_err();
            let players = PlayerKind::NAMES.join(", ");
            assert_eq!(
                error.to_string(),
                format!("there is no player {name:?}, the players are: {players}")
            );
        }
        for name in [
            "expert:",
            "expert:0",
            "expert:nodes=0",
            "expert:threads=0",
            "expert:nodes=5,threads=2",
            "expert:200,300",
            "expert:threads=2,threads=3",
            "expert:classic,classic",
            "experts",
            "expert:200,",
        ] {
            let error = name.parse::<PlayerKind>().unwrap_err();
            assert!(
                error
                    .to_string()
                    .starts_with(&format!("{name:?} names no expert: ")),
                "{error}"
            );
        }
    }
}
