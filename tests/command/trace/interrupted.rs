//! Ctrl-C in the middle of many games.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{temporary, verified};
use crate::command::command;

#[test]
fn an_interrupted_run_leaves_whole_games_and_says_how_many() {
    let folder = temporary();
    let path = folder.path().join("trace.jsonl");
    let child = command(&[
        "selfplay",
        "--games",
        "10000000",
        "--seed",
        "7",
        "--size",
        "6",
        "--json",
        "--trace",
        path.to_str().unwrap(),
    ])
    .stdout(Stdio::piped())
    .stderr(Stdio::piped())
    .spawn()
    .unwrap();
    let started = Instant::now();
    while fs::metadata(&path).map_or(0, |file| file.len()) < 100_000 {
        assert!(
            started.elapsed() < Duration::from_mins(1),
            "nothing is written"
        );
        sleep(Duration::from_millis(10));
    }
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("of 10000000 games"), "{errors}");
    let statistics: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.ends_with("}\n"));
    let games = verified(&text);
    assert_eq!(statistics["games"], games.len());
    let plies: usize = games.iter().map(|game| game.lines.len()).sum();
    assert_eq!(statistics["plies"], plies);
}
