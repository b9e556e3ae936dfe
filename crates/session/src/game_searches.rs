//! Searches of positions whose game is not part of their type.

use std::convert::Infallible;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fmt, ptr, thread};

use cheqqers_game::{ActionTable, TreeNode};
use cheqqers_players::{Net, NetError, TreeGame, predict};
use cheqqers_search::{Leaf, Prediction, SearchError, SearchSettings, SearchSummary, Searches};
use thiserror::Error;

use crate::door::Position;
use crate::playable::Playable;

/// Searches of positions of one game side by side, as [`Searches`].
pub struct GameSearches(Box<dyn GameSearchesMethods>);

/// Error of searching positions.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum GameSearchError {
    #[error("{game} has no numbering of its moves")]
    NoActions { game: &'static str },
    #[error("position {index} is none of {game}")]
    OtherGame { index: usize, game: &'static str },
    #[error("position {index} is of another board than the first one: search each board apart")]
    OtherBoard { index: usize },
    #[error("{found} numbers of predictions, not {expected}")]
    Predictions { expected: usize, found: usize },
    #[error(transparent)]
    Search(#[from] SearchError<Infallible>),
    #[error(transparent)]
    Net(#[from] NetError),
}

/// Methods of [`GameSearches`]. Leaves and predictions are rows of arrays, in one order.
pub trait GameSearchesMethods: Send + Sync {
    /// Runs all searches up to leaves; see [`Searches::select`]. Returns the number of leaves, 0 where all searches are
    /// complete.
    ///
    /// # Errors
    /// As there.
    fn select(&mut self) -> Result<usize, GameSearchError>;

    /// The planes of all leaves, a row for each.
    fn leaf_planes(&self) -> Vec<f32>;

    /// The numbers of the legal moves of each leaf, ascending.
    fn leaf_actions(&self) -> Vec<Vec<u32>>;

    /// Gives a prediction to each leaf: its expected value for the player to move, and a row of logits with an entry for
    /// each action of the game.
    ///
    /// # Errors
    /// Returns an error if there are other numbers of them, or a prediction is none. Nothing has changed then.
    fn expand(&mut self, values: &[f32], logits: &[f32]) -> Result<(), GameSearchError>;

    /// Completes all searches with the predictions of a network.
    ///
    /// # Errors
    /// Returns an error if the network is for another game.
    fn run(&mut self, net: &Net, stop: &AtomicBool) -> Result<(), GameSearchError>;

    /// The findings of each search until now.
    fn summaries(&self) -> Vec<SearchSummary>;
}

impl GameSearches {
    /// Searches of positions of the game `G`, each with its seed, on some threads.
    ///
    /// # Errors
    /// Returns an error if a position is of another game, or the settings are out of range.
    pub(crate) fn of<G: Playable>(
        roots: &[(Position, u64)],
        settings: &SearchSettings,
        threads: usize,
    ) -> Result<Self, GameSearchError> {
        let mut typed = Vec::new();
        for (index, (root, seed)) in roots.iter().enumerate() {
            let root = root.typed::<G>();
            let game = G::NAME;
            let root = root.ok_or(GameSearchError::OtherGame { index, game })?;
            typed.push((&root.position, *seed));
        }
        let Some((first, _)) = typed.first() else {
            let (shards, root) = (Vec::new(), None);
            return Ok(Self(Box::new(SearchesOf::<G> { shards, root })));
        };
        let no_actions = || GameSearchError::NoActions { game: G::NAME };
        let actions = first.actions().ok_or_else(no_actions)?;
        let layout = first.plane_layout();
        let is_other = |(root, _): &(&Arc<G>, u64)| {
            let same = root.actions().is_some_and(|other| ptr::eq(other, actions));
            !same || root.plane_layout() != layout
        };
        if let Some(index) = typed.iter().position(is_other) {
            return Err(GameSearchError::OtherBoard { index });
        }
        let size = typed.len().div_ceil(threads.max(1));
        let shards = typed.chunks(size).map(|roots| {
            let game = TreeGame::of(&**roots[0].0);
            let game = game.ok_or_else(no_actions)?;
            let nodes = roots
                .iter()
                .map(|(root, seed)| (TreeGame::node(&***root), *seed));
            Ok(Searches::new(game, settings.clone(), nodes)?)
        });
        let shards = shards.collect::<Result<_, GameSearchError>>()?;
        let root = Some(Arc::clone(first));
        Ok(Self(Box::new(SearchesOf::<G> { shards, root })))
    }
}

impl Deref for GameSearches {
    type Target = dyn GameSearchesMethods;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for GameSearches {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}

impl fmt::Debug for GameSearches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameSearches").finish_non_exhaustive()
    }
}

struct SearchesOf<G: Playable> {
    /// Searches of one thread each.
    shards: Vec<Searches<TreeGame<G>>>,
    /// The first position, as which all have the same actions and planes.
    root: Option<Arc<G>>,
}

impl<G: Playable> SearchesOf<G> {
    fn num_actions(&self) -> usize {
        let actions = self.root.as_ref().and_then(|root| root.actions());
        actions.map_or(0, ActionTable::len)
    }

    fn leaves(&self) -> impl Iterator<Item = Leaf<'_, TreeNode<G>>> {
        self.shards.iter().flat_map(Searches::leaves)
    }

    /// Does something with each shard, on a thread of its own.
    fn each<T: Send>(
        &mut self,
        run: impl Fn(&mut Searches<TreeGame<G>>) -> Result<T, GameSearchError> + Sync,
    ) -> Result<Vec<T>, GameSearchError> {
        if let [shard] = &mut self.shards[..] {
            return Ok(vec![run(shard)?]);
        }
        let run = &run;
        thread::scope(|scope| {
            let threads = self.shards.iter_mut();
            let threads: Vec<_> = threads
                .map(|shard| scope.spawn(move || run(shard)))
                .collect();
            let joined = threads.into_iter().map(|thread| {
                let done = thread.join();
                done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            joined.collect()
        })
    }
}

impl<G: Playable> GameSearchesMethods for SearchesOf<G> {
    fn select(&mut self) -> Result<usize, GameSearchError> {
        let leaves = self.each(|shard| {
            shard.select()?;
            Ok(shard.leaves().len())
        });
        Ok(leaves?.into_iter().sum())
    }

    fn leaf_planes(&self) -> Vec<f32> {
        let layout = self.root.as_ref().and_then(|root| root.plane_layout());
        let size = layout.map_or(0, |layout| layout.len());
        let leaves: usize = self.shards.iter().map(|shard| shard.leaves().len()).sum();
        let mut planes = vec![0.0; leaves * size];
        for (leaf, row) in self.leaves().zip(planes.chunks_mut(size.max(1))) {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "networks have not that many digits"
            )]
            leaf.state
                .position()
                .planes(|number, value| row[number] = value as f32);
        }
        planes
    }

    fn leaf_actions(&self) -> Vec<Vec<u32>> {
        self.leaves().map(|leaf| leaf.actions().collect()).collect()
    }

    fn expand(&mut self, values: &[f32], logits: &[f32]) -> Result<(), GameSearchError> {
        let leaves = self.leaf_actions();
        let num_actions = self.num_actions();
        for (expected, found) in [
            (leaves.len(), values.len()),
            (leaves.len() * num_actions, logits.len()),
        ] {
            if expected != found {
                return Err(GameSearchError::Predictions { expected, found });
            }
        }
        let rows = logits.chunks(num_actions.max(1));
        let predictions = leaves
            .iter()
            .zip(values)
            .zip(rows)
            .map(|((actions, &value), row)| {
                let logits = actions.iter().map(|&action| row[action as usize]);
                Prediction {
                    value,
                    logits: logits.collect::<Vec<_>>(),
                }
            });
        let predictions: Vec<_> = predictions.collect();
        let mut rest = &predictions[..];
        for shard in &mut self.shards {
            let (own, others) = rest.split_at(shard.leaves().len());
            shard.check(own)?;
            rest = others;
        }
        let mut rest = &predictions[..];
        for shard in &mut self.shards {
            let (own, others) = rest.split_at(shard.leaves().len());
            shard.expand(own)?;
            rest = others;
        }
        Ok(())
    }

    fn run(&mut self, net: &Net, stop: &AtomicBool) -> Result<(), GameSearchError> {
        if let Some(root) = &self.root {
            net.check(&**root)?;
        }
        let done = self.each(|shard| {
            while !stop.load(Ordering::Relaxed) && shard.select()? {
                let predictions = predict(net, shard.leaves());
                shard.expand(&predictions)?;
            }
            Ok(())
        });
        done.map(drop)
    }

    fn summaries(&self) -> Vec<SearchSummary> {
        self.shards.iter().flat_map(Searches::summaries).collect()
    }
}
