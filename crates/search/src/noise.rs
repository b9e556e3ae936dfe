//! Random numbers of a root.

use std::f64::consts::TAU;

use rand::Rng;

/// A uniform number between 0 and 1, never one of the two.
fn unit(rng: &mut impl Rng) -> f64 {
    const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
    ((rng.next_u64() >> 11) as f64 + 0.5) * STEP
}

/// A variable of the standard Gumbel distribution.
pub(crate) fn gumbel(rng: &mut impl Rng) -> f64 {
    -(-unit(rng).ln()).ln()
}

/// A variable of the symmetric Dirichlet distribution: `len` shares that sum to 1.
pub(crate) fn dirichlet(rng: &mut impl Rng, concentration: f64, len: usize) -> Vec<f64> {
    // Logarithms, as variables of a low concentration underflow.
    let logs: Vec<f64> = (0..len).map(|_| log_gamma(rng, concentration)).collect();
    let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let shares = logs.iter().map(|log| (log - highest).exp());
    let sum: f64 = shares.clone().sum();
    shares.map(|share| share / sum).collect()
}

/// The logarithm of a variable of the gamma distribution with this shape.
///
/// Source: Marsaglia, Tsang, "A simple method for generating gamma variables", ACM Transactions on
/// Mathematical Software 26, 2000; there also the step from shape + 1 to a shape below 1.
fn log_gamma(rng: &mut impl Rng, shape: f64) -> f64 {
    if shape < 1.0 {
        return log_gamma(rng, shape + 1.0) + unit(rng).ln() / shape;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let normal = (-2.0 * unit(rng).ln()).sqrt() * (TAU * unit(rng)).cos();
        let v = (1.0 + c * normal).powi(3);
        if v > 0.0 && unit(rng).ln() < 0.5 * normal * normal + d - d * v + d * v.ln() {
            return (d * v).ln();
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn gumbel_variables_have_the_mean_of_euler_and_mascheroni() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mean = (0..10_000).map(|_| gumbel(&mut rng)).sum::<f64>() / 10_000.0;
        // Six times the standard error, π / √6 / 100.
        assert!((mean - 0.577_215_664_9).abs() < 0.077);
    }

    #[test]
    fn dirichlet_shares_have_the_variance_of_their_concentration() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for alpha in [0.03, 0.3, 2.0] {
            let mut second = 0.0;
            for _ in 0..2000 {
                let shares = dirichlet(&mut rng, alpha, 4);
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                second += shares[0] * shares[0];
            }
            let expected = (alpha + 1.0) / (4.0 * (4.0 * alpha + 1.0));
            // Six times the standard error of a square in 0..=1, of variance 1/4 at most.
            assert!((second / 2000.0 - expected).abs() < 0.068, "{alpha}");
        }
    }
}
