//! Shots of which only counts are known.

use cheqqers_circuit::Bitstring;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// Generator of everything that is drawn for a job, seeded by the SHA-256 of its key: fixed before the
/// job is sent.
pub fn generator_of(key: &str) -> ChaCha8Rng {
    ChaCha8Rng::from_seed(Sha256::digest(key.as_bytes()).into())
}

/// Shots with these counts in an order that is drawn; it does not depend on the order of the counts.
///
/// A fixed order of counts would be a bias for those who take the first legal shot.
pub fn shuffled_shots(mut counts: Vec<(Bitstring, u64)>, rng: &mut ChaCha8Rng) -> Vec<Bitstring> {
    counts.sort_by_key(|(bits, _)| bits.to_string());
    let mut shots: Vec<Bitstring> = Vec::new();
    for (bits, count) in counts {
        shots.extend((0..count).map(|_| bits));
    }
    for last in (1..shots.len()).rev() {
        shots.swap(last, below(rng, last + 1));
    }
    shots
}

/// An integer below `bound`, with a bias of at most `bound` / 2⁶⁴.
fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    let scaled = (u128::from(rng.next_u64()) * bound as u128) >> 64;
    usize::try_from(scaled).expect("it is below a usize")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn shots(counts: &[(&str, u64)], key: &str) -> Vec<String> {
        let counts = counts
            .iter()
            .map(|&(bits, count)| (bits.parse().unwrap(), count));
        let shots = shuffled_shots(counts.collect(), &mut generator_of(key));
        shots.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_shots_are_there_whatever_the_order_of_their_counts() {
        let found = shots(&[("01", 3), ("10", 2), ("11", 0)], "key");
        let mut sorted = found.clone();
        sorted.sort();
        assert_eq!(sorted, ["01", "01", "01", "10", "10"]);
        assert_eq!(shots(&[("10", 2), ("11", 0), ("01", 3)], "key"), found);
        assert!(shots(&[], "key").is_empty());
    }

    #[test]
    fn every_order_is_as_likely() {
        let mut orders: BTreeMap<Vec<String>, u32> = BTreeMap::new();
        for index in 0..6000 {
            let found = shots(&[("00", 1), ("01", 1), ("10", 1)], &format!("key {index}"));
            *orders.entry(found).or_default() += 1;
        }
        assert_eq!(orders.len(), 6);
        // Six standard deviations of a binomial with 6,000 draws.
        let is_even = |count: &u32| count.abs_diff(1000) < 6 * 29;
        assert!(orders.values().all(is_even), "{orders:?}");
    }

    #[test]
    fn a_key_has_one_generator() {
        let drawn = |key| generator_of(key).next_u64();
        assert_eq!(drawn("a"), drawn("a"));
        assert_ne!(drawn("a"), drawn("b"));
    }
}
