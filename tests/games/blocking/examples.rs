//! Every worked example of the rules, exactly.

use cheqqers_checkers::blocking::{Position, Refusal};
use cheqqers_game::{Colour, Game, GameExt};
use cheqqers_testkit::script::{branches, play};

use super::{CLOSE, after, assert_law, assert_parts, place, white};

/// Blocker on b4 and d4, and mover from e3 to d4.
fn example_4() -> Position {
    white("W:We3,c3:BKh8", &["c3^b4d4", "e3-d4"])
}

#[test]
fn example_1_a_quantum_move_leaves_half_on_each_square() {
    let position = white("W:Wc3:BKh8", &["c3^b4d4"]);
    assert_parts(&position, &[("b4", 0.5), ("d4", 0.5), ("c3", 0.0)]);
}

#[test]
fn example_2_a_part_moves_on_by_halves() {
    let position = white("W:Wc3:BKh8", &["c3^b4d4", "d4^c5e5"]);
    assert_parts(&position, &[("b4", 0.5), ("c5", 0.25), ("e5", 0.25)]);
}

#[test]
fn example_3_the_half_of_a_closed_arm_stays() {
    for (other, open, closed) in [("d4", "b4", "d4"), ("b4", "d4", "b4")] {
        let start = format!("W:Wc3,{other}:BKh8");
        let position = white(&start, &["c3^b4d4"]);
        assert_parts(&position, &[(open, 0.5), ("c3", 0.5), (closed, 1.0)]);
    }
}

#[test]
fn example_4_a_blocked_mover_is_where_the_blocker_is_not() {
    let position = example_4();
    assert_parts(&position, &[("d4", 0.5), ("d4'", 0.5), ("e3", 0.5)]);
    // Exactly: somebody is there.
    assert!(position.occupancy(place("d4").square) >= 1.0);
}

#[test]
fn example_5_a_blocker_of_a_quarter() {
    let position = white("W:Wc3,f4:BKh8", &["c3^b4d4", "d4^c5e5", "f4-e5"]);
    assert_parts(&position, &[("e5", 0.25), ("e5'", 0.75), ("f4", 0.25)]);
}

#[test]
fn example_6_one_arm_of_a_quantum_move_is_blocked() {
    let position = white("W:Wc3,e3:BKh8", &["c3^b4d4", "e3^d4f4"]);
    assert_parts(&position, &[("f4", 0.5), ("d4'", 0.25), ("e3", 0.25)]);
    let position = white("W:Wc3,f4:BKh8", &["c3^b4d4", "d4^c5e5", "f4^e5g5"]);
    assert_parts(&position, &[("g5", 0.5), ("e5'", 0.375), ("f4", 0.125)]);
}

#[test]
fn example_7_both_arms_of_a_quantum_move_are_blocked() {
    let position = white("W:Wc3,e3,g3:BKh8", &["c3^b4d4", "g3^f4h4", "e3^d4f4"]);
    assert_parts(&position, &[("d4'", 0.25), ("f4'", 0.25), ("e3", 0.5)]);
    let moves = ["c3^b4d4", "b4^a5c5", "g3^f4h4", "f4-e5", "d6^c5e5"];
    let position = white("W:Wc3,g3,Kd6:BKh8", &moves);
    assert_parts(&position, &[("c5'", 0.375), ("e5'", 0.25), ("d6", 0.375)]);
}

#[test]
fn example_8_a_square_is_taken_though_no_piece_is_certain() {
    let position = example_4();
    assert_law(
        &position,
        "e3",
        &[(&["e3", "d4"], 0.5), (&["b4", "d4'"], 0.5)],
    );
    let position = white("W:Wb2,e3,c3:BKh8", &["c3^b4d4", "e3-d4", "b2-c3"]);
    let refused = position.clone().play("c3-d4".parse().unwrap());
    assert_eq!(
        refused.unwrap_err().reason,
        Refusal::Taken {
            squares: vec![place("d4").square]
        }
    );
    // One arm of a quantum move may be closed so.
    let position = white("W:Wb2,e3,c3:BKh8", &["c3^b4d4", "e3-d4", "b2-c3"]);
    let split = play(position, "c3^b4d4");
    assert_parts(
        &split,
        &[("b4'", 0.25), ("c3", 0.75), ("d4", 0.5), ("d4'", 0.5)],
    );
    // An attempt finds one of the two strings, and both pieces with it.
    let attacked = after("W:We3,c3:Be5,Kh8", "c3^b4d4 h8-g7 e3-d4");
    let found = [["b4", "d4'"], ["e3", "d4"]];
    for branch in branches(&attacked, "e5xc3") {
        assert!((branch.probability - 0.5).abs() < CLOSE);
        assert!(
            found.iter().any(|names| branch.outcomes == [names]),
            "{:?}",
            branch.outcomes
        );
        assert_eq!(branch.position.captured(), ["d4"]);
    }
}

