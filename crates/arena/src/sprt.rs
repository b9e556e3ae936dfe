use serde_json::{Value, json};
use thiserror::Error;

use crate::rating::{AdjustedScore, PlayerOutcome, Score, expected};

/// Sequential probability ratio test of a player's lead over another: games are played until they
/// decide between two hypotheses, a lead of `elo0` and one of `elo1`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Null hypothesis, in Elo points.
    elo0: f64,
    /// Alternative hypothesis, in Elo points, above `elo0`.
    elo1: f64,
    /// Probability of accepting `elo1` where `elo0` holds, above 0 and below 0.5.
    alpha: f64,
    /// Probability of accepting `elo0` where `elo1` holds, above 0 and below 0.5.
    beta: f64,
}

/// Error of making an [`Sprt`].
#[derive(Clone, Copy, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SprtError {
    #[error("the second lead of a test must be above the first, which are {elo0} and {elo1}")]
    Leads { elo0: f64, elo1: f64 },
    #[error("the probability of an error must be above 0 and below 0.5, not {found}")]
    Probability { found: f64 },
}

/// Hypothesis that a test has accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// A lead of `elo0`.
    Elo0,
    /// A lead of `elo1`.
    Elo1,
}

/// State of a test after some games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    /// Hypotheses and probabilities of error.
    pub test: Sprt,
    /// Score of the games counted, for the player whose lead is tested.
    pub score: Score,
    /// The same, adjusted by luck; `None` in a test of outcomes alone.
    pub adjusted: Option<AdjustedScore>,
    /// Log-likelihood ratio of `elo1` to `elo0`.
    pub log_ratio: f64,
    /// Accepted hypothesis; `None` while more games are needed.
    pub accepted: Option<Hypothesis>,
}

impl Sprt {
    /// A test of these leads in Elo points, with these probabilities of error.
    ///
    /// # Errors
    /// Returns an error if the leads are not in order, or a probability is not above 0 and below
    /// 0.5.
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

    /// Null hypothesis: lead in Elo points.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// Alternative hypothesis: lead in Elo points, above [`Self::elo0`].
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// Log-likelihood ratio at which `elo0` is accepted, below 0.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// Log-likelihood ratio at which `elo1` is accepted, above 0.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// Generalised log-likelihood ratio of `elo1` to `elo0`, with the most likely frequency of draws
    /// under each.
    ///
    /// Outcomes that never occurred count as a thousandth of a game, so that it is finite.
    ///
    /// Source: Van den Bergh, "The Generalized Sequential Probability Ratio Test for Binomial
    /// Random Variables" and "Comments on Normalized Elo"; the maximum under a given mean is that
    /// of Owen, "Empirical Likelihood", 2001, section 2.9.
    pub fn log_ratio(&self, score: &Score) -> f64 {
        let counts = [score.lost, score.drawn, score.won].map(|count| (count as f64).max(1e-3));
        let log_likelihood = |elo: f64| {
            let mean = expected(elo);
            let tilt = tilt(&counts, mean);
            let one = |(points, count): (f64, f64)| -count * (tilt * (points - mean)).ln_1p();
            POINTS.into_iter().zip(counts).map(one).sum::<f64>()
        };
        log_likelihood(self.elo1) - log_likelihood(self.elo0)
    }

    /// Generalised log-likelihood ratio of `elo1` to `elo0` of normally distributed mean points of pairs of games,
    /// with the most likely variance under each.
    ///
    /// Two pairs of the largest variance count besides, so that the first ones, which may be alike by chance, decide
    /// nothing.
    ///
    /// Source: Van den Bergh, "Comments on Normalized Elo".
    pub fn log_ratio_adjusted(&self, score: &AdjustedScore) -> f64 {
        let pairs = score.pairs();
        let Some((mean, squares)) = pairs.mean_and_squares() else {
            return 0.0;
        };
        let count = pairs.count as f64;
        let variance = (squares + PRIOR * LARGEST) / (count + PRIOR);
        let spread = |elo: f64| {
            let away = mean - expected(elo);
            variance + away * away
        };
        count / 2.0 * (spread(self.elo0) / spread(self.elo1)).ln()
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

/// Points of a game: lost, drawn, won.
const POINTS: [f64; 3] = [0.0, 0.5, 1.0];

/// Number of pairs that count before the first.
const PRIOR: f64 = 2.0;

/// Variance of the mean points of two games between equals that are never drawn.
const LARGEST: f64 = 0.125;

/// Number of halvings of a root's interval: beyond the precision of its ends.
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

impl SprtState {
    /// A test before its first game: of outcomes alone, or of results adjusted by luck.
    pub fn new(test: Sprt, is_adjusted: bool) -> Self {
        Self {
            test,
            score: Score::default(),
            adjusted: is_adjusted.then(AdjustedScore::default),
            log_ratio: 0.0,
            accepted: None,
        }
    }

    /// Counts the next game, by its outcome and its luck in points for the player whose lead is tested; does nothing
    /// once a hypothesis is accepted. A test of adjusted results decides after pairs of games.
    pub fn count(&mut self, outcome: PlayerOutcome, luck: f64) {
        if self.accepted.is_some() {
            return;
        }
        self.score.count(outcome);
        self.log_ratio = match &mut self.adjusted {
            None => self.test.log_ratio(&self.score),
            Some(adjusted) => {
                adjusted.count(self.score.games(), outcome.points(), luck);
                self.test.log_ratio_adjusted(adjusted)
            }
        };
        if self.log_ratio >= self.test.upper() {
            self.accepted = Some(Hypothesis::Elo1);
        } else if self.log_ratio <= self.test.lower() {
            self.accepted = Some(Hypothesis::Elo0);
        }
    }
}

#[cfg(test)]
mod tests;
