//! Helps as terminals show them, and what shells complete.

use crate::command::{command, printed, printed_by};

/// The commands with a help, some with an action.
const ALL: [&str; 33] = [
    "",
    "play",
    "selfplay",
    "arena",
    "arena show",
    "arena merge",
    "puzzles",
    "replay",
    "games",
    "perft",
    "solve",
    "export",
    "simulate",
    "backends",
    "backends list",
    "backends show",
    "backends check",
    "backends add",
    "jobs",
    "jobs list",
    "jobs resume",
    "jobs forget",
    "jobs cancel",
    "serve",
    "emulate",
    "engine",
    "experiment",
    "experiment complexity",
    "experiment statistics",
    "experiment mcts",
    "experiment circuits",
    "experiment trueskill",
    "completions",
];

fn help(name: &str, columns: &str) -> String {
    let words: Vec<&str> = name.split(' ').filter(|word| !word.is_empty()).collect();
    printed_by(command(&[&words[..], &["--help"]].concat()).env("COLUMNS", columns))
}

#[test]
fn helps_fit_a_terminal_and_are_wrapped_once() {
    for name in ALL {
        for columns in ["80", "100"] {
            let help = help(name, columns);
            let lines: Vec<&str> = help.lines().collect();
            let most: usize = columns.parse().unwrap();
            for line in &lines {
                assert!(line.chars().count() <= most, "{name} at {columns}: {line}");
            }
            // Text behind the options was wrapped by hand: a short line before a longer one of the same
            // indentation is what is left of a line wrapped twice.
            let behind = lines
                .iter()
                .position(|line| *line == "Examples:")
                .unwrap_or(lines.len());
            for pair in lines[behind..].windows(2) {
                let words = pair[0].split_whitespace().count();
                let is_left = (1..=2).contains(&words)
                    && !pair[0].starts_with("  ")
                    && !pair[0].ends_with(['.', ':'])
                    && pair[1].split_whitespace().count() > 2;
                assert!(!is_left, "{name} at {columns}: {}\n{}", pair[0], pair[1]);
            }
        }
    }
}

#[test]
fn shells_complete_players_and_games_and_no_files_for_them() {
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&["completions", shell]);
        for offered in ["human", "mcts", "expert", "queens-chess", "box-chess"] {
            assert!(script.contains(offered), "{shell} {offered}");
        }
    }
    let bash = printed(&["completions", "bash"]);
    for option in [
        "--white", "--black", "--game", "--player", "--seed", "--moves",
    ] {
        let case = format!(" {option})\n");
        let mut at = bash.match_indices(&case).peekable();
        assert!(at.peek().is_some(), "{option}");
        for (place, _) in at {
            let case = &bash[place..place + bash[place..].find(";;").unwrap()];
            assert!(!case.contains("compgen -f"), "{option}: {case}");
        }
    }
}
