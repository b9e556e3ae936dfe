//! Games of which nobody asked for a record.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::typed::{happened, verified};
use crate::command::{Done, command, run};

/// A user with a folder for data.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = command(&[&["play"], args].concat());
        command.env("XDG_DATA_HOME", self.0.path());
        command
    }

    /// Runs a game with this input to its end.
    fn played(&self, args: &[&str], input: &str) -> Done {
        let path = self.0.path().join("input");
        fs::write(&path, input).unwrap();
        let input = fs::File::open(path).unwrap();
        run(self.command(args).stdin(input))
    }

    fn folder(&self) -> PathBuf {
        self.0.path().join("cheqqers/games/terminal")
    }

    /// The files of games that are kept.
    fn kept(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.folder()).into_iter().flatten();
        let paths = files.map(|file| file.unwrap().path());
        paths
            .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
            .collect()
    }

    /// A game that has begun by a move, and goes on.
    #[expect(clippy::zombie_processes, reason = "the caller ends the game")]
    fn begun(&self, args: &[&str]) -> (Child, PathBuf) {
        let mut child = self
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let before = self.kept();
        let input = child.stdin.as_mut().unwrap();
        input.write_all(b"c3-d4\n").unwrap();
        input.flush().unwrap();
        let started = Instant::now();
        loop {
            let new = self.kept().into_iter().find(|path| !before.contains(path));
            if let Some(path) = new
                && fs::read_to_string(&path).unwrap().lines().count() >= 2
            {
                return (child, path);
            }
            assert!(
                started.elapsed() < Duration::from_mins(1),
                "nothing is kept"
            );
            sleep(Duration::from_millis(5));
        }
    }
}

