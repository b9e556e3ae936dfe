//! Values of pieces, for static evaluations.

use cozy_chess::Piece as Kind;

/// Value in pawns of a king as an attacker that may be recaptured: that of a queen.
const KING: f64 = 9.0;

/// Pawns by which a side is ahead when it has most likely won: the scale of evaluations.
const SCALE: f64 = 7.0;

/// Value of a piece in pawns; that of a king is 0, as both sides have one.
pub(crate) fn value(kind: Kind) -> f64 {
    match kind {
        Kind::Pawn => 1.0,
        Kind::Knight => 3.0,
        Kind::Bishop => 3.2,
        Kind::Rook => 5.0,
        Kind::Queen => 9.0,
        Kind::King => 0.0,
    }
}

/// Value in pawns of a piece that may be captured where it goes.
pub(crate) fn value_at_risk(kind: Kind) -> f64 {
    match kind {
        Kind::King => KING,
        kind => value(kind),
    }
}

/// Evaluation in -0.95..=0.95 of a lead in pawns.
pub(crate) fn bounded(lead: f64) -> f64 {
    0.95 * (lead / SCALE).tanh()
}
