//! Capturing en passant: pawns that have just advanced two squares.

use cheqqers_game::Colour;
use cozy_chess::{BitBoard, Piece as Kind, Rank, Square};

use crate::fen::{Fields, SetupError};
use crate::geometry::Geometry;

/// Right to take a pawn that has just advanced two squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnPassant {
    /// The square that it skipped.
    pub skipped: Square,
    /// The square to which it advanced.
    pub pawn: Square,
}

impl EnPassant {
    /// The right that the move of a pawn gives: it has one if it advanced two squares.
    pub(crate) fn of_advance(from: Square, pawn: Square) -> Option<Self> {
        let (first, last) = (from.rank() as usize, pawn.rank() as usize);
        let is_double = from.file() == pawn.file() && first.abs_diff(last) == 2;
        let skipped = || Square::new(from.file(), Rank::index(usize::midpoint(first, last)));
        is_double.then(|| Self {
            skipped: skipped(),
            pawn,
        })
    }

    /// The square of the piece that a capture onto a square captures.
    pub(crate) fn target(right: Option<Self>, to: Square) -> Square {
        match right {
            Some(right) if right.skipped == to => right.pawn,
            _ => to,
        }
    }

    /// The right that the fields of a position tell, if they do. The skipped square must be empty;
    /// `has_advanced` is given the square that the pawn came from and its own.
    ///
    /// # Errors
    /// Returns an error if there is a skipped square, but no such pawn.
    pub(crate) fn read(
        fields: &Fields<'_>,
        geometry: Geometry,
        has_advanced: impl Fn(Square, Square) -> bool,
        is_empty: impl Fn(Square) -> bool,
    ) -> Result<Option<Self>, SetupError> {
        let Some(skipped) = fields.skipped else {
            return Ok(None);
        };
        let mover = fields.turn.opponent();
        let back = match mover {
            Colour::White => -1,
            Colour::Black => 1,
        };
        let pawn = skipped.try_offset(0, -back);
        let start = skipped.try_offset(0, back);
        let found = start.zip(pawn).filter(|&(start, pawn)| {
            let steps = geometry.step_targets(Kind::Pawn, mover, start, BitBoard::EMPTY);
            let on_board = geometry.squares().has(start) && steps.has(pawn);
            on_board && is_empty(skipped) && has_advanced(start, pawn)
        });
        found
            .map(|(_, pawn)| Some(Self { skipped, pawn }))
            .ok_or_else(|| SetupError::EnPassant {
                found: skipped.to_string(),
            })
    }
}
