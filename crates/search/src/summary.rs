use crate::game::Side;
use crate::gumbel;
use crate::search::Search;
use crate::settings::{SearchSettings, Selection};
use crate::tree::{Branch, Node, ROOT};

/// The findings of a search about its root.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchSummary {
    /// The player to move at the root; `None` at a chance node and at the end of the game.
    pub to_move: Option<Side>,
    /// The value of the root for the first player, in -1..=1; `None` before its predictions.
    pub value: Option<f64>,
    /// The value is exact.
    pub is_solved: bool,
    /// The number of complete simulations.
    pub simulations: u32,
    /// Leaves that were predicted.
    pub predictions: u64,
    /// Nodes of the tree.
    pub nodes: u32,
    /// The legal actions of the root, ascending.
    pub actions: Vec<ActionSummary>,
    /// The action to play, by its index in `actions`.
    ///
    /// If the root is solved, the first of those with the best exact value; otherwise, with PUCT, the
    /// one of the best value among those with at least half the most visits, with Gumbel variables the
    /// one of the highest score among the most visited. Before the first simulation, that of the highest
    /// prior probability or score.
    pub chosen: Option<usize>,
}

/// The findings of a search about a legal action of its root.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionSummary {
    /// The game's number of the action.
    pub action: u32,
    /// Simulations that chose it.
    pub visits: u32,
    /// Its value for the first player; `None` without visits.
    pub value: Option<f64>,
    /// The value is exact.
    pub is_solved: bool,
    /// Prior probability, with noise if the settings ask for it.
    pub prior: f32,
    /// Share in the policy that the search found, a target to learn.
    ///
    /// With PUCT that of visits, with Gumbel variables the improved policy. If the root is solved, the
    /// best exact actions share it equally.
    pub policy: f64,
}

impl SearchSummary {
    pub(crate) fn new<S>(search: &Search<S>, settings: &SearchSettings) -> Self {
        let tree = &search.tree;
        let root = tree.node(ROOT);
        let to_move = match root.branch {
            Branch::Actions(to_move) => Some(to_move),
            Branch::Outcomes | Branch::End => None,
        };
        let edges = tree.actions(ROOT).iter().map(|edge| {
            let child = tree.child(edge);
            let known = child.filter(|child| child.is_known);
            ActionSummary {
                action: edge.action,
                visits: child.map_or(0, |child| child.visits),
                value: known.map(|child| child.value),
                is_solved: child.is_some_and(|child| child.is_solved),
                prior: edge.prior,
                policy: 0.0,
            }
        });
        let mut summary = Self {
            to_move,
            value: root.is_known.then_some(root.value),
            is_solved: root.is_solved,
            simulations: search.simulations,
            predictions: search.predictions,
            nodes: tree.len(),
            actions: edges.collect(),
            chosen: None,
        };
        if let (Some(to_move), true) = (to_move, root.is_known) {
            summary.decide(search, settings, to_move);
        }
        summary
    }

    /// The number of the action to play.
    pub fn action(&self) -> Option<u32> {
        Some(self.actions[self.chosen?].action)
    }

    fn decide<S>(&mut self, search: &Search<S>, settings: &SearchSettings, to_move: Side) {
        let root = search.tree.node(ROOT);
        let policy: Vec<f64>;
        let scores: Vec<f64>;
        if root.is_solved {
            let is_best = |action: &ActionSummary| action.is_solved && is_as_good(action, root);
            let best = self.actions.iter().map(|action| f64::from(is_best(action)));
            scores = best.collect();
            policy = scores.clone();
        } else {
            let most = self.actions.iter().map(|action| action.visits).max();
            match &settings.selection {
                Selection::Puct(_) => {
                    let visits = self.actions.iter().map(|action| f64::from(action.visits));
                    // Before the first simulation the prior policy is all there is.
                    let priors = self.actions.iter().map(|action| f64::from(action.prior));
                    policy = if most == Some(0) {
                        priors.collect()
                    } else {
                        visits.collect()
                    };
                    let score = |action: &ActionSummary| match action.value {
                        Some(value) if Some(action.visits) >= most.map(|most| most.div_ceil(2)) => {
                            to_move.view(value)
                        }
                        _ => f64::from(action.prior) - 2.0,
                    };
                    scores = self.actions.iter().map(score).collect();
                }
                Selection::Gumbel(gumbel) => {
                    policy = gumbel::improved_policy(&search.tree, ROOT, to_move, gumbel);
                    // Logits, as shares may be too small to be numbers.
                    let logits = gumbel::improved_logits(&search.tree, ROOT, to_move, gumbel);
                    let variables = logits.iter().zip(&search.variables);
                    let score = variables
                        .zip(&self.actions)
                        .map(|((logit, variable), action)| {
                            if Some(action.visits) == most {
                                logit + variable
                            } else {
                                f64::NEG_INFINITY
                            }
                        });
                    scores = score.collect();
                }
            }
        }
        let sum: f64 = policy.iter().sum();
        for (action, share) in self.actions.iter_mut().zip(policy) {
            action.policy = share / sum;
        }
        let mut chosen = 0;
        for (index, score) in scores.iter().enumerate() {
            if *score > scores[chosen] {
                chosen = index;
            }
        }
        self.chosen = Some(chosen);
    }
}

fn is_as_good(action: &ActionSummary, root: &Node) -> bool {
    action
        .value
        .is_some_and(|value| (value - root.value).abs() <= f64::EPSILON)
}
