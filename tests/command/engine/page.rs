//! The session in the manual's page on the engine protocol.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::command::command;

#[test]
fn its_session_goes_as_it_says() {
    let mut engine = command(&["engine", "--player", "random", "--seed", "7"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = engine.stdin.take().unwrap();
    let mut from = BufReader::new(engine.stdout.take().unwrap()).lines();
    let page = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/crates/manual/src/reference/engine-protocol.md"
    );
    let page = fs::read_to_string(page).unwrap();
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
