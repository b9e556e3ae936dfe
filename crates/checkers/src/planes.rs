//! Planes of a board for players that learn, as the player to move sees it.

use cheqqers_game::{Colour, PlaneLayout};

use crate::actions::{cell, num_cells, shape};
use crate::{Parts, Rank, Square};

/// Planes of all games of this crate.
pub(crate) const PLANES: [&str; 8] = [
    "probability of an own man",
    "probability of another's man",
    "probability of an own king",
    "probability of another's king",
    "1 where a part is in superposition",
    "1 where a capture must go on",
    "share of the plies to a draw that have passed",
    "1 on each square",
];

/// Planes of a board of this size.
pub(crate) fn layout(name: &'static str, planes: &'static [&'static str], size: u8) -> PlaneLayout {
    let [rows, columns] = shape(size);
    PlaneLayout {
        name,
        planes,
        rows,
        columns,
    }
}

/// Writer of planes: `see` gets the number and the value of each cell.
pub(crate) struct PlaneWriter<F> {
    size: u8,
    turn: Colour,
    see: F,
}

impl<F: FnMut(usize, f64)> PlaneWriter<F> {
    #[inline]
    pub(crate) fn new(size: u8, turn: Colour, see: F) -> Self {
        Self { size, turn, see }
    }

    /// Planes that are not about single parts, where `clock` is the share of the plies to a draw.
    #[inline]
    pub(crate) fn board(
        &mut self,
        chain: Option<Square>,
        clock: f64,
        all: impl IntoIterator<Item = Square>,
    ) {
        if let Some(square) = chain {
            self.cell(5, square, 1.0);
        }
        self.constant(6, clock);
        for square in all {
            self.cell(7, square, 1.0);
        }
    }

    /// Parts of one kind on a square, which are there with a probability.
    #[inline]
    pub(crate) fn part(&mut self, square: Square, colour: Colour, rank: Rank, probability: f64) {
        let kind = usize::from(colour != self.turn) + 2 * usize::from(rank == Rank::King);
        self.cell(kind, square, probability);
    }

    /// A square whose occupancy is not certain.
    #[inline]
    pub(crate) fn quantum(&mut self, square: Square) {
        self.cell(4, square, 1.0);
    }

    /// The parts of a board with at most one on a square.
    #[inline]
    pub(crate) fn parts(&mut self, parts: &Parts, probability: impl Fn(Square) -> f64) {
        parts.each(|square, colour, rank| {
            self.part(square, colour, rank, probability(square));
        });
        for square in parts.quantum() {
            self.quantum(square);
        }
    }

    /// The same value on each cell of a plane.
    #[inline]
    pub(crate) fn constant(&mut self, plane: usize, value: f64) {
        if value > 0.0 {
            let cells = num_cells(self.size);
            (plane * cells..(plane + 1) * cells).for_each(|number| (self.see)(number, value));
        }
    }

    #[inline]
    fn cell(&mut self, plane: usize, square: Square, value: f64) {
        let cell = cell(self.size, self.turn, square);
        (self.see)(plane * num_cells(self.size) + cell, value);
    }
}
