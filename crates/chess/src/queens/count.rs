//! Counting of turns without playing them.

use cozy_chess::{Piece as Kind, Square};

use super::movegen;
use super::moves::Move;
use super::position::{Position, TurnStep};

/// The number of ways to play the rest of a turn, each legal bitstring being one; `None` for a deal.
pub(super) fn num_turns(position: &Position) -> Option<u64> {
    if position.step == TurnStep::Deal {
        return None;
    }
    let mut moves = Vec::new();
    movegen::legal_moves(position, &mut moves);
    let ways = |&mv: &Move| match mv {
        Move::Touch(square) => touches(position, square),
        Move::Capture { to, .. } => captures(position, mv, to),
        _ => 1,
    };
    Some(moves.iter().map(ways).sum())
}

/// The number of outcomes of measuring a piece.
fn num_outcomes(position: &Position, square: Square) -> u64 {
    let piece = position.board.expect_piece(square);
    let secondaries = match piece.secondary {
        None => position.pool(piece.colour).kinds().count() as u64,
        Some(_) => 1,
    };
    1 + secondaries
}

fn captures(position: &Position, mv: Move, to: Square) -> u64 {
    let victim = position.victim(to);
    if position.measures_something(mv) {
        num_outcomes(position, victim)
    } else {
        1
    }
}

/// The number of ways in which a turn can go on that begins with a touch.
fn touches(position: &Position, square: Square) -> u64 {
    if !position.board.expect_piece(square).is_quantum() {
        return 1;
    }
    let goes_on = |shown: &Position| shown.turn == position.turn;
    let ways = |(shown, ..): (Position, Kind, f64)| {
        if goes_on(&shown) {
            num_turns(&shown).expect("nothing is dealt after a touch")
        } else {
            1
        }
    };
    position.shown(square).into_iter().map(ways).sum()
}
