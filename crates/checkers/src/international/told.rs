use cheqqers_game::show::{capitalised, join, percent};
use cheqqers_game::{Game, Ply};

use super::words::move_in_words;
use super::{Move, Position, side};
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
            // Measured alone, it depends on the readings before.
            let p = match (&entry.slots[..], before.probability(square)) {
                ([_], _) => entry.probability,
                (_, p) if is_there => p,
                (_, p) => 1.0 - p,
            };
            let p = percent(p);
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
        _ => match (failed(before, ply, after), mv) {
            (Some(failed), _) => sentences.push(failed),
            (None, Move::Merge { from, to }) => sentences.extend(merged(after, from, to)),
            (None, _) => {}
        },
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

/// Success of a ply: `None` where nothing was measured.
pub(super) fn succeeded(before: &Position, ply: &Ply<Move>, after: &Position) -> Option<bool> {
    if ply.measurements.is_empty() {
        return None;
    }
    let is_refused = Position::ply_kind(before, ply.mv, after) == "refused";
    Some(match ply.mv {
        Move::Capture { .. } => after.captured.is_some(),
        // Its source may have been found empty.
        Move::Step { to, .. } => !is_refused && after.board().is_occupied(to),
        Move::Split { .. } | Move::Merge { .. } => !is_refused,
    })
}

/// Result of a step, split or merge that failed; `None` if it did not.
fn failed(before: &Position, ply: &Ply<Move>, after: &Position) -> Option<String> {
    if succeeded(before, ply, after)? {
        return None;
    }
    let board = after.board();
    let occupied = ply
        .mv
        .targets()
        .find(|&to| board.is_occupied(to) && !board.is_quantum(to));
    Some(match occupied {
        Some(to) => format!("{to} is occupied: nothing moves, the turn is over."),
        None => "Nothing moves, the turn is over.".into(),
    })
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
