//! Values of positions and moves, as a table has them.

use std::convert::Infallible;

use cheqqers_game::{Game, GameExt};

use crate::bounds::ROUNDING;
use crate::outcomes::each_outcome;
use crate::table::{Table, ValueBounds};

/// Values of a position's moves, by a table.
#[derive(Clone, PartialEq, Debug)]
pub struct SolvedPosition<M> {
    /// Bounds of the value for the player to move.
    pub bounds: ValueBounds,
    /// Distance in plies, as [`Distances`](crate::Distances) have it.
    pub distance: u32,
    /// Legal moves, in their order; none where the game is over.
    pub moves: Vec<SolvedMove<M>>,
}

/// A move of a position in a table.
#[derive(Clone, PartialEq, Debug)]
pub struct SolvedMove<M> {
    /// The move itself.
    pub mv: M,
    /// Bounds of its value for the player who makes it: the mean over its outcomes.
    pub bounds: ValueBounds,
    /// The least and the largest distance of its outcomes for the player who makes it; 0 where that player's bound is
    /// not above 0.
    pub distances: [u32; 2],
    /// The same for the opponent; `u32::MAX` where the opponent's bound is not above 0.
    pub opposing: [u32; 2],
}

impl<M> SolvedPosition<M> {
    /// The same with another form of its moves.
    pub fn map_moves<T>(self, mut form: impl FnMut(M) -> T) -> SolvedPosition<T> {
        let moves = self.moves.into_iter().map(|solved| SolvedMove {
            mv: form(solved.mv),
            bounds: solved.bounds,
            distances: solved.distances,
            opposing: solved.opposing,
        });
        SolvedPosition {
            bounds: self.bounds,
            distance: self.distance,
            moves: moves.collect(),
        }
    }
}

impl Table {
    /// The values of a position and of its moves; `None` if it is not in the table.
    ///
    /// Its game must be [that of the table](Self::check).
    pub fn look_up<G: Game>(&self, position: &G) -> Option<SolvedPosition<G::Move>> {
        let (bounds, distance) = self.bounds(position)?;
        let position = position.without_circuits();
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let moves = legal.into_iter();
        let moves = moves.map(|mv| self.look_up_move(&position, mv));
        Some(SolvedPosition {
            bounds,
            distance,
            moves: moves.collect(),
        })
    }

    /// Bounds of a position, and its distance.
    fn bounds<G: Game>(&self, position: &G) -> Option<(ValueBounds, u32)> {
        let mut code = Vec::new();
        if !position.encode(self.header().game.sameness(), &mut code) {
            return None;
        }
        self.row(&code).map(|row| (row.bounds, row.distance))
    }

    fn look_up_move<G: Game>(&self, position: &G, mv: G::Move) -> SolvedMove<G::Move> {
        let mut mean = ValueBounds {
            least: -ROUNDING,
            most: ROUNDING,
        };
        let mut span = ValueBounds {
            least: f64::INFINITY,
            most: f64::NEG_INFINITY,
        };
        let mut distances = [u32::MAX, 0];
        let mut opposing = distances;
        let turn = position.clone().play_unchecked(mv);
        let Ok(()) = each_outcome(turn, 1.0, &mut |after: G, probability| {
            let (bounds, distance) = self.bounds(&after).unwrap_or((ValueBounds::OPEN, 0));
            let bounds = if after.turn() == position.turn() {
                bounds
            } else {
                bounds.reversed()
            };
            mean.least += probability * bounds.least;
            mean.most += probability * bounds.most;
            span.least = span.least.min(bounds.least);
            span.most = span.most.max(bounds.most);
            let own = if bounds.least > 0.0 { distance } else { 0 };
            let other = if bounds.most < 0.0 {
                distance
            } else {
                u32::MAX
            };
            distances = [distances[0].min(own), distances[1].max(own)];
            opposing = [opposing[0].min(other), opposing[1].max(other)];
            Ok::<(), Infallible>(())
        });
        SolvedMove {
            mv,
            // Outcomes that are worth the same leave nothing to round.
            bounds: ValueBounds {
                least: mean.least.max(span.least),
                most: mean.most.min(span.most),
            },
            distances,
            opposing,
        }
    }
}
