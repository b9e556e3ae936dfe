//! Counting of turns without playing them.

use super::movegen::{self, collapsed};
use super::moves::Move;
use super::outcomes::outcomes;
use super::position::Position;

/// The number of ways to play the rest of a turn, each legal bitstring being one.
pub(super) fn num_turns(position: &Position) -> u64 {
    let mut moves = Vec::new();
    movegen::legal_moves(position, &mut moves);
    let ways = |&mv: &Move| {
        let outcomes = outcomes(
            &position.layout,
            position.rules.attempt,
            position.en_passant,
            mv,
        );
        match mv {
            Move::Collapse(square) => {
                let after = outcomes
                    .iter()
                    .map(|layout| collapsed(position, square, layout));
                after.map(|after| num_turns(&after)).sum()
            }
            _ => outcomes.len() as u64,
        }
    };
    moves.iter().map(ways).sum()
}
