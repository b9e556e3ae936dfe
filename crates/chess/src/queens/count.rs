//! Counting of turns without playing them.

use cheqqers_world::{Recording, World};
use cozy_chess::{Piece as Kind, Square};

use super::movegen;
use super::moves::Move;
use super::piece::PieceState;
use super::position::{Position, TurnStep};
use super::rules::CapturedPiece;

/// The number of ways to play the rest of a turn, each legal bitstring being one; `None` for a deal.
pub(super) fn num_turns(position: &Position) -> Option<u64> {
    if position.step == TurnStep::Deal {
        return None;
    }
    let mut moves = Vec::new();
    movegen::legal_moves(position, &mut moves);
    let ways = |&mv: &Move| match mv {
        Move::Touch(square) => touches(position, square),
        Move::Capture { to, .. } => captures(position, to),
        _ => 1,
    };
    Some(moves.iter().map(ways).sum())
}

/// The number of outcomes of measuring a piece.
fn num_outcomes(position: &Position, square: Square) -> u64 {
    let piece = position.board.known(square);
    let secondaries = match piece.secondary {
        None => position.pool(piece.colour).kinds().count() as u64,
        Some(_) => 1,
    };
    1 + secondaries
}

fn captures(position: &Position, to: Square) -> u64 {
    let victim = position.victim(to);
    let is_quantum = position.board.known(victim).is_quantum();
    if is_quantum && position.rules.captured == CapturedPiece::Collapse {
        num_outcomes(position, victim)
    } else {
        1
    }
}

/// The number of ways in which a turn can go on that begins with a touch.
fn touches(position: &Position, square: Square) -> u64 {
    let piece = position.board.known(square);
    if !piece.is_quantum() {
        return 1;
    }
    let pool = position.pool(piece.colour);
    let show = |state, secondary: Option<Kind>| {
        let mut shown = position.without_world();
        shown.board.set_state(square, state);
        if let Some(kind) = secondary {
            shown.name_secondary(square, kind);
        }
        shown.show_touched(square);
        if shown.turn == position.turn {
            num_turns(&shown).expect("nothing is dealt after a touch")
        } else {
            1
        }
    };
    let secondaries = match piece.secondary {
        Some(_) => show(PieceState::Secondary, None),
        None => {
            let kinds = pool.kinds();
            kinds
                .map(|kind| show(PieceState::Secondary, Some(kind)))
                .sum()
        }
    };
    show(PieceState::Primary, None) + secondaries
}

impl Position {
    /// The position with nothing quantum in its world.
    fn without_world(&self) -> Self {
        Self {
            world: World::new(Recording::Off),
            board: self.board.clone(),
            ..*self
        }
    }
}
