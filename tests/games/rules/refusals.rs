//! What is not legal, and the reason that a player is told.

use cheqqers_checkers::{CommonRefusal, Level, Move, Position, Rank, Refusal, Rules};
use cheqqers_game::{Colour, Game, GameExt};

use crate::rules::scene::{First, Scene, players, rules};

const SIDES: [Colour; 2] = [Colour::White, Colour::Black];

#[test]
fn a_capture_must_be_taken_a_quantum_one_too() {
    for (side, k) in players() {
        for level in 1..=3 {
            let own = format!("{k}d4 g1");
            let scene = Scene::new(rules(level), side, First::Other, &own, "f6");
            let scene = scene.play("f6^e5g5");
            scene.expect_legal(&["d4xf6"]);
            for mv in ["d4-c5", "g1-h2", "g1^f2h2"] {
                let Refusal::MustCapture { captures } = scene.refusal(mv) else {
                    panic!("{mv}: {}", scene.refusal(mv));
                };
                assert_eq!(captures.len(), 1);
            }
        }
    }
}

#[test]
fn men_neither_step_nor_capture_backwards() {
    for side in SIDES {
        for level in 0..=3 {
            let scene = Scene::new(rules(level), side, First::Own, "d4", "c3 Kh8");
            let is_way = |refusal| {
                matches!(
                    refusal,
                    Refusal::Common(
                        CommonRefusal::NotReachable {
                            rank: Rank::Man,
                            ..
                        } | CommonRefusal::NoJump {
                            rank: Rank::Man,
                            ..
                        }
                    )
                )
            };
            assert!(is_way(scene.refusal("d4-e3")));
            assert!(is_way(scene.refusal("d4xb2")));
            scene.play("d4-e5");
            let king = Scene::new(rules(level), side, First::Own, "Kd4", "c3 Kh8");
            king.expect_legal(&["d4xb2"]);
        }
    }
}

#[test]
fn empty_means_without_a_part_of_any_piece() {
    for (side, k) in players() {
        for level in 1..=3 {
            let own = format!("{k}c3 {k}a3");
            let scene = Scene::new(rules(level), side, First::Own, &own, "Kh8");
            let scene = scene.play("c3^b4d4 h8-g7");
            let square = scene.square("b4");
            assert_eq!(
                scene.refusal("a3-b4"),
                Refusal::Common(CommonRefusal::Occupied { square })
            );
            let beyond = scene.refusal("a3xc5");
            assert_eq!(
                beyond,
                Refusal::Common(CommonRefusal::NothingToCapture { square })
            );
        }
    }
}

#[test]
fn only_equal_parts_of_one_piece_merge() {
    for side in SIDES {
        let scene = Scene::new(rules(3), side, First::Own, "c5", "Kh2");
        let scene = scene.play("c5^b6d6 h2-g1 d6-c7 g1-h2 c7-b8 h2-g1");
        assert!(matches!(
            scene.refusal("b6b8^a7"),
            Refusal::DifferentRanks { .. }
        ));
        let scene = Scene::new(rules(3), side, First::Own, "c3 e1", "Kh8");
        let scene = scene.play("c3^b4d4 h8-g7 e1^d2f2 g7-h8 f2-g3 h8-g7 g3-f4 g7-h8");
        assert!(matches!(
            scene.refusal("d4f4^e5"),
            Refusal::DifferentPieces { .. }
        ));
        let scene = Scene::new(rules(3), side, First::Own, "c3 e3", "Kh8");
        let square = scene.square("e3").min(scene.square("c3"));
        assert_eq!(scene.refusal("c3e3^d4"), Refusal::NotQuantum { square });
    }
}

#[test]
fn a_move_of_a_higher_level_is_refused_by_its_name() {
    for side in SIDES {
        let at = |level| Scene::new(rules(level), side, First::Own, "c3", "Kh8");
        let refused = |kind, needed, level| Refusal::NotAtLevel {
            kind,
            needed,
            level,
        };
        let (zero, one) = (Level::Classical, Level::Superposition);
        assert_eq!(at(0).refusal("c3^b4d4"), refused("splits", one, zero));
        let merges = |level| refused("merges", Level::Interference, level);
        assert_eq!(at(0).refusal("b4d4^c5"), merges(zero));
        let split = at(2).play("c3^b4d4 h8-g7");
        assert_eq!(split.refusal("b4d4^c5"), merges(Level::Entanglement));
    }
}

#[test]
fn who_stands_where_is_told_first() {
    for (side, k) in players() {
        let own = format!("{k}c3");
        let scene = Scene::new(rules(3), side, First::Own, &own, "Kh8");
        let square = |name| scene.square(name);
        let empty = Refusal::Common(CommonRefusal::Empty {
            square: square("e5"),
        });
        assert_eq!(scene.refusal("e5-f6"), empty);
        let not_yours = Refusal::Common(CommonRefusal::NotYours {
            square: square("h8"),
            turn: scene.position.turn(),
        });
        assert_eq!(scene.refusal("h8-g7"), not_yours);
        assert!(matches!(
            scene.refusal("c3-e5"),
            Refusal::Common(CommonRefusal::NotReachable { .. })
        ));
        assert!(matches!(
            scene.refusal("c3xd4"),
            Refusal::Common(CommonRefusal::NoJump { .. })
        ));
    }
}

#[test]
fn a_square_off_the_board_is_refused() {
    let small = Rules::new(Level::Classical).with_size(4).unwrap();
    let mv: Move = "e5-f6".parse().unwrap();
    let refusal = Position::initial(small).check(mv).unwrap_err();
    assert!(matches!(
        refusal,
        Refusal::Common(CommonRefusal::OffBoard { size: 4, .. })
    ));
    let error = Position::initial(small).play(mv).unwrap_err();
    assert_eq!((error.mv, error.reason), (mv, refusal));
    assert_eq!(error.position.plies(), 0);
}

#[test]
fn refusals_name_the_captures_to_choose_from() {
    let scene = Scene::new(rules(0), Colour::White, First::Own, "d4 g1", "e5 c5");
    let text = "a capture is available and must be taken: d4xb6, d4xf6";
    assert_eq!(scene.refusal("g1-h2").to_string(), text);
}
