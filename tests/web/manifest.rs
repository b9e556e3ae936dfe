//! What the API answers of every game and preset, by SHA-256, beside what `tests/command/manifest.rs` keeps of the
//! command: changes of structure leave all of it as it is. `UPDATE_GOLDEN=1 cargo test --test web manifest` writes it
//! anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use cheqqers_backend::sha256;
use cheqqers_session::KNOWN;
use cheqqers_testkit::golden;
use serde_json::json;

use crate::client::{Client, WIDE, link, serve_in, unversioned};
use crate::command::printed;

const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/web/manifest.txt");

/// A text with what is drawn anew for each game, 32 hexadecimal digits, left out.
fn without_tokens(text: &str) -> String {
    let is_hex = |c: char| c.is_ascii_hexdigit();
    let words = text.split_inclusive(|c: char| !is_hex(c));
    let kept = words.map(|word| {
        let digits = word.trim_end_matches(|c: char| !is_hex(c));
        if digits.len() == 32 {
            &word[32..]
        } else {
            word
        }
    });
    kept.collect()
}

#[test]
fn every_game_is_answered_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let mut manifest = String::new();
    let mut keep = |what: &str, text: &str| {
        let hash = sha256(without_tokens(text).as_bytes());
        writeln!(manifest, "{hash}  {what}").unwrap();
    };
    for game in KNOWN {
        let presets = game.presets.iter();
        let presets = presets.map(|preset| format!("{}:{}", game.name, preset.name));
        for name in [game.name.to_owned()].into_iter().chain(presets) {
            for seed in ["1", "2", "3"] {
                let path = folder.path().join("record.jsonl");
                let record = path.to_str().unwrap();
                printed(&[
                    "play", "--game", &name, "--seed", seed, "--white", "random", "--black",
                    "random", "--record", record,
                ]);
                let text = fs::read_to_string(&path).unwrap();
                fs::remove_file(&path).unwrap();
                let begun = client.begin_here(&json!({"record": text}));
                let state = unversioned(client.game(link(&begun, "both")));
                keep(&format!("{name} {seed}"), &state.to_string());
            }
        }
    }
    for path in ["options", "lessons"] {
        let answer = client.get(&format!("/api/v1/{path}")).json();
        keep(path, &answer.to_string());
    }
    golden::assert_same(Path::new(MANIFEST), &manifest);
}
