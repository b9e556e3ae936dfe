//! The games there are, told.

use std::fmt::Write as _;
use std::io::{self, Write};

use cheqqers_game::settings::Setting;

use super::{KNOWN, Known};
use crate::CliError;
use crate::args::GamesCommand;

/// Lists the games, or tells all of one.
pub(crate) fn run(args: &GamesCommand) -> Result<(), CliError> {
    let text = match &args.name {
        None => KNOWN.iter().map(short).collect(),
        Some(name) => {
            let game = KNOWN.iter().find(|game| game.name == name);
            long(game.ok_or_else(|| CliError::UnknownGame {
                found: name.clone(),
            })?)
        }
    };
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).map_err(CliError::Output)
}

fn short(game: &Known) -> String {
    format!("{:<10} {}\n", game.name, game.about)
}

fn long(game: &Known) -> String {
    let mut text = format!("{}: {}\nrules {}\n", game.name, game.about, game.rules);
    if !game.presets.is_empty() {
        text += "\nPresets, as in --game NAME:PRESET\n";
    }
    for preset in game.presets {
        let values = preset.values.iter();
        let values: Vec<String> = values
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        let _ = writeln!(text, "  {:<10} {}", preset.name, preset.about);
        let _ = writeln!(text, "  {:<10} {}", "", values.join(" "));
    }
    text += "\nOptions, as in --set KEY=VALUE\n";
    let left = |setting: &Setting| format!("{}={}", setting.key, setting.kind);
    let settings = game.settings.iter();
    let width = settings.map(|setting| left(setting).len()).max();
    for setting in game.settings {
        let default = setting.default.map(|value| format!(" [default: {value}]"));
        let _ = writeln!(
            text,
            "  {:<width$}  {}{}",
            left(setting),
            setting.about,
            default.unwrap_or_default(),
            width = width.unwrap_or_default(),
        );
    }
    text
}
