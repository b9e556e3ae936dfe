use crate::error::SearchError;

/// The settings of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchSettings {
    /// Simulations of each search, at least 1: descents from the root to a new node or to one whose
    /// value is exact. The first look at the root is none. At most [`Gumbel::MAX_SIMULATIONS`] with Gumbel
    /// variables.
    pub simulations: u32,
    /// Simulations of one search that wait for predictions at the same time, at least 1. More than 1
    /// make larger batches of fewer searches, and choose a little worse.
    pub parallel: u32,
    /// Outcomes, at least 1, up to which a chance node is seen whole at once: a prediction is asked
    /// for each. With more, they are added one by one. Of a chain of chance nodes so many outcomes are
    /// seen together, the others later.
    pub max_outcomes_at_once: u32,
    /// The rule by which actions are chosen.
    pub selection: Selection,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            simulations: 256,
            parallel: 1,
            max_outcomes_at_once: 32,
            selection: Selection::Puct(Puct::default()),
        }
    }
}

/// A rule by which a search chooses actions.
#[derive(Clone, PartialEq, Debug)]
pub enum Selection {
    /// Predictor with upper confidence bounds applied to trees, the rule of `AlphaZero`.
    Puct(Puct),
    /// Planning with Gumbel variables: better with few simulations, and a policy that, were its values exact, would not be worse than
    /// the prior one. Below the root an action that looks bad may never be seen, so values need not come
    /// near the exact ones, as they do with PUCT; a lower `c_scale` looks at more.
    Gumbel(Gumbel),
}

/// Constants of PUCT, for values in -1..=1.
///
/// An action has the score q + c p √N / (1 + n): its value for the player to move, prior
/// probability, and visits n; N visits of the node; c = ln((1 + N + `c_base`) / `c_base`) + `c_init`.
///
/// Source: Silver et al., "A general reinforcement learning algorithm that masters chess, shogi and
/// Go through self-play", Science 362, 2018.
#[derive(Clone, PartialEq, Debug)]
pub struct Puct {
    /// Visits at which exploration begins to grow: 19652 in the paper.
    pub c_base: f64,
    /// Exploration of few visits: 1.25 in the paper.
    pub c_init: f64,
    /// The value of an action without visits is that of its node less this (first play urgency).
    pub first_play_reduction: f64,
    /// Noise in the prior probabilities of the root, for games against oneself.
    pub noise: Option<DirichletNoise>,
}

impl Default for Puct {
    fn default() -> Self {
        Self {
            c_base: 19_652.0,
            c_init: 1.25,
            first_play_reduction: 0.25,
            noise: None,
        }
    }
}

/// Symmetric Dirichlet noise.
#[derive(Clone, PartialEq, Debug)]
pub struct DirichletNoise {
    /// Concentration α of each action: 0.3 in chess, 0.03 in Go.
    pub concentration: f64,
    /// Share of the noise in the prior probabilities, in 0..=1: 0.25 in the paper.
    pub share: f64,
}

/// Constants of the search with Gumbel variables.
///
/// Completed values q, scaled to 0..=1, are added to logits as (`c_visit` + max n) `c_scale` q.
///
/// Source: Danihelka et al., "Policy improvement by planning with Gumbel", ICLR 2022.
#[derive(Clone, PartialEq, Debug)]
pub struct Gumbel {
    /// Actions of the root that are considered, at least 1: 16 in the paper.
    pub considered: u32,
    /// 50 in the paper.
    pub c_visit: f64,
    /// Larger ones make policies sharper, and games against oneself more alike: 1 in the paper for Go and chess.
    pub c_scale: f64,
    /// Factor of the Gumbel variables: 1 for games against oneself, 0 to play without randomness.
    pub noise_scale: f64,
}

impl Gumbel {
    /// The most simulations of a search: all are planned beforehand.
    pub const MAX_SIMULATIONS: u32 = 1 << 20;
}

impl Default for Gumbel {
    fn default() -> Self {
        Self {
            considered: 16,
            c_visit: 50.0,
            c_scale: 0.1,
            noise_scale: 1.0,
        }
    }
}

impl SearchSettings {
    pub(crate) fn check<E>(&self) -> Result<(), SearchError<E>> {
        let not_negative = |number: f64| number >= 0.0 && number.is_finite();
        let counts = [
            ("simulations", self.simulations),
            ("parallel", self.parallel),
            ("max_outcomes_at_once", self.max_outcomes_at_once),
        ];
        let counts = counts.map(|(name, count)| (name, count > 0)).into_iter();
        let mut rows: Vec<(&'static str, bool)> = counts.collect();
        match &self.selection {
            Selection::Puct(puct) => {
                rows.push(("c_base", puct.c_base > 0.0 && puct.c_base.is_finite()));
                rows.push(("c_init", not_negative(puct.c_init)));
                let reduction = puct.first_play_reduction;
                rows.push(("first_play_reduction", reduction.is_finite()));
                if let Some(noise) = &puct.noise {
                    let alpha = noise.concentration;
                    rows.push(("concentration", alpha > 0.0 && alpha.is_finite()));
                    rows.push(("share", (0.0..=1.0).contains(&noise.share)));
                }
            }
            Selection::Gumbel(gumbel) => {
                rows.push(("simulations", self.simulations <= Gumbel::MAX_SIMULATIONS));
                rows.push(("considered", gumbel.considered > 0));
                rows.push(("c_visit", (0.0..=1e6).contains(&gumbel.c_visit)));
                rows.push(("c_scale", (0.0..=1e6).contains(&gumbel.c_scale)));
                rows.push(("noise_scale", not_negative(gumbel.noise_scale)));
            }
        }
        match rows.into_iter().find(|(_, in_range)| !in_range) {
            Some((name, _)) => Err(SearchError::SettingOutOfRange { name }),
            None => Ok(()),
        }
    }
}
