//! Numbers that tell positions apart.

use std::collections::HashMap;

use cheqqers_checkers::blocking::{Measure, Position, QuantumMove, Rules};
use cheqqers_game::Game;
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;

use super::{after, changed, on, white_by, with};

#[test]
fn positions_are_known_again_whatever_led_to_them() {
    let start = "W:Wc3,g3:Bb6,f6";
    for (one, other) in [
        ("c3-b4 f6-e5 g3-h4", "g3-h4 f6-e5 c3-b4"),
        ("c3^b4d4 b6-a5 g3-h4", "g3-h4 b6-a5 c3^b4d4"),
        ("g3^f4h4 b6^a5c5 c3-b4", "c3-b4 b6^a5c5 g3^f4h4"),
    ] {
        assert_eq!(after(start, one).key(), after(start, other).key(), "{one}");
    }
    // Which piece has which number does not count.
    assert_eq!(
        after("W:Wc3,g3:Bf6", "").key(),
        after("W:Wg3,c3:Bf6", "").key()
    );
    let split = after(start, "c3^b4d4");
    assert_ne!(split.key(), after(start, "c3-b4").key());
    assert_ne!(split.key(), after(start, "c3-d4").key());
}

#[test]
fn links_tell_apart_what_looks_alike() {
    // The mover is where the blocker is not, or both are split on their own.
    let linked = after("W:Wc3,e3:BKh8", "c3^b4d4 h8-g7 e3-d4");
    let board = linked.board().parts().len();
    assert_eq!(board, 5);
    let other = after("W:Wc3,e3:BKh8", "c3^b4d4 h8-g7 e3^d4f4");
    assert_ne!(linked.key(), other.key());
    // Whose part is on which square counts: b4 and f4 of one piece, or of two.
    let own = after("W:Wc3,g3:BKh8", "c3^b4d4 h8-g7 g3^f4h4");
    let crossed = after("W:Wc3,g3:BKh8", "g3^f4h4 h8-g7 c3^b4d4");
    assert_eq!(own.key(), crossed.key());
}

#[test]
fn phases_tell_positions_apart_where_parts_may_rejoin() {
    // The part that was made: there the piece ends.
    let keys = |rejoin| {
        let rules = changed(|rules| {
            rules.quantum_move = QuantumMove::Single;
            rules.rejoin = rejoin;
        });
        let one = white_by(rules, "W:WKc3:BKh8", &["c3^b4"]);
        let other = white_by(rules, "W:WKb4:BKh8", &["b4^c3"]);
        assert_eq!(one.board().parts(), other.board().parts());
        [one.key(), other.key()]
    };
    let [one, other] = keys(false);
    assert_eq!(one, other);
    let [one, other] = keys(true);
    assert_ne!(one, other);
}

#[test]
fn pairs_and_others_are_told_apart() {
    let rules = changed(|rules| {
        rules.quantum_move = QuantumMove::Single;
        rules.rejoin = true;
    });
    // A third part came and went: the other two may rejoin no more.
    let pair = white_by(rules, "W:WKc3:BKh8", &["c3^d4"]);
    let start = "W:WKc3,Ke3:BKh8";
    let linked = white_by(rules, start, &["c3^d4", "e3-d4"]);
    let free = white_by(rules, start, &["c3^d4", "e3-f4"]);
    assert_ne!(linked.key(), free.key());
    assert_ne!(pair.key(), with(rules, "W:WKc3:BKh8", "").key());
}

#[test]
fn positions_that_look_different_have_different_keys() {
    let mut seen: HashMap<u64, String> = HashMap::new();
    let base = seed::choose(77);
    for (number, measure) in (0..).zip([Measure::Components, Measure::Full, Measure::Squares]) {
        let rules: Rules = changed(|rules| {
            rules.measure = measure;
            rules.draw_turns = None;
        });
        let rules = rules.with_board(on(6, 2).size(), 2).unwrap();
        for game in 0..5 {
            let start = Position::initial(rules);
            for ply in random_game(start, base.wrapping_add(10 * number + game)).take(80) {
                let position = ply.after;
                // Probabilities apart by less than their display are apart by more than a step.
                let parts = position.board().parts().iter().map(|&(place, part)| {
                    let probability = position.probability(place);
                    format!("{place}{part}{probability:.4}")
                });
                let look = format!(
                    "{:?} {:?} {:?}",
                    position.turn(),
                    position.chain(),
                    parts.collect::<Vec<_>>()
                );
                let known = seen
                    .entry(position.key().unwrap())
                    .or_insert_with(|| look.clone());
                assert_eq!(*known, look);
            }
        }
    }
    assert!(seen.len() > 500);
}
