//! Chains of captures, and crowns on the way.

use cheqqers_checkers::Refusal;
use cheqqers_game::Colour;
use cheqqers_testkit::checks::cheqqers as checks;

use crate::rules::scene::{First, Scene, players, rules};

const SIDES: [Colour; 2] = [Colour::White, Colour::Black];

#[test]
fn a_capture_goes_on_with_the_same_piece_and_its_choice_among_captures() {
    for (side, k) in players() {
        for level in 0..=3 {
            let own = format!("{k}c3 a3");
            let scene = Scene::new(rules(level), side, First::Own, &own, "d4 b4 d6 f6 Kh2");
            scene.expect_legal(&["a3xc5", "c3xe5", "c3xa5"]);
            let chain = scene.play("c3xe5");
            chain
                .expect_turn(First::Own)
                .expect_quiet(0, &["d4"])
                .expect_legal(&["e5xc7", "e5xg7"]);
            assert_eq!(chain.position.chain(), Some(chain.square("e5")));
            // The other piece has a capture too, but it is not its turn.
            let Refusal::MustContinue { square, captures } = chain.refusal("a3xc5") else {
                panic!("{}", chain.refusal("a3xc5"));
            };
            assert_eq!((square, captures.len()), (chain.square("e5"), 2));
            let end = chain.play("e5xg7");
            end.expect_turn(First::Other).expect_quiet(0, &["f6"]);
            assert_eq!((end.position.chain(), end.position.plies()), (None, 2));
        }
    }
}

#[test]
fn a_jump_that_crowns_ends_the_turn_and_a_king_goes_on_from_the_far_rank() {
    for side in SIDES {
        for level in 0..=3 {
            let others = "e7 g7 Kh2";
            let man = Scene::new(rules(level), side, First::Own, "d6", others).play("d6xf8");
            man.expect_turn(First::Other).expect_crowned(&["f8"], &[]);
            assert_eq!(man.position.chain(), None);
            let king = Scene::new(rules(level), side, First::Own, "Kd6", others).play("d6xf8");
            king.expect_turn(First::Own).expect_legal(&["f8xh6"]);
        }
    }
}

#[test]
fn a_chain_goes_on_after_a_measured_capture_and_a_pass_ends_it() {
    for (side, k) in players() {
        for level in 1..=3 {
            let own = format!("{k}c3");
            let scene = Scene::new(rules(level), side, First::Own, &own, "d6 e7");
            let scene = scene.play("c3^b4d4 d6-e5");
            let ways = scene.expect_ways("d4xf6", &[("{b4}", 0.5), ("{d4}", 0.5)]);
            ways[0].expect_turn(First::Other).expect_quiet(3, &[]);
            ways[1]
                .expect_turn(First::Own)
                .expect_quiet(0, &["e5"])
                .expect_legal(&["f6xd8"]);
            let end = ways[1].play("f6xd8");
            end.expect_board(&[("d8", 1.0)])
                .expect_crowned(&["d8"], &[]);
            assert_eq!(end.status(), end.won());
        }
    }
}

/// The part that landed must go on, and being quantum it is measured.
#[test]
fn an_entangling_capture_is_a_link_of_a_chain() {
    for side in SIDES {
        for level in [2, 3] {
            let scene = Scene::new(rules(level), side, First::Other, "d4 h4", "f6 e7");
            let chain = scene.play("f6^e5g5 d4xf6");
            chain
                .expect_board(&[
                    ("d4", 0.5),
                    ("e7", 1.0),
                    ("f6", 0.5),
                    ("g5", 0.5),
                    ("h4", 1.0),
                ])
                .expect_quiet(2, &[])
                .expect_turn(First::Own)
                .expect_legal(&["f6xd8"]);
            let ways = chain.expect_ways("f6xd8", &[("{d4,g5}", 0.5), ("{f6}", 0.5)]);
            ways[0]
                .expect_board(&[("d4", 1.0), ("e7", 1.0), ("g5", 1.0), ("h4", 1.0)])
                .expect_quiet(3, &[])
                .expect_turn(First::Other);
            ways[1]
                .expect_board(&[("d8", 1.0), ("h4", 1.0)])
                .expect_quiet(0, &["e7"])
                .expect_crowned(&["d8"], &["h4"]);
        }
    }
}

/// A king that jumps over a part must go on over the other part of the same piece: it is there
/// only where the capture did not take place, so this passes whatever is measured.
#[test]
fn a_chain_over_both_parts_of_a_piece_always_passes() {
    for side in SIDES {
        for level in [2, 3] {
            let scene = Scene::new(rules(level), side, First::Other, "Kd4", "f6 a7");
            let chain = scene.play("f6^e5g5 d4xf6");
            chain.expect_turn(First::Own).expect_legal(&["f6xh4"]);
            let ways = chain.expect_ways("f6xh4", &[("{d4,g5}", 0.5), ("{f6}", 0.5)]);
            ways[0]
                .expect_board(&[("a7", 1.0), ("d4", 1.0), ("g5", 1.0)])
                .expect_quiet(3, &[])
                .expect_turn(First::Other);
            ways[1]
                .expect_board(&[("a7", 1.0), ("f6", 1.0)])
                .expect_quiet(0, &[])
                .expect_turn(First::Other);
        }
    }
}

#[test]
fn an_entangling_capture_crowns_the_part_that_lands_and_ends_the_turn() {
    for side in SIDES {
        for level in [2, 3] {
            // Black's king splits next to the man, which lands on the far rank beside g7.
            let scene = Scene::new(rules(level), side, First::Other, "d6 a1", "Kd8 g7");
            let after = scene.play("d8^c7e7 d6xf8");
            after
                .expect_board(&[
                    ("a1", 1.0),
                    ("c7", 0.5),
                    ("d6", 0.5),
                    ("f8", 0.5),
                    ("g7", 1.0),
                ])
                .expect_crowned(&["f8", "c7"], &["d6"])
                .expect_turn(First::Other);
            assert_eq!(after.position.chain(), None);
        }
    }
}

#[test]
fn crowns_stay_as_they_were_on_the_square_that_is_found() {
    for side in SIDES {
        for level in 1..=3 {
            let scene = Scene::new(rules(level), side, First::Own, "c5", "d8 Kh2");
            let scene = scene.play("c5^b6d6 h2-g1 d6-c7 g1-h2 c7-b8 d8-c7");
            scene.expect_crowned(&["b8"], &["b6"]);
            let king_moves = scene.expect_ways("b8xd6", &[("{b6}", 0.5), ("{b8}", 0.5)]);
            king_moves[0].expect_crowned(&[], &["b6"]);
            king_moves[1].expect_crowned(&["d6"], &[]);
            let man_moves = scene.expect_ways("b6xd8", &[("{b6}", 0.5), ("{b8}", 0.5)]);
            man_moves[0].expect_crowned(&["d8"], &[]);
            man_moves[1].expect_crowned(&["b8"], &[]);
        }
    }
}

#[test]
fn the_universe_of_moves_is_as_the_rules_say_in_a_chain() {
    for (side, k) in players() {
        let own = format!("{k}c3 a3");
        let scene = Scene::new(rules(3), side, First::Own, &own, "d4 b4 d6 f6 Kh2");
        checks::universe(&scene.position).unwrap();
        checks::universe(&scene.play("c3xe5").position).unwrap();
    }
}
