//! From one seed to the random numbers of whole tournaments, the same on every machine.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The largest seed that is derived: 2⁵³ - 1, which every reader of JSON keeps exactly.
pub const MAX_DERIVED_SEED: u64 = (1 << 53) - 1;

/// Purpose of a game's random numbers. Each purpose has a stream of its own, so that a player who
/// draws more numbers does not change those of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Bits of measurements.
    Measurements,
    /// Choices of White.
    White,
    /// Choices of Black.
    Black,
    /// Outcomes that are asked to succeed or fail before the game proper begins.
    Setup,
}

/// The generator of a game's random numbers for one purpose.
///
/// `ChaCha8` with the seed's bytes, lowest first, as the first 8 bytes of its key and zeros
/// behind; the streams are numbered from 0 in the order of [`Stream`].
pub fn generator(seed: u64, stream: Stream) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut rng = ChaCha8Rng::from_seed(key);
    rng.set_stream(stream as u64);
    rng
}

/// The seed of a game of many, `game` counting from 1.
///
/// The first game has the seed itself, so that any game can be played again alone, given its own
/// seed. Each later one has a number below 2⁵³ derived from both: different seeds share no games.
pub fn game_seed(seed: u64, game: u64) -> u64 {
    match game {
        0 | 1 => seed,
        _ => mix(mix(seed).wrapping_add(game)) & MAX_DERIVED_SEED,
    }
}

/// A uniform number below `bound`, without bias.
///
/// The high half of the 128-bit product of a 64-bit number and the bound; numbers whose low half
/// falls below 2⁶⁴ mod `bound` are drawn again.
///
/// Source: Lemire, "Fast Random Integer Generation in an Interval", arXiv:1805.10941.
///
/// # Panics
/// Panics if the bound is 0.
pub fn below(rng: &mut impl Rng, bound: usize) -> usize {
    assert!(bound > 0, "no number is below 0");
    let bound = bound as u64;
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(bound);
        // The low half.
        #[expect(clippy::cast_possible_truncation, reason = "the low half is meant")]
        let low = product as u64;
        // The remainder costs a division and is below the bound, so it is rarely needed.
        if low >= bound || low >= bound.wrapping_neg() % bound {
            let index = product >> 64;
            return usize::try_from(index).expect("below the bound, which is a usize");
        }
    }
}

/// A uniform number in 0.0..1.0, from the top 53 bits of a 64-bit number.
pub fn unit(rng: &mut impl Rng) -> f64 {
    const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
    (rng.next_u64() >> 11) as f64 * STEP
}

/// The finalizer of `SplitMix64`, with its increment.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded games name their seeds, so these numbers may never change.
    #[test]
    fn the_numbers_of_a_seed_are_pinned() {
        let mut rng = generator(7, Stream::Measurements);
        let first = [rng.next_u64(), rng.next_u64()];
        assert_eq!(first, PINNED_NUMBERS);
        assert_eq!([1, 2, 3].map(|game| game_seed(7, game)), PINNED_SEEDS);
    }

    const PINNED_NUMBERS: [u64; 2] = [14_095_323_943_061_994_099, 8_595_031_940_432_502_117];
    const PINNED_SEEDS: [u64; 3] = [7, 6_268_667_488_732_907, 7_364_126_923_126_720];

    #[test]
    fn streams_and_seeds_differ() {
        let mut first = Vec::new();
        for seed in [0, 1, 1 << 63] {
            for stream in [
                Stream::Measurements,
                Stream::White,
                Stream::Black,
                Stream::Setup,
            ] {
                first.push(generator(seed, stream).next_u64());
            }
        }
        let seeds = (0..2).flat_map(|seed| (2..1000).map(move |game| game_seed(seed, game)));
        first.extend(seeds);
        let all = first.len();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), all);
    }

    #[test]
    fn numbers_below_a_bound_are_uniform() {
        let mut rng = generator(1, Stream::White);
        for bound in [1, 2, 3, 7, 10] {
            let draws = 6000;
            let mut counts = vec![0_u32; bound];
            for _ in 0..draws {
                counts[below(&mut rng, bound)] += 1;
            }
            let p = 1.0 / bound as f64;
            let mean = f64::from(draws) * p;
            let sigma = (mean * (1.0 - p)).sqrt();
            for count in counts {
                assert!((f64::from(count) - mean).abs() <= 6.0 * sigma, "{bound}");
            }
        }
    }

    #[test]
    fn units_fill_the_interval() {
        let mut rng = generator(2, Stream::White);
        let units: Vec<f64> = (0..1000).map(|_| unit(&mut rng)).collect();
        assert!(units.iter().all(|u| (0.0..1.0).contains(u)));
        let mean = units.iter().sum::<f64>() / 1000.0;
        // Six times the standard error of the mean of a uniform number.
        assert!((mean - 0.5).abs() < 6.0 * (1.0_f64 / 12.0 / 1000.0).sqrt());
    }
}
