//! Monte Carlo tree search with random playouts, as the paper's computer player has it.

mod playout;
mod tree;

use std::num::NonZeroU64;

use cheqqers_game::{Game, GameExt};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use self::tree::Tree;
use crate::budget::Budget;
use crate::{Effort, Forfeit, Limit, MoveContext, Player, Thoughts};

pub use self::tree::EXPLORATION;

/// Plays the move that a Monte Carlo tree search visited most, the first of them where there are
/// several.
///
/// A rollout goes down the tree by UCT with [`EXPLORATION`], adds one position to it, and plays at
/// random from there; a playout that is not over after 100 plies counts as no win, and so does a
/// draw: a certain draw has the [value](Thoughts::value) of a loss. A measurement inside the tree is
/// sampled anew in every rollout, and each outcome that occurs has a subtree of its own.
///
/// A clock or a time limit may end a search before its number of rollouts.
///
/// Cost: a random game for each rollout. Memory: about 50 bytes for each legal move of each position
/// in the tree; it is kept from one choice to the next, its contents are not.
///
/// Sources: arXiv:2506.05962; Kocsis and Szepesvári, "Bandit based Monte-Carlo Planning", 2006.
#[derive(Debug)]
pub struct Mcts<G: Game> {
    rollouts: NonZeroU64,
    rng: Xoshiro256PlusPlus,
    tree: Tree<G::Move>,
    thoughts: Option<Thoughts<G::Move>>,
    /// Memory for the positions of a rollout.
    position: Option<G>,
}

impl<G: Game> Mcts<G> {
    /// So many rollouts for each choice, drawn from this generator.
    pub fn new(rollouts: NonZeroU64, mut rng: ChaCha8Rng) -> Self {
        Self {
            rollouts,
            // A playout draws a number for each ply: a quicker generator shows.
            rng: Xoshiro256PlusPlus::from_rng(&mut rng),
            tree: Tree::default(),
            thoughts: None,
            position: None,
        }
    }

    /// Searches from a position with two legal moves at least.
    fn search(&mut self, context: &MoveContext<'_, G>) -> G::Move {
        let root = context.position.without_circuits();
        self.tree.plant(context.legal);
        let budget = Budget::new(Effort::Nodes(self.rollouts), context);
        let most = match context.limit {
            Limit::Nodes(nodes) => nodes.max(1),
            _ => self.rollouts.get(),
        };
        let mut done = 0;
        // One rollout there must be, to have a choice.
        while done == 0 || done < most && !budget.is_over() {
            let mut position = self.position.take().unwrap_or_else(|| root.clone());
            position.clone_from(&root);
            self.position = Some(self.tree.rollout(position, &mut self.rng));
            done += 1;
        }
        let best = self.tree.most_visited();
        self.thoughts = Some(Thoughts {
            depth: None,
            nodes: done,
            value: 2.0 * best.rate() - 1.0,
            line: self.tree.line(),
        });
        best.mv
    }
}

impl<G: Game> Player<G> for Mcts<G> {
    fn choose(&mut self, context: &MoveContext<'_, G>) -> Result<G::Move, Forfeit> {
        self.thoughts = None;
        Ok(match context.legal {
            &[only] => only,
            _ => self.search(context),
        })
    }

    fn thoughts(&self) -> Option<Thoughts<G::Move>> {
        self.thoughts.clone()
    }
}
