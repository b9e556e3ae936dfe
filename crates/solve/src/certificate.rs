use thiserror::Error;

use crate::bounds::Bounds;
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
    /// Cost: a pass over all moves, and one for each move of the longest way out over those not yet known to lead
    /// out.
    ///
    /// # Errors
    /// Returns a position where it fails.
    pub fn check(&self, graph: &Graph) -> Result<(), FalseBound> {
        for &(position, outcome) in &graph.ended {
            let position = position as usize;
            let outcome = f64::from(outcome);
            let [own, opposing] = self.lower[position];
            if !graph.moves(position).is_empty() || own > outcome || opposing > -outcome {
                return Err(FalseBound { position });
            }
        }
        // Positions and sides that are not known to lead out of bounds above 0.
        let mut inside = vec![[false; 2]; graph.num_positions];
        let mut left = Vec::new();
        let mut num_ended = 0;
        for (position, bounds) in self.lower.iter().enumerate() {
            let moves = graph.moves(position);
            if moves.is_empty() && position < graph.num_expanded() {
                // Positions without moves must be ended ones.
                num_ended += 1;
                continue;
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
                    inside[position][side] = true;
                    left.push((position, side));
                }
            }
        }
        if num_ended != graph.ended.len() {
            let position = graph.num_expanded();
            return Err(FalseBound { position });
        }
        loop {
            let before = left.len();
            left.retain(|&(position, side)| {
                let stays = !self.leads_out(graph, &inside, position, side);
                inside[position][side] = stays;
                stays
            });
            match left.first() {
                None => return Ok(()),
                Some(&(position, _)) if left.len() == before => {
                    return Err(FalseBound { position });
                }
                Some(_) => {}
            }
        }
    }

    /// Returns `true` if a move that keeps the bound may lead to where it is not inside; for the opponent's
    /// moves, if each may.
    fn leads_out(&self, graph: &Graph, inside: &[[bool; 2]], position: usize, side: usize) -> bool {
        let is_outside =
            |target: Target| !inside[target.number()][side ^ usize::from(target.passes_turn())];
        let may_leave = |&target: &Target| match target.outcomes() {
            None => is_outside(target),
            Some(outcomes) => graph
                .outcomes(outcomes)
                .any(|(target, _)| is_outside(target)),
        };
        let moves = graph.moves(position).iter();
        if side == 0 {
            let bound = self.lower[position][side];
            moves
                .filter(|&&target| self.reached(graph, target, side) >= bound)
                .any(may_leave)
        } else {
            graph.moves(position).iter().all(may_leave)
        }
    }
}
