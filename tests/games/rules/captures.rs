//! What a capture does, by the state of the capturer and of what it captures: every row of the
//! table of captures, at every level that has it.

use cheqqers_checkers::{Entanglement, Position};
use cheqqers_circuit::Bitstring;
use cheqqers_game::replay::{OutcomeReason, bits_of};
use cheqqers_game::{Colour, Game, GameExt, Pending, ResolveReason, Turn};
use cheqqers_world::Encoding;

use crate::rules::scene::{First, Scene, players, rules};

const SIDES: [Colour; 2] = [Colour::White, Colour::Black];

/// The player's piece on d4 beside one on h4, the opponent's split over e5 and g5.
fn certain_against_quantum(level: u8, side: Colour, own: &str, other: &str) -> Scene {
    let (own, other) = (format!("{own}d4 h4"), format!("{other}f6"));
    Scene::new(rules(level), side, First::Other, &own, &other).play("f6^e5g5")
}

#[test]
fn certain_captures_certain() {
    for (side, k) in players() {
        for level in 0..=3 {
            for sign in ["", "K"] {
                let (own, other) = (format!("{k}d4"), format!("{sign}e5 Kh8"));
                let scene = Scene::new(rules(level), side, First::Own, &own, &other);
                scene.expect_legal(&["d4xf6"]);
                let [after] = &scene.expect_ways("d4xf6", &[("", 1.0)])[..] else {
                    unreachable!("one way was expected");
                };
                after
                    .expect_board(&[("f6", 1.0), ("h8", 1.0)])
                    .expect_quiet(0, &["e5"])
                    .expect_turn(First::Other);
            }
        }
    }
}

#[test]
fn at_level_1_a_certain_capturer_measures_a_quantum_piece() {
    for (side, k) in players() {
        for sign in ["", "K"] {
            let scene = certain_against_quantum(1, side, k, sign);
            let ways = scene.expect_ways("d4xf6", &[("{e5}", 0.5), ("{g5}", 0.5)]);
            ways[0]
                .expect_board(&[("f6", 1.0), ("h4", 1.0)])
                .expect_quiet(0, &["e5"]);
            assert_eq!(ways[0].status(), ways[0].won());
            ways[1]
                .expect_board(&[("d4", 1.0), ("g5", 1.0), ("h4", 1.0)])
                .expect_quiet(2, &[])
                .expect_turn(First::Other);
        }
    }
}

/// The entangling capture of the rules' fifth example.
#[test]
fn from_level_2_on_a_certain_capturer_entangles_with_an_unentangled_piece() {
    for (side, k) in players() {
        for (level, sign) in [(2, ""), (2, "K"), (3, ""), (3, "K")] {
            let scene = certain_against_quantum(level, side, k, sign);
            let [after] = &scene.expect_ways("d4xf6", &[("", 1.0)])[..] else {
                unreachable!("one way was expected");
            };
            after
                .expect_board(&[("d4", 0.5), ("f6", 0.5), ("g5", 0.5), ("h4", 1.0)])
                .expect_quiet(2, &[])
                .expect_turn(First::Other);
            let [component] = after.position.world().components() else {
                panic!("one component: {:?}", after.position.world());
            };
            let names = |bits: Bitstring| {
                let slots = component.slots();
                let bits = slots.iter().zip(bits.iter()).filter(|&(_, bit)| bit);
                let mut squares: Vec<_> = bits.map(|(&slot, _)| slot).collect();
                squares.sort();
                squares
            };
            let slots = |names: &[&str]| {
                let mut slots: Vec<_> = names.iter().map(|n| after.square(n).slot()).collect();
                slots.sort();
                slots
            };
            let mut outcomes = component.outcomes().into_iter();
            assert_eq!(component.outcomes().len(), 2);
            assert!(outcomes.all(|(bits, probability)| {
                (probability - 0.5).abs() < 1e-12
                    && [slots(&["f6"]), slots(&["d4", "g5"])].contains(&names(bits))
            }));
            let circuit = component.circuit(Encoding::Minimal).unwrap();
            assert_eq!(circuit.circuit().num_qubits(), 3);
        }
    }
}

/// The opponent's piece is half captured by the one on d4, and stands on g5 otherwise; f4 is next to it.
fn half_captured(level: u8, side: Colour, k: &str, entanglement: Entanglement) -> Scene {
    let rules = rules(level).with_entanglement(entanglement);
    let own = format!("d4 {k}f4 e3");
    let scene = Scene::new(rules, side, First::Other, &own, "f6 a7");
    scene.play("f6^e5g5 d4xf6 a7-b6")
}

