//! Plies in sentences.

use cheqqers_game::Ply;
use cheqqers_game::show::{capitalised, join};
use cozy_chess::Square;

use super::half::PairType;
use super::moves::Move;
use super::position::Position;
use crate::castling::Castling;
use crate::words::noun;

/// A ply that was played, in sentences.
pub(super) fn ply(before: &Position, ply: &Ply<Move>, after: &Position) -> Vec<String> {
    let turn = capitalised(&before.turn.to_string());
    let kind = |square: Square| noun(before.layout.kind(square));
    let mut told = Vec::new();
    match ply.mv {
        Move::Step { from, to, .. } => {
            let unit = before.layout.known(from);
            let castles = unit.kind == cozy_chess::Piece::King
                && Castling::of_move(before.turn, from, to).is_some()
                && unit.half.is_none();
            told.push(if castles {
                format!("{turn} castles.")
            } else {
                let half = if unit.half.is_some() { "half of the " } else { "" };
                format!("{turn} moves the {half}{} from {from} to {to}.", kind(from))
            });
        }
        Move::Capture { from, to, .. } => {
            let tries = if before.measures_something(ply.mv) {
                "tries to capture"
            } else {
                "captures"
            };
            told.push(format!("{turn}'s {} from {from} {tries} on {to}.", kind(from)));
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
            told.push(format!("{turn} puts the {} from {from} on {first} and {second}{how}.", kind(from)));
        }
        Move::Join { from, to, with, .. } => told.push(format!(
            "{turn} puts the {} on {from} on {to} as well: it is on {to} where the opponent's half on {with} is real.",
            kind(from)
        )),
        Move::Invert([a, b]) => told.push(format!("{turn} inverts the {} on {a} and {b}.", kind(a))),
        Move::PhaseFlip([a, b]) => told.push(format!(
            "{turn} changes the sign of the {} on {a} and {b}.",
            kind(a)
        )),
        Move::Hadamard { pair: [a, b], to } => told.push(format!(
            "{turn} makes a Hadamard move with the {} on {a} and {b}: it is on {to}.",
            kind(a)
        )),
        Move::Tunnel { from, to } => told.push(format!(
            "{turn}'s {} on {from} tries to tunnel to {to}.",
            kind(from)
        )),
        Move::Collapse(square) => {
            told.push(format!("{turn} collapses the {} on {square}.", kind(square)));
        }
        Move::Castle(_) => {}
    }
    for measurement in &ply.measurements {
        let found = measurement.occupied_names(before);
        told.push(match (&found[..], ply.mv) {
            ([], Move::Tunnel { .. }) => "It did not get through.".to_owned(),
            (_, Move::Tunnel { .. }) => "It got through.".to_owned(),
            (found, _) => format!("Measured: found on {}.", join(found, "and")),
        });
    }
    if let Some(promotion) = ply.mv.promotion() {
        told.push(format!("The pawn becomes a {}.", noun(promotion)));
    }
    match (after.captured, ply.mv) {
        (Some(square), _) => told.push(format!("Captured: the {} on {square}.", kind(square))),
        (None, Move::Capture { .. }) => told.push("Nothing is captured.".to_owned()),
        _ => {}
    }
    if after.collapsed.is_none() && after.is_in_check(after.turn) {
        told.push("Check.".to_owned());
    }
    told
}
