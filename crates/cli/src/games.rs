//! The games there are, told.

mod list;

use std::fmt::Write;
use std::path::Path;

use cheqqers_game::record::Record;
use cheqqers_session::{KNOWN, recorded};

use crate::CliError;
pub(crate) use list::run;

/// The name of the game of a record in a file.
///
/// # Errors
/// When it is none of those here.
pub(crate) fn recorded_in(path: &Path, record: &Record) -> Result<&'static str, CliError> {
    recorded(&record.header).map_err(|source| CliError::NotPlayed {
        path: path.to_owned(),
        line: record.header_line,
        source,
    })
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
