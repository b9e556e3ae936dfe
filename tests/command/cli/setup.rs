//! Moves made first, and their outcomes.

use crate::command::{cheqqers, printed};

/// White's part on d4 captures a certain man on e5.
const SPLIT: &str = "c3^b4d4 f6-e5 d4xf6";
/// A certain white man captures one of Black's parts, by which both pieces entangle; then Black's
/// other part is captured, which measures them.
const ENTANGLED: &str = "c3-d4 f6^e5g5 d4xf6";

/// The moves and outcomes of the plies that were made first.
fn plies(args: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.jsonl");
    let path = path.to_str().unwrap();
    let mut all = vec!["selfplay", "--games", "1", "--trace", path];
    all.extend(args);
    printed(&all);
    std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .skip(1)
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let mut text = line["move"].as_str().unwrap().to_owned();
            for measured in line["measured"].as_array().unwrap() {
                let squares: Vec<&str> = measured["occupied"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|square| square.as_str().unwrap())
                    .collect();
                let backend = measured["backend"].as_str().unwrap();
                let occupied = squares.join(",");
                text = format!("{text}{{{occupied}}} {backend}");
            }
            text
        })
        .collect()
}

#[test]
fn outcomes_stand_behind_the_move_or_apart() {
    for moves in [
        &["--moves", "c3^b4d4 f6-e5 d4xf6{d4}"][..],
        &["--moves", "c3^b4d4 f6-e5 d4xf6 {D4}"],
        &["--moves", "C3^D4B4 f6->e5 d4:f6.m1"],
        &["--moves", SPLIT, "--outcomes", "{d4}"],
        &["--moves", SPLIT, "--outcomes", " { d4 } "],
    ] {
        let plies = plies(moves);
        assert_eq!(
            plies[..3],
            ["c3^b4d4", "f6-e5", "d4xf6{d4} forced"],
            "{moves:?}"
        );
    }
    for moves in [
        &["--moves", "c3^b4d4 f6-e5 d4xf6{b4}"][..],
        &["--moves", "c3^b4d4 f6-e5 d4xf6.m0"],
    ] {
        assert_eq!(plies(moves)[2], "d4xf6{b4} forced", "{moves:?}");
    }
}

#[test]
fn a_measurement_without_an_outcome_is_made_by_the_backend() {
    for backend in ["local", "dense", "sparse"] {
        let ply = plies(&["--moves", SPLIT, "--backend", backend]).swap_remove(2);
        let expected = ["d4", "b4"].map(|square| format!("d4xf6{{{square}}} {backend}"));
        assert!(expected.contains(&ply), "{ply}");
    }
}

#[test]
fn a_move_that_must_succeed_or_fail_has_both_halves_of_the_chances() {
    // Two measurements: the capturer's, and then perhaps that of what it captures.
    let moves = "c3^b4d4 f6^e5g5 d4xf6";
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let seed = seed.to_string();
        let demand = format!("{moves}.m0");
        seen.insert(plies(&["--moves", &demand, "--seed", &seed]).swap_remove(2));
        let demand = format!("{moves}.m1");
        let ply = plies(&["--moves", &demand, "--seed", &seed]).swap_remove(2);
        assert_eq!(ply, "d4xf6{d4} forced{e5} forced");
    }
    let seen: Vec<&str> = seen.iter().map(String::as_str).collect();
    assert_eq!(seen, ["d4xf6{b4} forced", "d4xf6{d4} forced{g5} forced"]);
}

