//! Plies in sentences.

use cheqqers_game::show::{capitalised, join};
use cheqqers_game::{Game, Measurement, Ply};
use cozy_chess::{Piece as Kind, Square};

use super::moves::Move;
use super::piece::Piece;
use super::pool::{TYPES, draw_slot};
use super::position::{Position, TurnStep, slot};
use crate::castling::Castling;
use crate::words::noun;

/// A ply that was played, in sentences.
pub(super) fn ply(before: &Position, ply: &Ply<Move>, after: &Position) -> Vec<String> {
    let turn = capitalised(&before.turn.to_string());
    let mut told = match ply.mv {
        Move::Touch(square) => {
            let mut told = vec![format!("{turn} touches {square}.")];
            if before.board.known(square).is_quantum() {
                told.push(shown(before, square, &ply.measurements));
            }
            told
        }
        Move::Step { from, to, .. } | Move::Capture { from, to, .. } => {
            moved(before, ply, [from, to], &turn)
        }
        Move::Promote { square, kind } => {
            vec![format!(
                "{turn} promotes the pawn on {square} to a {}.",
                noun(kind)
            )]
        }
        Move::Castle(_) => Vec::new(),
        Move::Deal => vec!["The secondary types of all pieces are dealt.".to_owned()],
        Move::Pass => vec![format!("{turn} can touch nothing and passes.")],
    };
    told.extend(result(before, ply.mv, after, &turn));
    told
}

/// Sentence about the type that a measured piece showed.
fn shown(before: &Position, square: Square, measurements: &[Measurement]) -> String {
    let piece = before.board.known(square);
    let is_secondary = measurements
        .first()
        .and_then(|measurement| measurement.reading(slot(square)))
        .unwrap_or(false);
    if !is_secondary {
        return format!("It shows its first type, a {}.", noun(piece.primary));
    }
    let drawn = measurements.get(1).and_then(|measurement| {
        let read = |&kind: &Kind| measurement.reading(draw_slot(kind)) == Some(true);
        TYPES.into_iter().find(read)
    });
    let pool = before.pool(piece.colour);
    match (piece.secondary, drawn.or_else(|| pool.kinds().next())) {
        (Some(kind), _) => format!("It shows its second type, a {}.", noun(kind)),
        (None, Some(kind)) => format!("It shows its second type, now known: a {}.", noun(kind)),
        (None, None) => "It shows its second type.".to_owned(),
    }
}

fn moved(before: &Position, ply: &Ply<Move>, [from, to]: [Square; 2], turn: &str) -> Vec<String> {
    let piece = before.board.known(from);
    let kind = piece.kind().map_or("piece", noun);
    if kind == "king" && Castling::of_move(piece.colour, from, to).is_some() {
        return vec![format!("{turn} castles.")];
    }
    let mut told = Vec::new();
    if let Move::Capture { .. } = ply.mv {
        let victim = before.victim(to);
        let on_it = before.board.known(victim);
        let name = on_it.kind().map_or("quantum piece", noun);
        told.push(format!(
            "{turn}'s {kind} from {from} captures the {name} on {victim}."
        ));
        if !ply.measurements.is_empty() {
            told.push(shown(before, victim, &ply.measurements));
        }
    } else {
        told.push(format!("{turn} moves the {kind} from {from} to {to}."));
    }
    if let Some(kind) = ply.mv.promotion() {
        told.push(format!("Promoted on {to}: a {}.", noun(kind)));
    }
    told
}

/// Sentences about the turn and the piece afterwards.
fn result(before: &Position, mv: Move, after: &Position, turn: &str) -> Vec<String> {
    let mut told = Vec::new();
    match (mv, after.step) {
        (Move::Touch(square), TurnStep::Move { .. }) => {
            told.push(format!("{turn} must move the piece on {square}."));
        }
        (Move::Touch(square), TurnStep::Promote(_)) => {
            told.push(format!("{turn} must promote the pawn on {square}."));
        }
        (Move::Touch(square), _) if after.outcome().is_none() => {
            let piece = after.board.piece(square);
            let king = after.board.king(before.turn.opponent());
            let attacks = king.is_some_and(|king| after.board.attacks(square, king));
            told.push(match piece.map(Piece::is_quantum) {
                Some(true) => "The turn is over, and the piece is quantum again.".to_owned(),
                _ if attacks => "Check: the turn is over.".to_owned(),
                _ => "It can't move: the turn is over.".to_owned(),
            });
        }
        (Move::Step { to, .. } | Move::Capture { to, .. }, _) => {
            let became = [to]
                .into_iter()
                .filter(|&square| after.board.piece(square).is_some_and(Piece::is_quantum));
            let became: Vec<String> = became.map(|square| square.to_string()).collect();
            if !became.is_empty() {
                told.push(format!("On {} it is quantum again.", join(&became, "and")));
            }
        }
        _ => {}
    }
    told
}
