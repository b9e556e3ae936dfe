use nalgebra::{DMatrix, DVector};

use super::score::{Moments, Score, Z};

/// Scale of Elo ratings: a lead of so many points has odds of e to one.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Difference of Elo ratings with its 95 % confidence interval, in Elo points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// Estimate of the difference.
    pub value: f64,
    /// Lower end of the interval; minus infinity where nothing bounds it.
    pub low: f64,
    /// Upper end of the interval; infinity where nothing bounds it.
    pub high: f64,
}

/// Expected points of a game for a player with this lead in Elo points, from 0 to 1.
pub(crate) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / SCALE).exp())
}

/// Lead in Elo points for which these points are expected.
fn explained(points: f64) -> f64 {
    if points <= 0.0 {
        f64::NEG_INFINITY
    } else if points >= 1.0 {
        f64::INFINITY
    } else {
        SCALE * (points / (1.0 - points)).ln()
    }
}

impl Elo {
    /// The mean points and their normal interval, on Elo's scale.
    pub(crate) fn of(
        Moments {
            games,
            mean,
            variance,
        }: Moments,
    ) -> Self {
        let half = Z * (variance / games).sqrt();
        Self {
            value: explained(mean),
            low: explained(mean - half),
            high: explained(mean + half),
        }
    }
}

impl Score {
    /// The player's lead over its opponents; `None` without games.
    ///
    /// The mean points and their normal interval, with the variance of the three outcomes, on Elo's
    /// scale. Infinite where all games were won or all lost.
    pub fn elo(&self) -> Option<Elo> {
        (self.games() > 0).then(|| Elo::of(self.moments()))
    }
}

/// Two players by their indices, and the games of the first against the second.
pub(crate) type PairMoments = (usize, usize, Moments);

/// Maximum-likelihood ratings of all players, whose mean is 0.
///
/// `pairings` are those of the plan, with or without games, and link all players. Each counts one
/// draw more than was played, so that no rating is infinite. A draw counts as half a win and half a
/// loss, and means beyond 0 and 1 as these; intervals are normal, with the variance of a game in each pairing
/// carried over to the ratings (the "sandwich" estimator).
///
/// Cost: O(players³) for each of a few steps.
///
/// Source: Bradley and Terry, "Rank Analysis of Incomplete Block Designs", 1952; White, "Maximum
/// Likelihood Estimation of Misspecified Models", 1982.
pub(crate) fn ratings(players: usize, pairings: &[PairMoments]) -> Vec<Elo> {
    let bounded = |&(first, second, moments): &PairMoments| {
        let mean = moments.mean.clamp(0.0, 1.0);
        (first, second, Moments { mean, ..moments }.with_a_draw())
    };
    let pairings: Vec<PairMoments> = pairings.iter().map(bounded).collect();
    let mut strength = DVector::zeros(players);
    // Newton's method on a concave function: a few steps are enough, the limit is never reached.
    for _ in 0..100 {
        let slope = slope(&strength, &pairings);
        let mut step = inverse(&information(&strength, &pairings)) * &slope;
        let before = likelihood(&strength, &pairings);
        while likelihood(&(&strength + &step), &pairings) < before && step.amax() > 1e-12 {
            step /= 2.0;
        }
        strength += &step;
        if step.amax() <= 1e-12 {
            break;
        }
    }
    let inverse = inverse(&information(&strength, &pairings));
    let covariance = &inverse * scatter(players, &pairings) * &inverse;
    let rating = |player: usize| {
        let value = SCALE * strength[player];
        let half = SCALE * Z * covariance[(player, player)].max(0.0).sqrt();
        Elo {
            value,
            low: value - half,
            high: value + half,
        }
    };
    (0..players).map(rating).collect()
}

fn chance(strength: &DVector<f64>, first: usize, second: usize) -> f64 {
    1.0 / (1.0 + (strength[second] - strength[first]).exp())
}

fn likelihood(strength: &DVector<f64>, pairings: &[PairMoments]) -> f64 {
    let one = |&(first, second, moments): &PairMoments| {
        let (points, games) = (moments.points(), moments.games);
        points * chance(strength, first, second).ln()
            + (games - points) * chance(strength, second, first).ln()
    };
    pairings.iter().map(one).sum()
}

/// Gradient of the log-likelihood.
fn slope(strength: &DVector<f64>, pairings: &[PairMoments]) -> DVector<f64> {
    let mut slope = DVector::zeros(strength.len());
    for &(first, second, moments) in pairings {
        let more = moments.points() - moments.games * chance(strength, first, second);
        slope[first] += more;
        slope[second] -= more;
    }
    slope
}

/// Negative Hessian of the log-likelihood.
fn information(strength: &DVector<f64>, pairings: &[PairMoments]) -> DMatrix<f64> {
    let weight = |&(first, second, moments): &PairMoments| {
        let chance = chance(strength, first, second);
        (first, second, moments.games * chance * (1.0 - chance))
    };
    laplacian(strength.len(), pairings.iter().map(weight))
}

/// Covariance of the players' points.
fn scatter(players: usize, pairings: &[PairMoments]) -> DMatrix<f64> {
    let weight =
        |&(first, second, moments): &PairMoments| (first, second, moments.games * moments.variance);
    laplacian(players, pairings.iter().map(weight))
}

fn laplacian(players: usize, weights: impl Iterator<Item = (usize, usize, f64)>) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(players, players);
    for (first, second, weight) in weights {
        matrix[(first, first)] += weight;
        matrix[(second, second)] += weight;
        matrix[(first, second)] -= weight;
        matrix[(second, first)] -= weight;
    }
    matrix
}

/// Inverse on the vectors whose sum is 0, the space of rating differences.
fn inverse(laplacian: &DMatrix<f64>) -> DMatrix<f64> {
    let players = laplacian.nrows();
    let even = DMatrix::from_element(players, players, 1.0 / players as f64);
    // Singular only by rounding, where a player's games hold almost no information.
    let whole = (laplacian + &even).try_inverse();
    whole.map_or_else(|| DMatrix::zeros(players, players), |whole| whole - even)
}
