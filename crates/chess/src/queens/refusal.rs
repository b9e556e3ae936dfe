use cheqqers_game::{Colour, Game, Status};
use cozy_chess::{Piece as Kind, Square};
use thiserror::Error;

use super::movegen;
use super::moves::Move;
use super::position::{Position, TurnStep};
use super::rules::Promotion;
use crate::castling::Castling;
use crate::words::noun;

/// Reason for which a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Refusal {
    #[error("the game is over: {status}")]
    GameOver { status: Status },
    #[error("first the secondary types are dealt: deal")]
    Undealt,
    #[error("no types are dealt in this game, or they have been dealt already")]
    NoDeal,
    #[error("the piece on {square} was touched and must be moved")]
    MustMove { square: Square },
    #[error("the pawn on {square} must be promoted: {square}=Q, R, B or N as the rules have it")]
    MustPromote { square: Square },
    #[error("there is no piece on {square}")]
    Empty { square: Square },
    #[error("the piece on {square} is not yours, it is {turn}'s turn")]
    NotYours { square: Square, turn: Colour },
    #[error("the piece on {square} is quantum: touch it first, {square}?")]
    Quantum { square: Square },
    #[error("the piece on {square} is a {} and is moved at once, without a touch", noun(*kind))]
    Classical { square: Square, kind: Kind },
    #[error("the piece on {square} can't move and may not be touched")]
    NoMove { square: Square },
    #[error("{to} is not reachable from {from} for a {}", noun(*kind))]
    NotReachable {
        from: Square,
        to: Square,
        kind: Kind,
    },
    #[error("there is a piece on {to}: a capture is written {from}x{to}")]
    Occupied { from: Square, to: Square },
    #[error("there is nothing to capture on {to}: a move is written {from}-{to}")]
    NothingToCapture { from: Square, to: Square },
    #[error(
        "a pawn that reaches the last rank is promoted: name the kind after =, as in {from}-{to}=Q"
    )]
    Promotion { from: Square, to: Square },
    #[error("no pawn is promoted by this move")]
    NoPromotion,
    #[error("a pawn becomes a queen in this game: =Q")]
    OnlyToQueen,
    #[error(
        "castling is the king's move: king and rook must be in place and unmoved, a rook shown in the corner and the squares between empty"
    )]
    NoCastling,
    #[error("there is something to touch, so the turn can't be passed")]
    NoPass,
}

/// Checks that a move is legal.
pub(super) fn check(position: &Position, mv: Move) -> Result<(), Refusal> {
    if let Some(outcome) = position.outcome() {
        let status = Some(outcome).into();
        return Err(Refusal::GameOver { status });
    }
    let mut moves = Vec::new();
    movegen::legal_moves(position, &mut moves);
    if moves.binary_search(&mv).is_ok() {
        return Ok(());
    }
    Err(reason(position, mv))
}

/// The reason for which a move is not among the legal ones.
fn reason(position: &Position, mv: Move) -> Refusal {
    match (position.step, mv) {
        (TurnStep::Deal, _) => return Refusal::Undealt,
        (_, Move::Deal) => return Refusal::NoDeal,
        (_, Move::Castle(_)) => return Refusal::NoCastling,
        (TurnStep::Move { square, .. }, _)
            if mv.from() != Some(square) || mv == Move::Touch(square) =>
        {
            return Refusal::MustMove { square };
        }
        (TurnStep::Promote(square), Move::Promote { square: named, .. }) if named == square => {
            return Refusal::OnlyToQueen;
        }
        (TurnStep::Promote(square), _) => return Refusal::MustPromote { square },
        _ => {}
    }
    let Some(from) = mv.from() else {
        return Refusal::NoPass;
    };
    let Some(piece) = position.board.piece(from) else {
        return Refusal::Empty { square: from };
    };
    if piece.colour != position.turn {
        let turn = position.turn;
        return Refusal::NotYours { square: from, turn };
    }
    let Some(kind) = piece.kind() else {
        return Refusal::Quantum { square: from };
    };
    let Some(to) = mv.to() else {
        let square = from;
        return match mv {
            Move::Promote { .. } => Refusal::NoPromotion,
            _ if movegen::can_move(position, from) => Refusal::Classical { square, kind },
            _ => Refusal::NoMove { square },
        };
    };
    let captures = matches!(mv, Move::Capture { .. });
    let [quiet, victims] = movegen::targets(position, from);
    if captures && quiet.has(to) {
        Refusal::NothingToCapture { from, to }
    } else if !captures && victims.has(to) {
        Refusal::Occupied { from, to }
    } else if kind == Kind::King && Castling::of_move(piece.colour, from, to).is_some() {
        Refusal::NoCastling
    } else if !(quiet | victims).has(to) {
        Refusal::NotReachable { from, to, kind }
    } else if mv.promotion().is_none() {
        Refusal::Promotion { from, to }
    } else if kind == Kind::Pawn && position.rules.promotion == Promotion::Queen {
        Refusal::OnlyToQueen
    } else {
        Refusal::NoPromotion
    }
}
