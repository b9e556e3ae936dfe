//! The player that searches with a trained network.

use std::cmp::Ordering;
use std::convert::Infallible;
use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::Path;

use cheqqers_game::{Game, TreeNode};
use cheqqers_search::{
    ActionSummary, Gumbel, Leaf, Prediction, Puct, SearchError, SearchSettings, Searches, Selection,
};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::budget::Budget;
use crate::named_file::NamedFile;
use crate::net::{Net, NetError};
use crate::tree_game::{TreeGame, side};
use crate::{Effort, Forfeit, Limit, MoveContext, Player, Thoughts};

/// A network in a file, which is opened when it is first needed and then kept, and the number of simulations of a search
/// with it. It equals another one of the same file name and number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NamedNet {
    file: NamedFile<Net>,
    simulations: Option<NonZeroU32>,
}

/// A network that can't be opened.
#[derive(Debug, Error)]
#[error("could not open {file}")]
pub struct OpenNetError {
    /// Name of the file.
    pub file: String,
    /// Reason for it.
    pub source: NetError,
}

impl NamedNet {
    /// The network in a file; without a number of simulations that of the file.
    pub fn new(file: String, simulations: Option<NonZeroU32>) -> Self {
        let file = NamedFile::new(file);
        Self { file, simulations }
    }

    /// The network, which is opened if nobody has done so.
    ///
    /// # Errors
    /// Returns an error if it can't be opened.
    pub fn open(&self) -> Result<&Net, OpenNetError> {
        let open = |path: &Path| {
            Net::open(path).map_err(|source| OpenNetError {
                file: path.display().to_string(),
                source,
            })
        };
        self.file.open(open)
    }
}

impl fmt::Display for NamedNet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.simulations.map(|number| format!("@{number}"));
        f.pad(&format!(
            "net{}:{}",
            number.unwrap_or_default(),
            self.file.file
        ))
    }
}

/// Plays the move that a search with a [`Net`] finds, with the settings of [`net_settings`]; chance nodes are exact.
///
/// A limit of nodes is one of simulations. It refuses games that the network was not made for.
///
/// Cost: a prediction for each simulation, and for each outcome of a measurement that it meets first.
#[derive(Debug)]
pub struct NetPlayer<G: Game> {
    net: NamedNet,
    rng: ChaCha8Rng,
    thoughts: Option<Thoughts<G::Move>>,
}

impl<G: Game> NetPlayer<G> {
    /// A player with a network, which draws from a generator.
    pub fn new(net: NamedNet, rng: ChaCha8Rng) -> Self {
        Self {
            net,
            rng,
            thoughts: None,
        }
    }

    /// The network, if it is for a position's game.
    fn net_of(&self, position: &G) -> Result<(&Net, TreeGame<G>), Forfeit> {
        let net = self
            .net
            .open()
            .map_err(|error| Forfeit::Fault(error.into()))?;
        let checked = net.check(position);
        checked.map_err(|error| Forfeit::Fault(error.into()))?;
        let game = TreeGame::of(position).expect("the network is for its actions");
        Ok((net, game))
    }
}

/// Settings of a player's search: by Gumbel variables without noise, or by PUCT where there are too many simulations to plan
/// them all beforehand.
pub fn net_settings(simulations: u32) -> SearchSettings {
    let selection = if simulations <= Gumbel::MAX_SIMULATIONS {
        Selection::Gumbel(Gumbel {
            noise_scale: 0.0,
            ..Gumbel::default()
        })
    } else {
        Selection::Puct(Puct::default())
    };
    SearchSettings {
        simulations,
        selection,
        ..SearchSettings::default()
    }
}

/// Predictions of a network for the leaves of searches.
pub fn predict<'a, G: Game>(
    net: &Net,
    leaves: impl Iterator<Item = Leaf<'a, TreeNode<G>>>,
) -> Vec<Prediction> {
    let predict = |leaf: Leaf<'_, TreeNode<G>>| {
        let (value, logits) = net.predict(leaf.state.position(), leaf.actions());
        Prediction { value, logits }
    };
    leaves.map(predict).collect()
}

impl<G: Game> Player<G> for NetPlayer<G> {
    fn prepare(&mut self, start: &G) -> Result<(), Forfeit> {
        self.net_of(start).map(drop)
    }

    fn choose(&mut self, context: &MoveContext<'_, G>) -> Result<G::Move, Forfeit> {
        self.thoughts = None;
        let seed = self.rng.next_u64();
        let (net, game) = self.net_of(context.position)?;
        if let &[only] = context.legal {
            return Ok(only);
        }
        let own = self
            .net
            .simulations
            .map_or(net.header().simulations, NonZeroU32::get);
        let simulations = match context.limit {
            Limit::Own => own,
            Limit::Nodes(nodes) => u32::try_from(nodes.max(1)).unwrap_or(u32::MAX),
            // As many as there is time for.
            Limit::Time(_) | Limit::Clock(_) => u32::MAX,
        };
        let settings = net_settings(simulations);
        let budget = Budget::new(Effort::Nodes(NonZeroU64::MIN), context);
        let root = TreeGame::node(context.position);
        let fault = |error: SearchError<Infallible>| Forfeit::Fault(error.into());
        let searches = Searches::new(game, settings, [(root, seed)]);
        let mut searches = searches.map_err(fault)?;
        // The root has to be known, to have a choice.
        let mut is_first = true;
        while (is_first || !budget.is_over()) && searches.select().map_err(fault)? {
            is_first = false;
            let predictions = predict(net, searches.leaves());
            searches.expand(&predictions).map_err(fault)?;
        }
        let summary = searches.summaries().next().expect("there is one root");
        let to_move = side(context.position.turn());
        let numbered = searches.game().numbered(context.position);
        let move_of = |number: u32| {
            let found = numbered.iter().find(|(other, _)| *other == number);
            found
                .map(|&(_, mv)| mv)
                .filter(|mv| context.legal.contains(mv))
        };
        let chosen = summary.action().and_then(move_of);
        let mv = chosen.unwrap_or_else(|| {
            // The choice is among others.
            let mut actions: Vec<_> = summary.actions.iter().collect();
            let worth = |action: &ActionSummary| {
                let value = action.value.filter(|_| summary.is_solved).unwrap_or(0.0);
                (to_move.view(value), action.policy)
            };
            actions.sort_by(|a, b| worth(b).partial_cmp(&worth(a)).unwrap_or(Ordering::Equal));
            let allowed = actions.iter().find_map(|action| move_of(action.action));
            allowed.unwrap_or(context.legal[0])
        });
        self.thoughts = Some(Thoughts {
            depth: None,
            nodes: summary.simulations.into(),
            value: to_move.view(summary.value.unwrap_or(0.0)),
            line: vec![mv],
        });
        Ok(mv)
    }

    fn thoughts(&self) -> Option<Thoughts<G::Move>> {
        self.thoughts.clone()
    }
}
