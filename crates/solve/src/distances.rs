use crate::bounds::Bounds;
use crate::graph::{Graph, Target};

/// Distances, in plies, from positions with a bound above 0 to those without one.
///
/// A play with a bound above 0 that always goes on by a move that keeps the bound, and comes nearer, gets what the
/// bound says: one that only keeps the bound may go on for ever, which is worth 0.
#[derive(Debug)]
pub struct Distances {
    /// For each position, that of the player to move and that of the opponent; 0 where the bound is not above 0.
    plies: Vec<[u32; 2]>,
}

/// A position, and a side whose bound is above 0.
type Inside = (u32, usize);

/// Outcomes of a move that must be nearer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nearer {
    /// All, so that a play comes out after so many plies.
    All,
    /// One, so that it does with some probability, and else sooner or later.
    One,
}

const UNKNOWN: u32 = u32::MAX;

impl Distances {
    /// Counts them from the outside; else a position that no way leads out of.
    ///
    /// Those that can be counted so that all outcomes come nearer come first: of them, the distance is the largest number
    /// of plies. A win that is certain is one of them.
    pub(crate) fn count(
        bounds: &Bounds,
        graph: &Graph,
        mut inside: Vec<Inside>,
    ) -> Result<Self, usize> {
        let mut plies = vec![[0; 2]; graph.num_positions];
        for &(position, side) in &inside {
            plies[position as usize][side] = UNKNOWN;
        }
        let mut distances = Self { plies };
        let predecessors = graph.predecessors();
        let mut distance = 0;
        for nearer in [Nearer::All, Nearer::One] {
            let mut due = inside.clone();
            while !due.is_empty() {
                distance += 1;
                due.retain(|&inside| distances.comes_out(bounds, graph, inside, nearer));
                for &(position, side) in &due {
                    distances.plies[position as usize][side] = distance;
                }
                let before = due.iter();
                let before = before.flat_map(|&(position, _)| predecessors.of(position as usize));
                let before = before.flat_map(|&position| [(position, 0), (position, 1)]);
                due = before
                    .filter(|&inside| distances.is_unknown(inside))
                    .collect();
                due.sort_unstable();
                due.dedup();
            }
            inside.retain(|&inside| distances.is_unknown(inside));
        }
        match inside.first() {
            None => Ok(distances),
            Some(&(position, _)) => Err(position as usize),
        }
    }

    /// The distance of a position for the player whose bound is above 0; 0 where there is none.
    pub fn plies(&self, position: usize) -> u32 {
        let [own, opposing] = self.plies[position];
        own.max(opposing)
    }

    fn is_unknown(&self, (position, side): Inside) -> bool {
        self.plies[position as usize][side] == UNKNOWN
    }

    /// Returns `true` if a move that keeps the bound leads to known distances; for the opponent's moves, if each does.
    fn comes_out(
        &self,
        bounds: &Bounds,
        graph: &Graph,
        (position, side): Inside,
        nearer: Nearer,
    ) -> bool {
        let position = position as usize;
        let is_known = |target: Target| {
            let side = side ^ usize::from(target.passes_turn());
            self.plies[target.number()][side] != UNKNOWN
        };
        let leads_out = |&target: &Target| match target.outcomes() {
            None => is_known(target),
            Some(number) => {
                let mut outcomes = graph.outcomes(number).map(|(target, _)| target);
                match nearer {
                    Nearer::All => outcomes.all(is_known),
                    Nearer::One => outcomes.any(is_known),
                }
            }
        };
        let mut moves = graph.moves(position).iter();
        if side == 0 {
            let bound = bounds.lower[position][side];
            moves.any(|target| leads_out(target) && bounds.reached(graph, *target, side) >= bound)
        } else {
            moves.all(leads_out)
        }
    }
}
