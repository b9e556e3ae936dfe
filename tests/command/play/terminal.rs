//! Games at a terminal, which is a pseudo-terminal here.
#![cfg(target_os = "linux")]

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use tempfile::TempDir;

use super::typed::{happened, verified};
use crate::command::command;

const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const UP: &str = "\x1b[A";

/// The longest that a game may take to say or do what it should.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A game at a terminal of 80 columns and 24 rows, in a folder of its own.
struct Terminal {
    child: Child,
    keys: File,
    shown: Arc<Mutex<String>>,
    /// Settings of the terminal before the game.
    local_modes: LocalModes,
    /// Length of what was read by [`Self::until`].
    read: usize,
    folder: TempDir,
}

impl Terminal {
    fn play(args: &[&str]) -> Self {
        Self::play_with(args, |_| ())
    }

    /// The same of a user with this folder for data.
    fn play_at(home: &Path, args: &[&str]) -> Self {
        Self::play_with(args, |command| {
            command.env("XDG_DATA_HOME", home);
        })
    }

    fn play_with(args: &[&str], set_up: impl FnOnce(&mut Command)) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let open = || {
            let mut options = OpenOptions::new();
            let name = name.to_str().unwrap();
            options.read(true).write(true).open(name).unwrap()
        };
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&master, size).unwrap();
        let local_modes = local_modes(&master);
        let folder = tempfile::tempdir().unwrap();
        let mut command = command(&[&["play", "--seed", "7", "--color", "never"], args].concat());
        set_up(&mut command);
        let child = command
            .current_dir(&folder)
            .env("TERM", "xterm")
            .stdin(open())
            .stdout(open())
            .stderr(open())
            .spawn()
            .unwrap();
        let keys = File::from(master);
        let mut screen = keys.try_clone().unwrap();
        let shown = Arc::new(Mutex::new(String::new()));
        let seen = Arc::clone(&shown);
        // Ends when the game does: nobody holds the other side then.
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = screen.read(&mut buffer) {
                let text = String::from_utf8_lossy(&buffer[..length]);
                seen.lock().unwrap().push_str(&text);
            }
        });
        Self {
            child,
            keys,
            shown,
            local_modes,
            read: 0,
            folder,
        }
    }

    fn typed(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// The output that comes next, up to this text.
    fn until(&mut self, text: &str) -> String {
        let started = Instant::now();
        loop {
            let shown = self.shown.lock().unwrap().clone();
            let new = &shown[self.read..];
            if let Some(at) = new.find(text) {
                let end = at + text.len();
                self.read += end;
                return new[..end].to_owned();
            }
            let is_late = started.elapsed() > TIMEOUT;
            assert!(!is_late, "{text:?} is not shown: {new}");
            sleep(Duration::from_millis(5));
        }
    }

    /// Sends a signal, such as `-TERM`.
    fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &pid]).status().unwrap();
        assert!(sent.success());
    }

    /// The exit status of the game, which is to end.
    fn status(&mut self) -> ExitStatus {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            if started.elapsed() > TIMEOUT {
                let shown = self.shown.lock().unwrap();
                panic!("the game does not end; it showed: {}", &shown[self.read..]);
            }
            sleep(Duration::from_millis(5));
        }
    }

    fn ended(&mut self) -> Option<i32> {
        self.status().code()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Settings of a terminal that decide who edits lines and shows them.
fn local_modes(terminal: impl AsFd) -> LocalModes {
    tcgetattr(terminal).unwrap().local_modes
}

impl Drop for Terminal {
    /// Leaves no game behind when a test fails.
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_first_screen_fits_and_tells_what_to_type() {
    let mut terminal = Terminal::play(&[]);
    let screen = terminal.until("white> ");
    let lines: Vec<&str> = screen.lines().collect();
    assert!(lines.len() <= 24, "{} lines: {screen}", lines.len());
    let invitation = "Type a move, such as c3-d4 to step, c3^b4d4 to split; `help` lists the rest.";
    assert!(lines.contains(&invitation), "{screen}");
    terminal.typed("help\r");
    let help = terminal.until("Tab, arrows") + &terminal.until("white> ");
    assert!(help.lines().count() <= 24, "{help}");
    terminal.typed(CTRL_D);
    terminal.until("The game is not finished.");
    assert_eq!(terminal.ended(), Some(0));
}

/// Lines of a small terminal after this output.
fn last_screen(output: &str) -> String {
    let lines: Vec<&str> = output.lines().collect();
    lines[lines.len().saturating_sub(24)..].join("\n")
}

#[test]
fn the_last_move_is_told_on_the_same_screen_as_the_board() {
    let measured = ["--level", "1", "--moves", "c3-d4 f6^e5g5"];
    let mut terminal = Terminal::play(&[&["--black", "human"], &measured[..]].concat());
    terminal.until("white> ");
    terminal.typed("d4xf6\r");
    let told = terminal.until("black> ");
    let screen = last_screen(&told);
    for sentence in [
        "White tries to capture from d4 over e5 onto f6. The black man on e5 was",
        "Black to move.",
    ] {
        assert!(screen.contains(sentence), "{screen}");
    }
    // And the whole board, if not the letters above it.
    assert!(
        screen.contains("\n 8 ") || screen.starts_with(" 8 "),
        "{screen}"
    );
    // Short texts stay where they are, and are not told twice.
    let mut terminal = Terminal::play(&["--black", "human"]);
    terminal.until("white> ");
    terminal.typed("c3-d4\r");
    let told = terminal.until("black> ");
    assert!(
        last_screen(&told).contains("White moves c3 to d4."),
        "{told}"
    );
    assert_eq!(told.matches("White moves").count(), 1, "{told}");
}

#[test]
fn lines_are_edited_completed_and_brought_back() {
    let mut terminal = Terminal::play(&["--black", "human"]);
    terminal.until("white> ");
    terminal.typed("c3-c4\x7f\x7fd4\r");
    terminal.until("White moves c3 to d4.");
    terminal.until("black> ");
    terminal.typed("b6-a\t\r");
    terminal.until("Black moves b6 to a5.");
    terminal.until("white> ");
    terminal.typed("undo\r");
    terminal.until("Taken back: b6-a5.");
    terminal.until("black> ");
    terminal.typed(&format!("{UP}{UP}\r"));
    terminal.until("Black moves b6 to a5.");
    terminal.typed("quit\r");
    terminal.until("Save the game? [y/N/file name] ");
    terminal.typed("\r");
    assert_eq!(terminal.ended(), Some(0));
}

#[test]
fn each_of_several_pasted_lines_is_a_command() {
    let mut terminal = Terminal::play(&["--black", "human"]);
    terminal.until("white> ");
    terminal.typed("c3-d4\rb6-a5\rundo\rb6-c5\r");
    for said in [
        "White moves c3 to d4.",
        "Black moves b6 to a5.",
        "Taken back: b6-a5.",
        "Black moves b6 to c5.",
    ] {
        terminal.until(said);
    }
}

#[test]
fn another_move_in_place_of_one_that_was_set_up_is_worth_saving() {
    let mut terminal = Terminal::play(&["--black", "human", "--moves", "c3-d4"]);
    terminal.until("black> ");
    terminal.typed("undo\ra3-b4\rquit\r");
    terminal.until("Save the game? [y/N/file name] ");
    terminal.typed("\r");
    assert_eq!(terminal.ended(), Some(0));
}

#[test]
fn ctrl_c_asks_before_a_game_is_lost_and_again_leaves() {
    let mut terminal = Terminal::play(&["--black", "human"]);
    terminal.until("white> ");
    // The typed line is dropped first.
    terminal.typed("c3-b4");
    terminal.until("c3-b4");
    terminal.typed(CTRL_C);
    terminal.until("white> ");
    terminal.typed("c3-d4\r");
    terminal.until("black> ");
    terminal.typed(CTRL_C);
    terminal.until("Save the game? [y/N/file name] ");
    terminal.typed(CTRL_C);
    terminal.until("The game is not finished.");
    assert_eq!(terminal.ended(), Some(130));
    assert_eq!(fs::read_dir(terminal.folder.path()).unwrap().count(), 0);
}

#[test]
fn ctrl_c_without_plies_or_with_a_record_leaves_at_once() {
    let mut terminal = Terminal::play(&[]);
    terminal.until("white> ");
    terminal.typed(CTRL_C);
    assert_eq!(terminal.ended(), Some(130));
    let mut terminal = Terminal::play(&["--black", "human", "--record", "kept.jsonl"]);
    terminal.until("white> ");
    terminal.typed("c3-d4\r");
    terminal.until("black> ");
    terminal.typed(CTRL_C);
    terminal.until("Go on with it by: cheqqers play --resume kept.jsonl");
    assert_eq!(terminal.ended(), Some(130));
    assert_eq!(happened(&verified(&terminal.file("kept.jsonl"))), ["c3-d4"]);
}

#[test]
fn an_interrupted_game_is_saved_by_a_name_or_the_next_free_one() {
    let refusal = "Not saved: there is no folder nowhere/";
    for (answers, file) in [
        (&[("y\r", "Saved in game.jsonl.")][..], "game.jsonl"),
        (
            &[
                ("nowhere/a.jsonl\r", refusal),
                ("mine.jsonl\r", "Saved in mine.jsonl."),
            ],
            "mine.jsonl",
        ),
    ] {
        let mut terminal = Terminal::play(&["--black", "human"]);
        terminal.until("white> ");
        terminal.typed("c3-d4\r");
        terminal.until("black> ");
        terminal.typed(CTRL_C);
        for (answer, said) in answers {
            terminal.until("Save the game? [y/N/file name] ");
            terminal.typed(answer);
            terminal.until(said);
        }
        terminal.until(&format!("cheqqers play --resume {file}"));
        assert_eq!(terminal.ended(), Some(130));
        assert_eq!(happened(&verified(&terminal.file(file))), ["c3-d4"]);
    }
}

#[test]
fn who_quits_is_asked_too_before_a_game_is_lost() {
    let asked = "Save the game? [y/N/file name] ";
    for leave in ["quit\r", CTRL_D] {
        for (answer, status, saved) in [
            ("mine.jsonl\r", 0, Some("mine.jsonl")),
            ("n\r", 0, None),
            (CTRL_D, 0, None),
            (CTRL_C, 130, None),
        ] {
            let mut terminal = Terminal::play(&["--black", "human"]);
            terminal.until("white> ");
            terminal.typed("c3-d4\r");
            terminal.until("black> ");
            terminal.typed(leave);
            terminal.until(asked);
            terminal.typed(answer);
            terminal.until("The game is not finished.");
            assert_eq!(terminal.ended(), Some(status), "{leave:?} {answer:?}");
            if let Some(name) = saved {
                assert_eq!(happened(&verified(&terminal.file(name))), ["c3-d4"]);
            } else {
                assert_eq!(fs::read_dir(terminal.folder.path()).unwrap().count(), 0);
            }
        }
    }
}

#[test]
fn who_quits_a_saved_or_recorded_game_is_not_asked() {
    for (args, lines) in [
        (&["--record", "kept.jsonl"][..], "c3-d4\rquit\r"),
        (&[], "c3-d4\rsave kept.jsonl\rquit\r"),
        // Nothing would be lost.
        (&[], "help\rquit\r"),
        (&["--moves", "c3-d4"], "quit\r"),
    ] {
        let mut terminal = Terminal::play(&[&["--black", "human"], args].concat());
        terminal.until("> ");
        terminal.typed(lines);
        let rest = terminal.until("The game is not finished.");
        assert!(!rest.contains("Save the game?"), "{rest}");
        assert_eq!(terminal.ended(), Some(0));
    }
}

#[test]
fn a_signal_at_the_prompt_is_ctrl_c() {
    let mut terminal = Terminal::play(&["--black", "human"]);
    terminal.until("white> ");
    terminal.typed("c3-d4\r");
    terminal.until("black> ");
    terminal.signal("-INT");
    terminal.until("Save the game?");
    terminal.signal("-INT");
    assert_eq!(terminal.ended(), Some(130));
}

#[test]
fn a_terminated_game_leaves_the_terminal_as_it_was() {
    let mut terminal = Terminal::play(&[]);
    let shows_keys = |modes: LocalModes| modes.contains(LocalModes::ECHO);
    assert!(shows_keys(terminal.local_modes));
    terminal.until("white> ");
    assert!(!shows_keys(local_modes(&terminal.keys)));
    terminal.signal("-TERM");
    let status = terminal.status();
    // A shell makes this 143.
    assert_eq!((status.code(), status.signal()), (None, Some(15)));
    assert_eq!(local_modes(&terminal.keys), terminal.local_modes);
}

#[test]
fn a_game_that_was_left_is_offered_and_one_that_is_finished_is_not() {
    let home = tempfile::tempdir().unwrap();
    let offer = "game is not finished. Go on with it by: ";
    let mut terminal = Terminal::play_at(home.path(), &["--black", "human"]);
    let first = terminal.until("white> ");
    assert!(!first.contains(offer), "{first}");
    terminal.typed("c3-d4\r");
    terminal.until("black> ");
    // It is kept, so nothing is asked.
    terminal.typed("quit\r");
    terminal.until(offer);
    assert_eq!(terminal.ended(), Some(0));
    let mut terminal = Terminal::play_at(home.path(), &["--black", "human"]);
    terminal.until(offer);
    terminal.until("white> ");
    terminal.typed("c3-d4\r");
    terminal.until("black> ");
    terminal.typed("resign\r");
    terminal.until("Does black resign?");
    terminal.typed("y\r");
    terminal.until("over> ");
    // A finished game would be lost.
    terminal.typed("quit\r");
    terminal.until("Save the game? [y/N/file name] ");
    terminal.typed("\r");
    assert_eq!(terminal.ended(), Some(0));
    let kept = fs::read_dir(home.path().join("cheqqers/games/terminal")).unwrap();
    assert_eq!(kept.count(), 1);
}

#[test]
fn a_computer_that_thinks_for_long_is_shown_and_ctrl_c_keeps_the_game() {
    let home = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::play_at(home.path(), &["--black", "expert:3600000"]);
    terminal.until("white> ");
    terminal.typed("c3-d4\r");
    terminal.until("Black thinks, ");
    // As Ctrl-C does where the terminal controls the game.
    terminal.signal("-INT");
    terminal.until("The game is kept. Go on with it by: cheqqers play --resume ");
    assert_eq!(terminal.ended(), Some(130));
}
