//! The player of solved boards.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use cheqqers_game::Game;
use cheqqers_solve::{SolvedMove, SolvedPosition, Table};
use rand_chacha::ChaCha8Rng;

use crate::{Expert, ExpertSettings, Forfeit, MoveContext, Player, Thoughts, below};

/// A table that is open, and its file. It equals another one of the same file name.
#[derive(Clone, Debug)]
pub struct NamedTable {
    /// Name of the file.
    pub file: String,
    /// Contents of the file.
    pub table: Arc<Table>,
}

impl PartialEq for NamedTable {
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file
    }
}

impl Eq for NamedTable {}

impl Hash for NamedTable {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.file.hash(state);
    }
}

impl fmt::Display for NamedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("table:{}", self.file))
    }
}

/// Plays perfectly where a [`Table`] of the solved board has the position, and as an [`Expert`] where it does not, or not
/// with its exact value.
///
/// It never makes a move that is worth less than the best one. Where it has more than a draw, it makes one
/// that leads towards the end, so that it gets what the position is worth and does not wait for ever: a certain win takes
/// no more plies than the position's distance. Else it stays as far as it can from what the opponent wins by. Which of
/// moves that are equal in all of this it makes is drawn.
///
/// It refuses games by other rules than the table's.
#[derive(Debug)]
pub struct TablePlayer<G: Game> {
    table: Arc<Table>,
    rng: ChaCha8Rng,
    /// The player outside of the table, since it was first needed.
    expert: Option<Expert<G>>,
    is_ready: bool,
    thoughts: Option<Thoughts<G::Move>>,
}

/// The most that rounding can make of the value of one move.
const ROUNDING: f64 = 1e-12;

impl<G: Game> TablePlayer<G> {
    /// A player with a table, which draws from a generator.
    pub fn new(table: Arc<Table>, rng: ChaCha8Rng) -> Self {
        Self {
            table,
            rng,
            expert: None,
            is_ready: false,
            thoughts: None,
        }
    }
}

impl<G: Game> Player<G> for TablePlayer<G> {
    fn prepare(&mut self, start: &G) -> Result<(), Forfeit> {
        let checked = self.table.check(start);
        checked.map_err(|mismatch| Forfeit::Fault(Box::new(mismatch)))?;
        self.is_ready = true;
        Ok(())
    }

    fn choose(&mut self, context: &MoveContext<'_, G>) -> Result<G::Move, Forfeit> {
        if !self.is_ready {
            self.prepare(context.position)?;
        }
        let solved = self.table.look_up(context.position);
        let Some(solved) = solved.filter(|solved| solved.bounds.is_exact()) else {
            let rng = &self.rng;
            let new = || Expert::new(ExpertSettings::default(), rng.clone());
            let expert = self.expert.get_or_insert_with(new);
            let mv = expert.choose(context)?;
            self.thoughts = expert.thoughts();
            return Ok(mv);
        };
        let best = best_moves(&solved);
        let mv = best[below(&mut self.rng, best.len())].mv;
        self.thoughts = Some(Thoughts {
            depth: None,
            nodes: solved.moves.len() as u64,
            value: solved.bounds.least,
            line: vec![mv],
        });
        Ok(mv)
    }

    fn thoughts(&self) -> Option<Thoughts<G::Move>> {
        self.thoughts.clone()
    }
}

/// The moves that a perfect player chooses from.
fn best_moves<M: Copy>(solved: &SolvedPosition<M>) -> Vec<&SolvedMove<M>> {
    let least = |mv: &&SolvedMove<M>| mv.bounds.least;
    let best = solved.moves.iter().map(|mv| mv.bounds.least);
    let best = best.fold(f64::NEG_INFINITY, f64::max);
    let bound = best.min(solved.bounds.least);
    let mut moves: Vec<&SolvedMove<M>> = solved.moves.iter().collect();
    moves.retain(|mv| least(mv) >= bound - ROUNDING);
    if solved.bounds.least > 0.0 {
        // By all outcomes where that is possible, else by some.
        let is_nearer = |mv: &&SolvedMove<M>| mv.distances[1] < solved.distance;
        let which = usize::from(moves.iter().any(is_nearer));
        let nearest = moves.iter().map(|mv| mv.distances[which]).min();
        moves.retain(|mv| Some(mv.distances[which]) == nearest);
    } else {
        // The opponent has nothing to win at a distance of 0, which is less than any other one here.
        let far = |mv: &SolvedMove<M>| mv.opposing[1].wrapping_sub(1);
        let farthest = moves.iter().map(|mv| far(mv)).max();
        moves.retain(|mv| Some(far(mv)) == farthest);
    }
    moves
}
