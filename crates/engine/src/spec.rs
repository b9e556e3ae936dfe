use std::fmt;
use std::str::FromStr;

use cheqqers_players::{NamedNet, NamedTable, ParsePlayerError, PlayerKind};
use cheqqers_session::{GameKind, Seat};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::command::{EngineCommand, EngineProtocol, ParseEngineError};
use crate::player::EnginePlayer;

/// A player as the command line names it: one of this program, or another program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PlayerSpec {
    /// A player of this program.
    BuiltIn(PlayerKind),
    /// Another program, by its command line.
    Engine(EngineCommand),
}

impl PlayerSpec {
    /// The forms of all names, for help and error texts.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let kinds = PlayerKind::NAMES.iter().copied();
        kinds.chain(["table:FILE", "net:FILE", "engine:COMMAND", "hub:COMMAND"])
    }

    /// A new player of a game on the list, that draws from a generator. A program is started when it is first needed.
    pub fn seat(&self, kind: GameKind, rng: ChaCha8Rng) -> Seat {
        match self {
            Self::BuiltIn(player) => kind.seat(player, rng),
            Self::Engine(command) => {
                kind.text_seat(Box::new(EnginePlayer::new(command.clone(), rng)))
            }
        }
    }

    /// Returns `true` if it is another program.
    pub fn is_engine(&self) -> bool {
        matches!(self, Self::Engine(_))
    }

    /// Returns `true` if there are games that it can't play.
    pub fn is_particular(&self) -> bool {
        self.is_engine()
            || matches!(
                self,
                Self::BuiltIn(PlayerKind::Table(_) | PlayerKind::Net(_))
            )
    }
}

impl From<PlayerKind> for PlayerSpec {
    fn from(kind: PlayerKind) -> Self {
        Self::BuiltIn(kind)
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn(kind) => kind.fmt(f),
            Self::Engine(command) => f.pad(&command.to_string()),
        }
    }
}

/// Error of reading a [`PlayerSpec`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ParseSpecError {
    #[error(
        "there is no player {found:?}, the players are: {}",
        comma(PlayerSpec::names())
    )]
    Unknown { found: String },
    #[error(transparent)]
    BuiltIn(ParsePlayerError),
    #[error("a table is named by its file, table:FILE")]
    Table,
    #[error("a network is named by its file, net:FILE or net@SIMULATIONS:FILE")]
    Net,
    #[error("{found:?} names no program: {source}")]
    Engine {
        found: String,
        source: ParseEngineError,
    },
}

fn comma(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

impl FromStr for PlayerSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(file) = text.strip_prefix("table:") {
            if file.is_empty() {
                return Err(ParseSpecError::Table);
            }
            return Ok(PlayerKind::Table(NamedTable::new(file.to_owned())).into());
        }
        if let Some(net) = text
            .strip_prefix("net")
            .filter(|net| net.starts_with([':', '@']))
        {
            return Ok(PlayerKind::Net(named_net(net).ok_or(ParseSpecError::Net)?).into());
        }
        let mut words = EngineProtocol::ALL.into_iter().map(EngineProtocol::word);
        if words.any(|word| text.starts_with(word)) {
            return text.parse().map(Self::Engine).map_err(|source| {
                let found = text.to_owned();
                ParseSpecError::Engine { found, source }
            });
        }
        text.parse()
            .map(Self::BuiltIn)
            .map_err(|error| match error {
                ParsePlayerError::Unknown { found } => ParseSpecError::Unknown { found },
                other => ParseSpecError::BuiltIn(other),
            })
    }
}

/// The network of `:FILE` or `@SIMULATIONS:FILE`.
fn named_net(text: &str) -> Option<NamedNet> {
    let (simulations, file) = text.split_once(':')?;
    let simulations = match simulations.strip_prefix('@') {
        Some(number) => Some(number.parse().ok()?),
        None => None,
    };
    (!file.is_empty()).then(|| NamedNet::new(file.to_owned(), simulations))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_programs_need_a_command() {
        let error = "engine:".parse::<PlayerSpec>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"engine:\" names no program: there is no command behind \"engine:\""
        );
    }

    #[test]
    fn names_round_trip_and_an_error_lists_them() {
        for name in [
            "random",
            "mcts:800",
            "expert:1,threads=255",
            "engine:cheqqers engine",
            "engine@5:./my-engine --fast",
            "hub:./draughts hub",
            "net:zero.net",
            "net@64:C:/nets/zero.net",
        ] {
            let spec: PlayerSpec = name.parse().unwrap();
            assert_eq!(spec.to_string(), *name);
        }
        for name in ["stockfish", "mcts"] {
            let error = name.parse::<PlayerSpec>().unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "there is no player {name:?}, the players are: random, mcts:N, expert[:MS], \
                     table:FILE, net:FILE, engine:COMMAND, hub:COMMAND"
                )
            );
        }
        let error = "experts".parse::<PlayerSpec>().unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("\"experts\" names no expert: "), "{text}");
    }
}
