//! Plies in sentences.

use cheqqers_game::show::{capitalised, join};
use cheqqers_game::{Game, Measurement, Ply};
use cozy_chess::{Piece as Kind, Square};

use super::moves::Move;
use super::piece::Piece;
use super::pool::{TYPES, draw_slot};
use super::position::{Position, TurnStep, slot};
use crate::words::noun;

/// A ply that was played, in sentences.
pub(super) fn ply(before: &Position, ply: &Ply<Move>, after: &Position) -> Vec<String> {
    let turn = capitalised(&before.turn.to_string());
    let mut sentences = match ply.mv {
        Move::Touch(square) => {
            let mut sentences = vec![format!("{turn} touches {square}.")];
            if before.board.expect_piece(square).is_quantum() {
                sentences.push(shown(before, square, &ply.measurements));
            }
            sentences
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
    sentences.extend(result(before, ply.mv, after, &turn));
    sentences
}

/// Sentence about the type that a measured piece showed.
fn shown(before: &Position, square: Square, measurements: &[Measurement]) -> String {
    let piece = before.board.expect_piece(square);
    let is_secondary = measurements
        .first()
        .and_then(|measurement| measurement.reading(slot(square)))
        .unwrap_or(false);
    if !is_secondary {
        return format!("It shows its primary type, a {}.", noun(piece.primary));
    }
    let drawn = measurements.get(1).and_then(|measurement| {
        let read = |&kind: &Kind| measurement.reading(draw_slot(kind)) == Some(true);
        TYPES.into_iter().find(read)
    });
    let pool = before.pool(piece.colour);
    match (piece.secondary, drawn.or_else(|| pool.kinds().next())) {
        (Some(kind), _) => format!("It shows its secondary type, a {}.", noun(kind)),
        (None, Some(kind)) => format!("It shows its secondary type, now known: a {}.", noun(kind)),
        (None, None) => "It shows its secondary type.".to_owned(),
    }
}

fn moved(before: &Position, ply: &Ply<Move>, [from, to]: [Square; 2], turn: &str) -> Vec<String> {
    let piece = before.board.expect_piece(from);
    let kind = piece.kind().map_or("piece", noun);
    if before.board.castling(from, to).is_some() {
        return vec![format!("{turn} castles.")];
    }
    let mut sentences = Vec::new();
    if let Move::Capture { .. } = ply.mv {
        let victim = before.victim(to);
        let on_it = before.board.expect_piece(victim);
        let name = on_it.kind().map_or("quantum piece", noun);
        sentences.push(format!(
            "{turn}'s {kind} from {from} captures the {name} on {victim}."
        ));
        if !ply.measurements.is_empty() {
            sentences.push(shown(before, victim, &ply.measurements));
        }
    } else {
        sentences.push(format!("{turn} moves the {kind} from {from} to {to}."));
    }
    if let Some(kind) = ply.mv.promotion() {
        sentences.push(format!("Promoted on {to}: a {}.", noun(kind)));
    }
    sentences
}

/// Sentences about the turn and the piece afterwards.
fn result(before: &Position, mv: Move, after: &Position, turn: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    match (mv, after.step) {
        (Move::Touch(square), TurnStep::Move { .. }) => {
            sentences.push(format!("{turn} must move the piece on {square}."));
        }
        (Move::Touch(square), TurnStep::Promote(_)) => {
            sentences.push(format!("{turn} must promote the pawn on {square}."));
        }
        (Move::Touch(square), _) if after.outcome().is_none() => {
            let piece = after.board.piece(square);
            let king = after.board.king(before.turn.opponent());
            let attacks = king.is_some_and(|king| after.board.attacks(square, king));
            sentences.push(match piece.map(Piece::is_quantum) {
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
                sentences.push(format!("On {} it is quantum again.", join(&became, "and")));
            }
        }
        _ => {}
    }
    sentences
}
