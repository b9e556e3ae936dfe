//! The games there are, told.

use std::fmt::Write as _;
use std::io::{self, Write};

use cheqqers_game::settings::{Preset, Setting, SettingError};

use crate::CliError;
use crate::args::GamesCommand;
use cheqqers_session::{KNOWN, Known, UnknownGame};

/// Lists the games, or tells all of one.
pub(crate) fn run(args: &GamesCommand) -> Result<(), CliError> {
    let text = match &args.name {
        None => KNOWN.iter().map(short).collect(),
        Some(text) => {
            let (name, preset) = match text.split_once(':') {
                Some((name, preset)) => (name, Some(preset)),
                None => (&**text, None),
            };
            let game = KNOWN.iter().find(|game| game.name == name);
            let game = game.ok_or_else(|| UnknownGame { found: name.into() })?;
            match preset {
                None => long(game),
                Some(name) => of_preset(game, preset_of(game, name)?),
            }
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
    text + &options(game, &[])
}

/// A preset, and what the options of the game are by it.
fn of_preset(game: &Known, preset: &Preset) -> String {
    format!(
        "{}:{}: {}\nrules {}\n{}",
        game.name,
        preset.name,
        preset.about,
        game.rules,
        options(game, preset.values)
    )
}

fn preset_of<'a>(game: &'a Known, name: &str) -> Result<&'a Preset, SettingError> {
    let found = game.presets.iter().find(|preset| preset.name == name);
    found.ok_or_else(|| SettingError::Preset {
        game: game.name,
        found: name.into(),
        known: game.presets.iter().map(|preset| preset.name).collect(),
    })
}

/// The options of a game; those that a preset has chosen come with that value.
fn options(game: &Known, chosen: &[(&str, &str)]) -> String {
    let mut text = String::from("\nOptions, as in --set KEY=VALUE\n");
    let left = |setting: &Setting| format!("{}={}", setting.key, setting.kind);
    let settings = game.settings.iter();
    let width = settings.map(|setting| left(setting).len()).max();
    for setting in game.settings {
        let of_preset = chosen.iter().find(|(key, _)| *key == setting.key);
        let value = match of_preset {
            Some((_, value)) => Some(format!(" [by this preset: {value}]")),
            None => setting.default.map(|value| format!(" [default: {value}]")),
        };
        let _ = writeln!(
            text,
            "  {:<width$}  {}{}",
            left(setting),
            setting.about,
            value.unwrap_or_default(),
            width = width.unwrap_or_default(),
        );
    }
    text
}
