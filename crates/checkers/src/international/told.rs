use cheqqers_game::Ply;
use cheqqers_game::show::{capitalised, join, percent};

use super::words::move_in_words;
use super::{Forecast, Move, Position, side};
use crate::{Part, Square};

/// A ply that was played, a sentence for each thing that happened: the move, what each of its
/// measurements found, what became of the pieces.
pub(super) fn ply_in_words(before: &Position, ply: &Ply<Move>, after: &Position) -> Vec<String> {
    let mv = ply.mv;
    let mut sentences = vec![format!("{}.", capitalised(&move_in_words(before, mv)))];
    for entry in &ply.measurements {
        let found = entry.slots.iter().map(|&slot| {
            let square = Square::from_slot(slot);
            let is_there = entry.reading(slot) == Some(true);
            let p = before.probability(square);
            let p = percent(if is_there { p } else { 1.0 - p });
            let what = if is_there { "occupied" } else { "empty" };
            format!("{square} was {what} ({p})")
        });
        let found: Vec<String> = found.collect();
        sentences.push(format!("Measured: {}.", join(&found, "and")));
    }
    match mv {
        Move::Capture { from, to } => {
            sentences.extend(captured(before, [from, to], after, ply));
        }
        Move::Merge { from, to } => sentences.extend(merged(after, from, to)),
        Move::Step { .. } | Move::Split { .. } => {
            if !ply.measurements.is_empty() {
                sentences.extend(moved(before, mv, after));
            }
        }
    }
    let kings = |position: &Position| position.board().kings();
    let was_king = mv.sources().any(|from| kings(before).contains(from));
    let crowned = mv
        .targets()
        .filter(|&to| !was_king && kings(after).contains(to) && !kings(before).contains(to))
        .map(|to| format!("Crowned on {to}: a king."));
    sentences.extend(crowned);
    sentences
}

/// Result of a capture.
fn captured(
    before: &Position,
    [from, to]: [Square; 2],
    after: &Position,
    ply: &Ply<Move>,
) -> Option<String> {
    let over = side::captured_square(before.board(), from, to)?;
    if after.captured == Some(over) {
        if ply.measurements.is_empty() {
            return None;
        }
        let kind = before
            .board()
            .part(over)
            .map_or_else(String::new, Part::in_words);
        return Some(format!(
            "Captured: the {kind} on {over}. The capturer is on {to}."
        ));
    }
    Some("Nothing is captured, the turn is over.".into())
}

/// Result of a step or split that measured.
fn moved(before: &Position, mv: Move, after: &Position) -> Option<String> {
    let is_there = |position: &Position, square| position.board().is_occupied(square);
    let occupied = mv.targets().find(|&to| {
        is_there(after, to)
            && before.board().is_quantum(to)
            && !after.board().is_quantum(to)
            && mv.sources().all(|from| is_there(after, from))
    });
    if let Some(to) = occupied {
        return Some(format!(
            "{to} is occupied: nothing moves, the turn is over."
        ));
    }
    let from = mv.sources().next()?;
    let arrived = mv.targets().any(|to| is_there(after, to));
    (!arrived && !is_there(after, from)).then(|| "Nothing moves, the turn is over.".into())
}

/// Result of the interference of a merge.
fn merged(after: &Position, from: [Square; 2], to: Square) -> Vec<String> {
    let certain = after.probability(to) >= 1.0;
    if certain {
        return vec![format!("{to} is certain.")];
    }
    let there = |square: Square| format!("{square} with {}", percent(after.probability(square)));
    let squares: Vec<String> = [to, from[0], from[1]]
        .into_iter()
        .filter(|&square| after.board().is_occupied(square))
        .map(there)
        .collect();
    let cancels = if after.board().is_occupied(to) {
        String::new()
    } else {
        format!("They cancel on {to}. ")
    };
    vec![format!("{cancels}Now: {}.", join(&squares, "and"))]
}

impl Forecast {
    /// Returns `true` if something is measured.
    pub(super) fn measures(&self) -> bool {
        matches!(self, Self::Measures { .. })
    }
}
