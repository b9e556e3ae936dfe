//! Noisy answers at the board: only legal bits reach the game, with the chances they ought to have.
//!
//! A tenth of the shots; a million with `--features slow-tests`.

mod chances;
mod retries;
mod verdicts;

use std::fs;

use cheqqers_checkers::{Level, Move, Position, Rules};
use cheqqers_game::{GameExt, Pending, Turn};
use cheqqers_testkit::playout::random_game;
use serde_json::Value;

use crate::command::{cheqqers, printed};

fn start() -> Position {
    Position::initial(Rules::new(Level::Interference))
}

/// The first measurement of a move, if there is any.
fn first(position: &Position, mv: Move) -> Option<Pending<Position>> {
    match position.clone().play(mv).unwrap() {
        Turn::Pending(pending) => Some(pending),
        Turn::Ready(_) => None,
    }
}

/// The first measurements of the moves of some random games.
fn measurements(games: u64) -> impl Iterator<Item = Pending<Position>> {
    (0..games)
        .flat_map(|seed| random_game(start(), seed))
        .filter_map(|ply| first(&ply.before, ply.mv))
}

#[test]
fn games_measured_with_noise_verify_and_tell_their_shots() {
    for (backend, seed) in [("noisy:0.05", "3"), ("noisy", "4"), ("noisy:fez", "5")] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let path = path.to_str().unwrap();
        printed(&[
            "selfplay",
            "--games",
            "4",
            "--level",
            "3",
            "--seed",
            seed,
            "--backend",
            backend,
            "--trace",
            path,
        ]);
        assert!(printed(&["replay", path, "--verify"]).contains("plies checked"));
        let text = fs::read_to_string(path).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        let lines: Vec<Value> = lines.collect();
        assert_eq!(lines[0]["backend"], backend);
        let measured: Vec<&Value> = lines
            .iter()
            .filter_map(|line| line["measured"].as_array())
            .flatten()
            .collect();
        assert!(measured.len() > 20);
        for entry in measured {
            let rejected = entry["rejected"].as_object().unwrap().values();
            let rejected: u64 = rejected.map(|count| count.as_u64().unwrap()).sum();
            let accepted = entry["accepted"].as_u64().unwrap();
            assert_eq!(entry["shots"], accepted + rejected, "{entry}");
            assert!(accepted > 0, "{entry}");
            assert_eq!(entry["backend"], backend);
        }
    }
}

#[test]
fn a_noise_that_is_none_is_wrong_usage() {
    for name in ["noisy:", "noisy:1.5", "noisy:x", "local:0.1"] {
        let done = cheqqers(&["selfplay", "--backend", name]);
        assert_eq!(done.code, Some(2), "{name}");
        assert!(
            done.err.contains("noisy:P with P from 0 to 1"),
            "{}",
            done.err
        );
    }
}
