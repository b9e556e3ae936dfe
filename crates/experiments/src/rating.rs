//! How strong players are, told from the results between them.

mod elo;

pub use elo::Elo;
pub(crate) use elo::{expected, ratings};

use cheqqers_game::{Colour, Outcome};
use skillratings::Outcomes;
use skillratings::trueskill::{TrueSkillConfig, TrueSkillRating, trueskill};

/// The normal distribution has 2.5 % above so many standard deviations.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// What came of a game for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// It was won.
    Won,
    /// It was drawn.
    Drawn,
    /// It was lost.
    Lost,
}

impl Side {
    /// What an outcome is for the player of a colour.
    pub fn of(outcome: Outcome, colour: Colour) -> Self {
        match outcome {
            Outcome::Draw => Self::Drawn,
            Outcome::Decisive { winner } if winner == colour => Self::Won,
            Outcome::Decisive { .. } => Self::Lost,
        }
    }
}

/// How many games a player won, drew and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

impl Score {
    /// Counts a game.
    pub fn count(&mut self, side: Side) {
        match side {
            Side::Won => self.won += 1,
            Side::Drawn => self.drawn += 1,
            Side::Lost => self.lost += 1,
        }
    }

    /// How many there are.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// A point for each game won and half a point for each drawn.
    pub fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }

    /// Points by games, from 0 to 1; `None` of none.
    pub fn mean(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The mean square distance of a game's points from their mean, by the three results that a
    /// game has; `None` of none.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        let square = |points: f64, count: u64| (points - mean).powi(2) * count as f64;
        let squares = square(1.0, self.won) + square(0.5, self.drawn) + square(0.0, self.lost);
        Some(squares / self.games() as f64)
    }
}

/// A rating of `TrueSkill`: how strong a player is believed to be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// The mean of the belief.
    pub mu: f64,
    /// Its standard deviation.
    pub sigma: f64,
}

impl Default for Skill {
    /// What is believed before the first game: 25 and 25 / 3.
    fn default() -> Self {
        Self::from(TrueSkillRating::default())
    }
}

impl From<TrueSkillRating> for Skill {
    fn from(rating: TrueSkillRating) -> Self {
        Self {
            mu: rating.rating,
            sigma: rating.uncertainty,
        }
    }
}

impl From<Skill> for TrueSkillRating {
    fn from(skill: Skill) -> Self {
        Self {
            rating: skill.mu,
            uncertainty: skill.sigma,
        }
    }
}

/// What two players are believed to be after a game, the first of which had this result.
///
/// The standard deviation of a game is 25 / 6, the one by which skill drifts from game to game
/// 25 / 300, and one game in ten is expected to be drawn.
///
/// Source: Herbrich, Minka, Graepel, "`TrueSkill`: A Bayesian Skill Rating System", NIPS 2006.
pub(crate) fn after(first: Skill, second: Skill, result: Side) -> (Skill, Skill) {
    let result = match result {
        Side::Won => Outcomes::WIN,
        Side::Drawn => Outcomes::DRAW,
        Side::Lost => Outcomes::LOSS,
    };
    let config = TrueSkillConfig::default();
    let (first, second) = trueskill(&first.into(), &second.into(), &result, &config);
    (first.into(), second.into())
}

#[cfg(test)]
mod tests;
