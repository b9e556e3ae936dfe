//! Features of a position for a trained evaluation, as the player to move sees them.
//!
//! For each square there are eight, by whose part it is, man or king: its probability, and 1 where it is
//! quantum. The board is turned where Black is to move, so that both sides share all weights.

use cheqqers_game::Colour;

use crate::actions::{cell, num_cells};
use crate::{Parts, Rank, Square};

/// Features of a square.
const KINDS: usize = 8;

/// Number of features of a board of this size.
pub(crate) fn num_features(size: u8) -> usize {
    KINDS * num_cells(size)
}

/// A board seen by the player to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub(crate) size: u8,
    pub(crate) turn: Colour,
}

impl View {
    /// The features of a part.
    #[inline]
    pub(crate) fn part(
        self,
        square: Square,
        colour: Colour,
        rank: Rank,
        probability: f64,
        mut see: impl FnMut(usize, f64),
    ) {
        let number = cell(self.size, self.turn, square);
        let kind = usize::from(colour != self.turn) + 2 * usize::from(rank == Rank::King);
        let feature = KINDS * number + kind;
        see(feature, probability);
        if probability < 1.0 {
            see(feature + KINDS / 2, 1.0);
        }
    }

    /// The features of all parts.
    #[inline]
    pub(crate) fn parts(
        self,
        parts: &Parts,
        probability: impl Fn(Square) -> f64,
        mut see: impl FnMut(usize, f64),
    ) {
        parts.each(|square, colour, rank| {
            self.part(square, colour, rank, probability(square), &mut see);
        });
    }
}
