//! Samples of the manual's pages on the engine protocol.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::command::command;
use crate::engine::series::Series;

/// A page of the manual.
fn page(path: &str) -> String {
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/manual/src");
    fs::read_to_string(format!("{pages}/{path}")).unwrap()
}

#[test]
fn its_session_goes_as_it_says() {
    let mut engine = command(&["engine", "--player", "random", "--seed", "7"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = engine.stdin.take().unwrap();
    let mut from = BufReader::new(engine.stdout.take().unwrap()).lines();
    let page = page("reference/engine-protocol.md");
    let mut said = 0;
    for line in page.lines() {
        if let Some(line) = line.strip_prefix("> ") {
            said += 1;
            writeln!(to, "{line}").unwrap();
        } else if let Some(expected) = line.strip_prefix("< ") {
            assert_eq!(from.next().unwrap().unwrap(), expected);
        }
    }
    assert_eq!(said, 13);
    assert!(from.next().is_none(), "nothing else is said");
    assert!(engine.wait().unwrap().success());
}

#[test]
#[expect(clippy::print_stderr, reason = "what is not tested is told")]
fn its_small_engine_plays_whole_games() {
    let version = Command::new("python3").arg("--version").output();
    if version.is_err() && std::env::var_os("CI").is_none() {
        eprintln!("not tested: there is no python3");
        return;
    }
    let page = page("how-to/write-an-engine.md");
    let (_, behind) = page.split_once("```python\n").unwrap();
    let (program, _) = behind.split_once("```").unwrap();
    let series = Series::new();
    let path = series.path("dice.py");
    fs::write(&path, program).unwrap();
    let dice = format!("engine:python3 {}", path.display());
    let done = series.selfplay(&dice, "random", &["--games", "2", "--seed", "4"]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert!(series.trace().iter().all(|line| line.get("end").is_none()));
    series.assert_all_gone();
}
