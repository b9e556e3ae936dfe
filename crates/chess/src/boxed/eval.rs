//! Static evaluation of positions.

use super::position::Position;

pub(super) fn evaluate(position: &Position) -> f64 {
    let _ = position;
    0.0
}

pub(super) fn is_quiescent(position: &Position) -> bool {
    let _ = position;
    true
}
