use cheqqers_game::{Colour, PlaneLayout};
use cozy_chess::Piece as Kind;

use super::board::GEOMETRY;
use super::piece::Piece;
use super::pool::{Pool, TYPES};
use super::position::{Position, TurnStep};
use crate::geometry::is_dark;
use crate::planes::Planes;

/// Planes of a position. The first twelve sum to 1 on the square of each piece.
///
/// The colours of squares are planes, as they are not those of the board turned by ranks: landing on a
/// dark one makes a piece quantum. Which of two known types is the primary one is in no plane, as nothing
/// follows from it.
pub(super) const LAYOUT: PlaneLayout = PlaneLayout {
    name: "queens-chess-planes-v1",
    planes: &[
        "probability that an own piece shows a pawn next",
        "probability that an own piece shows a knight next",
        "probability that an own piece shows a bishop next",
        "probability that an own piece shows a rook next",
        "probability that an own piece shows a queen next",
        "own king",
        "probability that an opponent's piece shows a pawn next",
        "probability that an opponent's piece shows a knight next",
        "probability that an opponent's piece shows a bishop next",
        "probability that an opponent's piece shows a rook next",
        "probability that an opponent's piece shows a queen next",
        "opponent's king",
        "own classical pieces whose other type is a pawn",
        "own classical pieces whose other type is a knight",
        "own classical pieces whose other type is a bishop",
        "own classical pieces whose other type is a rook",
        "own classical pieces whose other type is a queen",
        "own pieces with a type that nobody has seen",
        "opponent's classical pieces whose other type is a pawn",
        "opponent's classical pieces whose other type is a knight",
        "opponent's classical pieces whose other type is a bishop",
        "opponent's classical pieces whose other type is a rook",
        "opponent's classical pieces whose other type is a queen",
        "opponent's pieces with a type that nobody has seen",
        "quantum pieces",
        "share of the own labels of pawns that nobody has seen",
        "share of the own labels of knights that nobody has seen",
        "share of the own labels of bishops that nobody has seen",
        "share of the own labels of rooks that nobody has seen",
        "share of the own labels of queens that nobody has seen",
        "share of the opponent's labels of pawns that nobody has seen",
        "share of the opponent's labels of knights that nobody has seen",
        "share of the opponent's labels of bishops that nobody has seen",
        "share of the opponent's labels of rooks that nobody has seen",
        "share of the opponent's labels of queens that nobody has seen",
        "own right to castle towards the h-file",
        "own right to castle towards the a-file",
        "opponent's right to castle towards the h-file",
        "opponent's right to castle towards the a-file",
        "square skipped by a pawn that may be captured en passant",
        "touched piece that must move",
        "touched piece that must be promoted",
        "dark squares",
        "half-move clock as a share of its limit",
        "ones",
    ],
    rows: 8,
    columns: 8,
};

const OTHER: usize = 2 * Kind::NUM;
pub(super) const QUANTUM: usize = OTHER + 2 * (TYPES.len() + 1);
const POOLS: usize = QUANTUM + 1;
const CASTLING: usize = POOLS + 2 * TYPES.len();
const SKIPPED: usize = CASTLING + 4;
const TOUCHED: usize = SKIPPED + 1;
const PROMOTED: usize = TOUCHED + 1;
pub(super) const DARK: usize = PROMOTED + 1;
const CLOCK: usize = DARK + 1;
pub(super) const ONES: usize = CLOCK + 1;

/// Calls `see` with each cell of the planes that is not 0.
pub(super) fn planes(position: &Position, see: impl FnMut(usize, f64)) {
    let mut planes = Planes::new(GEOMETRY, position.turn, see);
    for colour in [Colour::White, Colour::Black] {
        let side = usize::from(colour != position.turn);
        let pool = position.pool(colour);
        let other = OTHER + (TYPES.len() + 1) * side;
        for square in position.board.of(colour) {
            let piece = position.board.expect_piece(square);
            for kind in Kind::ALL {
                let probability = shows_next(piece, pool, kind);
                planes.set(Kind::NUM * side + kind as usize, square, probability);
            }
            if piece.is_quantum() {
                planes.mark(QUANTUM, square);
            } else if let Some(kind) = hidden(piece) {
                planes.mark(other + kind as usize, square);
            }
            if piece.secondary.is_none() {
                planes.mark(other + TYPES.len(), square);
            }
        }
        for kind in TYPES {
            let share = f64::from(pool.count(kind)) / f64::from(Pool::FULL.count(kind));
            planes.fill(POOLS + TYPES.len() * side + kind as usize, share);
        }
    }
    planes.castling(CASTLING, position.castling);
    if let Some(right) = position.en_passant {
        planes.mark(SKIPPED, right.skipped);
    }
    let mut half_moves = position.half_move_clock;
    match position.step {
        TurnStep::Deal | TurnStep::Touch => {}
        TurnStep::Move { square, promoted } => {
            planes.mark(TOUCHED, square);
            if promoted {
                // The move to come sets it back, whatever it is.
                half_moves = 0;
            }
        }
        TurnStep::Promote(square) => planes.mark(PROMOTED, square),
    }
    for square in planes.squares().filter(|&square| is_dark(square)) {
        planes.mark(DARK, square);
    }
    planes.clock(CLOCK, half_moves, position.rules.draw_after);
    planes.fill(ONES, 1.0);
}

/// Probability that a piece shows this kind when it is touched or moved next.
fn shows_next(piece: Piece, pool: Pool, kind: Kind) -> f64 {
    let certain = |shown: Kind| f64::from(u8::from(shown == kind));
    let secondary = || {
        let drawn = || pool.probability(kind);
        piece.secondary.map_or_else(drawn, certain)
    };
    match piece.sure_kind() {
        Some(shown) => certain(shown),
        None => 0.5 * (certain(piece.primary) + secondary()),
    }
}

/// The type that a classical piece of two known types does not show.
fn hidden(piece: Piece) -> Option<Kind> {
    let types = [Some(piece.primary), piece.secondary];
    let other = types.into_iter().find(|&kind| kind != piece.kind());
    other.flatten()
}
