//! Checks of shots against an exact distribution.

use std::collections::BTreeMap;
use std::fmt::Debug;

/// Standard deviations that a count may be off.
pub const SIGMAS: f64 = 6.0;

/// The largest probability that counts as zero.
const ZERO: f64 = 1e-12;

/// Panics unless the shots follow the distribution: each count within [`SIGMAS`] of its binomial,
/// and no shot of what has probability zero or is not listed.
#[track_caller]
pub fn assert_follow<B: Ord + Debug>(
    shots: impl IntoIterator<Item = B>,
    exact: impl IntoIterator<Item = (B, f64)>,
) {
    let mut counts: BTreeMap<B, usize> = BTreeMap::new();
    let mut total = 0;
    for shot in shots {
        *counts.entry(shot).or_default() += 1;
        total += 1;
    }
    for (bits, probability) in exact {
        let count = counts.remove(&bits).unwrap_or_default();
        assert!(
            is_plausible(count, total, probability),
            "{count} of {total} shots gave {bits:?}, whose probability is {probability}"
        );
    }
    assert!(counts.is_empty(), "impossible shots: {counts:?}");
}

/// Returns `true` if `count` of `shots` is within [`SIGMAS`] standard deviations of its expectation.
///
/// Where few are expected, the binomial has a longer tail than the normal distribution, and the
/// bound is that of Bernstein's inequality for the same level: about 6 counts wider.
pub fn is_plausible(count: usize, shots: usize, probability: f64) -> bool {
    if probability <= ZERO {
        return count == 0;
    }
    if probability >= 1.0 - ZERO {
        return count == shots;
    }
    let (count, shots) = (count as f64, shots as f64);
    let variance = shots * probability * (1.0 - probability);
    let level = SIGMAS * SIGMAS / 2.0;
    let bound = level / 3.0 + ((level / 3.0).powi(2) + 2.0 * level * variance).sqrt();
    (count - shots * probability).abs() <= bound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_sigma_is_the_bound_where_many_are_expected() {
        // The standard deviation of 10,000 fair coins is 50.
        assert!(is_plausible(5300, 10_000, 0.5) && is_plausible(4700, 10_000, 0.5));
        assert!(!is_plausible(5320, 10_000, 0.5) && !is_plausible(4680, 10_000, 0.5));
    }

    #[test]
    fn a_rare_shot_is_plausible_and_an_impossible_one_is_not() {
        assert!(is_plausible(1, 1000, 1e-3) && is_plausible(0, 1000, 1e-3));
        assert!(!is_plausible(1, 1000, 0.0) && !is_plausible(999, 1000, 1.0));
        assert!(!is_plausible(40, 1000, 1e-3));
    }

    #[test]
    #[should_panic(expected = "impossible shots")]
    fn a_shot_that_is_not_listed_is_refused() {
        assert_follow(["0", "1", "2"], [("0", 0.5), ("1", 0.5)]);
    }

    #[test]
    fn a_fair_coin_follows_its_distribution() {
        assert_follow((0..1000).map(|k| k % 2), [(0, 0.5), (1, 0.5), (2, 0.0)]);
    }
}
