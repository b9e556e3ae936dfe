//! Positions as arrays of numbers, for players that learn.

use cheqqers_world::Slot;

/// Planes of a board, each with a number for each of its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaneLayout {
    /// Name and version, as in `cheqqers-planes-v1`: it changes with any number.
    pub name: &'static str,
    /// Meaning of each plane.
    pub planes: &'static [&'static str],
    /// Rows of a plane: ranks, that nearest to the player to move first.
    pub rows: usize,
    /// Columns of a plane: files, or pairs of them where only dark squares are used.
    pub columns: usize,
}

impl PlaneLayout {
    /// Number of cells of a plane.
    pub fn num_cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Number of cells of all planes.
    pub fn len(&self) -> usize {
        self.planes.len() * self.num_cells()
    }

    /// Returns `true` if there are no planes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A square that is not empty, in a game whose slots are squares.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairSquare {
    /// Slot of its occupancy.
    pub slot: Slot,
    /// Its cell, as the player to move sees the board.
    pub cell: usize,
    /// Probability that it is occupied, in (0, 1].
    pub probability: f64,
    /// Numbers of the pieces of which it holds parts, as bits.
    pub pieces: u128,
}
