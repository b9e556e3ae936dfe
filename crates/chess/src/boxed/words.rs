//! Plies in sentences.

use cheqqers_game::Ply;
use cheqqers_game::show::{capitalised, join};
use cozy_chess::Square;

use super::half::PairType;
use super::moves::Move;
use super::position::Position;
use crate::words::noun;

/// A ply that was played, in sentences.
pub(super) fn ply(before: &Position, ply: &Ply<Move>, after: &Position) -> Vec<String> {
    let turn = capitalised(&before.turn.to_string());
    let kind = |square: Square| noun(before.board.kind(square));
    let mut sentences = Vec::new();
    match ply.mv {
        Move::Step { from, to, .. } => {
            let unit = before.board.expect_unit(from);
            sentences.push(if before.board.castling(from, to).is_some() {
                format!("{turn} castles.")
            } else {
                let half = if unit.half.is_some() { "half of the " } else { "" };
                format!("{turn} moves the {half}{} from {from} to {to}.", kind(from))
            });
        }
        Move::Capture { from, to, .. } => {
            let tries = if before.is_attempt([from, to]) {
                "tries to capture"
            } else {
                "captures"
            };
            sentences.push(format!("{turn}'s {} from {from} {tries} on {to}.", kind(from)));
        }
        Move::Split {
            from,
            to: [first, second],
            pair_type,
            ..
        } => {
            let how = match pair_type {
                PairType::Equal => String::new(),
                PairType::Unequal => format!(", likely on {first}"),
                PairType::Phase => ", with opposite signs".to_owned(),
            };
            sentences.push(format!("{turn} puts the {} from {from} on {first} and {second}{how}.", kind(from)));
        }
        Move::Join { from, to, with, .. } => sentences.push(format!(
            "{turn} puts the {} on {from} on {to} as well: it is on {to} where the opponent's half on {with} is real.",
            kind(from)
        )),
        Move::Invert([a, b]) => sentences.push(format!("{turn} inverts the {} on {a} and {b}.", kind(a))),
        Move::PhaseFlip([a, b]) => sentences.push(format!(
            "{turn} changes the sign of the {} on {a} and {b}.",
            kind(a)
        )),
        Move::Hadamard { pair: [a, b], .. } => sentences.push(format!(
            "{turn} makes a Hadamard move with the {} on {a} and {b}.",
            kind(a)
        )),
        Move::Tunnel { from, to } => sentences.push(format!(
            "{turn}'s {} on {from} tries to tunnel to {to}.",
            kind(from)
        )),
        Move::Collapse(square) => {
            sentences.push(format!("{turn} collapses the {} on {square}.", kind(square)));
        }
        Move::Castle(_) => {}
    }
    for measurement in &ply.measurements {
        let found = measurement.occupied_names(before);
        sentences.push(match (&found[..], ply.mv) {
            ([], Move::Tunnel { .. }) => "It did not get through.".to_owned(),
            (_, Move::Tunnel { .. }) => "It got through.".to_owned(),
            (found, _) => format!("Measured: found on {}.", join(found, "and")),
        });
    }
    let is_decided = match ply.mv {
        Move::Capture { from, to, .. } => before.is_attempt([from, to]),
        Move::Hadamard { .. } => true,
        _ => false,
    };
    if is_decided && ply.measurements.is_empty() {
        sentences.extend(decided(before, after));
    }
    if let Some(promotion) = ply.mv.promotion() {
        // The pawn of an attempt is promoted only if it was there.
        let is_promoted = |&square: &Square| {
            let unit = after.board.unit(square);
            unit.is_some_and(|unit| (unit.colour, unit.kind) == (before.turn, promotion))
        };
        if ply.mv.targets().iter().any(is_promoted) {
            sentences.push(format!("The pawn becomes a {}.", noun(promotion)));
        }
    }
    match (after.captured, ply.mv) {
        (Some(square), _) => sentences.push(format!("Captured: the {} on {square}.", kind(square))),
        (None, Move::Capture { .. }) => sentences.push("Nothing is captured.".to_owned()),
        _ => {}
    }
    if after.collapsed.is_none() && after.is_in_check(after.turn) {
        sentences.push("Check.".to_owned());
    }
    sentences
}

/// The sentence that tells where the pieces are whose halves were decided without a measurement.
fn decided(before: &Position, after: &Position) -> Option<String> {
    let was_half = before.board.halves().into_iter();
    let whole = was_half.filter_map(|square| {
        let unit = after.board.unit(square)?;
        let text = format!("the {} is on {square}", noun(unit.kind));
        unit.half.is_none().then_some(text)
    });
    let found = join(&whole.collect::<Vec<_>>(), "and");
    (!found.is_empty()).then(|| format!("Decided by the phases: {found}."))
}
