//! The sessions in the manual's pages on protocols.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use crate::command::command;

#[test]
fn the_session_of_the_engine_protocol_goes_as_it_says() {
    goes_as_it_says("engine-protocol", &[], 13);
}

#[test]
fn the_session_of_hub_goes_as_it_says() {
    goes_as_it_says("hub", &["--hub"], 16);
}

fn goes_as_it_says(page: &str, args: &[&str], num_lines: usize) {
    let args = [&["engine", "--player", "random", "--seed", "7"], args].concat();
    let mut engine = command(&args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = engine.stdin.take().unwrap();
    let mut from = BufReader::new(engine.stdout.take().unwrap()).lines();
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/manual/src/reference");
    let page = fs::read_to_string(pages.join(page).with_extension("md")).unwrap();
    let mut said = 0;
    for line in page.lines() {
        if let Some(line) = line.strip_prefix("> ") {
            said += 1;
            writeln!(to, "{line}").unwrap();
        } else if let Some(expected) = line.strip_prefix("< ") {
            assert_eq!(from.next().unwrap().unwrap(), expected);
        }
    }
    assert_eq!(said, num_lines);
    assert!(from.next().is_none(), "nothing else is said");
    assert!(engine.wait().unwrap().success());
}
