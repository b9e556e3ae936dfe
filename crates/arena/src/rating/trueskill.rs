use skillratings::Outcomes;
use skillratings::trueskill::{TrueSkillConfig, TrueSkillRating, trueskill};

use super::score::PlayerOutcome;

/// Rating by `TrueSkill`: a normal distribution of a player's strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// Mean of the distribution.
    pub mu: f64,
    /// Standard deviation of the distribution.
    pub sigma: f64,
}

impl Default for Skill {
    /// The rating before the first game: 25 and 25 / 3.
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

/// Ratings of two players after a game, whose outcome is that of the first.
///
/// The standard deviation of a game is 25 / 6, the one by which skill drifts from game to game
/// 25 / 300, and one game in ten is expected to be drawn.
///
/// Source: Herbrich, Minka, Graepel, "`TrueSkill`: A Bayesian Skill Rating System", NIPS 2006.
pub(crate) fn after(first: Skill, second: Skill, outcome: PlayerOutcome) -> (Skill, Skill) {
    let outcome = match outcome {
        PlayerOutcome::Won => Outcomes::WIN,
        PlayerOutcome::Drawn => Outcomes::DRAW,
        PlayerOutcome::Lost => Outcomes::LOSS,
    };
    let config = TrueSkillConfig::default();
    let (first, second) = trueskill(&first.into(), &second.into(), &outcome, &config);
    (first.into(), second.into())
}
