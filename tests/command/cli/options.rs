//! Options that are no options.

use crate::command::cheqqers;

#[test]
fn wrong_usage_is_exit_status_2_and_says_what_would_be_right() {
    for (args, sign) in [
        (&["selfplay", "--size", "3"][..], "3 is not in 4..=16"),
        (&["selfplay", "--size", "17"], "17 is not in 4..=16"),
        (&["selfplay", "--level", "4"], "4 is not in 0..=3"),
        (&["selfplay", "--level", "-1"], "-1 is not in 0..=3"),
        (&["selfplay", "--rows", "4"], "1 to 3 rows of men, not 4"),
        (
            &["selfplay", "--rows", "3", "--size", "6"],
            "1 to 2 rows of men, not 3",
        ),
        (&["selfplay", "--rows", "0"], "0 is not in 1.."),
        (&["selfplay", "--rows", "300"], "300 is not in"),
        (
            &["selfplay", "--draw-after", "0"],
            "1 or more|off, not \"0\"",
        ),
        (
            &["selfplay", "--draw-after", "never"],
            "1 or more|off, not \"never\"",
        ),
        (
            &["selfplay", "--entanglement", "double"],
            "single, unlimited",
        ),
        (&["selfplay", "--encoding", "short"], "minimal, paper"),
        (
            &["selfplay", "--white", "stockfish"],
            "the players are: random",
        ),
        (&["selfplay", "--white", "human"], "the players are: random"),
        (
            &["play", "--white", "stockfish"],
            "the players are: human, random",
        ),
        (&["play", "--max-cost", "-1"], "a number from 0 on"),
        (&["play", "--max-wait", "-1"], "seconds from 0 on"),
        (&["selfplay", "--backend", "abacus"], "local, dense, sparse"),
        (&["selfplay", "--game", "chess"], "the games are: cheqqers"),
        (&["selfplay", "--game", "cheqqers:blitz"], "no preset"),
        (&["selfplay", "--set", "wings=2"], "no option \"wings\""),
        (&["selfplay", "--set", "wings"], "KEY=VALUE"),
        (
            &["selfplay", "--size", "6", "--set", "size=8"],
            "given twice",
        ),
        (&["selfplay", "--set", "draw_after=0"], "1 or more|off"),
        (&["selfplay", "--games", "0"], "0 is not in 1.."),
        (&["selfplay", "--games", "many"], "invalid digit"),
        (&["selfplay", "--threads", "0"], "0 is not in 1..=1024"),
        (&["selfplay", "--seed", "-7"], "'-7' for '--seed <N>'"),
        (&["selfplay", "--seed", "18446744073709551616"], "--seed"),
        (&["play", "--seed", "abc"], "from 0 to 2^64 - 1"),
        (&["selfplay", "--outcomes", "{f6}"], "--moves"),
        (&["perft"], "--depth"),
        (&["perft", "--depth", "0"], "0 is not in 1.."),
        (&["replay"], "FILE"),
        (&["replay", "a", "--verify", "--ply", "1"], "--ply"),
        (&["dance"], "dance"),
    ] {
        let done = cheqqers(args);
        assert_eq!(
            (done.code, &*done.out),
            (Some(2), ""),
            "{args:?}: {}",
            done.err
        );
        assert!(done.err.contains(sign), "{args:?}: {}", done.err);
    }
}

#[test]
fn the_largest_and_smallest_values_work() {
    for args in [
        &["--size", "16", "--rows", "7"][..],
        &["--size", "4", "--rows", "1"],
        &["--seed", "18446744073709551615"],
        &["--threads", "1024"],
        &["--draw-after", "4294967295", "--level", "0"],
        &["--draw-after", "1"],
    ] {
        let mut all = vec!["selfplay", "--games", "2", "--json"];
        all.extend(args);
        let done = cheqqers(&all);
        assert_eq!((done.code, &*done.err), (Some(0), ""), "{args:?}");
    }
}
