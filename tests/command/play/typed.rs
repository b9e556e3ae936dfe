//! Typing to the command, and reading what it recorded.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use cheqqers_checkers::Position;
use cheqqers_game::record::{Line, Reader, Record};
use cheqqers_game::replay::{Replay, Verify};
use tempfile::TempDir;

use crate::command::{Done, command};

/// Two people.
pub(crate) const PEOPLE: [&str; 4] = ["--white", "human", "--black", "human"];

/// Runs `play` with these lines typed, to their end.
pub(crate) fn typed(args: &[&str], lines: &[&str]) -> Done {
    let home = tempfile::tempdir().unwrap();
    let mut child = command(&[&["play"], args].concat())
        .env("XDG_DATA_HOME", home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = lines.join("\n");
    // From another thread, as the output has to be read meanwhile. Whoever quits reads no further.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the command prints UTF-8");
    Done {
        code: output.status.code(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// The same between two people from the start of a small and quick game, all going well.
pub(crate) fn told(args: &[&str], lines: &[&str]) -> String {
    let done = typed(&[&PEOPLE[..], args].concat(), lines);
    assert_eq!((done.code, &*done.err), (Some(0), ""), "{}", done.out);
    done.out
}

/// A folder for a record, and the record's name.
pub(crate) fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    (folder, path)
}

/// A record of which every word is checked.
pub(crate) fn verified(path: &Path) -> Record {
    let text = fs::read(path).unwrap();
    assert!(text.ends_with(b"}\n"), "the last line is whole");
    let record = Reader::new(&text[..]).record().unwrap().unwrap();
    let mut replay = Replay::<Position>::new(&record, Verify::Everything).unwrap();
    replay.finish().unwrap();
    record
}

/// What happened, a word for each line of a record.
pub(crate) fn happened(record: &Record) -> Vec<String> {
    record
        .lines
        .iter()
        .map(|(_, line)| match line {
            Line::Ply(ply) => ply.mv.clone(),
            Line::Undo(plies) => format!("undo {plies}"),
            Line::Pool(_) => unreachable!("no service measures here"),
            Line::End(end) => format!("{}", end.status),
        })
        .collect()
}
