use cheqqers_game::{Colour, draw_factor};
use cozy_chess::{Piece as Kind, Square};

use super::position::Position;
use crate::features::seen_square;

/// Features of a square: by colour and kind the probability of its unit, and 1 where that is half a piece.
const KINDS: usize = 4 * Kind::NUM;

/// Number of features.
pub(super) const FEATURES: usize = KINDS * Square::NUM;

/// Calls `see` with each feature, and returns the draw factor.
pub(super) fn features(position: &Position, mut see: impl FnMut(usize, f64)) -> f64 {
    let board = &position.board;
    for colour in [Colour::White, Colour::Black] {
        for square in board.of(colour) {
            let number = seen_square(board.geometry(), position.turn, square);
            let side = usize::from(colour != position.turn);
            let feature = KINDS * number + 2 * (Kind::NUM * side + board.kind(square) as usize);
            see(feature, position.probability(square));
            if board.half(square).is_some() {
                see(feature + 1, 1.0);
            }
        }
    }
    draw_factor(position.half_move_clock, position.rules.draw_after)
}
