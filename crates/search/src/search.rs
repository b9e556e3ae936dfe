//! One search: descents, nodes that wait for predictions, and the way back.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::error::SearchError;
use crate::game::{Side, StochasticGame};
use crate::settings::{SearchSettings, Selection};
use crate::tree::{Branch, ROOT, Tree};
use crate::{gumbel, noise, puct};

/// A chance node with many outcomes and n visits has at most 2 √n children.
///
/// Source: Couëtoux et al., "Continuous upper confidence trees", LION 2011; the exponent is theirs.
const WIDENING_FACTOR: f64 = 2.0;
const WIDENING_EXPONENT: f64 = 0.5;

/// States that are seen at once: more are a chain without end.
const MAX_CHAIN: usize = 1 << 16;

#[derive(Debug)]
pub(crate) struct Search<S> {
    pub(crate) tree: Tree<S>,
    rng: ChaCha8Rng,
    /// Gumbel variables of the root's actions.
    pub(crate) variables: Vec<f64>,
    /// Visits of the action to choose, of each simulation.
    schedule: Vec<u32>,
    /// Simulations that are complete.
    pub(crate) simulations: u32,
    pub(crate) predictions: u64,
    /// Nodes that wait for predictions.
    pub(crate) leaves: Vec<u32>,
    /// Paths that wait for them: nodes from the root on, and the path's end.
    path_nodes: Vec<u32>,
    path_ends: Vec<usize>,
    /// The first node that this batch added.
    first_added: u32,
}

/// The outcome of a descent.
enum Descent {
    /// Complete: the value that it met is exact.
    Complete,
    /// At nodes that wait for predictions.
    Pending,
    /// At a node that was waiting already.
    Collision,
}

impl<S> Search<S> {
    pub(crate) fn new<G: StochasticGame<State = S>>(
        game: &G,
        root: S,
        seed: u64,
    ) -> Result<Self, SearchError<G::Error>> {
        let mut tree = Tree::new();
        tree.add(game, root)?;
        Ok(Self {
            tree,
            rng: ChaCha8Rng::seed_from_u64(seed),
            variables: Vec::new(),
            schedule: Vec::new(),
            simulations: 0,
            predictions: 0,
            leaves: Vec::new(),
            path_nodes: Vec::new(),
            path_ends: Vec::new(),
            first_added: ROOT,
        })
    }

    /// Runs simulations up to those that need predictions. Without leaves behind it, the search is
    /// complete.
    pub(crate) fn collect<G: StochasticGame<State = S>>(
        &mut self,
        game: &G,
        settings: &SearchSettings,
    ) -> Result<(), SearchError<G::Error>> {
        self.first_added = self.tree.len();
        if !self.tree.node(ROOT).is_known {
            self.first_added = ROOT;
            self.path_nodes.push(ROOT);
            if let Descent::Pending = self.enter(game, settings, ROOT, 0)? {
                return Ok(());
            }
        }
        let parallel = settings.parallel as usize;
        while !self.tree.node(ROOT).is_solved
            && self.path_ends.len() < parallel
            && self.begun() < settings.simulations
        {
            match self.descend(game, settings)? {
                Descent::Complete => self.simulations += 1,
                Descent::Pending => {}
                Descent::Collision => break,
            }
        }
        Ok(())
    }

    /// Simulations that are complete or wait.
    fn begun(&self) -> u32 {
        let pending = u32::try_from(self.path_ends.len()).expect("at most `parallel`, a u32");
        self.simulations + pending
    }

    fn descend<G: StochasticGame<State = S>>(
        &mut self,
        game: &G,
        settings: &SearchSettings,
    ) -> Result<Descent, SearchError<G::Error>> {
        let start = self.path_nodes.len();
        let mut node = ROOT;
        loop {
            self.path_nodes.push(node);
            let reached = self.tree.node(node);
            if reached.is_solved {
                self.back_up(start, self.path_nodes.len());
                break;
            }
            if self.tree.is_unopened(node) {
                return self.enter(game, settings, node, start);
            }
            if !reached.is_known {
                self.path_nodes.truncate(start);
                return Ok(Descent::Collision);
            }
            let (edge, child) = match reached.branch {
                Branch::Actions(to_move) => {
                    let edge = self.choose_action(node, to_move, settings);
                    (edge, self.tree.actions(node)[edge].child())
                }
                Branch::Outcomes => {
                    let edge = self.choose_outcome(node, settings);
                    (edge, self.tree.outcomes(node)[edge].child())
                }
                Branch::End => unreachable!("ends are solved"),
            };
            if let Some(child) = child {
                node = child;
                continue;
            }
            let child = self.tree.grow(game, node, edge)?;
            self.path_nodes.push(child);
            return self.enter(game, settings, child, start);
        }
        self.path_nodes.truncate(start);
        Ok(Descent::Complete)
    }

