use cheqqers_game::{Colour, draw_factor};
use cozy_chess::{Piece as Kind, Square};

use super::board::GEOMETRY;
use super::piece::{Piece, PieceMode};
use super::pool::TYPES;
use super::position::Position;
use crate::features::seen_square;

/// Kinds of types, and one that nobody has seen.
const TYPE_KINDS: usize = Kind::NUM + 1;

/// Features of a square: by colour the probabilities of the types that its piece may show next, and the
/// type that a classical piece does not show.
const KINDS: usize = 4 * TYPE_KINDS;

/// Number of features: behind those of squares the share of each kind in the labels that are left.
pub(super) const FEATURES: usize = KINDS * Square::NUM + 2 * TYPES.len();

/// Calls `see` with each feature, and returns the draw factor.
pub(super) fn features(position: &Position, mut see: impl FnMut(usize, f64)) -> f64 {
    for colour in [Colour::White, Colour::Black] {
        let side = usize::from(colour != position.turn);
        for square in position.board.of(colour) {
            let piece = position.board.expect_piece(square);
            let number = seen_square(GEOMETRY, position.turn, square);
            of_piece(piece, KINDS * number + 2 * TYPE_KINDS * side, &mut see);
        }
        let pool = position.pool(colour);
        for (kind, number) in TYPES.into_iter().zip(0..) {
            let feature = KINDS * Square::NUM + TYPES.len() * side + number;
            see(feature, pool.probability(kind));
        }
    }
    draw_factor(position.half_move_clock, position.rules.draw_after)
}

fn of_piece(piece: Piece, first: usize, mut see: impl FnMut(usize, f64)) {
    let [primary, secondary] = [Some(piece.primary), piece.secondary]
        .map(|kind| first + kind.map_or(Kind::NUM, |kind| kind as usize));
    let (shown, hidden) = match piece.mode {
        _ if piece.is_certain() => return see(primary, 1.0),
        PieceMode::Quantum => {
            see(primary, 0.5);
            return see(secondary, 0.5);
        }
        PieceMode::Primary => (primary, secondary),
        PieceMode::Secondary => (secondary, primary),
    };
    see(shown, 1.0);
    see(hidden + TYPE_KINDS, 1.0);
}
