//! The command as scripts and people meet it: what it prints where, and how it ends.

mod checksums;
mod help;
mod limits;
mod options;
mod replay;
mod setup;

use std::io::Read;
use std::process::Stdio;

use crate::command::{cheqqers, command, printed};

const COMMANDS: [&str; 14] = [
    "play",
    "selfplay",
    "replay",
    "perft",
    "solve",
    "export",
    "simulate",
    "serve",
    "emulate",
    "engine",
    "arena",
    "experiment",
    "completions",
    "man",
];

#[test]
fn perft_prints_a_line_for_each_depth() {
    assert_eq!(
        printed(&["perft", "--depth", "5", "--level", "0"]),
        "1 7\n2 49\n3 302\n4 1469\n5 7361\n"
    );
    assert_eq!(printed(&["perft", "--depth", "3"]), "1 10\n2 100\n3 675\n");
    assert_eq!(
        printed(&["perft", "--depth", "7", "--size", "4"]),
        "1 4\n2 16\n3 24\n4 41\n5 55\n6 71\n7 132\n"
    );
}

#[test]
fn every_help_has_an_example_and_goes_to_standard_output() {
    assert!(printed(&["--help"]).contains("Examples:\n  cheqqers play"));
    for name in COMMANDS {
        let help = printed(&[name, "--help"]);
        assert!(
            help.contains(&format!("Examples:\n  cheqqers {name}")),
            "{name}"
        );
    }
    assert!(printed(&["--version"]).starts_with("cheqqers "));
}

#[test]
fn no_command_is_wrong_usage_and_greets_in_a_few_lines() {
    let done = cheqqers(&[]);
    assert_eq!((done.code, &*done.out), (Some(2), ""));
    assert!(done.err.contains("selfplay"), "{}", done.err);
    assert!(done.err.contains("cheqqers --help"), "{}", done.err);
    assert!(done.err.lines().count() <= 12, "{}", done.err);
    // The commands and games that it names exist.
    let lines = done
        .err
        .lines()
        .filter_map(|line| line.strip_prefix("  cheqqers "));
    let tried: Vec<&str> = lines.filter_map(|line| line.split("   ").next()).collect();
    assert_eq!(tried, ["play", "serve", "play --backend noisy"]);
    assert_eq!(cheqqers(&["play", "--backend", "noisy"]).code, Some(0));
    assert!(printed(&["serve", "--help"]).contains("Examples:"));
}

#[test]
fn shells_get_their_completions() {
    for (shell, sign) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef cheqqers"),
        ("fish", "complete -c cheqqers"),
    ] {
        let script = printed(&["completions", shell]);
        assert!(script.contains(sign), "{shell}");
        for name in COMMANDS {
            assert!(script.contains(name), "{shell} {name}");
        }
        assert!(script.contains("entanglement"), "{shell}");
    }
    assert_eq!(cheqqers(&["completions", "tcsh"]).code, Some(2));
}

#[test]
fn manual_pages_are_there_for_all_and_for_each() {
    let whole = printed(&["man"]);
    assert!(whole.contains(".TH cheqqers 1"));
    for name in COMMANDS {
        assert!(whole.contains(name), "{name}");
        let page = printed(&["man", name]);
        assert!(page.contains(&format!("cheqqers\\-{name}")), "{name}");
    }
    let done = cheqqers(&["man", "chess"]);
    assert_eq!((done.code, &*done.out), (Some(2), ""));
}

#[test]
fn who_stops_reading_is_not_told_of_it() {
    let mut child = command(&["perft", "--depth", "12", "--level", "0", "--size", "4"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0; 2]).unwrap();
    drop(out);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
}

#[test]
fn statistics_for_people_name_the_seed() {
    let text = printed(&["selfplay", "--games", "10", "--seed", "77", "--size", "5"]);
    assert!(text.contains("games             10\n"), "{text}");
    assert!(text.ends_with("seed              77\n"), "{text}");
    let drawn = || {
        let text = printed(&["selfplay", "--games", "1", "--size", "4"]);
        let seed = text.lines().find(|line| line.starts_with("seed "));
        seed.map(str::to_owned).unwrap()
    };
    assert_ne!(drawn(), drawn());
}
