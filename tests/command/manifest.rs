//! What the command writes of every game and preset, by SHA-256: records, traces, what a game says, and transcripts of
//! the engine protocol; what is recorded fits the schema. Changes of structure leave all of it as it is.
//! `UPDATE_GOLDEN=1 cargo test --test command manifest` writes it anew.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use cheqqers_backend::sha256;
use cheqqers_session::KNOWN;
use cheqqers_testkit::golden;
use jsonschema::Validator;

use crate::command::{command, printed, printed_by};
use crate::schema::{assert_fits, schema};

const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/command/manifest.txt");

const SEEDS: [&str; 3] = ["1", "2", "3"];

/// Names of all games, each alone and with each of its presets.
fn names() -> Vec<String> {
    let of = |game: &cheqqers_session::GameEntry| {
        let name = game.name;
        let presets = game.presets.iter();
        let presets = presets.map(move |preset| format!("{name}:{}", preset.name));
        [name.to_owned()].into_iter().chain(presets)
    };
    KNOWN.iter().flat_map(of).collect()
}

/// Texts that the command writes of a game, each with its form.
fn written(
    game: &str,
    seed: &str,
    folder: &Path,
    schema: &Validator,
) -> Vec<(&'static str, String)> {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (record, trace) = (path("record.jsonl"), path("trace.jsonl"));
    let options = [
        "--game", game, "--seed", seed, "--white", "random", "--black", "random",
    ];
    let said = printed(&[&["play", "--record", &record], &options[..]].concat());
    let whole = [
        "selfplay",
        "--games",
        "2",
        "--threads",
        "1",
        "--trace",
        &trace,
    ];
    printed(&[&whole[..], &options[..]].concat());
    let [record, trace] = [record, trace].map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        fs::remove_file(path).unwrap();
        text
    });
    for line in record.lines().chain(trace.lines()) {
        let line = serde_json::from_str(line).unwrap();
        assert_fits(schema, &line);
    }
    let header = record.lines().next().unwrap();
    let transcript = transcript(header, seed);
    vec![
        ("record", record),
        ("said", said),
        ("trace", trace),
        ("engine", transcript),
    ]
}

/// Replies of the engine to a game's first position.
fn transcript(header: &str, seed: &str) -> String {
    let mut engine = command(&["engine", "--player", "mcts:20", "--seed", seed]);
    let mut child = engine
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut host = child.stdin.take().unwrap();
    write!(host, "cqi 1\nnewgame {header}\nposition moves\ngo\n").unwrap();
    let mut replies = String::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        replies += &line;
        replies += "\n";
        if line.starts_with("bestmove") || line.starts_with("error") {
            break;
        }
    }
    drop(host);
    assert!(child.wait().unwrap().success());
    replies
}

#[test]
fn every_game_is_written_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let schema = schema();
    let mut manifest = String::new();
    for game in names() {
        for seed in SEEDS {
            for (form, text) in written(&game, seed, folder.path(), &schema) {
                let hash = sha256(text.as_bytes());
                writeln!(manifest, "{hash}  {game} {seed} {form}").unwrap();
            }
        }
    }
    for arguments in [
        &["games"][..],
        &["games", "--help"],
        &["play", "--help"],
        &["help", "play"],
    ] {
        let hash = sha256(printed_by(&mut command(arguments)).as_bytes());
        writeln!(manifest, "{hash}  {}", arguments.join(" ")).unwrap();
    }
    golden::assert_same(Path::new(MANIFEST), &manifest);
}