#[test]
fn what_cannot_be_is_exit_status_1_and_names_the_move() {
    for (args, sign) in [
        (
            &["--moves", "c3-c4"][..],
            "move 1 of --moves can't be read: c4 is a light square",
        ),
        (
            &["--moves", "c3-d4 hello"],
            "move 2 of --moves can't be read: \"hello\" is no move",
        ),
        (
            &["--moves", "c3-e5"],
            "move 1 of the opening can't be played: c3-e5 is not legal: e5 is not reachable",
        ),
        (
            &["--moves", "c3-d4 c3-d4"],
            "move 2 of the opening can't be played",
        ),
        (
            &["--moves", "c3-d4{d4}"],
            "has more outcomes given (1) than it measures (0)",
        ),
        (&["--moves", "c3-d4.m1"], "c3-d4 measures nothing here"),
        (
            &["--moves", "c3^b4d4 f6-e5 d4xf6{f6}"],
            "f6 is not among the squares measured: b4,d4",
        ),
        (&["--moves", "c3^b4d4 f6-e5 d4xf6{}"], "{} is impossible"),
        (
            &["--moves", "c3^b4d4 f6-e5 d4xf6{b4,d4}"],
            "{b4,d4} is impossible",
        ),
        (
            &["--moves", "c3^b4d4 f6-e5 d4xf6{z9}"],
            "\"z9\" is no square",
        ),
        (
            &["--moves", "c3^b4d4 f6-e5 d4xf6{d4"],
            "no list of outcomes",
        ),
        (
            &["--moves", ENTANGLED, "--outcomes", "{f6}"],
            "1 of the outcomes given apart",
        ),
        (
            &["--moves", SPLIT, "--outcomes", "d4"],
            "\"d4\" is no list of outcomes",
        ),
        (
            &["--moves", SPLIT, "--level", "0"],
            "splits belong to level 1",
        ),
        (&["--position", "nonsense"], "FEN"),
        (&["--position", "W:W99:B1"], "99"),
    ] {
        for command in [
            &["selfplay", "--games", "2"][..],
            &["perft", "--depth", "1"],
        ] {
            let all = [command, args].concat();
            let done = cheqqers(&all);
            assert_eq!(
                (done.code, &*done.out),
                (Some(1), ""),
                "{args:?}: {}",
                done.err
            );
            assert!(
                done.err.starts_with("error: ") && done.err.contains(sign),
                "{}",
                done.err
            );
        }
    }
}

#[test]
fn perft_counts_no_move_of_too_many_outcomes() {
    let done = cheqqers(&["perft", "--depth", "1", "--game", "queens-chess:2020"]);
    assert_eq!((done.code, &*done.out), (Some(1), ""));
    assert!(
        done.err
            .contains("deal has more outcomes than can be counted"),
        "{}",
        done.err
    );
}

#[test]
fn perft_leaves_nothing_to_chance() {
    let perft = |moves: &str, outcomes: &str| {
        let args = ["perft", "--depth", "1", "--moves", moves];
        cheqqers(&[&args[..], &["--outcomes", outcomes]].concat())
    };
    let forked = "c3^b4d4 f6^e5g5 d4xf6";
    for (moves, outcomes, why) in [
        (SPLIT.to_owned(), "", "has none for its measurement 1"),
        // What comes behind it would not be legal by half of the outcomes.
        (
            format!("{SPLIT} e7xg5"),
            "",
            "has none for its measurement 1",
        ),
        (forked.to_owned(), "{d4}", "has none for its measurement 2"),
        (
            format!("{forked}{{d4}}"),
            "",
            "has none for its measurement 2",
        ),
        (format!("{forked}.m0"), "", "may fail in more than one way"),
    ] {
        let done = perft(&moves, outcomes);
        assert_eq!((done.code, &*done.out), (Some(1), ""), "{moves}");
        let told = format!("move 3 of the opening leaves an outcome to chance: d4xf6 {why}");
        assert!(done.err.contains(&told), "{}", done.err);
        assert!(done.err.contains("--outcomes"), "{}", done.err);
    }
    for (moves, outcomes) in [
        (format!("{SPLIT}{{d4}}"), ""),
        (SPLIT.to_owned(), "{d4}"),
        (format!("{SPLIT}.m0"), ""),
        (format!("{forked}{{d4}}"), "{e5}"),
        (format!("{forked}.m1"), ""),
    ] {
        let done = perft(&moves, outcomes);
        assert_eq!((done.code, &*done.err), (Some(0), ""), "{moves}");
        assert!(done.out.starts_with("1 "), "{}", done.out);
    }
}

#[test]
fn no_text_makes_it_crash() {
    for text in [
        "",
        " ",
        "{",
        "}",
        "{}",
        "^",
        "-",
        "x",
        ".m1",
        "a1-",
        "é-ü",
        "c3^",
        "\u{1b}[2J",
        "c3-d4{",
        "c3-d4}",
        "c3-d4{}{}{}",
        "99999999999999999999-a1",
        "a99999999999999999999-b2",
    ] {
        for option in ["--moves", "--position"] {
            let done = cheqqers(&["perft", "--depth", "1", option, text]);
            assert!(
                matches!(done.code, Some(0 | 1)),
                "{option} {text:?}: {done:?}"
            );
            assert!(!done.err.contains(['\u{1b}', '\0']), "{option} {text:?}");
        }
        let done = cheqqers(&[
            "perft",
            "--depth",
            "1",
            "--moves",
            SPLIT,
            "--outcomes",
            text,
        ]);
        assert!(matches!(done.code, Some(0 | 1)), "{text:?}: {done:?}");
    }
}
