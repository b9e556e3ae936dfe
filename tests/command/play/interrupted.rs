//! Games that end by force.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::typed::{happened, place, told, typed, verified};
use crate::command::{cheqqers, command};

/// A game that waits for more input after two plies.
fn waiting(path: &Path) -> Child {
    let record = path.to_str().unwrap();
    let mut child = command(&["play", "--black", "human", "--record", record])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input = child.stdin.as_mut().unwrap();
    input.write_all(b"c3-b4\nb6-c5\n").unwrap();
    input.flush().unwrap();
    let started = Instant::now();
    while fs::read_to_string(path).map_or(0, |text| text.lines().count()) < 3 {
        assert!(
            started.elapsed() < Duration::from_mins(1),
            "nothing is written"
        );
        sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn an_interrupted_game_is_exit_status_130_and_a_whole_record() {
    let (_folder, path) = place();
    let mut child = waiting(&path);
    // Held open, lest the end of the input end the game before the signal does.
    let input = child.stdin.take();
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(happened(&verified(&path)), ["c3-b4", "b6-c5"]);
}

#[test]
fn a_killed_game_can_be_resumed() {
    let (_folder, path) = place();
    let mut child = waiting(&path);
    child.kill().unwrap();
    child.wait().unwrap();
    told(&["--resume", path.to_str().unwrap()], &["b4-a5"]);
    assert_eq!(happened(&verified(&path)), ["c3-b4", "b6-c5", "b4-a5"]);
}

#[test]
fn a_record_is_not_resumed_while_its_game_goes_on() {
    let (_folder, path) = place();
    let mut child = waiting(&path);
    let done = typed(&["--resume", path.to_str().unwrap()], &["b4-a5"]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("is in use"), "{}", done.err);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(happened(&verified(&path)).len(), 2);
}

#[test]
fn selfplay_does_not_write_over_a_game_under_way() {
    let (folder, _) = place();
    let path = folder.path().join("game-1.jsonl");
    let mut child = waiting(&path);
    let files = [path.to_str().unwrap(), folder.path().to_str().unwrap()];
    for (option, file) in ["--trace", "--record"].into_iter().zip(files) {
        let done = cheqqers(&["selfplay", "--games", "2", option, file, "--force"]);
        assert_eq!((done.code, &*done.out), (Some(1), ""));
        assert!(done.err.contains("is in use"), "{}", done.err);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(happened(&verified(&path)), ["c3-b4", "b6-c5"]);
}
