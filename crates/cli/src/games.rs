//! The list of games, and the presets and settings of each.

use std::fmt::Write;

use cheqqers_game::settings::{Preset, Setting, SettingError};
use cheqqers_session::{GameEntry, KNOWN, UnknownGame};

use crate::args::GamesCommand;
use crate::error::Failure;
use crate::stdio::print;

/// Lists the games, or all there is to choose in one.
pub(crate) fn run(args: &GamesCommand) -> Result<(), Failure> {
    let text = match &args.name {
        None => KNOWN.iter().map(short).collect::<String>(),
        Some(text) => {
            let (name, preset) = match text.split_once(':') {
                Some((name, preset)) => (name, Some(preset)),
                None => (&**text, None),
            };
            let game = KNOWN.iter().find(|game| game.name == name);
            let game = game.ok_or_else(|| UnknownGame::new(name))?;
            match preset {
                None => long(game),
                Some(name) => of_preset(game, preset_of(game, name)?),
            }
        }
    };
    print(text)
}

/// A game in one line.
fn short(game: &GameEntry) -> String {
    let width = KNOWN.iter().map(|game| game.name.len()).max();
    let width = width.unwrap_or_default();
    format!("{:<width$}  {}\n", game.name, game.about)
}

/// A game with its presets and settings.
fn long(game: &GameEntry) -> String {
    let mut text = format!("{}: {}\nrules {}\n", game.name, game.about, game.rules);
    if !game.presets.is_empty() {
        text += "\nPresets, as in --game NAME:PRESET\n";
    }
    let width = game.presets.iter().map(|preset| preset.name.len()).max();
    let width = width.unwrap_or_default();
    for preset in game.presets {
        let values = preset.values.iter();
        let values: Vec<String> = values
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        let _ = writeln!(text, "  {:<width$}  {}", preset.name, preset.about);
        if !values.is_empty() {
            let _ = writeln!(text, "  {:<width$}  {}", "", values.join(" "));
        }
    }
    text + &options(game, &[])
}

/// A preset, with the settings that it chooses.
fn of_preset(game: &GameEntry, preset: &Preset) -> String {
    format!(
        "{}:{}: {}\nrules {}\n{}",
        game.name,
        preset.name,
        preset.about,
        game.rules,
        options(game, preset.values)
    )
}

fn preset_of<'a>(game: &'a GameEntry, name: &str) -> Result<&'a Preset, SettingError> {
    let found = game.presets.iter().find(|preset| preset.name == name);
    found.ok_or_else(|| SettingError::Preset {
        game: game.name,
        found: name.into(),
        known: game.presets.iter().map(|preset| preset.name).collect(),
    })
}

/// The settings of a game, with the values that a preset chooses.
fn options(game: &GameEntry, chosen: &[(&str, &str)]) -> String {
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
