//! Static evaluation of positions.

use cheqqers_game::{Colour, draw_factor};
use cozy_chess::{BitBoard, Piece as Kind, Square};

use super::position::Position;
use crate::value::{bounded, value, value_at_risk};

/// Value of a rank that a pawn has advanced, in pawns.
const ADVANCE: f64 = 0.08;
/// Value of a square that a unit attacks.
const MOBILITY: f64 = 0.03;
/// Value of a pair beside one piece: it blocks and attacks from two squares.
const PAIR: f64 = 0.15;
/// Value of an attacked square around the opposing king.
const KING_ZONE: f64 = 0.06;
/// Share of the best capture that counts: the mover's, and the opponent's, who is next.
const INITIATIVE: [f64; 2] = [0.75, 0.25];

/// Value of the position for White, in -0.95..=0.95: material by its probability, and captures at hand by
/// theirs.
pub(super) fn evaluate(position: &Position) -> f64 {
    let mut lead = 0.0;
    for colour in [Colour::White, Colour::Black] {
        let sign = match colour {
            Colour::White => 1.0,
            Colour::Black => -1.0,
        };
        let next = usize::from(colour != position.turn);
        let (material, best_capture) = side(position, colour);
        lead += sign * (material + INITIATIVE[next] * best_capture);
    }
    bounded(lead) * draw_factor(position.half_move_clock, position.rules.draw_after)
}

/// A king in check must be saved, and a piece that was collapsed must move.
pub(super) fn is_quiescent(position: &Position) -> bool {
    position.collapsed.is_none() && !position.is_in_check(position.turn)
}

/// Value of what a side has, and gain of its best capture.
fn side(position: &Position, colour: Colour) -> (f64, f64) {
    let board = &position.board;
    let (occupied, own) = (board.occupied(), board.of(colour));
    let opponents = board.of(colour.opponent());
    let kings = opponents & board.of_kind(Kind::King);
    let zone = zone(position, kings);
    let (mut material, mut best) = (0.0, 0.0_f64);
    for square in own {
        let kind = board.kind(square);
        let probability = position.probability(square);
        material += probability * unit_value(position, kind, colour, square);
        if board.half(square).is_some() {
            material += PAIR / 2.0;
        }
        let attacked = board.geometry().attacks(kind, colour, square, occupied);
        let squares = f64::from((attacked & !own).len());
        let near = f64::from((attacked & zone).len());
        material += probability * (MOBILITY * squares + KING_ZONE * near);
        for victim in attacked & opponents & !kings {
            let captured = position.capture_probability(square, victim);
            let gain = captured * value(board.kind(victim));
            let defenders = board.attackers(victim, colour.opponent());
            let risk = if defenders.is_empty() {
                0.0
            } else {
                probability * value_at_risk(kind)
            };
            best = best.max(gain - risk);
        }
    }
    (material, best)
}

/// Squares that a king attacks, or its halves.
fn zone(position: &Position, kings: BitBoard) -> BitBoard {
    let geometry = position.board.geometry();
    let squares = kings
        .into_iter()
        .map(|king| geometry.attacks(Kind::King, Colour::White, king, BitBoard::EMPTY));
    squares.fold(BitBoard::EMPTY, |all, squares| all | squares)
}

fn unit_value(position: &Position, kind: Kind, colour: Colour, square: Square) -> f64 {
    if kind != Kind::Pawn {
        return value(kind);
    }
    let home = position.board.geometry().second_rank(colour) as usize;
    let advanced = (square.rank() as usize).abs_diff(home);
    value(kind) + ADVANCE * advanced as f64
}
