use std::sync::LazyLock;

use cheqqers_game::{ActionTable, Colour};
use cozy_chess::{Piece as Kind, Square};

use super::board::GEOMETRY;
use super::moves::Move;
use crate::features::turned;
use crate::notation::PROMOTIONS;

/// Files and ranks of one step of a queen, clockwise from straight ahead.
const LINES: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];
/// Files and ranks of a knight's jumps, clockwise.
const JUMPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
/// Longest distance of two squares.
const LONGEST: usize = 7;

const JUMP: usize = LINES.len() * LONGEST;
const PROMOTION: usize = JUMP + JUMPS.len();
const TOUCH: usize = PROMOTION + 3 * PROMOTIONS.len();
const PROMOTE: usize = TOUCH + 1;
const NO_PIECE: usize = PROMOTE + PROMOTIONS.len();
const PLANES: usize = NO_PIECE + 1;

/// The numbering of moves: `(plane * 8 + row) * 8 + column`, where row and column are rank and file of the
/// piece as the player to move sees the board. The planes, in this order:
///
/// - 0 to 55: a step or capture without promotion along a line: for each of eight directions, clockwise
///   from straight ahead, the distances 1 to 7. Castling is the king's step.
/// - 56 to 63: a knight's step or capture, clockwise from two ahead and one towards the h-file.
/// - 64 to 75: a step or capture with promotion, to bishop, knight, queen and rook, for each towards the
///   a-file, straight ahead and towards the h-file.
/// - 76: the touch of a piece.
/// - 77 to 80: the promotion of a touched piece, to bishop, knight, queen and rook.
/// - 81: the deal or a pass, both with the first number of the plane.
pub(super) static TABLE: LazyLock<ActionTable<Move>> = LazyLock::new(|| {
    let moves = white_moves().map(|(number, mv)| (number, [mv, turned_move(mv)]));
    ActionTable::new("queens-chess-actions-v1", vec![PLANES, 8, 8], moves)
});

/// White's moves with their numbers, the piece's kind and others aside.
fn white_moves() -> impl Iterator<Item = (usize, Move)> {
    let squares = GEOMETRY.squares().into_iter();
    let of_pieces = squares.flat_map(|from| {
        let moves = moves_from(from).into_iter();
        moves.map(move |(plane, mv)| (Square::NUM * plane + from as usize, mv))
    });
    let others = [Move::Deal, Move::Pass].map(|mv| (Square::NUM * NO_PIECE, mv));
    of_pieces.chain(others)
}

/// Moves of a piece on a square, with their planes.
fn moves_from(from: Square) -> Vec<(usize, Move)> {
    let mut moves = vec![(TOUCH, Move::Touch(from))];
    let mut add = |plane, to, promotion| {
        let step = Move::Step {
            from,
            to,
            promotion,
        };
        let capture = Move::Capture {
            from,
            to,
            promotion,
        };
        // No square is unoccupied and holds a piece.
        moves.extend([(plane, step), (plane, capture)]);
    };
    for (direction, (files, ranks)) in LINES.into_iter().enumerate() {
        for (index, distance) in (0..LONGEST).zip(1..) {
            if let Some(to) = from.try_offset(files * distance, ranks * distance) {
                add(LONGEST * direction + index, to, None);
            }
        }
    }
    for (jump, (files, ranks)) in JUMPS.into_iter().enumerate() {
        if let Some(to) = from.try_offset(files, ranks) {
            add(JUMP + jump, to, None);
        }
    }
    let last = GEOMETRY.last_rank(Colour::White);
    for (number, kind) in PROMOTIONS.into_iter().enumerate() {
        for (side, files) in (-1..=1).enumerate() {
            let ahead = from.try_offset(files, 1);
            if let Some(to) = ahead.filter(|to| to.rank() == last) {
                add(PROMOTION + 3 * number + side, to, Some(kind));
            }
        }
    }
    if from.rank() == last {
        let promote = |(number, kind): (usize, Kind)| {
            let square = from;
            (PROMOTE + number, Move::Promote { square, kind })
        };
        moves.extend(PROMOTIONS.into_iter().enumerate().map(promote));
    }
    moves
}

/// Black's move that looks like one of White's.
fn turned_move(mv: Move) -> Move {
    let turn = |square| turned(GEOMETRY, Colour::Black, square);
    match mv {
        Move::Touch(square) => Move::Touch(turn(square)),
        Move::Step {
            from,
            to,
            promotion,
        } => Move::Step {
            from: turn(from),
            to: turn(to),
            promotion,
        },
        Move::Capture {
            from,
            to,
            promotion,
        } => Move::Capture {
            from: turn(from),
            to: turn(to),
            promotion,
        },
        Move::Promote { square, kind } => Move::Promote {
            square: turn(square),
            kind,
        },
        Move::Castle(_) | Move::Deal | Move::Pass => mv,
    }
}
