//! Steps, splits and merges: amplitudes, vacated squares, circuits.

use std::f64::consts::FRAC_1_SQRT_2;

use cheqqers_checkers::Level;
use cheqqers_game::{Colour, Game};
use cheqqers_world::Encoding;

use crate::rules::scene::{First, Scene, players, rules};

const SIDES: [Colour; 2] = [Colour::White, Colour::Black];

/// How many qubits the one component takes in an encoding.
fn qubits(scene: &Scene, encoding: Encoding) -> usize {
    let [component] = scene.position.world().components() else {
        panic!("one component: {:?}", scene.position.world());
    };
    let encoded = component.circuit(encoding).unwrap();
    encoded.circuit().num_qubits()
}

#[test]
fn a_split_halves_and_a_part_is_halved_again() {
    for (side, k) in players() {
        for level in 1..=3 {
            let scene = Scene::new(rules(level), side, First::Own, &format!("{k}c3"), "Kh8");
            let once = scene.play("c3^b4d4");
            once.expect_board(&[("b4", 0.5), ("d4", 0.5), ("h8", 1.0)])
                .expect_turn(First::Other)
                .expect_quiet(1, &[]);
            let twice = once.play("h8-g7 d4^c5e5");
            twice.expect_board(&[("b4", 0.5), ("c5", 0.25), ("e5", 0.25), ("g7", 1.0)]);
            assert_eq!(qubits(&once, Encoding::Minimal), 2);
            assert_eq!(qubits(&twice, Encoding::Minimal), 3);
            assert_eq!(qubits(&twice, Encoding::Paper), 5);
        }
    }
}

#[test]
fn a_merge_undoes_a_split_without_a_measurement() {
    for (side, k) in players() {
        let scene = Scene::new(rules(3), side, First::Own, &format!("{k}c3"), "Kh8");
        let merged = scene.play("c3^b4d4 h8-g7 b4d4^c5");
        merged
            .expect_board(&[("c5", 1.0), ("g7", 1.0)])
            .expect_quiet(3, &[]);
        assert!(merged.position.world().components().is_empty());
        // The certain piece splits anew, from a fresh component.
        let split = merged.play("g7-h8 c5^b6d6");
        split.expect_board(&[("b6", 0.5), ("d6", 0.5), ("h8", 1.0)]);
        assert_eq!(qubits(&split, Encoding::Minimal), 2);
    }
}

/// The relative phase is i for each step: two steps of one arm turn its sign.
#[test]
fn a_king_that_steps_away_and_back_interferes_destructively() {
    for side in SIDES {
        let scene = Scene::unturned(rules(3), side, First::Own, "Kc3", "Kh8");
        let detour = scene.play("c3^b4d4 h8-g7 b4-a5 g7-h8 a5-b4 h8-g7");
        detour.expect_board(&[("b4", 0.5), ("d4", 0.5), ("g7", 1.0)]);
        let merged = detour.play("b4d4^c5");
        merged.expect_board(&[("d4", 1.0), ("g7", 1.0)]);
        assert!(merged.position.world().components().is_empty());
        merged.expect_crowned(&["d4"], &[]);
        // Both arms by the detour: the phases agree again.
        let both = detour.play("d4-e5 g7-h8 e5-d4 h8-g7 b4d4^c5");
        both.expect_board(&[("c5", 1.0), ("g7", 1.0)]);
    }
}

#[test]
fn unequal_parts_in_phase_leave_a_remainder_on_the_second_source() {
    let to = (FRAC_1_SQRT_2 + 0.5).powi(2) / 2.0;
    let left = (FRAC_1_SQRT_2 - 0.5).powi(2) / 2.0;
    assert!((to - 0.728_553).abs() < 1e-6 && (left - 0.021_447).abs() < 1e-6);
    let line = "c3^b4d4 h8-g7 d4^c5e5 g7-h8 b4-a5 h8-g7 a5c5^b6";
    for (side, k) in players() {
        let scene = Scene::new(rules(3), side, First::Own, &format!("{k}c3"), "Kh8");
        // The lower square is always vacated: for Black, who looks at the board from the other
        // side, that is the other one.
        let remainder = if side == Colour::White { "c5" } else { "a5" };
        let merged = scene.play(line);
        merged.expect_board(&[("b6", to), (remainder, left), ("e5", 0.25), ("g7", 1.0)]);
        assert_eq!(qubits(&merged, Encoding::Minimal), 3);
    }
    for side in SIDES {
        let scene = Scene::unturned(rules(3), side, First::Own, "Kc3", "Kh8").play(line);
        scene.expect_board(&[("b6", to), ("c5", left), ("e5", 0.25), ("g7", 1.0)]);
    }
}

#[test]
fn a_merge_needs_level_3_and_a_split_level_1() {
    for (side, k) in players() {
        let own = format!("{k}c3");
        let scene = |level| Scene::new(rules(level), side, First::Own, &own, "Kh8");
        let steps: &[&str] = match k {
            "K" => &["c3-b2", "c3-d2", "c3-b4", "c3-d4"],
            _ => &["c3-b4", "c3-d4"],
        };
        scene(0).expect_legal(steps);
        let splits: &[&str] = match k {
            "K" => &[
                "c3^b2d2", "c3^b2b4", "c3^b2d4", "c3^d2b4", "c3^d2d4", "c3^b4d4",
            ],
            _ => &["c3^b4d4"],
        };
        scene(1).expect_legal(&[steps, splits].concat());
        let legal = |level| {
            let mut moves = Vec::new();
            let split = scene(level).play("c3^b4d4 h8-g7");
            split.position.legal_moves(&mut moves);
            moves
        };
        assert_eq!(legal(1), legal(2));
        let merges: Vec<_> = legal(3)
            .into_iter()
            .filter(|mv| !legal(2).contains(mv))
            .collect();
        assert!(merges.iter().all(|mv| mv.level() == Level::Interference));
        assert_eq!(merges.len(), if k.is_empty() { 1 } else { 2 });
    }
}

#[test]
fn parts_are_crowned_where_they_arrive() {
    for side in SIDES {
        let scene = Scene::new(rules(3), side, First::Own, "c7 f6", "Kh2");
        scene.play("c7^b8d8").expect_crowned(&["b8", "d8"], &["f6"]);
        let one = scene.play("f6^e7g7 h2-g1 g7-h8");
        one.expect_crowned(&["h8"], &["e7", "c7"]);
        // The crowned part moves backwards, the other does not.
        let mut moves = Vec::new();
        one.play("g1-h2").position.legal_moves(&mut moves);
        let back = |from, to| {
            let mv = cheqqers_checkers::Move::Step {
                from: one.square(from),
                to: one.square(to),
            };
            moves.contains(&mv)
        };
        assert!(back("h8", "g7") && back("e7", "f8") && !back("e7", "f6") && !back("e7", "d6"));
    }
}

#[test]
fn a_merge_on_the_far_rank_crowns_a_man() {
    for side in SIDES {
        let scene = Scene::new(rules(3), side, First::Own, "c5", "Kh2");
        let merged = scene.play("c5^b6d6 h2-g1 b6-a7 g1-h2 d6-c7 h2-g1 a7c7^b8");
        merged
            .expect_board(&[("b8", 1.0), ("g1", 1.0)])
            .expect_crowned(&["b8"], &[]);
    }
}
