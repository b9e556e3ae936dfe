//! The reference of games, presets and settings, from the list of games.

use std::fmt::Write;

use cheqqers_game::settings::{Preset, Setting};
use cheqqers_manual::anchors;
use cheqqers_session::{GameEntry, KNOWN};

use crate::manual::generated::GENERATED;

const INTRODUCTION: &str = "\
A game is chosen by `--game NAME` or `--game NAME:PRESET`, and a setting changed by `--set KEY=VALUE`.
Settings with a short form, such as `--level` and `--size`, need no `--set`; `--draw-after` is short for
`draw_after` and for `draw_turns`. The header of a [record](records.md#header) has all settings.
`cheqqers games NAME` prints what this page shows, and [Rules](rules.md) explains the games.
";

pub(crate) fn games_page() -> String {
    let mut page = format!("# Games\n\n{GENERATED}\n\n{INTRODUCTION}");
    for game in KNOWN {
        add(&mut page, game);
    }
    page
}

fn add(page: &mut String, game: &GameEntry) {
    let anchor = &anchors(&format!("# {}", game.called))[0];
    let _ = write!(
        page,
        "\n## {}\n\n{}. Rule set `{}`: [rules](rules.md#{anchor}).\n",
        game.name,
        capital(game.about),
        game.rules
    );
    if !game.presets.is_empty() {
        page.push_str("\n| preset | | settings |\n| --- | --- | --- |\n");
        page.extend(game.presets.iter().map(preset));
    }
    page.push_str("\n| setting | values | default | meaning |\n| --- | --- | --- | --- |\n");
    page.extend(game.settings.iter().map(setting));
}

fn preset(preset: &Preset) -> String {
    let values = preset.values.iter();
    let values: Vec<String> = values
        .map(|(key, value)| format!("`{key}={value}`"))
        .collect();
    let values = match &values[..] {
        [] => "the defaults".to_owned(),
        values => values.join(" "),
    };
    format!(
        "| `{}` | {} | {values} |\n",
        preset.name,
        cell(preset.about)
    )
}

fn setting(setting: &Setting) -> String {
    let default = setting.default.map(|value| format!("`{value}`"));
    format!(
        "| `{}` | {} | {} | {} |\n",
        setting.key,
        cell(&setting.kind.to_string().replace('|', ", ")),
        default.unwrap_or_default(),
        cell(setting.about)
    )
}

/// Text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
