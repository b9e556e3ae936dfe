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
