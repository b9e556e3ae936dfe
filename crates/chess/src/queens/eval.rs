//! Static evaluation of positions.

use cheqqers_game::{Colour, draw_factor};
use cozy_chess::{BitBoard, Piece as Kind, Square};

use super::board::GEOMETRY;
use super::piece::{Piece, PieceMode};
use super::pool::TYPES;
use super::position::{Position, TurnStep};
use crate::value::{bounded, value, value_at_risk};

/// Share of the type shown in the value of a classical piece; the rest is that of the types which it
/// may show next.
const SHOWN: f64 = 0.6;
/// Value of a rank that a pawn has advanced, in pawns.
const ADVANCE: f64 = 0.06;
/// Value of a square that a piece attacks.
const MOBILITY: f64 = 0.02;
/// Share of the best capture that counts: the mover's, and the opponent's, who is next.
const INITIATIVE: [f64; 2] = [0.8, 0.25];
/// Evaluation of a king that is captured next.
const KING_CAPTURED: f64 = 0.98;

/// Value of the position for White, in -1..=1: expected value of the types of all pieces, captures at
/// hand, and the probability that the player to move captures the king.
pub(super) fn evaluate(position: &Position) -> f64 {
    let mut lead = 0.0;
    // Probability that the player to move captures the king.
    let mut captured = 0.0;
    for colour in [Colour::White, Colour::Black] {
        let side = Side::of(position, colour);
        let next = usize::from(colour != position.turn);
        lead += sign(colour) * (side.material + INITIATIVE[next] * side.best_capture);
        if next == 0 && position.step == TurnStep::Touch {
            captured = side.king_attacked;
        }
    }
    let rest = bounded(lead) * draw_factor(position.half_move_clock, position.rules.draw_after);
    sign(position.turn) * KING_CAPTURED * captured + rest * (1.0 - captured)
}

/// In the middle of a turn, what was touched is about to move.
pub(super) fn is_quiescent(position: &Position) -> bool {
    position.step == TurnStep::Touch
}

fn sign(colour: Colour) -> f64 {
    match colour {
        Colour::White => 1.0,
        Colour::Black => -1.0,
    }
}

/// Assets of one side.
struct Side {
    material: f64,
    /// Gain of its best capture by a piece whose kind is sure.
    best_capture: f64,
    /// Probability that its best touch or piece captures the king.
    king_attacked: f64,
}

impl Side {
    fn of(position: &Position, colour: Colour) -> Self {
        let board = &position.board;
        let occupied = board.occupied();
        let opponents = board.of(colour.opponent());
        let king = board.king(colour.opponent());
        let mut side = Self {
            material: 0.0,
            best_capture: 0.0,
            king_attacked: 0.0,
        };
        let defended = defended(position, colour.opponent());
        for square in board.of(colour) {
            let piece = board.expect_piece(square);
            side.material += piece_value(position, piece, square);
            // A type that attacks the king on touch takes it only if the turn goes on.
            let takes_king = !piece.is_quantum() || !position.rules.check_ends;
            let Some(kind) = piece.sure_kind() else {
                if takes_king && let Some(king) = king {
                    let attacked = attack_probability(position, piece, square, king);
                    side.king_attacked = side.king_attacked.max(attacked);
                }
                continue;
            };
            let attacked = GEOMETRY.attacks(kind, colour, square, occupied);
            side.material += MOBILITY * f64::from((attacked & !board.of(colour)).len());
            if takes_king && king.is_some_and(|king| attacked.has(king)) {
                side.king_attacked = 1.0;
            }
            for victim in attacked & opponents {
                let gain = piece_value(position, board.expect_piece(victim), victim);
                let risk = if defended.has(victim) {
                    value_at_risk(kind)
                } else {
                    0.0
                };
                side.best_capture = side.best_capture.max(gain - risk);
            }
        }
        side
    }
}

/// Squares that the pieces of a side attack whose kind is sure.
fn defended(position: &Position, colour: Colour) -> BitBoard {
    let board = &position.board;
    let attacks = board.of(colour).into_iter().filter_map(|square| {
        let kind = board.expect_piece(square).sure_kind()?;
        Some(GEOMETRY.attacks(kind, colour, square, board.occupied()))
    });
    attacks.fold(BitBoard::EMPTY, |all, attacked| all | attacked)
}

/// Expected value of the types of a piece.
fn piece_value(position: &Position, piece: Piece, square: Square) -> f64 {
    let of = |kind| type_value(kind, piece.colour, square);
    if piece.is_certain() {
        return of(piece.primary);
    }
    let secondary = expected(position, piece, of);
    let mean = f64::midpoint(of(piece.primary), secondary);
    match piece.mode {
        PieceMode::Quantum => mean,
        PieceMode::Primary => SHOWN * of(piece.primary) + (1.0 - SHOWN) * mean,
        PieceMode::Secondary => SHOWN * secondary + (1.0 - SHOWN) * mean,
    }
}

fn type_value(kind: Kind, colour: Colour, square: Square) -> f64 {
    if kind != Kind::Pawn {
        return value(kind);
    }
    let home = GEOMETRY.second_rank(colour) as usize;
    let advanced = (square.rank() as usize).abs_diff(home);
    value(kind) + ADVANCE * advanced as f64
}

/// Probability that a quantum piece shows a type that attacks a square.
fn attack_probability(position: &Position, piece: Piece, from: Square, to: Square) -> f64 {
    let occupied = position.board.occupied();
    let attacks = |kind| {
        let attacked = GEOMETRY.attacks(kind, piece.colour, from, occupied);
        f64::from(u8::from(attacked.has(to)))
    };
    let secondary = expected(position, piece, attacks);
    f64::midpoint(attacks(piece.primary), secondary)
}

/// Expected value of a piece's secondary type.
fn expected(position: &Position, piece: Piece, value: impl Fn(Kind) -> f64) -> f64 {
    if let Some(kind) = piece.secondary {
        return value(kind);
    }
    let pool = position.pool(piece.colour);
    let share = |kind| pool.probability(kind) * value(kind);
    TYPES.into_iter().map(share).sum()
}
