//! What can be taken back.

use super::typed::{happened, place, told, typed, verified};

#[test]
fn plies_are_taken_back_and_that_is_recorded() {
    let (_folder, path) = place();
    let out = told(
        &["--record", path.to_str().unwrap()],
        &["c3^b4d4", "undo", "c3-b4", "b6-a5", "undo 2", "c3-d4"],
    );
    assert!(out.contains("Taken back: c3^b4d4."), "{out}");
    assert!(out.contains("Taken back: c3-b4, b6-a5."), "{out}");
    let record = verified(&path);
    assert_eq!(
        happened(&record),
        ["c3^b4d4", "undo 1", "c3-b4", "b6-a5", "undo 2", "c3-d4"]
    );
}

#[test]
fn no_more_is_taken_back_than_was_played() {
    let out = told(&[], &["undo", "c3-b4", "undo 2", "undo 1", "undo"]);
    assert_eq!(out.matches("Nothing was played").count(), 2, "{out}");
    assert!(out.contains("Only 1 of your plies were played."), "{out}");
    assert!(out.contains("Taken back: c3-b4."), "{out}");
}

#[test]
fn what_was_measured_stays() {
    let (_folder, path) = place();
    let moves = "c3^b4d4 f6-e5 d4xf6{b4}";
    let out = told(
        &["--moves", moves, "--record", path.to_str().unwrap()],
        &["undo", "e5-f4", "undo 2", "undo", "undo"],
    );
    let refusal = "What d4xf6 measured can't be taken back.";
    assert_eq!(out.matches(refusal).count(), 2, "{out}");
    assert!(
        out.contains("Only 1 can be taken back, as what d4xf6 measured can't be."),
        "{out}"
    );
    assert!(out.contains("Taken back: e5-f4."), "{out}");
    let lines = happened(&verified(&path));
    assert_eq!(lines[3..], ["e5-f4", "undo 1"]);
}

#[test]
fn against_the_computer_its_reply_goes_too() {
    let (_folder, path) = place();
    let args = ["--seed", "5", "--record", path.to_str().unwrap()];
    let done = typed(&args, &["a3-b4", "undo", "c3-b4", "undo 2", "undo"]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert!(done.out.contains("Only 1 of your plies"), "{}", done.out);
    let lines = happened(&verified(&path));
    assert_eq!(lines[0], "a3-b4");
    assert_eq!(lines[2..4], ["undo 2", "c3-b4"]);
    assert_eq!(lines[5..], ["undo 2"]);
}

#[test]
fn a_lost_game_can_be_taken_back() {
    let args = ["--position", "W:W22:B18", "--draw-after", "5"];
    let out = told(&args, &["c3xe5", "undo", "hint"]);
    assert!(
        out.contains("White has won: black has no pieces left."),
        "{out}"
    );
    assert!(
        out.contains("You can still `undo`, `save FILE` or `quit`."),
        "{out}"
    );
    assert!(out.contains("Taken back: c3xe5."), "{out}");
    assert!(
        out.contains("A capture must be taken:\n  c3xe5  certain"),
        "{out}"
    );
}

#[test]
fn a_resignation_is_not_taken_back_nor_said_to_be() {
    let out = told(&[], &["c3-b4", "resign", "undo"]);
    assert!(
        out.contains("You can still `save FILE` or `quit`."),
        "{out}"
    );
    assert!(out.contains("which is not taken back."), "{out}");
}
