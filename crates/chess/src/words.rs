//! Words for pieces.

use cozy_chess::Piece as Kind;

/// The name of a kind of piece.
pub(crate) fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "pawn",
        Kind::Knight => "knight",
        Kind::Bishop => "bishop",
        Kind::Rook => "rook",
        Kind::Queen => "queen",
        Kind::King => "king",
    }
}
