//! The option `rejoin`, together with others.

use cheqqers_checkers::blocking::{Measure, Position, QuantumMove, Refusal, Rules};
use cheqqers_game::Game;
use cheqqers_testkit::checks::blocking as checks;
use cheqqers_testkit::script::play;

use super::{assert_parts, changed, place, white_by, with};

fn rejoining(change: impl FnOnce(&mut Rules)) -> Rules {
    changed(|rules| {
        rules.quantum_move = QuantumMove::Single;
        rules.rejoin = true;
        change(rules);
    })
}

fn refused(position: &Position, text: &str) -> Refusal {
    position.check(text.parse().unwrap()).unwrap_err()
}

#[test]
fn parts_end_where_the_one_that_was_made_is_whatever_steps_are_between() {
    let made = ["d4-e5", "e5-d4"];
    let other = ["c3-b4", "b4-c3"];
    let both = ["d4-e5", "c3-d4"];
    for (steps, ends) in [
        (vec![], ["c3", "d4"]),
        (both.to_vec(), ["d4", "e5"]),
        (made.to_vec(), ["c3", "d4"]),
        (other.to_vec(), ["c3", "d4"]),
        ([made, other].concat(), ["c3", "d4"]),
    ] {
        let moves = [&["c3^d4"], &steps[..]].concat();
        let pair = white_by(rejoining(|_| {}), "W:WKc3:BKh8", &moves);
        assert_parts(&pair, &[(ends[0], 0.5), (ends[1], 0.5)]);
        checks::legal(&pair).unwrap();
        // Whichever part is moved.
        for [from, to] in [ends, [ends[1], ends[0]]] {
            let joined = play(pair.clone(), &format!("{from}^{to}"));
            assert_parts(&joined, &[(ends[1], 1.0), (ends[0], 0.0)]);
            assert!(joined.world().components().is_empty());
            checks::position(&joined).unwrap();
        }
    }
}

#[test]
fn a_step_onto_the_other_part_is_told_how_it_rejoins() {
    let pair = white_by(rejoining(|_| {}), "W:WKc3:BKh8", &["c3^d4"]);
    let expected = Refusal::Rejoins {
        from: place("c3"),
        to: place("d4").square,
    };
    assert_eq!(refused(&pair, "c3-d4"), expected);
    assert_eq!(
        expected.to_string(),
        "d4 holds the other part of the same piece: c3^d4 rejoins them"
    );
    assert!(pair.check("c3^d4".parse().unwrap()).is_ok());
    checks::legal(&pair).unwrap();
    // Where they may not, it is told as ever.
    let rules = changed(|rules| rules.quantum_move = QuantumMove::Single);
    let pair = white_by(rules, "W:WKc3:BKh8", &["c3^d4"]);
    assert!(matches!(refused(&pair, "c3-d4"), Refusal::SamePiece { .. }));
}

#[test]
fn who_was_linked_rejoins_no_more_even_when_the_link_is_gone() {
    let rules = rejoining(|rules| rules.measure = Measure::Squares);
    let line = "c3^d4 h8-g7 e3^d4 f4xd2{e3}";
    let position = with(rules, "W:WKc3,e3:Bf4,Kh8", line);
    assert_eq!(position.captured(), ["e3"]);
    // The man was more likely on e3 where the king was in its way.
    assert_parts(&position, &[("c3", 1.0 / 3.0), ("d4", 2.0 / 3.0)]);
    for text in ["c3^d4", "d4^c3", "c3-d4"] {
        assert!(matches!(
            refused(&position, text),
            Refusal::SamePiece { .. }
        ));
    }
    checks::legal(&position).unwrap();
}
