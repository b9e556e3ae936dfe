//! Values of positions that are compared with each other.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use cheqqers_game::{Colour, Game, GameExt, Outcome};

use super::Expert;
use super::search::{DEEPEST, Manner, Search};
use super::value::{PROVEN, worth};
use crate::budget::Budget;

/// Value of a position by a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation<M> {
    /// For White, from -1 (lost) through 0 (drawn) to 1 (won). Between these it is the mean of the
    /// player's evaluation over what chance may bring.
    pub value: f64,
    /// Search depth in plies; 0 where the game is over, or nothing had to be searched.
    pub depth: u32,
    /// The best moves as far as nothing is measured, and the one that measures; empty where the
    /// game is over.
    pub line: Vec<M>,
}

impl<M> Evaluation<M> {
    /// White's expected score, from 0 (lost) through 0.5 (drawn) to 1 (won).
    pub fn score(&self) -> f64 {
        f64::midpoint(1.0, self.value)
    }

    /// Returns `true` if a deeper search finds nothing else.
    fn is_proven(&self) -> bool {
        self.line.is_empty() || self.value.abs() > f64::from(PROVEN)
    }
}

/// A position to be searched, and its legal moves.
struct Root<G: Game> {
    position: G,
    legal: Vec<G::Move>,
}

impl<G: Game> Root<G> {
    fn new(position: &G) -> Self {
        let position = position.without_circuits();
        let mut legal = Vec::new();
        if position.outcome().is_none() {
            position.legal_moves(&mut legal);
        }
        Self { position, legal }
    }

    /// The value of a game that is over.
    fn end(&self) -> Evaluation<G::Move> {
        let outcome = self.position.outcome().unwrap_or(Outcome::Draw);
        Evaluation {
            value: f64::from(worth(outcome, Colour::White, 0)),
            depth: 0,
            line: Vec::new(),
        }
    }
}

impl<G: Game> Expert<G> {
    /// The value of each of some positions, all of them searched to the same depth: the deepest for
    /// which `nodes` positions suffice on average, at least 1. One whose result is proven is searched
    /// no deeper. `None` if it was stopped.
    ///
    /// The values depend on the positions, and on those that were searched before them.
    pub fn evaluate(
        &mut self,
        positions: &[G],
        nodes: u64,
        stop: &AtomicBool,
    ) -> Option<Vec<Evaluation<G::Move>>> {
        self.table.age();
        let roots: Vec<Root<G>> = positions.iter().map(Root::new).collect();
        let mut known: Vec<_> = roots.iter().map(Root::end).collect();
        let mut left = nodes.saturating_mul(positions.len() as u64);
        for depth in 1..=DEEPEST {
            let is_open = |(root, known): (&Root<G>, &Evaluation<G::Move>)| {
                !root.legal.is_empty() && (depth == 1 || !known.is_proven())
            };
            if !roots.iter().zip(&known).any(is_open) || depth > 1 && left == 0 {
                break;
            }
            let mut deeper = Vec::with_capacity(known.len());
            for (root, known) in roots.iter().zip(&known) {
                if !is_open((root, known)) {
                    deeper.push(known.clone());
                    continue;
                }
                // The first depth is searched whatever it takes.
                let budget = Budget::of_nodes((depth > 1).then_some(left), stop);
                let done = AtomicBool::new(false);
                let manner = Manner::Selective { salt: self.salt };
                let network = self.network(&root.position);
                let search = Search::new(&self.table, &budget, &done, manner, network, 0);
                let found = search.deepen(&root.position, &root.legal, depth);
                left = left.saturating_sub(found.nodes);
                if !found.is_complete {
                    break;
                }
                let sign = match root.position.turn() {
                    Colour::White => 1.0,
                    Colour::Black => -1.0,
                };
                deeper.push(Evaluation {
                    value: sign * found.value,
                    depth: found.depth,
                    line: found.line,
                });
            }
            if stop.load(Relaxed) {
                return None;
            }
            if deeper.len() < known.len() {
                break;
            }
            known = deeper;
        }
        Some(known)
    }
}
