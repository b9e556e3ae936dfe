use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::SolveError;
use crate::graph::{Graph, Target};

/// Bounds of the value of each position, for its player to move.
///
/// They are lower bounds of two kinds, which lead to each other by moves that pass the turn: of the value for the player
/// to move, who chooses the best move for it, and for the opponent, against whom the worst is chosen. The second is the upper
/// bound for the player to move, negated.
#[derive(Debug)]
pub struct Bounds {
    /// For each position, those for the player to move and for the opponent.
    pub(crate) lower: Vec<[f64; 2]>,
}

/// Account of the work on bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// Number of times that endless play was valued.
    pub stages: u32,
    /// Number of passes over positions.
    pub passes: u32,
    /// Number of positions whose bounds were apart when the stage began.
    pub open: usize,
}

/// Direction in which bounds change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// Bounds not above 0 come down. Where none does any more they hold: whoever follows them either comes to an end
    /// that is worth as much on average, or never, which is worth 0.
    Down,
    /// Bounds go up. They hold after any number of passes, as those of a game that ends after as many moves and is
    /// then worth what was known before.
    Up,
}

/// The most that the mean of outcomes can be wrong by. Probabilities are products of squared amplitudes, whose
/// errors are some 2⁻⁵² each: together, over all outcomes of a move, far less than this.
pub(crate) const ROUNDING: f64 = 1e-13;

/// Distance of bounds at which a position is left alone.
const CLOSE: f64 = 1e-12;

/// Grid of bounds that come down, so that they stop.
const GRID: f64 = 1.0 / (1_u64 << 40) as f64;

impl Bounds {
    /// Finds bounds: `progress` is told of each pass.
    ///
    /// Bounds begin where nothing is lost that need not be: play without end is worth 0, so that a player who need not lose has
    /// at least that. They come down to what the player can hold that way, then go up by what can be won. As wins may make
    /// it worse for the opponent to leave play without end, both are repeated until nothing changes.
    ///
    /// # Errors
    /// Returns an error if `stop` was set.
    pub fn of(
        graph: &Graph,
        stop: &AtomicBool,
        mut progress: impl FnMut(&Work),
    ) -> Result<Self, SolveError> {
        let mut lower = vec![[0.0; 2]; graph.num_positions];
        for &(position, outcome) in &graph.ended {
            let outcome = f64::from(outcome);
            lower[position as usize] = [outcome, -outcome];
        }
        // Of these positions nothing is known.
        lower[graph.num_expanded()..].fill([-1.0; 2]);
        let mut bounds = Self { lower };
        let mut open: Vec<u32> = (0..).take(graph.num_expanded()).collect();
        // Late positions of the game first.
        open.reverse();
        open.retain(|&position| !graph.moves(position as usize).is_empty());
        let predecessors = graph.predecessors();
        let mut is_due = vec![false; graph.num_positions];
        let mut work = Work {
            stages: 0,
            passes: 0,
            open: open.len(),
        };
        loop {
            let before: Vec<[f64; 2]> = open.iter().map(|&k| bounds.lower[k as usize]).collect();
            work.stages += 1;
            bounds.restart(&open);
            for (change, enough) in [(Change::Down, 0.0), (Change::Up, CLOSE / 16.0)] {
                for &position in &open {
                    is_due[position as usize] = true;
                }
                let mut farthest = f64::INFINITY;
                while farthest > enough {
                    work.passes += 1;
                    progress(&work);
                    if stop.load(Ordering::Relaxed) {
                        return Err(SolveError::Stopped);
                    }
                    farthest = 0.0;
                    for &position in &open {
                        if mem::take(&mut is_due[position as usize]) {
                            let moved = bounds.change(graph, position as usize, change);
                            farthest = moved.max(farthest);
                            if moved > 0.0 {
                                let before = predecessors.of(position as usize).iter();
                                before.for_each(|&before| is_due[before as usize] = true);
                            }
                        }
                    }
                }
                if work.stages > 1 {
                    // They hold as well; the grid may have cost a little.
                    bounds.keep(&open, &before);
                }
            }
            let gain = |(&position, before): (&u32, &[f64; 2])| {
                let now = bounds.lower[position as usize];
                (now[0] - before[0]).max(now[1] - before[1])
            };
            let gained = open.iter().zip(&before).map(gain).fold(0.0, f64::max);
            open.retain(|&position| bounds.width(position as usize) > CLOSE);
            work.open = open.len();
            if open.is_empty() || work.stages > 1 && gained <= CLOSE {
                return Ok(bounds);
            }
        }
    }

    /// Lower and upper bound of the value for the player to move.
    pub fn interval(&self, position: usize) -> [f64; 2] {
        let [own, opposing] = self.lower[position];
        // No negative zeros.
        [own + 0.0, 0.0 - opposing]
    }

    /// Distance of the bounds of a position.
    pub fn width(&self, position: usize) -> f64 {
        let [least, most] = self.interval(position);
        most - least
    }

    /// Lets play without end be worth a draw again where less is known.
    fn restart(&mut self, open: &[u32]) {
        for &position in open {
            for bound in &mut self.lower[position as usize] {
                *bound = bound.max(0.0);
            }
        }
    }

    /// Goes back to earlier bounds where they are higher.
    fn keep(&mut self, open: &[u32], earlier: &[[f64; 2]]) {
        for (&position, earlier) in open.iter().zip(earlier) {
            let bounds = &mut self.lower[position as usize];
            *bounds = [0, 1].map(|side| bounds[side].max(earlier[side]));
        }
    }

    /// Changes the bounds of a position by what its moves lead to; returns how far at most.
    fn change(&mut self, graph: &Graph, position: usize, change: Change) -> f64 {
        let mut farthest = 0.0_f64;
        for side in [0, 1] {
            let bound = self.lower[position][side];
            if change == Change::Down && bound > 0.0 {
                continue;
            }
            let reached = self.best(graph, position, side);
            let changed = match change {
                Change::Down => ((reached / GRID).floor() * GRID).max(-1.0).min(bound),
                Change::Up => reached.max(bound),
            };
            self.lower[position][side] = changed;
            farthest = farthest.max((changed - bound).abs());
        }
        farthest
    }

    /// The bound that the best move leads to: for the player to move on side 0, else for the opponent.
    #[inline]
    fn best(&self, graph: &Graph, position: usize, side: usize) -> f64 {
        let reached = graph.moves(position).iter();
        let reached = reached.map(|&target| self.reached(graph, target, side));
        if side == 0 {
            reached.fold(f64::NEG_INFINITY, f64::max)
        } else {
            reached.fold(f64::INFINITY, f64::min)
        }
    }

    /// The bound that a move leads to, rounded down; monotone in the bounds of the positions after it.
    #[inline]
    pub(crate) fn reached(&self, graph: &Graph, target: Target, side: usize) -> f64 {
        let after =
            |target: Target| self.lower[target.number()][side ^ usize::from(target.passes_turn())];
        let Some(outcomes) = target.outcomes() else {
            return after(target);
        };
        let mut least = f64::INFINITY;
        let mut mean = -ROUNDING;
        for (target, probability) in graph.outcomes(outcomes) {
            let bound = after(target);
            least = least.min(bound);
            mean += probability * bound;
        }
        // Outcomes that are worth the same leave nothing to round.
        mean.max(least)
    }
}

#[cfg(test)]
mod tests;
