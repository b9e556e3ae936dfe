use serde_json::{Value, json};
use thiserror::Error;

use crate::rating::{Score, Side, expected};

/// A sequential test of whether a player is stronger than another: games are played until it is
/// known which of two leads, `elo0` or `elo1`, explains them better.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The lead that is not worth having, in Elo's points.
    elo0: f64,
    /// The lead that is, above `elo0`.
    elo1: f64,
    /// How probable it may be that `elo1` is accepted where `elo0` holds, above 0 and below 0.5.
    alpha: f64,
    /// How probable it may be that `elo0` is accepted where `elo1` holds, above 0 and below 0.5.
    beta: f64,
}

/// Why numbers are no test.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The leads are no numbers in order.
    #[error("the second lead of a test must be above the first, which are {elo0} and {elo1}")]
    Leads {
        /// The first.
        elo0: f64,
        /// The second.
        elo1: f64,
    },
    /// A probability of error is none that helps.
    #[error("the probability of an error must be above 0 and below 0.5, not {found}")]
    Probability {
        /// What was given.
        found: f64,
    },
}

/// What a test found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accepted {
    /// A lead of `elo0` explains the games better.
    Elo0,
    /// A lead of `elo1` explains the games better.
    Elo1,
}

/// How far a test has got.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tested {
    /// The test.
    pub test: Sprt,
    /// The results it has seen.
    pub score: Score,
    /// The logarithm of how much better `elo1` explains them than `elo0`.
    pub ratio: f64,
    /// What it found; `None` while it needs more games.
    pub accepted: Option<Accepted>,
}

impl Sprt {
    /// A test, if these numbers are one.
    ///
    /// # Errors
    /// When the leads are not in order, or a probability is not above 0 and below 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
            return Err(SprtError::Leads { elo0, elo1 });
        }
        for found in [alpha, beta] {
            if !(found > 0.0 && found < 0.5) {
                return Err(SprtError::Probability { found });
            }
        }
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// The lead that is not worth having, in Elo's points.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The lead that is, in Elo's points, above [`Self::elo0`].
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The ratio at which `elo0` is accepted, below 0.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The ratio at which `elo1` is accepted, above 0.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The logarithm of how much better a lead of `elo1` explains the results than one of `elo0`:
    /// the generalised likelihood ratio, in which the frequency of draws is whatever explains the
    /// results best under each.
    ///
    /// Results that never occurred count as a thousandth of a game, so that the ratio is finite.
    ///
    /// Source: Van den Bergh, "The Generalized Sequential Probability Ratio Test for Binomial
    /// Random Variables" and "Comments on Normalized Elo"; the maximum under a given mean is that
    /// of Owen, "Empirical Likelihood", 2001, section 2.9.
    pub fn ratio(&self, score: &Score) -> f64 {
        let counts = [score.lost, score.drawn, score.won].map(|count| (count as f64).max(1e-3));
        let explains = |elo: f64| {
            let mean = expected(elo);
            let tilt = tilt(&counts, mean);
            let one = |(points, count): (f64, f64)| -count * (tilt * (points - mean)).ln_1p();
            POINTS.into_iter().zip(counts).map(one).sum::<f64>()
        };
        explains(self.elo1) - explains(self.elo0)
    }

    pub(crate) fn to_json(self) -> Value {
        json!({"elo0": self.elo0, "elo1": self.elo1, "alpha": self.alpha, "beta": self.beta})
    }

    pub(crate) fn from_json(value: &Value) -> Option<Self> {
        let number = |name: &str| value.get(name)?.as_f64();
        let (elo0, elo1) = (number("elo0")?, number("elo1")?);
        Self::new(elo0, elo1, number("alpha")?, number("beta")?).ok()
    }
}

/// What the results of a game are worth: lost, drawn, won.
const POINTS: [f64; 3] = [0.0, 0.5, 1.0];

/// How often the interval of a root is halved: beyond the precision of its ends.
const HALVINGS: u32 = 64;

/// The number t for which probabilities proportional to count / (1 + t (points - mean)) have this
/// mean, by halving the interval in which all of them are positive.
fn tilt(counts: &[f64; 3], mean: f64) -> f64 {
    let excess = |tilt: f64| -> f64 {
        let one = |(points, count): (f64, &f64)| {
            let away = points - mean;
            count * away / (1.0 + tilt * away)
        };
        POINTS.into_iter().zip(counts).map(one).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

impl Tested {
    /// A test that has seen nothing.
    pub fn new(test: Sprt) -> Self {
        Self {
            test,
            score: Score::default(),
            ratio: 0.0,
            accepted: None,
        }
    }

    /// Shows it the next result, from the side of the player whose lead is tested; once it has
    /// found something it looks at no more.
    pub fn see(&mut self, side: Side) {
        if self.accepted.is_some() {
            return;
        }
        self.score.count(side);
        self.ratio = self.test.ratio(&self.score);
        if self.ratio >= self.test.upper() {
            self.accepted = Some(Accepted::Elo1);
        } else if self.ratio <= self.test.lower() {
            self.accepted = Some(Accepted::Elo0);
        }
    }
}

#[cfg(test)]
mod tests;