    /// Ends the newest path at a node that it opens.
    fn enter<G: StochasticGame<State = S>>(
        &mut self,
        game: &G,
        settings: &SearchSettings,
        node: u32,
        start: usize,
    ) -> Result<Descent, SearchError<G::Error>> {
        if self.open(game, settings, node)? {
            self.suspend(start);
            return Ok(Descent::Pending);
        }
        self.back_up(start, self.path_nodes.len());
        self.path_nodes.truncate(start);
        Ok(Descent::Complete)
    }

    fn choose_action(&self, node: u32, to_move: Side, settings: &SearchSettings) -> usize {
        match &settings.selection {
            Selection::Puct(puct) => puct::choose(&self.tree, node, to_move, puct),
            Selection::Gumbel(gumbel) if node == ROOT => {
                let visits = self.schedule[self.begun() as usize];
                let variables = &self.variables;
                gumbel::choose_at_root(&self.tree, ROOT, to_move, gumbel, variables, visits)
            }
            Selection::Gumbel(gumbel) => gumbel::choose_below(&self.tree, node, to_move, gumbel),
        }
    }

    /// The outcome, by its index, that was not seen as long as one is allowed, else the one most behind
    /// its probability whose value is not exact.
    fn choose_outcome(&self, node: u32, settings: &SearchSettings) -> usize {
        let edges = self.tree.outcomes(node);
        let mut allowed = edges.len();
        if allowed > settings.max_outcomes_at_once as usize {
            let visits = f64::from(self.tree.node(node).all_visits() + 1);
            let widened = (WIDENING_FACTOR * visits.powf(WIDENING_EXPONENT)).ceil();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a small whole number"
            )]
            let widened = widened as usize;
            allowed = allowed.min(widened);
        }
        let without = edges.iter().position(|edge| {
            let child = edge.child();
            child.is_none_or(|child| self.tree.is_unopened(child))
        });
        if let Some(next) = without.filter(|&next| next < allowed) {
            return next;
        }
        let children = edges.iter().enumerate().filter_map(|(index, edge)| {
            let child = self.tree.node(edge.child()?);
            Some((index, edge.probability, child))
        });
        let visits = children.clone().map(|(_, _, child)| child.all_visits());
        let next = f64::from(visits.sum::<u32>() + 1);
        let mut best = None;
        let mut most_behind = f64::NEG_INFINITY;
        for (index, probability, child) in children.filter(|(_, _, child)| !child.is_solved) {
            let behind = probability * next - f64::from(child.all_visits());
            if behind > most_behind {
                most_behind = behind;
                best = Some(index);
            }
        }
        // The node is not solved: if all its children are, some outcome has none.
        best.or(without).unwrap_or(0)
    }

    /// Prepares a node without children for predictions; of a chance node, its outcomes, and those of
    /// chance nodes among them as far as the settings allow. Tells if there are leaves; otherwise the
    /// values are up to date.
    fn open<G: StochasticGame<State = S>>(
        &mut self,
        game: &G,
        settings: &SearchSettings,
        first: u32,
    ) -> Result<bool, SearchError<G::Error>> {
        let num_leaves = self.leaves.len();
        let allowance = settings.max_outcomes_at_once as usize;
        let start = self.tree.len();
        let (mut node, mut next) = (first, start);
        let (mut num_added, mut is_known) = (0, false);
        loop {
            let len = self.tree.outcomes(node).len();
            match self.tree.node(node).branch {
                Branch::End => is_known = true,
                Branch::Actions(_) => {
                    self.leaves.push(node);
                    is_known = true;
                }
                // Its turn comes when it is chosen.
                Branch::Outcomes if is_known && num_added + len > allowance => {
                    self.tree.node_mut(node).visits = 0;
                }
                Branch::Outcomes => {
                    let len = if len <= allowance { len } else { 1 };
                    for edge in 0..len {
                        let child = self.tree.grow(game, node, edge)?;
                        self.tree.node_mut(child).visits = 1;
                    }
                    num_added += len;
                    if num_added > MAX_CHAIN {
                        return Err(SearchError::EndlessOutcomes(MAX_CHAIN));
                    }
                }
            }
            // Children were added at the end, and their turn comes.
            node = next;
            next += 1;
            if node == self.tree.len() {
                break;
            }
        }
        let is_pending = self.leaves.len() > num_leaves;
        if !is_pending {
            self.update_from(start);
            self.tree.update(first);
        }
        Ok(is_pending)
    }

    /// Lets the newest path wait for predictions.
    fn suspend(&mut self, start: usize) {
        for &node in &self.path_nodes[start..] {
            self.tree.node_mut(node).pending += 1;
        }
        self.path_ends.push(self.path_nodes.len());
    }

    /// Computes the values of a node and all that were added after it.
    fn update_from(&mut self, first: u32) {
        for node in (first..self.tree.len()).rev() {
            self.tree.update(node);
        }
    }

    fn back_up(&mut self, start: usize, end: usize) {
        for index in (start..end).rev() {
            let node = self.path_nodes[index];
            self.tree.node_mut(node).visits += 1;
            self.tree.update(node);
        }
    }

    /// Gives predictions to the leaves, in their order, and completes the simulations that wait. The
    /// predictions were checked.
    pub(crate) fn expand<'a>(
        &mut self,
        settings: &SearchSettings,
        predictions: impl Iterator<Item = (f32, &'a [f32])>,
    ) {
        let leaves = std::mem::take(&mut self.leaves);
        for (&leaf, (value, logits)) in leaves.iter().zip(predictions) {
            self.predict(leaf, value, logits);
            self.predictions += 1;
        }
        self.leaves = leaves;
        self.leaves.clear();
        if self.first_added == ROOT {
            self.begin(settings);
        }
        self.update_from(self.first_added);
        let mut start = 0;
        for path in 0..self.path_ends.len() {
            let end = self.path_ends[path];
            for index in start..end {
                self.tree.node_mut(self.path_nodes[index]).pending -= 1;
            }
            self.back_up(start, end);
            // The first look at the root is no simulation.
            self.simulations += u32::from(self.first_added != ROOT);
            start = end;
        }
        self.path_ends.clear();
        self.path_nodes.clear();
    }

    fn predict(&mut self, leaf: u32, value: f32, logits: &[f32]) {
        let node = self.tree.node_mut(leaf);
        if let Branch::Actions(to_move) = node.branch {
            node.predicted = match to_move {
                Side::First => value,
                Side::Second => -value,
            };
            node.is_known = true;
        }
        let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = logits.iter().map(|logit| (logit - highest).exp()).sum();
        for (edge, logit) in self.tree.actions_mut(leaf).iter_mut().zip(logits) {
            edge.prior = (logit - highest).exp() / sum;
        }
    }

    /// Draws the random numbers of the root, if it is a decision.
    fn begin(&mut self, settings: &SearchSettings) {
        let rng = &mut self.rng;
        let edges = self.tree.actions_mut(ROOT);
        match &settings.selection {
            Selection::Puct(puct) => {
                if let Some(noise) = &puct.noise {
                    let shares = noise::dirichlet(rng, noise.concentration, edges.len());
                    for (edge, drawn) in edges.iter_mut().zip(shares) {
                        let prior = f64::from(edge.prior);
                        let mixed = (1.0 - noise.share) * prior + noise.share * drawn;
                        #[expect(clippy::cast_possible_truncation, reason = "rounded")]
                        let mixed = mixed as f32;
                        edge.prior = mixed;
                    }
                }
            }
            Selection::Gumbel(gumbel) => {
                let drawn = edges
                    .iter()
                    .map(|_| gumbel.noise_scale * noise::gumbel(rng));
                self.variables = drawn.collect();
                let considered = edges.len().min(gumbel.considered as usize);
                self.schedule = gumbel::schedule(considered, settings.simulations);
            }
        }
    }
}
