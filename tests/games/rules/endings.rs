//! How games end, and what the count of quiet plies counts.

use cheqqers_checkers::{CommonRefusal, DRAW_AFTER, Entanglement, Refusal};
use cheqqers_game::{Colour, Game, Status};

use crate::rules::scene::{First, Scene, players, rules};

const SIDES: [Colour; 2] = [Colour::White, Colour::Black];

#[test]
fn who_has_no_piece_has_lost() {
    for (side, k) in players() {
        for level in 0..=3 {
            let scene = |first, own, other| Scene::new(rules(level), side, first, own, other);
            let piece = format!("{k}d4");
            let none = scene(First::Other, &piece, "");
            assert_eq!(none.status(), none.won());
            none.expect_legal(&[]);
            let last = scene(First::Own, &piece, "e5").play("d4xf6");
            assert_eq!(last.status(), last.won());
        }
    }
}

#[test]
fn who_has_no_move_has_lost() {
    for side in SIDES {
        for level in 0..=3 {
            let scene = Scene::new(rules(level), side, First::Own, "a5", "b6 c7");
            assert_eq!(scene.status(), scene.lost());
            scene.expect_legal(&[]);
            let status = scene.status();
            assert_eq!(
                scene.refusal("a5-b6"),
                Refusal::Common(CommonRefusal::GameOver { status })
            );
            assert_eq!(
                scene.refusal("h4-h6"),
                Refusal::Common(CommonRefusal::GameOver { status })
            );
        }
    }
}

#[test]
fn parts_of_pieces_block_as_pieces_do() {
    for side in SIDES {
        for level in 1..=3 {
            let scene = Scene::new(rules(level), side, First::Other, "a5", "Ka7 c7");
            let blocked = scene.play("a7^b6b8");
            assert_eq!(blocked.status(), blocked.lost());
        }
    }
}

#[test]
fn plies_without_a_capture_make_a_draw() {
    for (side, _) in players() {
        for level in 0..=3 {
            let mut scene = Scene::new(rules(level), side, First::Own, "Ka1", "Kh8");
            for ply in 0..DRAW_AFTER {
                assert_eq!(scene.status(), Status::InProgress, "ply {ply}");
                scene.expect_quiet(ply, &[]);
                scene = scene.play(["a1-b2", "h8-g7", "b2-a1", "g7-h8"][ply as usize % 4]);
            }
            assert_eq!(scene.status(), Status::Draw);
            scene.expect_legal(&[]).expect_quiet(40, &[]);
            let over = Refusal::Common(CommonRefusal::GameOver {
                status: Status::Draw,
            });
            assert_eq!(scene.refusal("a1-b2"), over);
        }
    }
}

#[test]
fn the_draw_can_come_at_another_count_or_not_at_all() {
    for side in SIDES {
        let shuttle = "a1-b2 h8-g7 b2-a1 g7-h8";
        let four = rules(3).with_draw_after(Some(4)).unwrap();
        let scene = Scene::new(four, side, First::Own, "Ka1", "Kh8");
        assert_eq!(scene.play("a1-b2 h8-g7 b2-a1").status(), Status::InProgress);
        assert_eq!(scene.play(shuttle).status(), Status::Draw);
        let off = rules(3).with_draw_after(None).unwrap();
        let mut scene = Scene::new(off, side, First::Own, "Ka1", "Kh8");
        for _ in 0..50 {
            scene = scene.play(shuttle);
        }
        assert_eq!(scene.status(), Status::InProgress);
        scene.expect_quiet(200, &[]);
    }
}

#[test]
fn a_draw_comes_before_a_loss() {
    for side in SIDES {
        for level in 1..=3 {
            let one = rules(level).with_draw_after(Some(1)).unwrap();
            let scene = Scene::new(one, side, First::Other, "a5", "Ka7 c7");
            assert_eq!(scene.status(), Status::InProgress);
            assert_eq!(scene.play("a7^b6b8").status(), Status::Draw);
        }
    }
}

/// Each jump is a ply: the draw may be due before the next capture of a chain.
#[test]
fn a_draw_may_interrupt_a_chain() {
    for side in SIDES {
        for level in [2, 3] {
            let chain = |plies| {
                let rules = rules(level).with_draw_after(Some(plies)).unwrap();
                let scene = Scene::new(rules, side, First::Other, "d4 h4", "f6 e7");
                scene.play("f6^e5g5 d4xf6")
            };
            assert_eq!(chain(2).status(), Status::Draw);
            chain(2).expect_legal(&[]);
            assert_eq!(chain(3).status(), Status::InProgress);
            chain(3).expect_legal(&["f6xd8"]);
        }
    }
}

/// Steps, splits, merges, passes and entangling captures count; what is captured for certain, or
/// found to have been captured, resets.
#[test]
fn every_kind_of_ply_counts_as_the_rules_say() {
    for side in SIDES {
        let own = "c3 h2";
        let scene = Scene::new(rules(3), side, First::Own, own, "d8 b8");
        let merged = scene.play("c3^b4d4 b8-a7 b4d4^c5 d8-e7");
        merged.expect_quiet(4, &[]);
        let entangled = merged.play("h2-g3 e7^d6f6").play("c5xe7");
        entangled
            .expect_board(&[
                ("a7", 1.0),
                ("c5", 0.5),
                ("e7", 0.5),
                ("f6", 0.5),
                ("g3", 1.0),
            ])
            .expect_quiet(7, &[]);
        // e7 is next to f6, but a man does not capture backwards.
        let step = entangled.play("f6-g5 g3-h4");
        step.expect_quiet(9, &[]);
        let moved = step.play("a7-b6");
        let ways = moved.expect_ways("c5xa7", &[("{c5,g5}", 0.5), ("{e7}", 0.5)]);
        ways[0].expect_quiet(0, &["b6"]);
        // A pass that finds the black piece nowhere.
        ways[1]
            .expect_board(&[("b6", 1.0), ("e7", 1.0), ("h4", 1.0)])
            .expect_quiet(0, &[]);
    }
}

#[test]
fn a_pass_that_loses_nobody_counts() {
    for (side, k) in players() {
        let own = format!("{k}c3");
        let scene = Scene::new(rules(1), side, First::Own, &own, "d6");
        scene.play("c3^b4d4 d6-e5 d4xf6{b4}").expect_quiet(3, &[]);
    }
}

#[test]
fn a_piece_that_entangling_captures_left_nowhere_resets_the_count_once_measured() {
    let small = rules(2)
        .with_size(4)
        .unwrap()
        .with_entanglement(Entanglement::Unlimited);
    for own in [Colour::White, Colour::Black] {
        // Both parts of the opponent's man are captured, so that it has no square left.
        let scene = Scene::new(small, own, First::Other, "a1 d2", "b4 d4")
            .play("b4^a3c3 d2xb4 a3-b2 a1xc3 d4xb2");
        scene.expect_quiet(5, &[]);
        let ways = scene.ways("a1xc3");
        assert!(!ways.is_empty());
        for way in ways {
            assert_eq!(way.scene.position.half_move_clock(), 0, "{}", way.found);
        }
    }
}
