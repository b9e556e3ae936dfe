//! The worked examples, by every preset they name; those that no game leads to are beside the code.

use cheqqers_circuit::{Action, Bitstring, Circuit, Clbit, Gate, Qubit};
use cheqqers_game::{Encoding, Game, Turn};
use cheqqers_sim::{Limits, Readout, Sparse};

use super::{asks, assert_exact, play, probability, qubit, start_of, start_with, steps};

const PRESETS: [&str; 3] = ["physical", "program", "manual"];

/// P after two rotations of the gate.
fn two_gates() -> f64 {
    (2.0 + 3_f64.sqrt()) / 4.0
}

#[test]
fn row_1_every_piece_starts_with_a_half() {
    for preset in PRESETS {
        let start = start_of(preset, "8");
        assert_eq!(start.occupied().len(), 24);
        for occupied in start.occupied() {
            assert_exact(occupied.probability, 0.5, preset);
            assert_exact(qubit(&start, &occupied.place), 0.5, preset);
        }
    }
}

#[test]
fn row_2_moves_make_a_piece_more_likely() {
    for (preset, expected) in [
        ("physical", [0.75, two_gates(), 1.0]),
        ("program", [0.75, 1.0, 1.0]),
        ("manual", [0.65, 0.8, 0.95]),
    ] {
        let mut position = start_of(preset, "10");
        let moves = ["c3-d4 b8-a7", "d4-e5 a7-b6", "e5-f6 b6-a5"];
        let squares = [("d4", "a7"), ("e5", "b6"), ("f6", "a5")];
        for ((moves, (white, black)), expected) in moves.into_iter().zip(squares).zip(expected) {
            position = steps(position, moves);
            for square in [white, black] {
                assert_exact(probability(&position, square), expected, preset);
                assert_exact(qubit(&position, square), expected, preset);
            }
        }
    }
}

/// The sum over the answers to a capture in which every slot is occupied.
fn success(position: &cheqqers_checkers::rotation::Position, capture: &str) -> f64 {
    let pending = asks(position, capture);
    let all = pending
        .outcomes()
        .filter(|(bits, _)| bits.iter().all(|bit| bit));
    let sum = all.map(|(_, probability)| probability).sum();
    let mv = capture.parse().unwrap();
    assert_exact(position.success(mv).unwrap(), sum, capture);
    sum
}

#[test]
fn row_4_pieces_that_moved_once_capture_each_other() {
    for (preset, expected) in [
        ("physical", 9.0 / 16.0),
        ("program", 9.0 / 16.0),
        ("manual", 0.4225),
    ] {
        let position = steps(start_of(preset, "8"), "c3-b4 d6-c5");
        assert_exact(success(&position, "b4xd6"), expected, preset);
    }
}

/// The attacker on a3 has moved once, the target on b4 never, and c5 is empty.
const ROW_5: &str = "b2-a3 d4-e3 a1-b2 c5-d4";

#[test]
fn row_5_a_piece_that_moved_once_captures_one_that_never_did() {
    for (preset, expected) in [("physical", 0.375), ("program", 0.375), ("manual", 0.325)] {
        let position = steps(start_of(preset, "5"), ROW_5);
        assert_exact(success(&position, "a3xc5"), expected, preset);
    }
}

/// Each row sums over all ways in which the attempt may fail.
#[test]
fn rows_6_to_8_say_who_is_left_after_a_failed_attempt() {
    for (preset, attacker, target) in [
        ("physical", 0.6, 0.2),
        ("program", 0.75, 0.5),
        ("manual", 13.0 / 27.0, 7.0 / 27.0),
    ] {
        let position = steps(start_of(preset, "5"), ROW_5);
        // Untouched and moved once.
        let squares = ["a3", "b4", "a5", "e3"];
        let mut left = [0.0; 4];
        let mut fail = 0.0;
        let first = asks(&position, "a3xc5");
        for (bits, factor) in first.outcomes() {
            let Turn::Pending(second) = first.clone().resolve(&bits).unwrap() else {
                continue;
            };
            fail += factor;
            for (bits, probability) in second.outcomes() {
                let Turn::Ready(end) = second.clone().resolve(&bits).unwrap() else {
                    panic!("two measurements are all there are");
                };
                assert!(end.captured().is_empty());
                for (left, square) in left.iter_mut().zip(squares) {
                    let was = crate::rotation::probability(&position, square);
                    let is = crate::rotation::probability(&end, square);
                    *left += factor * probability * f64::from(u8::from(is > 0.0));
                    let expected = if preset == "program" { was } else { 1.0 };
                    assert!(is == 0.0 || (is - expected).abs() < 1e-12, "{preset}");
                }
            }
        }
        let once = crate::rotation::probability(&position, "e3");
        for (left, expected) in left.into_iter().zip([attacker, target, 0.5, once]) {
            assert_exact(left / fail, expected, preset);
        }
    }
}

