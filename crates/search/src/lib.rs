//! Tree search for turn-based games with exact chance: PUCT and planning with Gumbel variables.
//!
//! A game implements [`StochasticGame`]; [`Searches`] runs any number of searches side by side, whose
//! leaves the caller predicts in batches, by a network or a rule. The search calls nobody, starts no
//! thread and reads no clock.
//!
//! **Chance nodes are exact.** A chance node keeps all its outcomes with their probabilities. Its value
//! is the expectation over those that were seen, and a chance node that was seen whole adds no noise:
//! values are computed anew from the children on the way back, not averaged over samples. Which outcome
//! is visited next is decided by its probability and visits, not drawn. Ended games and what is certain
//! because of them are exact as well.
//!
//! **Values** are for the first player, from -1 to 1, except in a [`Prediction`]. There are no rewards
//! on the way and no discount. Equal states that are reached on different ways are different nodes.
//!
//! ```
//! use std::convert::Infallible;
//! use cheqqers_search::{NodeKind, Side, Prediction, SearchSettings, Searches, StochasticGame};
//!
//! /// A die that may be rolled again, up to two times: whoever stops at a six wins.
//! struct Die;
//! #[derive(Clone)]
//! struct State { shown: u32, rolls: u32, is_rolling: bool, has_stopped: bool }
//! const STOP: u32 = 0;
//!
//! impl StochasticGame for Die {
//!     type State = State;
//!     type Error = Infallible;
//!     fn kind(&self, state: &State) -> Result<NodeKind, Infallible> {
//!         Ok(match state {
//!             State { has_stopped: true, shown, .. } => {
//!                 NodeKind::Terminal(if *shown == 6 { 1.0 } else { -1.0 })
//!             }
//!             State { is_rolling: true, .. } => NodeKind::Random,
//!             _ => NodeKind::Decision(Side::First),
//!         })
//!     }
//!     fn actions(&self, state: &State, actions: &mut Vec<u32>) -> Result<(), Infallible> {
//!         actions.extend(0..=u32::from(state.rolls > 0)); // to stop, and to roll
//!         Ok(())
//!     }
//!     fn outcomes(&self, _: &State, outcomes: &mut Vec<(u32, f64)>) -> Result<(), Infallible> {
//!         outcomes.extend((1..=6).map(|shown| (shown, 1.0 / 6.0)));
//!         Ok(())
//!     }
//!     fn next(&self, state: &State, step: u32) -> Result<State, Infallible> {
//!         Ok(match state {
//!             State { is_rolling: true, .. } => State { shown: step, is_rolling: false, ..*state },
//!             _ if step == STOP => State { has_stopped: true, ..*state },
//!             _ => State { rolls: state.rolls - 1, is_rolling: true, ..*state },
//!         })
//!     }
//! }
//!
//! let root = State { shown: 3, rolls: 2, is_rolling: false, has_stopped: false };
//! let mut searches = Searches::new(Die, SearchSettings::default(), [(root, 1)])?;
//! while searches.select()? {
//!     let leaves = searches.leaves();
//!     let unknown = leaves.map(|leaf| Prediction { value: 0.0, logits: vec![0.0; leaf.actions().len()] });
//!     let predictions: Vec<_> = unknown.collect();
//!     searches.expand(&predictions)?;
//! }
//! let summary = searches.summaries().next().expect("there is one root");
//! // Two rolls have a six with probability 11/36, and this tree is small enough to be exact.
//! assert!(summary.is_solved);
//! assert!((summary.value.expect("known") - (2.0 * 11.0 / 36.0 - 1.0)).abs() < 1e-12);
//! assert_eq!(summary.action(), Some(1));
//! # Ok::<(), cheqqers_search::SearchError<Infallible>>(())
//! ```
//!
//! Sources: Silver et al., "A general reinforcement learning algorithm that masters chess, shogi and Go
//! through self-play", Science 362, 2018 (PUCT); Danihelka et al., "Policy improvement by planning with
//! Gumbel", ICLR 2022; Couëtoux et al., "Continuous upper confidence trees", LION 2011 (progressive
//! widening); Winands, Björnsson, Saito, "Monte-Carlo tree search solver", Computers and Games 2008.

mod error;
mod game;
mod gumbel;
mod noise;
mod puct;
mod search;
mod searches;
mod settings;
mod summary;
mod tree;

#[cfg(test)]
mod tests;

pub use error::SearchError;
pub use game::{NodeKind, Side, StochasticGame};
pub use searches::{Leaf, Prediction, Searches};
pub use settings::{DirichletNoise, Gumbel, Puct, SearchSettings, Selection};
pub use summary::{ActionSummary, SearchSummary};
