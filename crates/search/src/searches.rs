use crate::error::SearchError;
use crate::game::{Side, StochasticGame};
use crate::search::Search;
use crate::settings::SearchSettings;
use crate::summary::SearchSummary;
use crate::tree::{ActionEdge, Branch};

/// Searches side by side, one from each root, that ask for predictions together.
///
/// The caller owns the loop: [`select`](Self::select) finds leaves, [`leaves`](Self::leaves) lists
/// them, and [`expand`](Self::expand) goes on with the caller's predictions. Whoever stops earlier has
/// the findings up to there. A search is the same alone and beside others.
///
/// Memory of each: 32 bytes and a state for each node, 12 for each legal action and 16 for each
/// outcome of a node.
#[derive(Debug)]
pub struct Searches<G: StochasticGame> {
    game: G,
    settings: SearchSettings,
    list: Vec<Search<G::State>>,
    /// Of all leaves that wait: the search, and the index among its leaves.
    leaves: Vec<(usize, usize)>,
}

/// A decision that waits for a prediction.
#[derive(Debug)]
pub struct Leaf<'a, S> {
    /// The index of its search.
    pub search: usize,
    /// The player to move.
    pub to_move: Side,
    /// The state of the game.
    pub state: &'a S,
    edges: &'a [ActionEdge],
}

impl<S> Leaf<'_, S> {
    /// The legal actions, ascending: a prediction has a logit for each.
    pub fn actions(&self) -> impl ExactSizeIterator<Item = u32> {
        self.edges.iter().map(|edge| edge.action)
    }
}

/// A prediction about a leaf.
#[derive(Clone, PartialEq, Debug)]
pub struct Prediction<L = Vec<f32>> {
    /// The expected value for the player to move at the leaf, in -1..=1.
    pub value: f32,
    /// A logit for each legal action, in their order: the logarithm of its prior probability, up to a
    /// number that they share. Those of -∞ have no prior probability; one at least is finite.
    pub logits: L,
}

impl<G: StochasticGame> Searches<G> {
    /// Searches of a game, one from each root, each with the seed of its random numbers.
    ///
    /// # Errors
    /// An error of the settings, the game or a root.
    pub fn new(
        game: G,
        settings: SearchSettings,
        roots: impl IntoIterator<Item = (G::State, u64)>,
    ) -> Result<Self, SearchError<G::Error>> {
        settings.check()?;
        let roots = roots.into_iter();
        let searches = roots.map(|(root, seed)| Search::new(&game, root, seed));
        let list = searches.collect::<Result<_, _>>()?;
        Ok(Self {
            game,
            settings,
            list,
            leaves: Vec::new(),
        })
    }

    /// Runs all searches up to leaves, and tells if there are any: otherwise all are complete.
    ///
    /// A search that is not complete has one leaf, as many as a chance node has outcomes, or some
    /// simulations' worth of these with `parallel`. While leaves wait, nothing happens.
    ///
    /// # Errors
    /// An error of the game, or a tree that is too large.
    pub fn select(&mut self) -> Result<bool, SearchError<G::Error>> {
        if self.leaves.is_empty() {
            for (index, search) in self.list.iter_mut().enumerate() {
                search.collect(&self.game, &self.settings)?;
                let leaves = 0..search.leaves.len();
                self.leaves.extend(leaves.map(|leaf| (index, leaf)));
            }
        }
        Ok(!self.leaves.is_empty())
    }

    /// The leaves that wait for predictions, those of each search together.
    pub fn leaves(&self) -> impl ExactSizeIterator<Item = Leaf<'_, G::State>> {
        self.leaves.iter().map(|&(search, leaf)| {
            let tree = &self.list[search].tree;
            let node = self.list[search].leaves[leaf];
            let Branch::Actions(to_move) = tree.node(node).branch else {
                unreachable!("leaves are decisions");
            };
            Leaf {
                search,
                to_move,
                state: tree.state(node),
                edges: tree.actions(node),
            }
        })
    }

    /// Gives a prediction to each leaf, in the order of [`leaves`](Self::leaves).
    ///
    /// # Errors
    /// Refuses wrong predictions, and changes nothing then.
    pub fn expand<L: AsRef<[f32]>>(
        &mut self,
        predictions: &[Prediction<L>],
    ) -> Result<(), SearchError<G::Error>> {
        self.check(predictions)?;
        let mut rest = predictions;
        for search in &mut self.list {
            let (own, others) = rest.split_at(search.leaves.len());
            rest = others;
            if !own.is_empty() {
                let own = own.iter();
                let own = own.map(|prediction| (prediction.value, prediction.logits.as_ref()));
                search.expand(&self.settings, own);
            }
        }
        self.leaves.clear();
        Ok(())
    }

    /// Checks predictions for the leaves, as [`expand`](Self::expand) does.
    ///
    /// # Errors
    /// Refuses wrong predictions.
    pub fn check<L: AsRef<[f32]>>(
        &self,
        predictions: &[Prediction<L>],
    ) -> Result<(), SearchError<G::Error>> {
        let (expected, given) = (self.leaves.len(), predictions.len());
        if expected != given {
            return Err(SearchError::WrongNumberOfPredictions { expected, given });
        }
        for (leaf, (of, prediction)) in self.leaves().zip(predictions).enumerate() {
            let logits = prediction.logits.as_ref();
            let (expected, given) = (of.edges.len(), logits.len());
            if expected != given {
                return Err(SearchError::WrongNumberOfLogits {
                    leaf,
                    expected,
                    given,
                });
            }
            let is_number = |logit: &f32| *logit < f32::INFINITY;
            if !logits.iter().all(is_number) || !logits.iter().any(|logit| logit.is_finite()) {
                return Err(SearchError::LogitsNotFinite { leaf });
            }
            let value = prediction.value;
            if !(-1.0..=1.0).contains(&value) {
                return Err(SearchError::ValueOutOfRange { leaf, value });
            }
        }
        Ok(())
    }

    /// The findings of each search so far, in the order of the roots.
    pub fn summaries(&self) -> impl ExactSizeIterator<Item = SearchSummary> {
        let searches = self.list.iter();
        searches.map(|search| SearchSummary::new(search, &self.settings))
    }

    /// The game that is searched.
    pub fn game(&self) -> &G {
        &self.game
    }
}