#[test]
fn row_9_the_attacker_is_there_after_a_capture() {
    for (preset, expected) in [("physical", 1.0), ("program", 1.0), ("manual", 1.0)] {
        let position = steps(start_of(preset, "5"), ROW_5);
        let both = Bitstring::zeros(2).with_bit(0, true).with_bit(1, true);
        let Turn::Ready(end) = asks(&position, "a3xc5").resolve(&both).unwrap() else {
            panic!("a success measures nothing more");
        };
        assert_eq!(end.captured(), ["b4"]);
        assert_exact(probability(&end, "c5"), expected, preset);
        // No gate: the qubit is dropped.
        assert!(
            end.board()
                .quantum()
                .into_iter()
                .all(|s| s.to_string() != "c5")
        );
    }
    // Where the old angle is kept and below a whole turn, the rotation follows.
    let position = steps(start_with([("collapse", "keep"), ("size", "5")]), ROW_5);
    let both = Bitstring::zeros(2).with_bit(0, true).with_bit(1, true);
    let Turn::Ready(end) = asks(&position, "a3xc5").resolve(&both).unwrap() else {
        panic!("a success measures nothing more");
    };
    assert_exact(probability(&end, "c5"), two_gates(), "keep");
    assert_exact(qubit(&end, "c5"), two_gates(), "keep");
}

#[test]
fn row_11_the_other_axes_do_nothing() {
    let angle = std::f64::consts::FRAC_PI_6;
    for (gate, expected) in [
        (Gate::Rx(angle), 0.5),
        (Gate::Rz(angle), 0.5),
        (Gate::Ry(angle), 0.75),
    ] {
        let mut circuit = Circuit::new(1, 1);
        circuit.push(Gate::H, &[Qubit(0)]).unwrap();
        circuit.push(gate, &[Qubit(0)]).unwrap();
        circuit.measure(Qubit(0), Clbit(0)).unwrap();
        let state = Sparse::run(&circuit, Limits::default()).unwrap();
        let found = state.marginal(&Readout::of(&circuit).unwrap());
        assert_exact(found[1].1, expected, gate.name());
    }
    // The game's own circuits have no other gate, wherever a piece came to.
    for preset in PRESETS {
        let moved = steps(start_of(preset, "8"), "c3-d4 h6-g5 d4-e5");
        let attempt = asks(&moved, "f6xd4");
        let failed = Bitstring::zeros(attempt.slots().len());
        let Turn::Pending(everyone) = attempt.resolve(&failed).unwrap() else {
            panic!("everybody else is measured");
        };
        for position in [&moved, everyone.position()] {
            let components = position.world().components();
            assert!(!components.is_empty());
            for component in components {
                let circuit = component.circuit(Encoding::Minimal).unwrap();
                let circuit = circuit.measured(&component.slots()).unwrap();
                assert_only_ry(&circuit);
            }
        }
    }
}

/// One qubit, turned about the Y axis, and measured last.
fn assert_only_ry(circuit: &Circuit) {
    assert_eq!(circuit.num_qubits(), 1);
    let (last, gates) = circuit.operations().split_last().unwrap();
    assert!(matches!(last.action, Action::Measure(..)), "{last:?}");
    assert!(!gates.is_empty());
    for gate in gates {
        assert!(
            matches!(gate.action, Action::Gate(Gate::Ry(_), _)),
            "{gate:?}"
        );
    }
}

#[test]
fn a_definite_game_is_ordinary_checkers() {
    let position = steps(start_of("physical", "8"), "c3-b4 d6-c5");
    let none = Bitstring::zeros(2);
    let Turn::Pending(all) = asks(&position, "b4xd6").resolve(&none).unwrap() else {
        panic!("everybody else is measured");
    };
    assert_eq!(
        (all.slots().len(), all.num_outcomes()),
        (22, f64::from(1 << 22))
    );
    let everyone = Bitstring::from_index((1 << 22) - 1, 22);
    let Turn::Ready(end) = all.resolve(&everyone).unwrap() else {
        panic!("two measurements are all there are");
    };
    assert!(end.world().components().is_empty());
    assert_eq!((end.occupied().len(), end.half_move_clock()), (22, 0));
    let Turn::Ready(after) = play(&end, "e7-d6") else {
        panic!("a step measures nothing");
    };
    assert!(after.world().components().is_empty());
}
