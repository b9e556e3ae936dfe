//! What is said to whoever types something that can't be, and before and after chance strikes.

use super::typed::told;
use crate::command::cheqqers;

#[test]
fn illegal_moves_are_refused_with_the_reason_and_the_game_goes_on() {
    for (args, line, answer) in [
        (&[][..], "c3-c4", "is a light square"),
        (
            &[],
            "c3-e5",
            "e5 is not reachable from c3: a man steps one square diagonally forward",
        ),
        (&[], "d4-e5", "there is no piece on d4"),
        (
            &[],
            "b6-a5",
            "the piece on b6 is not yours, it is white's turn",
        ),
        (&[], "b2-c3", "c3 is not empty"),
        (&[], "c3xe5", "there is nothing to capture on d4"),
        (&[], "b4d4^c5", "there is no piece on b4"),
        (
            &[],
            "a1-z9",
            "\"z9\" is no square: squares are written like c3",
        ),
        (&[], "c3", "is no move"),
        (&[], "c3", " From c3: c3-b4, c3-d4 or c3^b4d4."),
        (&[], "c3 e5", "e5 is not reachable from c3"),
        (&[], "c3d4e5f6", "is no move"),
        (&[], "p16-o15", "is not on this board of 8 x 8"),
        (&[], "99", "There is no move 99: there are 10"),
        (&[], "fly", "There is no command \"fly\""),
        (&[], "c3^b4d4{b4}", "Outcomes can't be chosen in a game"),
        (
            &["--level", "0"],
            "c3^b4d4",
            "splits belong to level 1, this game is played at level 0",
        ),
        (
            &["--level", "2", "--moves", "c3^b4d4 b6-a5"],
            "b4d4^c5",
            "merges belong to level 3, this game is played at level 2",
        ),
        (
            &["--moves", "c3-d4 f6-e5"],
            "a3-b4",
            "a capture is available and must be taken: d4xf6",
        ),
        (
            &["--moves", "c3-d4 f6-e5 d4xf6"],
            "b6-c5",
            "a capture is available and must be taken: e7xg5, g7xe5",
        ),
        (
            &["--position", "W:W22,32:B18,10", "--moves", "c3xe5"],
            "g1-h2",
            "the piece on e5 must go on capturing: e5xc7",
        ),
    ] {
        let out = told(args, &[line, "board"]);
        assert!(out.contains(answer), "{line}: {out}");
        assert_eq!(out.matches("    a    b    c").count(), 4, "{line}: {out}");
    }
}

#[test]
fn a_measured_capture_is_foretold_and_told() {
    let args = ["--level", "1", "--moves", "c3-d4 f6^e5g5"];
    for seed in ["1", "2", "3", "4"] {
        let out = told(&[&args[..], &["--seed", seed]].concat(), &["d4xf6"]);
        assert!(
            out.contains("    1 d4xf6  50 %: the part on e5 is measured and must be there\n"),
            "{out}"
        );
        let success = out.contains(
            "\
d4xf6: 50 %: the part on e5 is measured and must be there.
White tries to capture from d4 over e5 onto f6.
The black man on e5 was measured: it was there (50 %), not on g5.
Captured: the black man on e5. The capturer is on f6.
",
        );
        let failure = out.contains(
            "\
White tries to capture from d4 over e5 onto f6.
The black man on e5 was measured: it was not there (50 %).
The black man is on g5.
Nothing is captured, the turn passes.
",
        );
        assert!(success != failure, "{out}");
    }
}

#[test]
fn certain_captures_are_told_without_chances() {
    let out = told(&["--moves", "c3-d4 f6-e5"], &["d4xf6"]);
    assert!(
        out.contains("White to move and must capture.\ncaptures\n    1 d4xf6\n"),
        "{out}"
    );
    assert!(
        out.contains("\nWhite captures from d4 over e5 onto f6.\n"),
        "{out}"
    );
    assert!(!out.contains('%'), "{out}");
}

#[test]
fn moves_are_listed_by_kind_with_numbers_that_can_be_played() {
    let out = told(
        &["--moves", "c3^b4d4 h6-g5"],
        &["moves", "moves d4", "moves h8", "moves h2"],
    );
    assert!(out.contains("\nsteps\n    1 b2-c3"), "{out}");
    assert!(out.contains("\nmerges\n"), "{out}");
    assert!(
        out.contains(" b4d4^c5  then c5 100 %, b4 0 % and d4 0 %\n"),
        "{out}"
    );
    assert!(out.contains("No legal move starts from h8."), "{out}");
    let out = told(&[], &["moves c3", "8"]);
    assert!(
        out.contains("steps\n    2 c3-b4       3 c3-d4\nsplits\n    8 c3^b4d4\n"),
        "{out}"
    );
    assert!(out.contains("White splits c3 over b4 and d4."), "{out}");
}

