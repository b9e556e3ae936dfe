use cheqqers_game::key::{coarse_clock, mix};

use super::piece::PieceMode;
use super::pool::TYPES;
use super::position::{Position, TurnStep};

/// Hash of the position: equal for positions with the same continuations, different otherwise but for
/// collisions.
///
/// It is of the pieces with their types and modes, pools, rights and the half-move clock.
pub(super) fn key(position: &Position) -> u64 {
    let clock = coarse_clock(position.half_move_clock, position.rules.draw_after);
    let mut key = mix(position.turn as u64, u64::from(clock));
    let step = match position.step {
        TurnStep::Deal => 0,
        TurnStep::Touch => 1,
        TurnStep::Move { square, promoted } => 2 + 2 * (square as u64) + u64::from(promoted),
        TurnStep::Promote(square) => 200 + square as u64,
    };
    key = mix(key, step);
    let skipped = position.en_passant.map_or(64, |right| right.skipped as u64);
    key = mix(key, skipped << 4 | u64::from(position.castling.bits()));
    let labels = position
        .pools
        .iter()
        .flat_map(|pool| TYPES.map(|kind| pool.count(kind)));
    // No count has more than four bits.
    let packed = labels.fold(0, |packed, count| packed << 4 | u64::from(count));
    key = mix(key, packed);
    for square in position.board.occupied() {
        let piece = position.board.expect_piece(square);
        let mode = match piece.mode {
            PieceMode::Quantum => 0,
            PieceMode::Primary => 1,
            PieceMode::Secondary => 2,
        };
        let secondary = piece.secondary.map_or(7, |kind| kind as u64);
        let types = (piece.primary as u64) << 3 | secondary;
        let piece = types << 3 | mode << 1 | piece.colour as u64;
        key = mix(key, (square as u64) << 12 | piece);
    }
    key
}
