//! The strongest player: a search of all moves and all outcomes.

mod budget;
mod chance;
mod frame;
mod order;
mod search;
mod settings;
mod table;
mod value;

use std::sync::atomic::AtomicBool;

use cheqqers_game::Game;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use self::budget::Budget;
use self::search::{Found, Search};
use self::table::Table;
use crate::{Forfeit, Player, Scene, Thoughts};

pub use self::settings::{Effort, Expert as ExpertSettings, ParseExpertError};

/// Plays the best move of a search that looks at every move, and at every outcome of a measurement
/// with its exact probability: expectiminimax, deepened ply by ply, with alpha-beta and Star1
/// bounds, transpositions, and the game's [estimate](Game::estimate) where it stops.
///
/// With a fixed number of nodes its choices depend on the seed alone; the seed decides between moves
/// that seem alike.
///
/// Memory: 16 MiB for transpositions, shared by the threads.
///
/// Sources: Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", 1983;
/// Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975.
#[derive(Debug)]
pub struct Expert<G: Game> {
    settings: ExpertSettings,
    /// What is mixed into estimates, so that games differ.
    salt: u64,
    table: Table,
    thoughts: Option<Thoughts<G::Move>>,
}

impl<G: Game> Expert<G> {
    /// A player with these settings, whose taste is drawn from a generator.
    pub fn new(settings: ExpertSettings, mut rng: ChaCha8Rng) -> Self {
        Self {
            settings,
            salt: rng.next_u64(),
            table: Table::new(),
            thoughts: None,
        }
    }

    fn search(&mut self, scene: &Scene<'_, G>) -> Found<G::Move> {
        self.table.age();
        let budget = Budget::new(self.settings.effort, scene);
        let done = AtomicBool::new(false);
        let mut root = scene.position.clone();
        // Nobody writes a circuit of what is only thought.
        root.world_mut().stop_recording();
        let search = |number| Search::new(&self.table, &budget, &done, self.salt, number);
        let helpers = 1..budget.threads(self.settings.threads.get());
        std::thread::scope(|scope| {
            for number in helpers {
                let (root, search) = (&root, &search);
                scope.spawn(move || search(number).deepen(root, scene.legal));
            }
            let found = search(0).deepen(&root, scene.legal);
            done.store(true, std::sync::atomic::Ordering::Relaxed);
            found
        })
    }
}

impl<G: Game> Player<G> for Expert<G> {
    fn name(&self) -> String {
        self.settings.to_string()
    }

    fn choose(&mut self, scene: &Scene<'_, G>) -> Result<G::Move, Forfeit> {
        self.thoughts = None;
        if let &[only] = scene.legal {
            return Ok(only);
        }
        let found = self.search(scene);
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
