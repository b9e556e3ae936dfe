//! Programs that speak Hub: our own, and others that do wrong.

use std::path::Path;
use std::thread;

use serde_json::Value;

use crate::command::{Done, printed, run};
use crate::engine::series::Series;

/// International draughts as Hub has it.
const DRAUGHTS: &[&str] = &["--game", "international", "--size", "10", "--level", "0"];

/// A program that speaks Hub and does wrong in this way.
fn fake(mode: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/hub.sh");
    format!("hub:/bin/sh {} {mode}", script.display())
}

fn ours(player: &str) -> String {
    format!(
        "hub:'{}' engine --hub --player {player} --seed 5",
        env!("CARGO_BIN_EXE_cheqqers")
    )
}

fn selfplay(series: &Series, white: &str, args: &[&str]) -> Done {
    let args = [DRAUGHTS, &["--games", "1", "--seed", "5"], args].concat();
    series.selfplay(white, "random", &args)
}

/// White, a program at fault, loses for this reason.
fn loses(mode: &str, args: &[&str], reason: &str) {
    let series = Series::new();
    let done = selfplay(&series, &fake(mode), args);
    assert_eq!((done.code, &*done.err), (Some(0), ""), "{mode}");
    series.assert_all_gone();
    let trace = series.trace();
    let end = trace.last().unwrap();
    let text = |key: &str| end[key].as_str().unwrap_or_default();
    let found = ["end", "by", "status"].map(text);
    assert_eq!(found, ["forfeited", "white", "black_won"], "{mode}");
    assert!(text("reason").contains(reason), "{mode}: {end}");
    let plies = trace.iter().filter_map(|line| line["move"].as_str());
    assert_eq!(plies.collect::<Vec<_>>()[0], "d4-e5", "{mode}");
}

#[test]
fn a_program_at_fault_loses_and_leaves_no_process() {
    let illegal = "is not legal: it is not legal in international draughts";
    let cases = [
        ("crash", &[][..], "ended (signal: 9"),
        ("leave", &[], "ended (exit status: 3)"),
        ("illegal", &[], illegal),
        ("unreadable", &[], "is not legal: moves are written 32-28"),
        ("empty", &[], "is not legal: moves are written 32-28"),
        ("garbage", &[], "ended (exit status: 3)"),
        ("error", &[], "it does not go on: \"no more\""),
        ("silent", &[], "there was no answer within 3.0 s"),
        ("flood", &["--time", "2"], "its time ran out"),
        ("late", &[], "ended (exit status: 3)"),
    ];
    thread::scope(|scope| {
        for (mode, args, reason) in cases {
            scope.spawn(move || loses(mode, args, reason));
        }
    });
}

#[test]
fn a_program_that_can_not_play_is_an_error_before_the_first_move() {
    for (mode, reason) in [
        ("dead", "ended (exit status: 3)"),
        ("choosy", "it does not go on: \"not today\""),
    ] {
        let series = Series::new();
        let done = selfplay(&series, &fake(mode), &[]);
        assert_eq!((done.code, &*done.out), (Some(1), ""), "{mode}");
        assert!(
            done.err.contains("can't play") && done.err.contains(reason),
            "{}",
            done.err
        );
        series.assert_all_gone();
    }
}

#[test]
fn other_games_are_refused_before_the_first_move() {
    for (options, title) in [
        (&["--level", "0"][..], "Cheqqers at level 0 on 8 x 8"),
        (
            &["--game", "international", "--size", "10"],
            "level 3 on 10 x 10",
        ),
        (
            &["--game", "international", "--level", "0"],
            "level 0 on 8 x 8",
        ),
    ] {
        let series = Series::new();
        let (copy, out) = (ours("random"), series.path("cup"));
        let out = out.to_str().unwrap();
        let args = [
            &[
                "arena", "--player", &*copy, "--player", "random", "--out", out,
            ],
            options,
        ]
        .concat();
        let done = run(&mut series.command(&args));
        assert_eq!((done.code, &*done.out), (Some(1), ""), "{options:?}");
        let reason = "Hub is a protocol for international draughts at level 0 on 10 x 10, not for ";
        assert!(
            done.err.contains(reason) && done.err.contains(title),
            "{}",
            done.err
        );
        assert!(
            done.err.contains("--game international --level 0"),
            "{}",
            done.err
        );
        series.assert_all_gone();
    }
}

/// Both sides of Hub are ours: the arena asks a copy of the program.
#[test]
fn a_copy_of_ours_plays_whole_games_by_hub() {
    let series = Series::new();
    let out = series.path("cup");
    let out = out.to_str().unwrap();
    let copy = format!("copy={}", ours("random"));
    let players = [
        "arena",
        "--player",
        &*copy,
        "--player",
        "own=expert:nodes=50",
    ];
    let args = [
        &players,
        DRAUGHTS,
        &[
            "--games",
            "20",
            "--seed",
            "3",
            "--random-plies",
            "4",
            "--out",
            out,
        ],
    ]
    .concat();
    let done = run(&mut series.command(&args));
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    series.assert_all_gone();
    let shown = printed(&["arena", "show", out, "--json"]);
    let table: Value = serde_json::from_str(&shown).unwrap();
    for player in table["players"].as_array().unwrap() {
        assert_eq!(player["forfeits"], 0, "{table}");
        assert_eq!(player["games"], 20, "{table}");
    }
}

#[test]
fn a_game_goes_on_in_the_middle_of_a_chain() {
    let series = Series::new();
    // White has captured 23 and must go on from 19.
    let position = "W:W28,32:B1,13,23";
    let args = ["--position", position, "--moves", "e5xg7"];
    let done = selfplay(&series, &ours("random"), &args);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    let trace = series.trace();
    let plies: Vec<&str> = trace
        .iter()
        .filter_map(|line| line["move"].as_str())
        .collect();
    assert_eq!(plies[..2], ["e5xg7", "g7xe9"]);
    assert!(trace.iter().all(|line| line.get("end").is_none()));
}
