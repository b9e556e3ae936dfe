//! What is said to whoever types something that can't be, and before and after chance strikes.

use super::typed::told;

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
The black man on e5 was measured: it was there (50 %).
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
    assert!(out.contains(" b4d4^c5  then c5 100 %, d4 0 %\n"), "{out}");
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
