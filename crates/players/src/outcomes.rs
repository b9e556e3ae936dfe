//! Outcomes of a measurement for players that search every outcome.

use cheqqers_circuit::Bitstring;
use cheqqers_game::{Game, Pending};
use rand::Rng;

/// The most outcomes that are all looked at.
const MOST: usize = 64;

/// Number of outcomes drawn when there are more than that.
const DRAWN: usize = 16;

/// Every outcome with its exact probability; of a measurement with more than [`MOST`] a sample drawn
/// from the exact state, each outcome with its share of the sample.
pub(crate) fn outcomes<G: Game>(pending: &Pending<G>, rng: &mut impl Rng) -> Vec<(Bitstring, f64)> {
    if pending.num_outcomes() <= MOST as f64 {
        return pending.outcomes().collect();
    }
    let mut drawn: Vec<Bitstring> = (0..DRAWN).map(|_| pending.sample(rng)).collect();
    drawn.sort_unstable();
    let alike = drawn.chunk_by(|a, b| a == b);
    alike
        .map(|alike| (alike[0], alike.len() as f64 / DRAWN as f64))
        .collect()
}
