//! Features of a position for a trained evaluation, as the player to move sees them: some for each square,
//! counted from that player's own first rank, so that both sides share all weights.

use cheqqers_game::Colour;
use cozy_chess::Square;

use crate::geometry::Geometry;

/// Number of a square as a player sees it.
#[inline]
pub(crate) fn seen_square(geometry: Geometry, turn: Colour, square: Square) -> usize {
    let rank = match turn {
        Colour::White => square.rank() as usize,
        Colour::Black => geometry.last_rank(Colour::White) as usize - square.rank() as usize,
    };
    8 * rank + square.file() as usize
}

/// The square that a player sees in the place of one, and the other way round: Black's board is turned by
/// ranks, with the files in their places.
pub(crate) fn turned(geometry: Geometry, turn: Colour, square: Square) -> Square {
    Square::index(seen_square(geometry, turn, square))
}
