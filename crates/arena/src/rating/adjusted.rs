use super::elo::Elo;
use super::score::Moments;

/// Score of a player against another, adjusted by the luck of its measurements.
///
/// Of the points of each game a share of its luck is subtracted. The share is the slope of the points on
/// luck in the games before it, which begins at 1: whatever it is, the mean of what is subtracted is 0.
/// Values vary most between games of either colour, so that the variance is that of pairs of games, one with
/// each colour.
///
/// Source: Zare, "Hedging toward skill", 2000; the share is the coefficient of a control variate, as in
/// Owen, "Monte Carlo theory, methods and examples", 2013, section 8.9.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct AdjustedScore {
    games: u64,
    /// Sums over the games.
    results: f64,
    points: f64,
    luck: f64,
    luck_squares: f64,
    products: f64,
    /// The adjusted points of the last game, if it was the first of a pair, and the number of that pair.
    half: Option<(u64, f64)>,
    pairs: Pairs,
}

/// Mean points of pairs of games, one with each colour.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Pairs {
    pub(crate) count: u64,
    sum: f64,
    squares: f64,
}

impl Pairs {
    fn add(&mut self, mean: f64) {
        self.count += 1;
        self.sum += mean;
        self.squares += mean * mean;
    }

    /// Mean of a game's points, and of the sum of squared deviations of the pairs' means; `None` without pairs.
    pub(crate) fn mean_and_squares(&self) -> Option<(f64, f64)> {
        let count = self.count as f64;
        let mean = self.sum / count;
        (self.count > 0).then(|| (mean, (self.squares - count * mean * mean).max(0.0)))
    }
}

/// Games as many as these weigh with the share that there is before the first game, each with this variance of
/// luck.
const PRIOR: f64 = 10.0 * 0.05;

impl AdjustedScore {
    /// Counts the next game of a player: its points and its luck in points. `round` is the number of its round,
    /// from 1; an odd one and the next are a pair.
    pub fn count(&mut self, round: u64, points: f64, luck: f64) {
        let adjusted = points - self.share() * luck;
        self.games += 1;
        self.results += points;
        self.points += adjusted;
        self.luck += luck;
        self.luck_squares += luck * luck;
        self.products += points * luck;
        let pair = round.div_ceil(2);
        match self.half.take() {
            Some((half, first)) if half == pair => self.pairs.add(f64::midpoint(first, adjusted)),
            _ => self.half = Some((pair, adjusted)),
        }
    }

    /// Share of luck that is subtracted in the next game.
    fn share(&self) -> f64 {
        let mean = self.results / self.games.max(1) as f64;
        (PRIOR + self.products - mean * self.luck) / (PRIOR + self.luck_squares)
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adjusted points of all games.
    pub fn points(&self) -> f64 {
        self.points
    }

    /// Adjusted points per game; `None` without games. They may be below 0 or above 1.
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.points / self.games as f64)
    }

    /// Standard deviation of the adjusted points of a game, by pairs of games; `None` with fewer than two pairs.
    pub fn deviation(&self) -> Option<f64> {
        self.moments().map(|moments| moments.variance.sqrt())
    }

    /// The player's lead over its opponent; `None` with fewer than two pairs.
    pub fn elo(&self) -> Option<Elo> {
        self.moments().map(Elo::of)
    }

    /// Games, mean and variance of a game, for ratings; `None` with fewer than two pairs.
    pub(crate) fn moments(&self) -> Option<Moments> {
        let (_, squares) = self
            .pairs
            .mean_and_squares()
            .filter(|_| self.pairs.count > 1)?;
        Some(Moments {
            games: self.games as f64,
            mean: self.mean()?,
            // A pair's mean varies half as much as a game.
            variance: 2.0 * squares / (self.pairs.count - 1) as f64,
        })
    }

    pub(crate) fn pairs(&self) -> &Pairs {
        &self.pairs
    }
}
