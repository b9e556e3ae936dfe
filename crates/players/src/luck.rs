//! Luck: what the measurements of a ply gave beyond what was expected of them.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use cheqqers_game::{Game, Ply};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::ply_outcomes::ply_outcomes;
use crate::{Evaluation, Expert, ExpertSettings};

/// Counts the luck of the plies of one game by a search of a fixed number of positions.
#[derive(Debug)]
pub struct LuckMeter<G: Game> {
    expert: Expert<G>,
    nodes: u64,
}

/// Entries of the table of positions: its searches are short.
const ENTRIES: usize = 1 << 14;

/// Number of positions searched for each outcome unless another is wanted: a search of one ply and the
/// captures behind it.
pub const DEFAULT_LUCK: NonZeroU64 = NonZeroU64::MIN;

impl<G: Game> LuckMeter<G> {
    /// One for a game from its start, which searches so many positions for each outcome, and one ply at
    /// least.
    ///
    /// Memory: 256 KiB for transpositions.
    pub fn new(nodes: NonZeroU64) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(0);
        Self {
            expert: Expert::with_entries(ExpertSettings::default(), rng, ENTRIES),
            nodes: nodes.get(),
        }
    }

    /// White's gain in points by the measurements of the next ply of the game, as [`luck`]; `None` if it
    /// was stopped. The plies of a game have the same luck whenever they are counted from the start.
    pub fn luck(&mut self, before: &G, played: &Ply<G::Move>, stop: &AtomicBool) -> Option<f64> {
        luck(before, played, |positions| {
            let found = self.expert.evaluate(positions, self.nodes, stop)?;
            Some(found.iter().map(Evaluation::score).collect())
        })
    }
}

/// White's gain in points by the measurements of a ply: the value of the position that came, less the
/// expected value over all that could have come. 0 where nothing was measured, or where more than 64
/// positions could have come, or more outcomes than are followed.
///
/// `evaluate` gives White's expected score in each of the positions, from 0 to 1. It is not told which of
/// them came, so that the mean over the outcomes is 0 whatever it answers. `None` if it gave none.
///
/// Source: Zare, "Hedging toward skill", 2000; Burch et al., "AIVAT: a new variance reduction technique
/// for agent evaluation in imperfect information games", AAAI 2018.
pub fn luck<G: Game>(
    before: &G,
    played: &Ply<G::Move>,
    evaluate: impl FnOnce(&[G]) -> Option<Vec<f64>>,
) -> Option<f64> {
    if played.measurements.is_empty() {
        return Some(0.0);
    }
    let Some(outcomes) = ply_outcomes(before, played.mv) else {
        return Some(0.0);
    };
    // Bits that the exact state does not give were never played.
    let Some(actual) = outcomes.iter().position(|one| one.is_of(played)) else {
        return Some(0.0);
    };
    let probabilities: Vec<f64> = outcomes.iter().map(|one| one.probability).collect();
    let positions: Vec<G> = outcomes.into_iter().map(|one| one.after).collect();
    let values = evaluate(&positions)?;
    Some(values[actual] - mean(probabilities.into_iter().zip(values.iter().copied())))
}

/// Expected value over the outcomes, each with its probability and its value.
pub(crate) fn mean(outcomes: impl Iterator<Item = (f64, f64)>) -> f64 {
    outcomes
        .map(|(probability, value)| probability * value)
        .sum()
}
