//! Whole games, and how they end.

use cheqqers_game::Status;

use super::typed::{PEOPLE, happened, place, told, typed, verified};
use crate::command::cheqqers;

#[test]
fn a_game_of_first_moves_comes_to_its_end_at_every_level() {
    for level in ["0", "1", "2", "3"] {
        for number in ["1", "2", "3"] {
            let (_folder, path) = place();
            let record = path.to_str().unwrap();
            // There is not always a second or third move.
            let lines: Vec<&str> = [number, "1"].repeat(200);
            let args = [
                "--level", level, "--size", "4", "--seed", "7", "--record", record,
            ];
            let out = told(&args, &lines);
            assert!(
                out.contains(" has won: ") || out.contains("A draw: 40 plies"),
                "{out}"
            );
            // The commands left over are refused.
            assert!(out.contains("There is no move 1: there are 0"), "{out}");
            assert!(!out.contains("The game is not finished"), "{out}");
            verified(&path);
            let done = cheqqers(&["replay", record, "--verify"]);
            assert_eq!(done.code, Some(0), "{}", done.err);
        }
    }
}

#[test]
fn the_same_seed_and_input_give_the_same_game() {
    let play = || {
        let (_folder, path) = place();
        let args = ["--seed", "11", "--size", "6", "--record"];
        let args = [&args[..], &[path.to_str().unwrap()]].concat();
        let done = typed(&args, &["1"; 80]);
        assert_eq!(done.code, Some(0));
        (happened(&verified(&path)), done.out)
    };
    assert_eq!(play(), play());
}

#[test]
fn two_players_of_the_program_need_no_input() {
    let (_folder, path) = place();
    let args = ["--white", "random", "--black", "random", "--seed", "3"];
    let done = typed(
        &[&args[..], &["--record", path.to_str().unwrap()]].concat(),
        &[],
    );
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    let record = verified(&path);
    assert_eq!(record.header["white"], "random");
    let last = record.lines.last().unwrap();
    let cheqqers_game::record::Line::Ply(ply) = &last.1 else {
        panic!("{last:?}")
    };
    assert_ne!(ply.status, Status::InProgress);
}

#[test]
fn the_player_of_the_program_answers_and_the_person_sits_at_the_bottom() {
    let done = typed(
        &["--white", "random", "--black", "human", "--seed", "1"],
        &["1"],
    );
    assert_eq!(done.code, Some(0));
    assert!(
        done.out
            .contains("     h    g    f    e    d    c    b    a\n")
    );
    assert!(
        done.out.contains("White random, Black human"),
        "{}",
        done.out
    );
    // White's move comes before the first board.
    let first = done.out.find("White ").unwrap();
    assert!(first < done.out.find(" 1 ").unwrap());
}

#[test]
fn resigning_and_agreeing_end_the_game() {
    for (command, status, words) in [
        ("resign", "black_won", "Black has won: white resigned."),
        ("draw", "draw", "A draw by agreement."),
    ] {
        let (_folder, path) = place();
        let args = ["--record", path.to_str().unwrap()];
        let out = told(
            &args,
            &["c3-b4", "b6-a5", command, "a3-b4", "resign", "undo"],
        );
        assert!(out.contains(words), "{out}");
        assert!(out.contains("The game is over"), "{out}");
        assert!(out.contains("is not taken back"), "{out}");
        let record = verified(&path);
        assert_eq!(happened(&record), ["c3-b4", "b6-a5", status]);
    }
}

#[test]
fn players_of_the_program_take_no_draw() {
    let done = typed(&["--seed", "1"], &["draw", "resign"]);
    assert_eq!(done.code, Some(0));
    assert!(done.out.contains("Black plays on"), "{}", done.out);
    assert!(done.out.contains("Black has won: white resigned."));
}

#[test]
fn the_end_of_the_input_and_quit_leave_politely() {
    for lines in [&[][..], &["c3-d4"], &["c3-d4", "quit", "f6-g5"]] {
        let out = told(&[], lines);
        assert!(out.ends_with("The game is not finished.\n"), "{out}");
        assert!(!out.contains("f6"), "{out}");
    }
}

#[test]
fn scripts_see_neither_prompts_nor_colours_unless_they_ask() {
    let out = told(&[], &["c3^b4d4"]);
    assert!(!out.contains('\x1b') && !out.contains("white>"), "{out}");
    assert!(out.contains("○ a") && out.contains("50%"), "{out}");
    let out = told(&["--ascii"], &["c3^b4d4"]);
    assert!(out.is_ascii(), "{out}");
    let out = told(&["--color", "always"], &[]);
    assert!(out.contains("\x1b[0;"), "{out}");
    let out = told(&["--color", "never"], &[]);
    assert!(!out.contains('\x1b'));
}

#[test]
fn the_moves_made_first_are_part_of_the_game() {
    let (_folder, path) = place();
    let record = path.to_str().unwrap();
    let moves = "c3^b4d4 f6-e5 d4xf6{d4}";
    let out = told(&["--moves", moves, "--record", record], &["g7xe5"]);
    assert!(!out.contains("a: "), "{out}");
    let record = verified(&path);
    assert_eq!(happened(&record).len(), 4);
    let wrong = typed(&[&PEOPLE[..], &["--moves", "c3-d5"]].concat(), &[]);
    assert_eq!(wrong.code, Some(1));
}
