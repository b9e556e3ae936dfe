//! Tournaments with other programs, and with clocks.

use std::fs;

use super::{json, temporary, text, verified, with_out};
use crate::command::{cheqqers, printed};

/// A program that does wrong as `tests/engine/fake.sh` says.
fn fake(mode: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engine/fake.sh");
    format!("fake=engine:sh '{script}' {mode} own")
}

#[test]
fn games_lost_by_a_fault_are_counted_and_kept() {
    let folder = temporary();
    let (cheat, own) = (fake("illegal"), env!("CARGO_BIN_EXE_cheqqers"));
    let own = format!("own=engine:'{own}' engine");
    let args = [
        "arena",
        "--player",
        "random",
        "--player",
        &cheat,
        "--player",
        &own,
        "--games",
        "2",
        "--size",
        "6",
        "--seed",
        "7",
        "--threads",
        "2",
    ];
    let table = printed(&with_out(&args, folder.path()));
    let players = json(folder.path())["players"].clone();
    let find = |name: &str| {
        let mut players = players.as_array().unwrap().iter();
        players.find(|row| row["name"] == name).unwrap().clone()
    };
    let cheat = find("fake");
    assert_eq!((&cheat["lost"], &cheat["forfeits"]), (&4.into(), &4.into()));
    for other in ["random", "own"] {
        assert_eq!(find(other)["forfeits"], 0);
    }
    assert_eq!(verified(&folder.path().join("games.jsonl")), 6);
    assert_eq!(printed(&["arena", "--resume", text(folder.path())]), table);
}

#[test]
fn a_program_that_can_not_play_is_told_before_it_loses_all_its_games() {
    let folder = temporary();
    let dead = fake("dead");
    let args = [
        "arena", "--player", "random", "--player", &dead, "--games", "2",
    ];
    let done = cheqqers(&with_out(&args, folder.path()));
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("fake.sh"), "{}", done.err);
    // No plan is left behind, which a corrected command would have to follow.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn clocks_belong_to_the_plan() {
    let folder = temporary();
    let args = [
        "arena", "--player", "a=random", "--player", "b=random", "--games", "2", "--size", "4",
        "--seed", "7",
    ];
    let timed = [&args[..], &["--time", "60+0.6"]].concat();
    let table = printed(&with_out(&timed, folder.path()));
    // Nobody needs a minute, so that the games are the same.
    assert_eq!(table, super::whole(&args));
    assert_eq!(printed(&["arena", "--resume", text(folder.path())]), table);
    let other = cheqqers(&with_out(&args, folder.path()));
    assert_eq!(other.code, Some(1));
    assert!(
        other.err.contains("with time 60+0.6, not off"),
        "{}",
        other.err
    );
}
