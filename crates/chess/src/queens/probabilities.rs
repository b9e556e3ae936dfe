use std::fmt;

use cheqqers_game::show::percent;
use cheqqers_world::TOLERANCE;
use cozy_chess::{Piece as Kind, Square};

use super::moves::Move;
use super::pool::TYPES;
use super::position::Position;
use crate::words::noun;

/// Probabilities of the outcomes of a move that measures.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct MoveProbabilities {
    /// Types that the piece may show, with their probabilities.
    types: Vec<(Kind, f64)>,
    /// Consequences of a touch; `None` for a capture.
    touch: Option<TouchProbabilities>,
}

/// Probabilities of the consequences of a touch.
#[derive(Clone, Copy, PartialEq, Debug)]
struct TouchProbabilities {
    /// The piece goes on, by a move or a promotion.
    goes_on: f64,
    /// It attacks the king.
    check: f64,
}

impl MoveProbabilities {
    /// The probabilities of a legal touch or capture; `None` if it measures nothing, and for a deal, whose
    /// outcomes are too many.
    pub(super) fn of(position: &Position, mv: Move) -> Option<Self> {
        if !position.measures_something(mv) {
            return None;
        }
        match mv {
            Move::Touch(square) => Some(Self::of_touch(position, square)),
            Move::Capture { to, .. } => Some(Self {
                types: types(position, position.victim(to)),
                touch: None,
            }),
            _ => None,
        }
    }

    fn of_touch(position: &Position, square: Square) -> Self {
        let mut touch = TouchProbabilities {
            goes_on: 0.0,
            check: 0.0,
        };
        let colour = position.board.expect_piece(square).colour;
        let king = position.board.king(colour.opponent());
        for (shown, _, probability) in position.shown(square) {
            if shown.turn == position.turn {
                touch.goes_on += probability;
            }
            if king.is_some_and(|king| shown.board.attacks(square, king)) {
                touch.check += probability;
            }
        }
        Self {
            types: types(position, square),
            touch: Some(TouchProbabilities {
                goes_on: snapped_to_one(touch.goes_on),
                check: snapped_to_one(touch.check),
            }),
        }
    }
}

/// A sum of probabilities; a sum within [`TOLERANCE`] of 1 is 1.
fn snapped_to_one(sum: f64) -> f64 {
    if sum > 1.0 - TOLERANCE { 1.0 } else { sum }
}

/// Types that a quantum piece may show, the likeliest first.
fn types(position: &Position, square: Square) -> Vec<(Kind, f64)> {
    let shown = position.shown(square);
    let probability = |kind: Kind| {
        let of_kind = shown.iter().filter(|&&(_, other, _)| other == kind);
        of_kind.map(|&(_, _, probability)| probability).sum()
    };
    let types = TYPES.map(|kind| (kind, probability(kind)));
    let mut types: Vec<(Kind, f64)> = types.into_iter().filter(|&(_, p)| p > 0.0).collect();
    types.sort_by(|a, b| b.1.total_cmp(&a.1));
    types
}

impl fmt::Display for MoveProbabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let type_in_words = |&(kind, p): &(Kind, f64)| format!("{} {}", noun(kind), percent(p));
        let types: Vec<String> = self.types.iter().map(type_in_words).collect();
        let types = types.join(", ");
        let Some(touch) = self.touch else {
            return write!(f, "the captured piece is measured: {types}");
        };
        write!(
            f,
            "{types}; chance that it can move: {}",
            percent(touch.goes_on)
        )?;
        if touch.check > 0.0 {
            write!(f, ", gives check with {}", percent(touch.check))?;
        }
        Ok(())
    }
}
