//! Training of a game's network from games of an expert with itself.

mod games;
mod optimizer;
mod sample;

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cheqqers_game::Game;
use cheqqers_game::network::Network;

use self::games::SelfPlay;
use self::optimizer::Optimizer;
use self::sample::{Sample, mean_squared_error};
use crate::game_seed;

/// The first of so many parts of the positions, all of the first generation, is not learnt, to see how well others
/// are known.
const UNSEEN: usize = 20;

/// Settings of a training. The network depends on them and on the game alone, whatever the number of
/// threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrainingSettings {
    /// Number of times that games are played and learnt from, the first by the game's static
    /// evaluation alone, the others by the network so far.
    pub generations: u32,
    /// Number of positions to learn from in each generation.
    pub positions: u64,
    /// Number of nodes that are searched for a move.
    pub nodes: NonZeroU64,
    /// Number of times that the positions are learnt.
    pub epochs: u32,
    /// Percentage to which the network's correction of the static evaluation is scaled.
    pub share: u8,
    /// Seed of games and weights.
    pub seed: u64,
}

/// Generation of a training that was learnt.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingStep {
    /// Its number, from 1.
    pub generation: u32,
    /// Number of positions so far.
    pub positions: usize,
    /// Mean squared error of positions that are not learnt: of the static evaluation, and of the network.
    pub errors: [f64; 2],
}

/// Progress of a training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TrainingProgress {
    /// Number of positions so far, of all generations.
    Positions(u64),
    /// A generation was learnt.
    Learnt(TrainingStep),
}

impl Default for TrainingSettings {
    /// Those of `cheqqers experiment train`; the manual has the networks that were trained otherwise.
    fn default() -> Self {
        Self {
            generations: 2,
            positions: 500_000,
            nodes: NonZeroU64::new(150).expect("more than none"),
            epochs: 4,
            share: 100,
            seed: 1,
        }
    }
}

impl TrainingSettings {
    /// The network for games from a start position; `None` if it was stopped.
    ///
    /// Memory: some 300 bytes for each position of all generations.
    pub fn train<G: Game>(
        &self,
        start: &G,
        threads: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(TrainingProgress),
    ) -> Option<Network> {
        let games = SelfPlay {
            positions: self.positions,
            nodes: self.nodes,
            threads,
        };
        let mut samples: Vec<Sample> = Vec::new();
        let mut network: Option<Arc<Network>> = None;
        for generation in 1..=self.generations {
            let seed = game_seed(self.seed, u64::from(generation));
            let before = samples.len() as u64;
            let say = &mut |positions| report(TrainingProgress::Positions(before + positions));
            samples.extend(games.play(start, seed, network.as_ref(), stop, say)?);
            let (unseen, learnt) = samples.split_at(samples.len() / UNSEEN);
            let mut optimizer = Optimizer::new(start.num_features(), self.seed);
            optimizer.learn(learnt, self.epochs, self.seed, stop)?;
            report(TrainingProgress::Learnt(TrainingStep {
                generation,
                positions: samples.len(),
                errors: [
                    mean_squared_error(unseen, |sample| sample.evaluation),
                    optimizer.error(unseen, self.share),
                ],
            }));
            network = Some(Arc::new(optimizer.network(self.share)));
        }
        network.map(Arc::unwrap_or_clone)
    }
}