/// Signals a game, and returns the exit status, that of a shell, and what it wrote to standard error.
fn ended_by(mut child: Child, signal: &str) -> (i32, String) {
    // Held open, lest the end of the input end the game before the signal does.
    let input = child.stdin.take();
    let pid = child.id().to_string();
    let sent = Command::new("kill").args([signal, &pid]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    drop(input);
    let status = output.status;
    let code = status.code().or(status.signal().map(|signal| 128 + signal));
    (code.unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// A computer that thinks as long as it may.
const THINKER: [&str; 4] = ["--black", "expert:3600000", "--seed", "7"];

#[test]
fn a_game_that_is_ended_by_a_signal_while_a_computer_thinks_can_be_resumed() {
    let home = Home::new();
    for (signal, expected, is_told) in [
        ("-INT", 130, true),
        ("-TERM", 143, true),
        ("-HUP", 129, false),
        ("-KILL", 137, false),
    ] {
        let (child, path) = home.begun(&THINKER);
        let (code, errors) = ended_by(child, signal);
        assert_eq!(code, expected, "{signal}");
        let resume = format!("cheqqers play --resume {}\n", path.display());
        assert_eq!(errors.ends_with(&resume), is_told, "{signal}: {errors}");
        assert_eq!(happened(&verified(&path)), ["c3-d4"]);
        let text = path.to_str().unwrap();
        let done = home.played(&["--resume", text, "--black", "human"], "b6-a5\n");
        assert_eq!((done.code, &*done.err), (Some(0), ""), "{}", done.out);
        assert!(done.out.contains(" 1 ply is played."), "{}", done.out);
        assert_eq!(happened(&verified(&path)), ["c3-d4", "b6-a5"]);
    }
}

#[test]
fn a_game_that_ends_by_itself_leaves_nothing_behind() {
    let home = Home::new();
    let people = ["--white", "human", "--black", "human"];
    let computers = ["--white", "random", "--size", "4"];
    let games = [
        (&people[..], ""),
        (&people, "c3-d4\nresign\n"),
        (&people, "c3-d4\n"),
        (&computers, ""),
    ];
    for (args, input) in games {
        let done = home.played(args, input);
        assert_eq!((done.code, &*done.err), (Some(0), ""), "{}", done.out);
        assert!(!done.out.contains("--resume"), "{}", done.out);
        assert_eq!(home.kept(), Vec::<PathBuf>::new(), "{args:?} {input:?}");
    }
}

#[test]
fn a_record_that_is_asked_for_is_the_only_one() {
    let home = Home::new();
    let record = home.0.path().join("game.jsonl");
    let args = ["--black", "human", "--record", record.to_str().unwrap()];
    let done = home.played(&args, "c3-d4\n");
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(home.kept().is_empty());
    assert_eq!(happened(&verified(&record)), ["c3-d4"]);
}

#[test]
fn the_last_twenty_games_are_kept_and_those_under_way() {
    let home = Home::new();
    let (child, path) = home.begun(&["--black", "human"]);
    ended_by(child, "-KILL");
    let copy = |number: u32| path.with_file_name(format!("copy-{number}.jsonl"));
    let record = fs::read_to_string(&path).unwrap();
    for number in 1..=30 {
        fs::write(copy(number), &record).unwrap();
        let old = fs::File::options().append(true).open(copy(number)).unwrap();
        let minutes = Duration::from_mins(u64::from(number));
        let now = std::time::SystemTime::now();
        old.set_modified(now - minutes).unwrap();
    }
    // Without a ply.
    let header = record.lines().next().unwrap().to_owned() + "\n";
    fs::write(copy(31), header).unwrap();
    // Its jobs may have been paid for.
    let of_service = record.replacen("{\"format\"", "{\"id\":\"1\",\"format\"", 1);
    fs::write(copy(32), of_service).unwrap();
    // Not ours.
    fs::write(copy(33), "a note\n").unwrap();
    let (child, under_way) = home.begun(&["--black", "human"]);
    let mut expected: Vec<PathBuf> = (1..=19).chain([32, 33]).map(copy).collect();
    expected.extend([path, under_way]);
    let mut kept = home.kept();
    expected.sort_unstable();
    kept.sort_unstable();
    assert_eq!(kept, expected);
    ended_by(child, "-KILL");
}

#[test]
fn long_games_are_known_by_their_ends() {
    let home = Home::new();
    let (child, path) = home.begun(&["--black", "human"]);
    ended_by(child, "-KILL");
    let record = fs::read_to_string(&path).unwrap();
    let plies = format!("{}\n", record.lines().nth(1).unwrap()).repeat(2000);
    let copy = |number: u32| path.with_file_name(format!("copy-{number}.jsonl"));
    // Its middle is not read.
    let long = record.clone() + "?\n" + &plies;
    let pool = format!("{{\"pool\":\"{}\"}}\n", "0".repeat(200_000));
    for number in 1..=25 {
        // The last line of some tells nothing, and they are read whole.
        let text = if number % 2 == 0 {
            &long
        } else {
            &(record.clone() + &pool)
        };
        fs::write(copy(number), text).unwrap();
        let old = fs::File::options().append(true).open(copy(number)).unwrap();
        let age = Duration::from_mins(u64::from(number));
        old.set_modified(std::time::SystemTime::now() - age)
            .unwrap();
    }
    assert_eq!(home.played(&["--black", "human"], "").code, Some(0));
    let mut expected: Vec<PathBuf> = (1..=19).map(copy).collect();
    expected.push(path);
    let mut kept = home.kept();
    expected.sort_unstable();
    kept.sort_unstable();
    assert_eq!(kept, expected);
}

#[test]
fn where_nothing_can_be_kept_a_game_goes_on_and_says_so() {
    let home = Home::new();
    let data = home.0.path().join("cheqqers");
    fs::write(&data, "in the way").unwrap();
    let folder = home.folder();
    let in_the_way = format!(
        "could not write {}: a part of the path is no folder",
        folder.display()
    );
    let input = home.0.path().join("moves");
    fs::write(&input, "c3-d4\nb6-a5\n").unwrap();
    for (with_home, reason) in [(true, &*in_the_way), (false, "HOME is not set.")] {
        let mut game = home.command(&["--black", "human"]);
        if !with_home {
            game.env_remove("XDG_DATA_HOME");
        }
        let done = run(game.stdin(fs::File::open(&input).unwrap()));
        assert_eq!(done.code, Some(0), "{}", done.err);
        let told = format!("This game is not kept: {reason}");
        assert!(done.err.starts_with(&told), "{}", done.err);
        assert!(
            done.err.ends_with(". Name a file with --record.\n"),
            "{}",
            done.err
        );
        assert_eq!(done.err.lines().count(), 1, "{}", done.err);
        assert!(done.out.contains("Black moves b6 to a5."), "{}", done.out);
    }
    let record = home.0.path().join("game.jsonl");
    let done = home.played(
        &["--black", "human", "--record", record.to_str().unwrap()],
        "",
    );
    assert_eq!(done.err, "");
}