#[test]
fn help_names_every_command_and_flip_turns_the_board() {
    let out = told(&[], &["help", "flip", "", "# nothing"]);
    for word in [
        "moves", "hint", "board", "flip", "circuit", "state", "undo", "draw", "resign", "save",
        "quit",
    ] {
        assert!(out.contains(word), "{word}");
    }
    assert!(
        out.contains("     h    g    f    e    d    c    b    a\n"),
        "{out}"
    );
}

#[test]
fn hints_are_honest_about_chances() {
    let args = ["--level", "1", "--moves", "c3-d4 f6^e5g5"];
    let out = told(&args, &["hint"]);
    assert!(
        out.contains("  d4xf6  50 %: the part on e5 is measured and must be there\n"),
        "{out}"
    );
    let out = told(&[], &["hint"]);
    assert!(
        out.contains("is as good as any: black could capture nothing."),
        "{out}"
    );
}

#[test]
fn squares_alone_play_the_only_move_that_has_them() {
    for (args, line, answer) in [
        (&[][..], "c3d4", "White moves c3 to d4."),
        (&[], "C3 D4", "White moves c3 to d4."),
        (&[], "c3 d4 b4", "White splits c3 over b4 and d4."),
        (
            &["--moves", "c3-d4 f6-e5"],
            "d4f6",
            "White captures from d4 over e5 onto f6.",
        ),
        (&["--moves", "c3^b4d4 h6-g5"], "d4b4c5", "White merges"),
        (
            &["--game", "queens-chess:classical"],
            "e2e4",
            "White moves the pawn from e2 to e4.",
        ),
        (&["--game", "queens-chess"], "e2", " From e2: e2?."),
        (
            &["--game", "box-chess"],
            "e2e4",
            "White moves the pawn from e2 to e4.",
        ),
        (
            &["--game", "box-chess"],
            "b1a3c3",
            "Several moves have these squares: b1^a3>c3 or b1^a3c3.",
        ),
        (&["--game", "rotation"], "c3 d4", "White moves c3 to d4."),
        (
            &["--game", "blocking"],
            "c3b4d4",
            "White splits c3 over b4 and d4.",
        ),
    ] {
        let out = told(args, &[line]);
        assert!(out.contains(answer), "{line}: {out}");
    }
}

#[test]
fn records_have_the_usual_notation_whatever_was_typed() {
    let (_folder, path) = super::typed::place();
    let args = ["--record", path.to_str().unwrap()];
    told(&args, &["c3 b4 d4", "b6c5"]);
    let record = super::typed::verified(&path);
    assert_eq!(super::typed::happened(&record), ["c3^b4d4", "b6-c5"]);
}

#[test]
fn parts_that_merge_are_not_told_to_be_lost() {
    let out = told(&["--moves", "c3^b4d4 h6-g5"], &["b4d4^c5"]);
    let merged =
        "White merges the parts on b4 and d4 on c5.\nIt is one whole piece on c5 again.\n\n";
    assert!(out.contains(merged), "{out}");
}

#[test]
fn the_first_prompt_names_moves_that_are_legal_there() {
    for (args, invitation) in [
        (&[][..], "such as c3-d4 to step, c3^b4d4 to split;"),
        (&["--level", "0"], "such as c3-d4 to step;"),
        (&["--moves", "c3-d4 f6-e5"], "such as d4xf6 (capture);"),
        (
            &["--moves", "c3-d4"],
            "such as b6-a5 (step) or b6^a5c5 (split);",
        ),
        (&["--game", "queens-chess"], "such as e2? to touch a piece;"),
    ] {
        let out = told(args, &[]);
        assert_eq!(out.matches("Type a move").count(), 1, "{out}");
        assert!(out.contains(invitation), "{out}");
    }
}

#[test]
fn what_a_device_is_needed_for_is_refused_without_one() {
    for (option, name) in [("--pool", "--pool"), ("--fallback=local", "--fallback")] {
        let done = cheqqers(&["play", option]);
        assert_eq!(done.code, Some(1), "{option}");
        let advice = format!("Name a device with --backend, or leave out {name}.");
        assert!(done.err.contains(&advice), "{}", done.err);
    }
}
