//! The games that the command plays, by name: the only place where they are listed.

mod list;

use std::fmt::Write;
use std::path::Path;

use cheqqers_checkers::{Position, blocking, rotation};
use cheqqers_game::Game;
use cheqqers_game::record::Record;
use cheqqers_game::settings::{Preset, Setting};
use cheqqers_game::show::Show;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::CliError;
pub(crate) use list::run;

/// Something that can be done with any game.
pub(crate) trait Task {
    /// What comes of it.
    type Done;

    /// Does it.
    ///
    /// # Errors
    /// When it can't be done.
    fn with<G: Show>(self) -> Result<Self::Done, CliError>;
}

/// What there is to tell of a game before one is begun.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) name: &'static str,
    pub(crate) rules: &'static str,
    pub(crate) about: &'static str,
    pub(crate) settings: &'static [Setting],
    pub(crate) presets: &'static [Preset],
}

macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// All games, the usual one first.
        pub(crate) const KNOWN: &[Known] = &[$(Known {
            name: <$game as Game>::NAME,
            rules: <$game as Game>::RULES,
            about: <$game as Show>::ABOUT,
            settings: <$game as Game>::SETTINGS,
            presets: <$game as Game>::PRESETS,
        }),+];

        /// Does something with the game of this name.
        ///
        /// # Errors
        /// When there is none, or the task fails.
        pub(crate) fn with_game<T: Task>(name: &str, task: T) -> Result<T::Done, CliError> {
            $(if name == <$game as Game>::NAME {
                return task.with::<$game>();
            })+
            Err(CliError::UnknownGame {
                found: name.to_owned(),
            })
        }
    };
}

games![Position, rotation::Position, blocking::Position];

/// A record is of a game that is not played here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the record is of the game {found:?}, the games here are: {}", names())]
pub(crate) struct NotPlayed {
    found: String,
}

/// The name of the game of a record's header. Where it names none at all, the usual one refuses it in
/// the words of records.
///
/// # Errors
/// When there is no such game.
pub(crate) fn recorded(header: &Map<String, Value>) -> Result<&'static str, NotPlayed> {
    let Some(name) = header.get("game").and_then(Value::as_str) else {
        return Ok(KNOWN[0].name);
    };
    let known = KNOWN.iter().find(|game| game.name == name);
    let game = known.ok_or_else(|| NotPlayed { found: name.into() })?;
    Ok(game.name)
}

/// The name of the game of a record in a file.
///
/// # Errors
/// As [`recorded`].
pub(crate) fn recorded_in(path: &Path, record: &Record) -> Result<&'static str, CliError> {
    recorded(&record.header).map_err(|source| CliError::NotPlayed {
        path: path.to_owned(),
        line: record.header_line,
        source,
    })
}

/// The names of all games.
pub(crate) fn names() -> String {
    let names: Vec<&str> = KNOWN.iter().map(|game| game.name).collect();
    names.join(", ")
}

/// The options and presets of the games, as the help of --set and --game tells them: a line for
/// each game.
pub(crate) fn settings() -> String {
    let mut text = String::from("An option of the game, as often as there are:");
    for game in KNOWN {
        let _ = write!(text, "\n{}:", game.name);
        for setting in game.settings {
            let _ = write!(text, " {}={}", setting.key, setting.kind);
        }
    }
    text += "\n'cheqqers games' tells what they do";
    text
}

/// What the help says of --game.
pub(crate) fn presets() -> String {
    let mut text = String::from("Which game, as NAME or NAME:PRESET:");
    for (number, game) in KNOWN.iter().enumerate() {
        let separator = if number == 0 { " " } else { ", " };
        let _ = write!(text, "{separator}{}", game.name);
        for preset in game.presets {
            let _ = write!(text, ", {}:{}", game.name, preset.name);
        }
    }
    text
}