#[test]
fn a_certain_capturer_measures_an_entangled_piece() {
    for (side, k) in players() {
        for level in [2, 3] {
            let scene = half_captured(level, side, k, Entanglement::Single);
            let ways = scene.expect_ways("f4xh6", &[("{d4,g5}", 0.5), ("{f6}", 0.5)]);
            ways[0]
                .expect_board(&[("b6", 1.0), ("d4", 1.0), ("e3", 1.0), ("h6", 1.0)])
                .expect_quiet(0, &["g5"])
                .expect_turn(First::Other);
            // Found nowhere: the piece had been captured, which is what resets the count.
            ways[1]
                .expect_board(&[("b6", 1.0), ("e3", 1.0), ("f4", 1.0), ("f6", 1.0)])
                .expect_quiet(0, &[])
                .expect_turn(First::Other);
        }
    }
}

#[test]
fn unlimited_entanglement_entangles_with_an_entangled_piece_too() {
    for (side, k) in players() {
        for level in [2, 3] {
            let scene = half_captured(level, side, k, Entanglement::Unlimited);
            let [after] = &scene.expect_ways("f4xh6", &[("", 1.0)])[..] else {
                unreachable!("one way was expected");
            };
            // The captured piece has no square left: whoever did it, it is gone.
            after.expect_quiet(4, &[]).expect_board(&[
                ("b6", 1.0),
                ("d4", 0.5),
                ("e3", 1.0),
                ("f4", 0.5),
                ("f6", 0.5),
                ("h6", 0.5),
            ]);
            let component = &after.position.world().components()[0];
            assert_eq!((component.num_slots(), component.outcomes().len()), (4, 2));
        }
        // At level 1 the option changes nothing.
        let rules = rules(1).with_entanglement(Entanglement::Unlimited);
        let scene = Scene::new(rules, side, First::Other, &format!("{k}d4 h4"), "f6");
        scene
            .play("f6^e5g5")
            .expect_ways("d4xf6", &[("{e5}", 0.5), ("{g5}", 0.5)]);
    }
}

#[test]
fn a_quantum_capturer_of_a_certain_piece_is_measured() {
    for (side, k) in players() {
        for (level, sign) in [(1, ""), (1, "K"), (2, ""), (2, "K"), (3, ""), (3, "K")] {
            let (own, other) = (format!("{k}c3"), format!("{sign}d6"));
            let scene = Scene::new(rules(level), side, First::Own, &own, &other);
            let scene = scene.play("c3^b4d4 d6-e5");
            scene.expect_legal(&["d4xf6"]);
            let ways = scene.expect_ways("d4xf6", &[("{b4}", 0.5), ("{d4}", 0.5)]);
            ways[0]
                .expect_board(&[("b4", 1.0), ("e5", 1.0)])
                .expect_quiet(3, &[])
                .expect_turn(First::Other);
            ways[1]
                .expect_board(&[("f6", 1.0)])
                .expect_quiet(0, &["e5"])
                .expect_turn(First::Other);
        }
    }
}

#[test]
fn a_quantum_capturer_of_a_quantum_piece_is_measured_first_and_then_the_piece() {
    for (side, k) in players() {
        for (level, entanglement) in [
            (1, Entanglement::Single),
            (2, Entanglement::Single),
            (3, Entanglement::Single),
            (3, Entanglement::Unlimited),
        ] {
            for sign in ["", "K"] {
                let rules = rules(level).with_entanglement(entanglement);
                let (own, other) = (format!("{k}c3"), format!("{sign}f6"));
                let scene = Scene::new(rules, side, First::Own, &own, &other);
                let scene = scene.play("c3^b4d4 f6^e5g5");
                let expected = [("{b4}", 0.5), ("{d4}{e5}", 0.25), ("{d4}{g5}", 0.25)];
                let ways = scene.expect_ways("d4xf6", &expected);
                // What was not measured stays uncertain.
                ways[0]
                    .expect_board(&[("b4", 1.0), ("e5", 0.5), ("g5", 0.5)])
                    .expect_quiet(3, &[])
                    .expect_turn(First::Other);
                ways[1]
                    .expect_board(&[("f6", 1.0)])
                    .expect_quiet(0, &["e5"]);
                ways[2]
                    .expect_board(&[("d4", 1.0), ("g5", 1.0)])
                    .expect_quiet(3, &[])
                    .expect_turn(First::Other);
            }
        }
    }
}

