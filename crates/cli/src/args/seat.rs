use std::error::Error as StdError;
use std::ffi::OsStr;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use cheqqers_engine::{ParseSpecError, PlayerSpec};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
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

/// Parser of players; completions offer the common ones.
#[derive(Debug)]
pub(crate) struct PlayerParser<P> {
    offered: &'static [&'static str],
    player: PhantomData<fn() -> P>,
}

/// Derived, it would ask the same of the players.
impl<P> Clone for PlayerParser<P> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

/// The players that completions offer, the first of which is no program.
const OFFERED: [&str; 5] = ["human", "random", "mcts:800", "expert", "expert:5000"];

impl<P> PlayerParser<P> {
    /// Players, and people too.
    pub(crate) const fn with_people() -> Self {
        Self {
            offered: &OFFERED,
            player: PhantomData,
        }
    }

    /// Players that are no people.
    pub(crate) const fn of_program() -> Self {
        Self {
            offered: OFFERED.split_at(1).1,
            player: PhantomData,
        }
    }
}

impl<P> TypedValueParser for PlayerParser<P>
where
    P: FromStr + Clone + Send + Sync + 'static,
    P::Err: StdError + Send + Sync + 'static,
{
    type Value = P;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P, clap::Error> {
        let parser = StringValueParser::new().try_map(|name| name.parse::<P>());
        parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = self.offered.iter().copied();
        Some(Box::new(names.map(PossibleValue::new)))
    }
}
