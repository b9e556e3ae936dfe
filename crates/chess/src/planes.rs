//! Planes of a board for players that learn, as the player to move sees it.

use cheqqers_game::{Colour, draw_share};
use cozy_chess::Square;

use crate::castling::CastlingRights;
use crate::features::turned;
use crate::geometry::Geometry;

/// The cells of planes as they are seen, one after the other.
pub(crate) struct Planes<F> {
    geometry: Geometry,
    turn: Colour,
    see: F,
}

impl<F: FnMut(usize, f64)> Planes<F> {
    pub(crate) fn new(geometry: Geometry, turn: Colour, see: F) -> Self {
        Self {
            geometry,
            turn,
            see,
        }
    }

    /// The squares of the board, in the order of their cells.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> + use<F> {
        let (geometry, turn) = (self.geometry, self.turn);
        let squares = geometry.squares().into_iter();
        squares.map(move |seen| turned(geometry, turn, seen))
    }

    /// Rank and file of a square, from 0.
    pub(crate) fn place(&self, square: Square) -> [u8; 2] {
        let seen = turned(self.geometry, self.turn, square);
        [seen.rank() as u8, seen.file() as u8]
    }

    /// Sets the cell of a square.
    pub(crate) fn set(&mut self, plane: usize, square: Square, value: f64) {
        let [rank, file] = self.place(square).map(usize::from);
        let [files, ranks] = [self.geometry.files(), self.geometry.ranks()].map(usize::from);
        if value != 0.0 {
            (self.see)((plane * ranks + rank) * files + file, value);
        }
    }

    /// Sets the cell of a square to 1.
    pub(crate) fn mark(&mut self, plane: usize, square: Square) {
        self.set(plane, square, 1.0);
    }

    /// Sets all cells of a plane.
    pub(crate) fn fill(&mut self, plane: usize, value: f64) {
        for square in self.geometry.squares() {
            self.set(plane, square, value);
        }
    }

    /// Fills the planes of rights to castle: the player's towards the h-file and the a-file, the
    /// opponent's.
    pub(crate) fn castling(&mut self, first: usize, rights: CastlingRights) {
        for (colour, castling) in rights.castlings() {
            let side = 2 * usize::from(colour != self.turn);
            let is_long = castling.king_to < castling.king_from;
            self.fill(first + side + usize::from(is_long), 1.0);
        }
    }

    /// Fills the plane of the half-move clock with its share of the limit.
    pub(crate) fn clock(&mut self, plane: usize, half_moves: u32, limit: Option<u32>) {
        self.fill(plane, draw_share(half_moves, limit));
    }
}
