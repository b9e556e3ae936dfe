//! Counts drawn again from counts, for intervals and for the bias of few shots.

use std::collections::BTreeMap;

use cheqqers_circuit::Bitstring;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Number of times that counts are drawn again.
const RESAMPLES: usize = 500;

/// Most shots that are drawn again one by one; of more, so many are drawn, and deviations are scaled.
const MAX_DRAWN: u64 = 4096;

/// Counts of bit strings.
pub(crate) type Counts = BTreeMap<Bitstring, u64>;

/// Values of some functions of counts that are drawn again and again from the same shots.
///
/// Source: Efron, "Bootstrap Methods: Another Look at the Jackknife", 1979.
#[derive(Debug)]
pub(crate) struct Resamples {
    /// Of each function its values.
    values: Vec<Vec<f64>>,
    /// Factor of variances: 1, or less where fewer shots were drawn than there are.
    scale: f64,
}

impl Resamples {
    /// Draws again, with a generator whose stream is the circuit's own.
    pub(crate) fn of<const N: usize>(
        counts: &Counts,
        stream: u64,
        functions: impl Fn(&Counts) -> [f64; N],
    ) -> Self {
        let shots: u64 = counts.values().sum();
        let mut values = vec![Vec::with_capacity(RESAMPLES); N];
        let mut rng = ChaCha8Rng::seed_from_u64(stream);
        let mut ends: Vec<(u64, Bitstring)> = Vec::with_capacity(counts.len());
        for (&bits, &count) in counts {
            let before = ends.last().map_or(0, |&(end, _)| end);
            ends.push((before + count, bits));
        }
        let drawn = shots.min(MAX_DRAWN);
        for _ in 0..RESAMPLES {
            let mut again: Vec<u64> = vec![0; ends.len()];
            for _ in 0..drawn {
                let shot = rng.random_range(0..shots);
                again[ends.partition_point(|&(end, _)| end <= shot)] += 1;
            }
            let again = ends.iter().zip(again);
            let again = again.filter(|&(_, count)| count > 0);
            let again: Counts = again.map(|(&(_, bits), count)| (bits, count)).collect();
            for (values, value) in values.iter_mut().zip(functions(&again)) {
                values.push(value);
            }
        }
        let scale = if shots == 0 {
            1.0
        } else {
            drawn as f64 / shots as f64
        };
        Self { values, scale }
    }

    /// The standard deviation of a function.
    pub(crate) fn deviation(&self, function: usize) -> f64 {
        deviation(&self.values[function]) * self.scale.sqrt()
    }

    /// Estimated bias of a function whose value for all shots is given: how much more it is on average when shots are
    /// drawn again.
    pub(crate) fn bias(&self, function: usize, value: f64) -> f64 {
        (mean(&self.values[function]) - value) * self.scale
    }
}

pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum();
    (squares / (values.len().max(2) - 1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_has_the_deviation_of_the_binomial_distribution_whatever_is_drawn() {
        let bits = |text: &str| text.parse::<Bitstring>().unwrap();
        for shots in [400_u64, 40_000] {
            let counts = Counts::from([(bits("0"), shots / 4), (bits("1"), 3 * shots / 4)]);
            let share = |counts: &Counts| {
                let all: u64 = counts.values().sum();
                [counts.get(&bits("0")).copied().unwrap_or(0) as f64 / all as f64]
            };
            let resamples = Resamples::of(&counts, 7, share);
            let expected = (0.25 * 0.75 / shots as f64).sqrt();
            let found = resamples.deviation(0);
            // 500 values tell a deviation to 3 %.
            assert!((found / expected - 1.0).abs() < 0.15, "{found} {expected}");
            assert!(resamples.bias(0, 0.25).abs() < 0.2 * expected);
        }
        let none = Resamples::of(&Counts::new(), 1, |_| [0.0]);
        assert_eq!((none.deviation(0), none.bias(0, 0.0)), (0.0, 0.0));
    }
}
