//! How games end, and which end comes first.

use cheqqers_checkers::CommonRefusal;
use cheqqers_checkers::blocking::{Position, Refusal};
use cheqqers_game::{Colour, Game, Outcome};
use cheqqers_testkit::checks::blocking as checks;
use cheqqers_testkit::script::play;

use super::{after, changed, with};

const WHITE: Outcome = Outcome::Decisive {
    winner: Colour::White,
};
const BLACK: Outcome = Outcome::Decisive {
    winner: Colour::Black,
};

/// The game is over: nothing is legal, and a move is refused for that.
#[track_caller]
fn assert_over(position: &Position, expected: Outcome, mv: &str) {
    assert_eq!(position.outcome(), Some(expected));
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    assert!(legal.is_empty());
    let refused = position.check(mv.parse().unwrap());
    assert!(matches!(
        refused,
        Err(Refusal::Common(CommonRefusal::GameOver { .. }))
    ));
    checks::legal(position).unwrap();
}

#[test]
fn who_has_no_piece_has_lost_whoever_is_to_move() {
    for (start, winner, mv) in [
        ("W:Wa1:B", WHITE, "a1-b2"),
        ("B:Wa1:B", WHITE, "a1-b2"),
        ("W:W:Bb2", BLACK, "b2-a1"),
        ("B:W:Bb2", BLACK, "b2-a1"),
        ("W:Wa1", WHITE, "a1-b2"),
        // Of two who have none, the one to move can't.
        ("W:W:B", BLACK, "a1-b2"),
        ("B", WHITE, "a1-b2"),
    ] {
        assert_over(&after(start, ""), winner, mv);
    }
    assert_over(&after("W:Wc3:Bd4", "c3xe5"), WHITE, "e5-f6");
}

#[test]
fn who_has_no_legal_action_has_lost() {
    // The man on a7 may neither step onto b6 nor capture it.
    let free = after("W:Wb6,b4:Ba7", "");
    assert_eq!(free.outcome(), None);
    let stuck = play(free, "b4-c5");
    assert_over(&stuck, WHITE, "a7-b6");
    // It may while c5 is not certainly taken.
    let half = after("W:Wb6,b4:Ba7", "b4^a5c5");
    assert_eq!(half.outcome(), None);
    assert!(half.check("a7xc5".parse().unwrap()).is_ok());
    // Two pieces that are there by turns take it as certainly as one.
    let linked = "W:Wb6,b4,d4:Ba7,Kh8";
    let linked = after(linked, "b4^a5c5 h8-g7 d4-c5");
    let capture = linked.check("a7xc5".parse().unwrap());
    assert!(matches!(capture, Err(Refusal::NoLanding { .. })));
}

#[test]
fn a_loss_comes_before_a_draw() {
    let limit = |turns| changed(|rules| rules.draw_turns = Some(turns));
    let stuck = with(limit(1), "W:Wb6,b4:Ba7", "b4-c5");
    assert_over(&stuck, WHITE, "a7-b6");
    let drawn = with(limit(1), "W:Wb6,b4:Ba7", "b4-a5");
    assert_over(&drawn, Outcome::Draw, "a7xc5");
    let never = changed(|rules| rules.draw_turns = None);
    assert_eq!(with(never, "W:Wb6,b4:Ba7", "b4-a5").outcome(), None);
}
