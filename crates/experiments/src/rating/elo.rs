use nalgebra::{DMatrix, DVector};

use super::{Score, Z};

/// The slope of Elo's scale: a lead of so many points is worth odds of e to one.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// A difference of ratings in Elo's points, and where it lies with 95 % confidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval; minus infinity where nothing bounds it.
    pub low: f64,
    /// The upper end of the interval; infinity where nothing bounds it.
    pub high: f64,
}

/// The mean points of a game between players whose ratings differ by so much, 0 to 1.
pub(crate) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / SCALE).exp())
}

/// The difference of ratings that explains such mean points.
fn explained(points: f64) -> f64 {
    if points <= 0.0 {
        f64::NEG_INFINITY
    } else if points >= 1.0 {
        f64::INFINITY
    } else {
        SCALE * (points / (1.0 - points)).ln()
    }
}

impl Score {
    /// How much stronger than its opponents the player is; `None` without games.
    ///
    /// The mean points and their interval, which is normal with the variance of the three results,
    /// both on Elo's scale. Infinite where all games were won or all lost.
    pub fn elo(&self) -> Option<Elo> {
        let mean = self.mean()?;
        let half = Z * (self.variance()? / self.games() as f64).sqrt();
        Some(Elo {
            value: explained(mean),
            low: explained(mean - half),
            high: explained(mean + half),
        })
    }
}

/// The games between two players, by their places, seen from the first.
pub(crate) type Meeting = (usize, usize, Score);

/// The ratings of all players that explain all results best; their mean is 0.
///
/// `meetings` are those of the plan, whether or not they have games yet, and link all players. Each
/// counts a draw more than was played, so that nobody's rating is infinite. Ratings maximise the
/// likelihood of the points, a draw being half of each result; intervals are normal, their variance
/// that of the three results of each meeting carried over to the ratings (the "sandwich").
///
/// Cost: O(players³) for each of a few steps.
///
/// Source: Bradley and Terry, "Rank Analysis of Incomplete Block Designs", 1952; White, "Maximum
/// Likelihood Estimation of Misspecified Models", 1982.
pub(crate) fn ratings(players: usize, meetings: &[Meeting]) -> Vec<Elo> {
    let meetings: Vec<Meeting> = meetings.iter().copied().map(with_a_draw).collect();
    let mut strength = DVector::zeros(players);
    // Newton's method on a concave function: a few steps are enough, the limit is never reached.
    for _ in 0..100 {
        let slope = slope(&strength, &meetings);
        let mut step = inverse(&information(&strength, &meetings)) * &slope;
        let before = likelihood(&strength, &meetings);
        while likelihood(&(&strength + &step), &meetings) < before && step.amax() > 1e-12 {
            step /= 2.0;
        }
        strength += &step;
        if step.amax() <= 1e-12 {
            break;
        }
    }
    let inverse = inverse(&information(&strength, &meetings));
    let covariance = &inverse * scatter(players, &meetings) * &inverse;
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

fn with_a_draw((first, second, mut score): Meeting) -> Meeting {
    score.drawn += 1;
    (first, second, score)
}

fn chance(strength: &DVector<f64>, first: usize, second: usize) -> f64 {
    1.0 / (1.0 + (strength[second] - strength[first]).exp())
}

fn likelihood(strength: &DVector<f64>, meetings: &[Meeting]) -> f64 {
    let one = |&(first, second, score): &Meeting| {
        let (points, games) = (score.points(), score.games() as f64);
        points * chance(strength, first, second).ln()
            + (games - points) * chance(strength, second, first).ln()
    };
    meetings.iter().map(one).sum()
}

/// The first derivatives of the likelihood.
fn slope(strength: &DVector<f64>, meetings: &[Meeting]) -> DVector<f64> {
    let mut slope = DVector::zeros(strength.len());
    for &(first, second, score) in meetings {
        let more = score.points() - score.games() as f64 * chance(strength, first, second);
        slope[first] += more;
        slope[second] -= more;
    }
    slope
}

/// The second derivatives of the likelihood, negated.
fn information(strength: &DVector<f64>, meetings: &[Meeting]) -> DMatrix<f64> {
    let weight = |&(first, second, score): &Meeting| {
        let chance = chance(strength, first, second);
        (
            first,
            second,
            score.games() as f64 * chance * (1.0 - chance),
        )
    };
    laplacian(strength.len(), meetings.iter().map(weight))
}

/// The covariance of the points that players have, by the results of each meeting.
fn scatter(players: usize, meetings: &[Meeting]) -> DMatrix<f64> {
    let weight = |&(first, second, score): &Meeting| {
        let variance = score.variance().unwrap_or(0.0);
        (first, second, score.games() as f64 * variance)
    };
    laplacian(players, meetings.iter().map(weight))
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

/// The inverse among vectors whose sum is 0, which is where differences of ratings live.
fn inverse(laplacian: &DMatrix<f64>) -> DMatrix<f64> {
    let players = laplacian.nrows();
    let even = DMatrix::from_element(players, players, 1.0 / players as f64);
    // Singular only by rounding, where some player's games say next to nothing.
    let whole = (laplacian + &even).try_inverse();
    whole.map_or_else(|| DMatrix::zeros(players, players), |whole| whole - even)
}