/// The part that captured nothing meets the rest of the piece that the other part captured.
#[test]
fn one_measurement_decides_a_capture_within_a_component() {
    for (side, k) in players() {
        for level in [2, 3] {
            let own = format!("{k}d4 a1");
            let scene = Scene::new(rules(level), side, First::Other, &own, "d8 h4");
            let scene = scene.play("d8^c7e7 a1-b2 e7-f6 b2-a3 f6-e5 d4xf6 h4-g3 d4-c5 c7-b6");
            scene.expect_board(&[
                ("a3", 1.0),
                ("b6", 0.5),
                ("c5", 0.5),
                ("f6", 0.5),
                ("g3", 1.0),
            ]);
            let ways = scene.expect_ways("c5xa7", &[("{b6,c5}", 0.5), ("{f6}", 0.5)]);
            ways[0]
                .expect_board(&[("a3", 1.0), ("a7", 1.0), ("g3", 1.0)])
                .expect_quiet(0, &["b6"]);
            ways[1]
                .expect_board(&[("a3", 1.0), ("f6", 1.0), ("g3", 1.0)])
                .expect_quiet(0, &[]);
        }
    }
}

/// The measurement that a capture asks for.
fn asked(scene: &Scene, mv: &str) -> Pending<Position> {
    let mut moves = Vec::new();
    scene.position.legal_moves(&mut moves);
    let [from, to] = [0, 3].map(|at| scene.square(&mv[at..at + 2]));
    let mv = cheqqers_checkers::Move::Capture { from, to };
    match scene.position.clone().play(mv).unwrap() {
        Turn::Pending(pending) => pending,
        Turn::Ready(_) => panic!("{mv} measures nothing"),
    }
}

/// Of the rules' fifth example: {d4} alone has each piece on at most one square, and is impossible.
#[test]
fn impossible_bits_are_refused_and_the_measurement_is_given_back() {
    for side in SIDES {
        let scene = half_captured(3, side, "", Entanglement::Single);
        let mut pending = asked(&scene, "f4xh6");
        let slots = pending.slots();
        let name = |name: &str| scene.square(name).to_string();
        for wrong in [
            &["d4"][..],
            &["g5"],
            &["d4", "f6"],
            &["f6", "g5"],
            &["d4", "f6", "g5"],
            &[],
        ] {
            let occupied: Vec<String> = wrong.iter().map(|n| name(n)).collect();
            let bits = bits_of(&pending, &slots, &occupied).unwrap();
            assert_eq!(pending.probability(bits), Some(0.0));
            let before = format!("{pending:?}");
            let error = pending.resolve(&bits).unwrap_err();
            assert!(matches!(error.reason, ResolveReason::Impossible { .. }));
            assert_eq!(format!("{:?}", error.pending), before);
            pending = *error.pending;
        }
        let short = Bitstring::zeros(2);
        assert_eq!(pending.probability(short), None);
        let error = pending.resolve(&short).unwrap_err();
        let expected = ResolveReason::WrongLength {
            expected: 3,
            found: 2,
        };
        assert_eq!(error.reason, expected);
        let stranger = bits_of(&error.pending, &slots, &[name("f4")]);
        assert!(matches!(stranger, Err(OutcomeReason::NotMeasured { .. })));
        // And legal bits are taken still.
        let bits = bits_of(&error.pending, &slots, &[name("f6")]).unwrap();
        let Turn::Ready(after) = error.pending.resolve(&bits).unwrap() else {
            panic!("one measurement decides");
        };
        assert_eq!(after.plies(), scene.position.plies() + 1);
    }
}

#[test]
fn a_request_measures_the_squares_in_ascending_order() {
    for side in SIDES {
        let scene = half_captured(2, side, "", Entanglement::Single);
        let pending = asked(&scene, "f4xh6");
        for encoding in [Encoding::Minimal, Encoding::Paper] {
            let circuits = pending.circuits(encoding).unwrap();
            assert_eq!((circuits.len(), pending.slots().len()), (1, 3));
            assert!(pending.slots().is_sorted());
            assert_eq!(circuits[0].num_clbits(), 3);
        }
    }
}
