//! Plies in sentences.

use std::fmt;

use cheqqers_game::show::capitalised;
use cheqqers_game::{Game, Measurement, Ply};
use cozy_chess::{Piece as Kind, Square};

use super::board::GEOMETRY;
use super::moves::Move;
use super::piece::Piece;
use super::pool::{TYPES, draw_slot};
use super::position::{Position, TurnStep, slot};
use super::rules::FarRow;
use crate::words::noun;

/// A ply that was played, in sentences.
pub(super) fn ply(before: &Position, ply: &Ply<Move>, after: &Position) -> Vec<String> {
    let turn = capitalised(&before.turn.to_string());
    match ply.mv {
        Move::Touch(square) => touched(before, ply, square, after),
        Move::Step { from, to, .. } | Move::Capture { from, to, .. } => {
            moved(before, ply, [from, to], after)
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
    }
}

/// Type that a measured piece showed.
struct ShownType {
    kind: Kind,
    /// The sentence up to the kind.
    beginning: &'static str,
}

impl ShownType {
    /// The type that measurements found; `None` if they are not of this piece.
    fn read(before: &Position, square: Square, measurements: &[Measurement]) -> Option<Self> {
        let piece = before.board.expect_piece(square);
        if !measurements.first()?.reading(slot(square))? {
            return Some(Self {
                kind: piece.primary,
                beginning: "It shows its primary type, a",
            });
        }
        if let Some(kind) = piece.secondary {
            let beginning = "It shows its secondary type, a";
            return Some(Self { kind, beginning });
        }
        let drawn = measurements.get(1).and_then(|measurement| {
            let read = |&kind: &Kind| measurement.reading(draw_slot(kind)) == Some(true);
            TYPES.into_iter().find(read)
        });
        // The only kind of a pool is not measured.
        let only = || before.pool(piece.colour).kinds().next();
        Some(Self {
            kind: drawn.or_else(only)?,
            beginning: "It shows its secondary type, now known: a",
        })
    }
}

impl fmt::Display for ShownType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}.", self.beginning, noun(self.kind))
    }
}

fn touched(before: &Position, ply: &Ply<Move>, square: Square, after: &Position) -> Vec<String> {
    let turn = capitalised(&before.turn.to_string());
    let mut sentences = vec![format!("{turn} touches {square}.")];
    let piece = before.board.expect_piece(square);
    let shown = ShownType::read(before, square, &ply.measurements);
    let mut kind = shown
        .as_ref()
        .map_or(piece.sure_kind(), |shown| Some(shown.kind));
    sentences.extend(shown.map(|shown| shown.to_string()));
    if piece.is_quantum() && piece.is_certain() {
        sentences.push(format!("Both its types are a {}.", noun(piece.primary)));
    }
    if piece.is_quantum() && kind == Some(Kind::Pawn) {
        let on_last_rank = square.rank() == GEOMETRY.last_rank(piece.colour);
        if on_last_rank && before.rules.far_row == FarRow::Queen {
            kind = Some(Kind::Queen);
            sentences.push("It becomes a queen.".to_owned());
        }
    }
    match after.step {
        TurnStep::Move { .. } => sentences.push(format!("{turn} must move the piece on {square}.")),
        TurnStep::Promote(_) => {
            sentences.push(format!("{turn} must promote the pawn on {square}."));
        }
        _ if after.outcome().is_some() => {}
        _ => {
            // By the type that it showed, which it may have lost again.
            let king = before.board.king(before.turn.opponent());
            let gives_check = kind.zip(king).is_some_and(|(kind, king)| {
                let occupied = before.board.occupied();
                let attacked = GEOMETRY.attacks(kind, piece.colour, square, occupied);
                attacked.has(king)
            });
            let is_quantum = after.board.expect_piece(square).is_quantum();
            let sentence = match (gives_check, is_quantum) {
                (true, true) => "Check: the turn is over, and the piece is quantum again.",
                (true, false) => "Check: the turn is over.",
                (false, true) => "The turn is over, and the piece is quantum again.",
                (false, false) => "It can't move: the turn is over.",
            };
            sentences.push(sentence.to_owned());
        }
    }
    sentences
}

fn moved(
    before: &Position,
    ply: &Ply<Move>,
    [from, to]: [Square; 2],
    after: &Position,
) -> Vec<String> {
    let turn = capitalised(&before.turn.to_string());
    let is_quantum = |square| after.board.piece(square).is_some_and(Piece::is_quantum);
    if let Some(castling) = before.board.castling(from, to) {
        let rook = castling.rook_to;
        let again = is_quantum(rook).then(|| format!("The rook on {rook} is quantum again."));
        return [format!("{turn} castles.")]
            .into_iter()
            .chain(again)
            .collect();
    }
    let piece = before.board.expect_piece(from);
    let kind = piece.kind().map_or("piece", noun);
    let mut sentences = Vec::new();
    if let Move::Capture { .. } = ply.mv {
        let square = before.victim(to);
        let victim = before.board.expect_piece(square);
        let name = victim.sure_kind().map_or("quantum piece", noun);
        sentences.push(format!(
            "{turn}'s {kind} from {from} captures the {name} on {square}."
        ));
        let shown = ShownType::read(before, square, &ply.measurements);
        sentences.extend(shown.map(|shown| shown.to_string()));
    } else {
        sentences.push(format!("{turn} moves the {kind} from {from} to {to}."));
    }
    if let Some(kind) = ply.mv.promotion() {
        sentences.push(format!("Promoted on {to}: a {}.", noun(kind)));
    }
    if is_quantum(to) {
        sentences.push(format!("On {to} it is quantum again."));
    }
    sentences
}
