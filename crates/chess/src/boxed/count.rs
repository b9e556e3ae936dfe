//! Counting of turns without playing them.

use super::legal::{collapsed, legal_moves};
use super::moves::Move;
use super::outcomes::any_outcome;
use super::position::Position;

/// The number of ways to play the rest of a turn, each legal bitstring being one.
pub(super) fn num_turns(position: &Position) -> u64 {
    let mut moves = Vec::new();
    legal_moves(position, &mut moves);
    let (board, attempt) = (&position.board, position.rules.attempt);
    let mut turns = 0;
    for mv in moves {
        any_outcome(board, attempt, position.en_passant, mv, &mut |after| {
            turns += match mv {
                Move::Collapse(square) => num_turns(&collapsed(position, square, after)),
                _ => 1,
            };
            false
        });
    }
    turns
}
