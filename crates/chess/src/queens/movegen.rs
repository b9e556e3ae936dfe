use cozy_chess::{BitBoard, Piece as Kind, Square};

use super::board::GEOMETRY;
use super::moves::Move;
use super::position::{Position, TurnStep};
use super::rules::{Promotion, Touch};
use crate::castling::Castling;
use crate::notation::PROMOTIONS;

/// Appends the legal moves of a game in progress, ascending.
pub(super) fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
    let start = moves.len();
    match position.step {
        TurnStep::Deal => moves.push(Move::Deal),
        TurnStep::Move { square, .. } => of_piece(position, square, moves),
        TurnStep::Promote(square) => {
            let kinds = promotions(position);
            moves.extend(kinds.iter().map(|&kind| Move::Promote { square, kind }));
        }
        TurnStep::Touch => {
            for square in position.board.of(position.turn) {
                touches(position, square, moves);
            }
            if moves.len() == start {
                moves.push(Move::Pass);
            }
        }
    }
    moves[start..].sort_by_cached_key(|mv| mv.text().sort_key());
}

/// Moves with which a piece may begin a turn.
fn touches(position: &Position, square: Square, moves: &mut Vec<Move>) {
    if position.board.expect_piece(square).is_quantum() {
        moves.push(Move::Touch(square));
        return;
    }
    let before = moves.len();
    of_piece(position, square, moves);
    if moves.len() == before && position.rules.touch == Touch::Any {
        moves.push(Move::Touch(square));
    }
}

/// Returns `true` if the piece has a move by the type that it shows.
pub(super) fn can_move(position: &Position, square: Square) -> bool {
    let [quiet, captures] = targets(position, square);
    !(quiet | captures).is_empty()
}

/// Moves of a classical piece.
fn of_piece(position: &Position, from: Square, moves: &mut Vec<Move>) {
    let piece = position.board.expect_piece(from);
    let [quiet, captures] = targets(position, from);
    let is_promoted = |to: Square| {
        piece.kind() == Some(Kind::Pawn) && to.rank() == GEOMETRY.last_rank(piece.colour)
    };
    let mut add = |to, with: fn(Square, Square, Option<Kind>) -> Move| {
        if is_promoted(to) {
            let kinds = promotions(position);
            moves.extend(kinds.iter().map(|&kind| with(from, to, Some(kind))));
        } else {
            moves.push(with(from, to, None));
        }
    };
    for to in quiet {
        add(to, |from, to, promotion| Move::Step {
            from,
            to,
            promotion,
        });
    }
    for to in captures {
        add(to, |from, to, promotion| Move::Capture {
            from,
            to,
            promotion,
        });
    }
}

/// The kinds that a pawn may become.
fn promotions(position: &Position) -> &'static [Kind] {
    match position.rules.promotion {
        Promotion::Choice => &PROMOTIONS,
        Promotion::Queen => &[Kind::Queen],
    }
}

/// Returns `true` if a piece that shows a pawn, or may show one, attacks the skipped square.
pub(super) fn may_take_en_passant(position: &Position, skipped: Square) -> bool {
    let board = &position.board;
    let from = position.turn.opponent();
    let attackers = GEOMETRY.attacks(Kind::Pawn, from, skipped, board.occupied());
    (attackers & board.of(position.turn))
        .into_iter()
        .map(|square| board.expect_piece(square))
        .any(|piece| match piece.kind() {
            Some(kind) => kind == Kind::Pawn,
            None => {
                piece.primary == Kind::Pawn
                    || piece
                        .secondary
                        .is_none_or(|secondary| secondary == Kind::Pawn)
            }
        })
}

/// Squares that a classical piece can go to, unoccupied ones and those of captures.
pub(super) fn targets(position: &Position, from: Square) -> [BitBoard; 2] {
    let board = &position.board;
    let piece = board.expect_piece(from);
    let Some(kind) = piece.kind() else {
        return [BitBoard::EMPTY; 2];
    };
    let occupied = board.occupied();
    let mut quiet = GEOMETRY.step_targets(kind, piece.colour, from, occupied);
    let attacked = GEOMETRY.attacks(kind, piece.colour, from, occupied);
    let mut victims = board.of(piece.colour.opponent());
    match kind {
        Kind::Pawn if piece.colour == position.turn => {
            let skipped = position.en_passant.map(|right| right.skipped);
            victims |= skipped.into_iter().collect();
        }
        Kind::King => {
            let castlings = position.castling.of(piece.colour);
            quiet |= castlings
                .filter(|&castling| castling.king_from == from && can_castle(position, castling))
                .map(|castling| castling.king_to)
                .collect();
        }
        _ => {}
    }
    [quiet, attacked & victims]
}

/// Returns `true` if the corner piece shows a rook and the squares between are empty.
fn can_castle(position: &Position, castling: Castling) -> bool {
    let corner = position.board.piece(castling.rook_from);
    corner.and_then(super::Piece::kind) == Some(Kind::Rook)
        && (castling.between() & position.board.occupied()).is_empty()
}
