//! The strongest player: a search of all moves and all outcomes.

mod chance;
mod evaluate;
mod frame;
mod order;
mod search;
mod settings;
mod table;
mod value;
mod values;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::Builder;

use cheqqers_game::network::Network;
use cheqqers_game::{Game, GameExt};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use self::search::{DEEPEST, Manner, Search, SearchOutcome};
use self::table::Table;
use crate::budget::Budget;
use crate::{Forfeit, MoveContext, Player, Thoughts};

pub use self::evaluate::Evaluation;
pub use self::settings::{EvaluationKind, ExpertSettings, ParseExpertError};
pub use self::values::move_values;

/// Plays the best move of a search that looks at every move, and at every outcome of a measurement
/// with its exact probability, or at 16 drawn from the exact state where there are more than 64:
/// expectiminimax, deepened ply by ply, with principal variation search,
/// Star1 bounds, a transposition table, killer moves and history, late move reductions, static null-move pruning, quiescence
/// search of positions that are not [quiescent](Game::is_quiescent), and where it stops the game's
/// [static evaluation](Game::static_evaluation), which its [network](Game::network) corrects. Several threads share the table (lazy
/// SMP).
///
/// With a fixed number of nodes its choices depend on the seed alone, on machines of the same word
/// size (moves are told apart by their `Hash`); the seed decides between moves that seem alike.
///
/// Memory: 16 MiB for transpositions, shared by the threads.
///
/// Sources: Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", 1983;
/// Marsland and Campbell, "Parallel Search of Strongly Ordered Game Trees", 1982 (principal variation
/// search); Akl and Newborn, "The Principal Continuation and the Killer Heuristic", 1977; Schaeffer,
/// "The History Heuristic and Alpha-Beta Search Enhancements in Practice", 1989.
#[derive(Debug)]
pub struct Expert<G: Game> {
    settings: ExpertSettings,
    /// Mixed into evaluations, so that games differ.
    salt: u64,
    table: Table,
    /// Instead of the one of the game.
    network: Option<Arc<Network>>,
    thoughts: Option<Thoughts<G::Move>>,
}

/// Entries of a player's table.
const ENTRIES: usize = 1 << 20;

impl<G: Game> Expert<G> {
    /// A player with these settings, whose tie-breaks are drawn from a generator.
    pub fn new(settings: ExpertSettings, rng: ChaCha8Rng) -> Self {
        Self::with_entries(settings, rng, ENTRIES)
    }

    /// The same with a table of so many entries, a power of two, of 16 bytes each.
    pub(crate) fn with_entries(
        settings: ExpertSettings,
        mut rng: ChaCha8Rng,
        entries: usize,
    ) -> Self {
        Self {
            settings,
            salt: rng.next_u64(),
            table: Table::new(entries),
            network: None,
            thoughts: None,
        }
    }

    /// The same with another network than the game's own.
    #[must_use]
    pub fn with_network(self, network: Arc<Network>) -> Self {
        Self {
            network: Some(network),
            ..self
        }
    }

    /// The network that corrects evaluations of a position.
    fn network(&self, position: &G) -> Option<&Network> {
        match self.settings.evaluation {
            EvaluationKind::Trained => self.network.as_deref().or_else(|| position.network()),
            EvaluationKind::Classic => None,
        }
    }

    fn search(&mut self, context: &MoveContext<'_, G>) -> SearchOutcome<G::Move> {
        self.table.age();
        let budget = Budget::new(self.settings.effort, context);
        let done = AtomicBool::new(false);
        let root = context.position.without_circuits();
        let manner = Manner::Selective { salt: self.salt };
        let network = self.network(&root);
        let search = |number| Search::new(&self.table, &budget, &done, manner, network, number);
        let helpers = 1..budget.threads(self.settings.threads.get());
        std::thread::scope(|scope| {
            for number in helpers {
                let (root, search) = (&root, &search);
                let help = move || search(number).deepen(root, context.legal, DEEPEST);
                // Where the machine gives no more threads, those there are do.
                if Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let found = search(0).deepen(&root, context.legal, DEEPEST);
            done.store(true, std::sync::atomic::Ordering::Relaxed);
            found
        })
    }
}

impl<G: Game> Player<G> for Expert<G> {
    fn choose(&mut self, context: &MoveContext<'_, G>) -> Result<G::Move, Forfeit> {
        self.thoughts = None;
        if let &[only] = context.legal {
            return Ok(only);
        }
        let found = self.search(context);
        let mv = found.line[0];
        self.thoughts = Some(Thoughts {
            depth: Some(found.depth),
            nodes: found.nodes,
            value: found.value,
            line: found.line,
        });
        Ok(mv)
    }

    fn thoughts(&self) -> Option<Thoughts<G::Move>> {
        self.thoughts.clone()
    }
}
