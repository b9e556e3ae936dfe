//! Whole games between copies of our own program.

use serde_json::Value;

use crate::engine::series::Series;

fn ours(more: &str) -> String {
    format!(
        "engine:'{}' engine --player random{more}",
        env!("CARGO_BIN_EXE_cheqqers")
    )
}

/// The trace of games between two copies.
fn games(args: &[&str]) -> Vec<Value> {
    let series = Series::new();
    let done = series.selfplay(&ours(""), &ours(" --seed 1"), args);
    assert_eq!((done.code, &*done.err), (Some(0), ""), "{args:?}");
    series.assert_all_gone();
    series.trace()
}

/// Nobody forfeits, and this many games end.
fn assert_whole(trace: &[Value], games: usize) {
    assert!(trace.iter().all(|line| line.get("end").is_none()));
    let ended = trace.iter().filter(|line| {
        let status = line.get("status").and_then(Value::as_str);
        status.is_some_and(|status| status != "in_progress")
    });
    assert_eq!(ended.count(), games);
}

#[test]
fn two_copies_play_whole_games_at_every_level() {
    for level in ["0", "1", "2", "3"] {
        let trace = games(&["--games", "2", "--level", level, "--seed", "3"]);
        assert_whole(&trace, 2);
        assert_eq!(trace[0]["white"], ours(""));
    }
}

#[test]
fn games_of_programs_with_seeds_are_the_same_every_time() {
    let args = [
        "--games", "2", "--size", "6", "--seed", "8", "--time", "60+0.5",
    ];
    let first = games(&args);
    assert_eq!(first[0]["time"], "60+0.5");
    assert_eq!(first, games(&args));
    let other = games(&[
        "--games", "2", "--size", "6", "--seed", "9", "--time", "60+0.5",
    ]);
    assert_ne!(first[1..], other[1..]);
}

#[test]
fn a_game_goes_on_from_given_moves_and_set_up_positions() {
    let moves = "c3^b4d4 f6-e5 d4xf6{b4}";
    assert_whole(&games(&["--games", "2", "--moves", moves]), 2);
    let fen = "B:WK18,~21,~22:B1-5|21,22:10*0.6,0;01*0,0.8";
    assert_whole(&games(&["--games", "2", "--position", fen]), 2);
}
