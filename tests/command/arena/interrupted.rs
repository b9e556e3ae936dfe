//! Tournaments that are broken off.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{json, show, temporary, text, verified, whole, with_out};
use crate::command::{command, printed};

/// More for each pair than is played before somebody breaks it off.
const GAMES: &str = "1500";
const LONG: [&str; 13] = [
    "arena",
    "--player",
    "random",
    "--player",
    "other=random",
    "--player",
    "third=random",
    "--games",
    GAMES,
    "--seed",
    "7",
    "--threads",
    "2",
];

/// Begins or goes on, and waits until more is on disk by that many bytes.
fn begin(args: &[&str], folder: &Path, more: u64) -> Child {
    let path = folder.join("games.jsonl");
    let length = || fs::metadata(&path).map_or(0, |file| file.len());
    let before = length();
    let mut child = command(&with_out(args, folder))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while length() < before + more {
        assert!(
            started.elapsed() < Duration::from_mins(2),
            "nothing is written"
        );
        assert_eq!(
            child.try_wait().unwrap(),
            None,
            "it ended before it was broken off"
        );
        sleep(Duration::from_millis(1));
    }
    child
}

#[test]
fn killed_again_and_again_it_ends_with_the_same_table() {
    let folder = temporary();
    let mut played = 0;
    // The first is more than any game takes: one is whole by then.
    for more in [25_000, 100_000, 30_000, 200_000] {
        let mut child = begin(&LONG, folder.path(), more);
        child.kill().unwrap();
        child.wait().unwrap();
        let games = json(folder.path())["games"].as_u64().unwrap();
        assert!(games > played && games < 4500, "{games}");
        played = games;
    }
    let table = printed(&["arena", "--resume", text(folder.path()), "--threads", "2"]);
    assert_eq!(table, whole(&LONG));
    assert_eq!(verified(&folder.path().join("games.jsonl")), 4500);
}

#[test]
fn a_game_cut_off_anywhere_is_played_again() {
    let folder = temporary();
    let args = [
        "arena",
        "--player",
        "a=random",
        "--player",
        "b=random",
        "--games",
        "3",
        "--size",
        "4",
        "--rows",
        "1",
        "--seed",
        "7",
        "--threads",
        "1",
    ];
    let table = printed(&with_out(&args, folder.path()));
    let path = folder.path().join("games.jsonl");
    let games = fs::read(&path).unwrap();
    let step = games.len() / 20;
    for length in (0..games.len()).step_by(step) {
        fs::write(&path, &games[..length]).unwrap();
        assert_eq!(printed(&with_out(&args, folder.path())), table, "{length}");
        assert_eq!(fs::read(&path).unwrap(), games, "{length}");
    }
}

#[test]
fn interrupted_it_finishes_what_is_under_way_and_says_how_to_go_on() {
    let folder = temporary();
    let child = begin(&LONG, folder.path(), 50_000);
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("of 4500 games"), "{errors}");
    assert!(
        errors.contains("The same command again goes on"),
        "{errors}"
    );
    let table = String::from_utf8(output.stdout).unwrap();
    assert_eq!(table, show(folder.path()));
    let path = folder.path().join("games.jsonl");
    assert_eq!(json(folder.path())["games"], verified(&path));
    let table = printed(&with_out(&LONG, folder.path()));
    assert_eq!(table, whole(&LONG));
}

/// Files of so many kilobytes are all that the process may write, and no signal tells it so.
#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let folder = temporary();
    let mut args = vec!["-c", "trap '' XFSZ; ulimit -f 100; exec \"$0\" \"$@\""];
    args.push(env!("CARGO_BIN_EXE_cheqqers"));
    args.extend(with_out(&LONG, folder.path()));
    let output = Command::new("bash").args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("could not write"), "{errors}");
    assert!(errors.contains("games.jsonl"), "{errors}");
    let path = folder.path().join("games.jsonl");
    let games = verified(&path);
    assert!(games > 0 && games < 4500);
    assert_eq!(json(folder.path())["games"], games);
    assert_eq!(printed(&with_out(&LONG, folder.path())), whole(&LONG));
}

#[test]
fn who_plays_the_same_games_beside_it_is_refused() {
    let folder = temporary();
    let endless = LONG.map(|word| if word == GAMES { "50000" } else { word });
    let mut child = begin(&endless, folder.path(), 1);
    let second = super::cheqqers(&with_out(&endless, folder.path()));
    assert_eq!(child.try_wait().unwrap(), None, "it still plays");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(second.code, Some(1));
    assert!(second.err.contains("is in use"), "{}", second.err);
}
