//! The games there are, by name: the only place where they are listed.

use cheqqers_checkers::{Position, blocking, international, rotation};
use cheqqers_chess::{boxed, queens};
use cheqqers_game::Game;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::door::{GameEntry, GameKind};
use crate::playable::{Playable, implement_playable};

/// Something that can be done with any game.
pub trait GameVisitor {
    /// Result of the task.
    type Done;
    /// Error of the task.
    type Error: From<UnknownGame>;

    /// Visits a game.
    ///
    /// # Errors
    /// Returns an error if it can't be done.
    fn with<G: Playable>(self) -> Result<Self::Done, Self::Error>;
}

/// A name that no game has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no game {found:?}, the games are: {known}")]
#[expect(missing_docs, reason = "the message says it")]
pub struct UnknownGame {
    pub found: String,
    /// Names of the games there are, behind commas.
    pub known: String,
}

impl UnknownGame {
    /// A name that none of [`KNOWN`] has.
    pub fn new(found: &str) -> Self {
        Self {
            found: found.into(),
            known: names(),
        }
    }
}

macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// All games, the usual one first.
        pub const KNOWN: &[GameEntry] = &[$(GameEntry::of::<$game>()),+];

        implement_playable![$($game),+];

        impl GameKind {
            /// All games on the list, the usual one first.
            pub fn all() -> impl Iterator<Item = Self> {
                [$(Self::of::<$game>()),+].into_iter()
            }
        }

        /// Does something with the game of this name.
        ///
        /// # Errors
        /// Returns an error if there is none, or the task fails.
        pub fn with_game<T: GameVisitor>(name: &str, task: T) -> Result<T::Done, T::Error> {
            $(if name == <$game as Game>::NAME {
                return task.with::<$game>();
            })+
            Err(UnknownGame::new(name).into())
        }
    };
}

games![
    Position,
    international::Position,
    rotation::Position,
    blocking::Position,
    queens::Position,
    boxed::Position,
];

/// The name of the game of a record's header. Where it names none at all, the usual one refuses it in
/// the words of records.
///
/// # Errors
/// Returns an error if there is no such game.
pub fn recorded(header: &Map<String, Value>) -> Result<&'static str, UnknownGame> {
    let Some(name) = header.get("game").and_then(Value::as_str) else {
        return Ok(KNOWN[0].name);
    };
    let known = KNOWN.iter().find(|game| game.name == name);
    let game = known.ok_or_else(|| UnknownGame::new(name))?;
    Ok(game.name)
}

impl GameKind {
    /// The game that a record's header names; the usual one if it names none.
    ///
    /// # Errors
    /// Returns an error if it is not on the list.
    pub fn of_header(header: &Map<String, Value>) -> Result<Self, UnknownGame> {
        Self::named(recorded(header)?)
    }

    /// The game of this name.
    ///
    /// # Errors
    /// Returns an error if it is not on the list.
    pub fn named(name: &str) -> Result<Self, UnknownGame> {
        let mut all = Self::all();
        let kind = all.find(|kind| kind.name == name);
        kind.ok_or_else(|| UnknownGame::new(name))
    }
}

/// The names of all games.
pub fn names() -> String {
    let names: Vec<&str> = KNOWN.iter().map(|game| game.name).collect();
    names.join(", ")
}
