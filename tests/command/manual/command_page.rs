//! The reference of the command, from its own help.

use std::fmt::Write;

use crate::command::printed;
use crate::manual::generated::GENERATED;

/// The section of the help that all commands with a game share.
const SHARED: &str = "Game:";

const INTRODUCTION: &str = "\
`cheqqers COMMAND --help` prints what this page shows. Output for programs goes to standard output,
errors and progress to standard error. `cheqqers completions SHELL` prints completions, `cheqqers man`
a manual page.

| exit status | meaning |
| --- | --- |
| 0 | done |
| 1 | something failed |
| 2 | wrong usage |
| 130 | interrupted |

Where many games are played, Ctrl-C lets those under way end; a second one drops them.
";

pub(crate) fn command_page() -> String {
    let mut page = format!("# The command\n\n{GENERATED}\n\n{INTRODUCTION}");
    let shared = shared(&help(&["play"])).expect("games are played by it").1;
    add(&mut page, &[], &shared);
    let _ = write!(
        page,
        "\n## Game options\n\nOptions of all commands that start a game. With another `--game` the short forms\n\
         `--level` to `--position` are those that it has; [Games](games.md) lists all settings.\n\n\
         ```text\n{shared}\n```\n",
    );
    page
}

/// Adds a command and those below it.
fn add(page: &mut String, command: &[&str], game_options: &str) {
    let help = help(command);
    let level = "#".repeat(command.len().max(1) + 1);
    let name = ["cheqqers"].iter().chain(command);
    let name: Vec<&str> = name.copied().collect();
    let (text, has_game) = match shared(&help) {
        Some((rest, section)) => {
            let same = words(&section) == words(game_options);
            assert!(same, "{name:?} has other options of games: {section}");
            (rest, true)
        }
        None => (help.clone(), false),
    };
    let _ = write!(
        page,
        "\n{level} {}\n\n```text\n{text}\n```\n",
        name.join(" ")
    );
    if has_game {
        page.push_str("\nIt also has the [game options](#game-options).\n");
    }
    for below in subcommands(&help) {
        let command = [command, &[below]].concat();
        add(page, &command, game_options);
    }
}

/// The help of a command, without blanks at the ends of lines.
fn help(command: &[&str]) -> String {
    let text = printed(&[command, &["--help"]].concat());
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// The help without its section of the game, and that section.
fn shared(help: &str) -> Option<(String, String)> {
    let (before, rest) = help.split_once(&format!("\n{SHARED}\n"))?;
    let lines: Vec<&str> = rest.lines().collect();
    let is_outside = |line: &&str| !line.is_empty() && !line.starts_with(' ');
    let end = lines.iter().position(is_outside).unwrap_or(lines.len());
    let section = lines[..end].join("\n").trim_end().to_owned();
    let before = before.trim_end();
    let after = lines[end..].join("\n");
    Some((
        format!("{before}\n\n{after}").trim_end().to_owned(),
        section,
    ))
}

/// Commands in the list of a help, but for `help` itself.
fn subcommands(help: &str) -> Vec<&str> {
    let Some((_, list)) = help.split_once("\nCommands:\n") else {
        return Vec::new();
    };
    let entries = list.lines().take_while(|line| line.starts_with(' '));
    let entries = entries.filter_map(|line| line.strip_prefix("  "));
    let entries = entries.filter(|line| !line.starts_with(' '));
    let names = entries.filter_map(|line| line.split(' ').next());
    names.filter(|name| *name != "help").collect()
}

/// Words of a text, however it is laid out.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}
