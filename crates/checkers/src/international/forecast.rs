use std::fmt;

use cheqqers_game::show::{join, percent};
use cheqqers_world::TOLERANCE;

use super::{Level, Move, Position, side};
use crate::Square;

/// Measurements of a move and their possible result, computed before it is made.
#[derive(Clone, PartialEq, Debug)]
pub enum Forecast {
    /// Nothing is measured.
    Certain,
    /// Squares are measured.
    Measures {
        /// Squares that may be measured, in the order of the rules, with the probability that each
        /// is occupied and the value that the move needs.
        squares: Vec<(Square, f64, bool)>,
        /// `true` if they are measured one after the other, until one refuses the move.
        one_by_one: bool,
        /// Probability that the move succeeds.
        success: f64,
    },
}

impl Forecast {
    /// Forecast of a legal move; `None` for a capture that is not possible.
    pub fn of(position: &Position, mv: Move) -> Option<Self> {
        let board = position.board();
        let level = position.rules().level();
        let opposing = board.of(position.turn.opponent());
        let mut needed: Vec<(Square, bool)> = Vec::new();
        match mv {
            Move::Capture { from, to } => {
                let over = side::captured_square(board, from, to)?;
                needed.extend([(from, true), (over, true), (to, false)]);
                if level == Level::Superposition {
                    needed.reverse();
                }
            }
            Move::Step { from, .. } if level == Level::Superposition => {
                needed.extend(mv.targets().map(|to| (to, false)));
                needed.push((from, true));
            }
            _ => {
                let measured =
                    |to: &Square| level == Level::Superposition || opposing.contains(*to);
                needed.extend(mv.targets().filter(measured).map(|to| (to, false)));
            }
        }
        needed.retain(|&(square, _)| board.is_quantum(square));
        if needed.is_empty() {
            return Some(Self::Certain);
        }
        let readings: Vec<_> = needed
            .iter()
            .map(|&(square, occupied)| (square.slot(), occupied))
            .collect();
        let success = position.world.joint(&readings);
        let squares = needed.into_iter();
        Some(Self::Measures {
            squares: squares
                .map(|(square, occupied)| (square, position.probability(square), occupied))
                .collect(),
            one_by_one: level == Level::Superposition,
            success: if success > TOLERANCE { success } else { 0.0 },
        })
    }

    /// Returns `true` if something is measured.
    pub(super) fn measures(&self) -> bool {
        matches!(self, Self::Measures { .. })
    }
}

/// Such as `25 %: d4 (50 %) and e5 (50 %) are measured, d4 and e5 must be occupied`.
impl fmt::Display for Forecast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Measures {
            squares,
            one_by_one,
            success,
        } = self
        else {
            return f.write_str("certain");
        };
        let measured: Vec<String> = squares
            .iter()
            .map(|(square, p, _)| format!("{square} ({})", percent(*p)))
            .collect();
        let needed = |value: bool| {
            let squares = squares.iter().filter(|(_, _, occupied)| *occupied == value);
            let names: Vec<String> = squares.map(|(square, ..)| square.to_string()).collect();
            (!names.is_empty()).then(|| {
                let content = if value { "occupied" } else { "empty" };
                format!("{} must be {content}", join(&names, "and"))
            })
        };
        let needed: Vec<String> = [needed(true), needed(false)]
            .into_iter()
            .flatten()
            .collect();
        write!(
            f,
            "{}: {} {}, {}",
            percent(*success),
            join(&measured, "and"),
            match (squares.len(), one_by_one) {
                (1, _) => "is measured",
                (_, true) => "are measured one after the other, until one fails",
                (_, false) => "are measured",
            },
            join(&needed, "and")
        )
    }
}
