//! Words for pieces and moves.

use cheqqers_game::show::SentenceForm;
use cozy_chess::Piece as Kind;

/// The sentence about a move that captures nothing.
pub(crate) const MOVE: SentenceForm = ("move", "{side} moves the {mover} from {from} to {to}.");

/// The sentence about castling.
pub(crate) const CASTLING: SentenceForm = ("castling", "{side} castles.");

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