#[test]
fn example_9_an_attack_finds_out_where_the_linked_pieces_are() {
    let position = after("W:We3,c3:Bc5,Kh8", "c3^b4d4 h8-g7 e3-d4");
    let all = branches(&position, "c5xa3");
    assert_eq!(all.len(), 2);
    for branch in all {
        assert!((branch.probability - 0.5).abs() < CLOSE);
        let position = branch.position;
        assert!(position.world().components().is_empty());
        let squares: Vec<String> = position
            .occupied()
            .into_iter()
            .map(|occupied| occupied.place)
            .collect();
        if position.captured() == ["b4"] {
            assert_eq!(squares, ["a3", "d4", "g7"]);
            assert_eq!(branch.outcomes, [["b4", "d4'"]]);
        } else {
            assert_eq!(squares, ["e3", "b4", "d4", "g7"]);
            assert_eq!(branch.outcomes, [["e3", "d4"]]);
        }
        assert_eq!(position.turn(), Colour::White);
    }
}

#[test]
fn example_10_part_of_a_piece_is_blocked() {
    let moves = ["c3^b4d4", "d4-e5", "g3^f4h4", "f4-e5"];
    let position = white("W:Wc3,g3:BKh8", &moves);
    assert_parts(&position, &[("e5'", 0.25), ("f4", 0.25), ("h4", 0.5)]);
}

/// An attempt comes to these three ends so often, by the chances told before and by its branches.
#[track_caller]
fn assert_attempt(position: &Position, text: &str, expected: [f64; 3]) {
    let (from, to) = text.split_once('x').unwrap();
    let chances = position
        .capture_probabilities(place(from), place(to).square)
        .unwrap();
    let [capture, step, nothing] = expected;
    for (found, expected) in [
        (chances.capture, capture),
        (chances.step, step),
        (chances.nothing, nothing),
    ] {
        assert!((found - expected).abs() < CLOSE, "{chances:?}");
    }
    let mut found = [0.0; 3];
    for branch in branches(position, text) {
        let mv = text.parse().unwrap();
        let end = match Position::ply_kind(position, mv, &branch.position) {
            "capture" => 0,
            "step" => 1,
            "pass" => 2,
            deed => panic!("{deed}"),
        };
        found[end] += branch.probability;
    }
    for (found, expected) in found.into_iter().zip(expected) {
        assert!((found - expected).abs() < CLOSE, "{found:?}");
    }
}

#[test]
fn example_11_a_certain_attacker_and_half_a_target() {
    let position = after("W:Wc3:Be5", "c3^b4d4");
    assert_attempt(&position, "e5xc3", [0.5, 0.5, 0.0]);
}

#[test]
fn example_12_half_an_attacker_and_a_certain_target() {
    let position = after("W:Wc3:Be5,Kh8", "c3^b4d4 h8-g7");
    assert_attempt(&position, "d4xf6", [0.5, 0.0, 0.5]);
}

#[test]
fn example_13_half_an_attacker_and_half_a_target() {
    let position = after("W:Wc3:Bf6", "c3^b4d4 f6^e5g5");
    assert_attempt(&position, "d4xf6", [0.25, 0.25, 0.5]);
}

#[test]
fn example_14_half_a_piece_on_the_landing_square() {
    let position = after("W:Wc3:Be5,g7", "c3-d4 g7^f6h6");
    assert_attempt(&position, "d4xf6", [0.5, 0.0, 0.5]);
}

#[test]
fn example_15_every_register_holds_one_piece() {
    let position = example_4();
    let component = position.world().component(place("e3").slot()).unwrap();
    let order = ["d4", "b4", "e3", "d4'"].map(|name| place(name).slot());
    let strings: Vec<String> = component
        .marginal(&order)
        .iter()
        .map(|(bits, _)| bits.to_string())
        .collect();
    assert_eq!(strings, ["0101", "1010"]);
    for (there, _) in super::law(&position, "e3") {
        let blocker = there
            .iter()
            .filter(|name| ["b4", "d4"].contains(&&name[..]));
        let mover = there
            .iter()
            .filter(|name| ["e3", "d4'"].contains(&&name[..]));
        assert_eq!((blocker.count(), mover.count()), (1, 1));
    }
}
