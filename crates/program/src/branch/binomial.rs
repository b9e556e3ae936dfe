use rand::Rng;

/// Number of successes in so many trials, each of the given probability.
///
/// The distribution is exact for the double, and the numbers drawn are the same on every machine.
/// Cost: about one number from the generator for each 32 trials.
///
/// A trial succeeds where a number of random binary digits is below the probability. All trials are
/// done at once, digit by digit: of those equal to the probability so far, the next digit, 0 or 1
/// alike, decides about half.
pub(super) fn binomial(trials: u64, probability: f64, rng: &mut dyn Rng) -> u64 {
    if probability >= 1.0 {
        return trials;
    }
    let (mut rest, mut equal, mut successes) = (probability, trials, 0);
    while equal > 0 && rest > 0.0 {
        let ones = halves(equal, rng);
        rest *= 2.0;
        if rest >= 1.0 {
            rest -= 1.0;
            successes += equal - ones;
            equal = ones;
        } else {
            equal -= ones;
        }
    }
    successes
}

/// Number of ones among so many random bits.
fn halves(bits: u64, rng: &mut dyn Rng) -> u64 {
    let whole: u64 = (0..bits / 64)
        .map(|_| u64::from(rng.next_u64().count_ones()))
        .sum();
    let mask = (1 << (bits % 64)) - 1;
    let rest = if mask == 0 { 0 } else { rng.next_u64() & mask };
    whole + u64::from(rest.count_ones())
}

#[cfg(test)]
mod tests {
    use cheqqers_testkit::seed;

    use super::*;

    #[test]
    fn successes_follow_the_binomial_distribution() {
        let mut rng = seed::rng(seed::choose(61));
        for probability in [0.5, 0.25, 0.1, 0.999, 1e-3, 0.7] {
            for trials in [1, 63, 64, 1000, 1_000_000] {
                let mean = trials as f64 * probability;
                let variance = mean * (1.0 - probability);
                let draws = 200;
                let drawn: Vec<f64> = (0..draws)
                    .map(|_| binomial(trials, probability, &mut rng) as f64)
                    .collect();
                let sum: f64 = drawn.iter().map(|successes| successes - mean).sum();
                let sigma = (variance * f64::from(draws)).sqrt();
                assert!(sum.abs() < 6.0 * sigma, "{probability} {trials}: {sum}");
                let squares: f64 = drawn.iter().map(|n| (n - mean).powi(2)).sum();
                // The fourth moment of a binomial distribution gives the spread of its variance.
                let spread = variance * (2.0 + 1.0 / variance).sqrt() * f64::from(draws).sqrt();
                let off = squares - variance * f64::from(draws);
                assert!(off.abs() < 6.0 * spread, "{probability} {trials}: {off}");
            }
        }
    }

    #[test]
    fn the_ends_are_certain() {
        let mut rng = seed::rng(seed::choose(62));
        assert_eq!(binomial(1_000_000, 0.0, &mut rng), 0);
        assert_eq!(binomial(1_000_000, 1.0, &mut rng), 1_000_000);
        assert_eq!(binomial(0, 0.5, &mut rng), 0);
    }
}
