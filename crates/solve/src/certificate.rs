use thiserror::Error;

use crate::bounds::Bounds;
use crate::distances::Distances;
use crate::graph::{Graph, Target};

/// Bound that is not proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the bounds of position {position} are not proved by its moves")]
pub struct FalseBound {
    /// Number of the position.
    pub position: usize,
}

impl Bounds {
    /// Proves the bounds, however they were found.
    ///
    /// Two things hold. One move in advance: each bound is at most what the best move leads to, on average over its outcomes.
    /// And of bounds above 0, from every position some of these moves may lead out of them, whatever the opponent plays;
    /// so a play that follows such moves leaves them with probability 1, sooner or later for good.
    /// The bounds along a play are then a submartingale: what it comes to on average is not
    /// less than the bound at its start, and it comes to an end, which is worth what the bound says, or to no
    /// end, where the bounds are at most 0, which endless play is worth.
    ///
    /// Returns the distances to the way out, by which a player finds such moves. Cost: a pass over all moves, and for
    /// each position with a bound above 0 another one over its moves whenever one of them leads to a known distance.
    ///
    /// # Errors
    /// Returns a position where it fails.
    pub fn check(&self, graph: &Graph) -> Result<Distances, FalseBound> {
        let mut has_ended = vec![false; graph.num_expanded()];
        for &(position, outcome) in &graph.ended {
            let position = position as usize;
            let outcome = f64::from(outcome);
            let [own, opposing] = self.lower[position];
            // An end that is listed twice has ended already.
            let is_over =
                has_ended.get(position) == Some(&false) && graph.moves(position).is_empty();
            if !is_over || own > outcome || opposing > -outcome {
                return Err(FalseBound { position });
            }
            has_ended[position] = true;
        }
        let mut inside = Vec::new();
        for ((position, bounds), number) in self.lower.iter().enumerate().zip(0..) {
            let moves = graph.moves(position);
            if has_ended.get(position) == Some(&true) {
                continue;
            }
            if moves.is_empty() && position < graph.num_expanded() {
                // Positions without moves must be ended ones.
                return Err(FalseBound { position });
            }
            for side in [0, 1] {
                let bound = bounds[side];
                let holds = |&target: &Target| self.reached(graph, target, side) >= bound;
                let is_proved = match side {
                    _ if moves.is_empty() => bound <= -1.0,
                    0 => moves.iter().any(holds),
                    _ => moves.iter().all(holds),
                };
                if !is_proved {
                    return Err(FalseBound { position });
                }
                if bound > 0.0 {
                    inside.push((number, side));
                }
            }
        }
        let counted = Distances::count(self, graph, inside);
        counted.map_err(|position| FalseBound { position })
    }
}
