use cheqqers_game::{Colour, Game, Pending, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::frame::Frame;
use super::search::{Depth, Manner, PLY, Search, Window};
use crate::outcomes::outcomes;

/// Depth by which an outcome is searched less for each halving of its probability.
const HALVING: f64 = 0.5 * PLY as f64;

/// The most outcomes of a measurement that a uniform search looks at; one with more ends it.
const MOST: f64 = 1024.0;

impl<G: Game> Search<'_, G> {
    /// Value of a measurement for `turn`, whose move waits for it: the mean over all outcomes, or
    /// over a sample where they are too many, which is the same whenever the same is measured.
    ///
    /// As soon as the outcomes left can't bring the mean into the window they are passed over, and
    /// what is returned is a bound.
    ///
    /// Source: Ballard's Star1.
    pub(super) fn chance(
        &mut self,
        pending: &Pending<G>,
        turn: Colour,
        frames: &mut [Frame<G>],
        depth: Depth,
        window: Window,
        ply: usize,
    ) -> f32 {
        let Window(low, high) = window;
        let mut outcomes = match self.manner {
            Manner::Selective { salt } => {
                let key = pending.position().key().unwrap_or_default();
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(key ^ salt);
                outcomes(pending, &mut rng)
            }
            Manner::Uniform if pending.num_outcomes() > MOST => {
                self.is_over = true;
                return 0.0;
            }
            Manner::Uniform => pending.outcomes().collect(),
        };
        outcomes.sort_by(|a, b| b.1.total_cmp(&a.1));
        let (mut sum, mut left) = (0.0, 1.0);
        for (bits, probability) in outcomes {
            #[expect(clippy::cast_possible_truncation, reason = "values are not exact")]
            let p = probability as f32;
            left -= p;
            // Values of this outcome that put the mean outside of the window whatever the others are worth. Rounding must
            // not bring the bound that is returned then into the window, where it would be taken for exact.
            let below = (low - sum - left) / p;
            let above = (high - sum + left) / p;
            if below >= 1.0 {
                return (sum + p + left).min(low);
            }
            if above <= -1.0 {
                return (sum - p - left).max(high);
            }
            #[expect(clippy::cast_possible_truncation, reason = "a depth is small")]
            let less = match self.manner {
                Manner::Selective { .. } => (-probability.log2() * HALVING) as i32,
                Manner::Uniform => 0,
            };
            let depth = Depth {
                passing: depth.passing - less,
                going_on: depth.going_on - less,
            };
            let window = Window(below.max(-1.0), above.min(1.0));
            let turned = pending
                .clone()
                .resolve(&bits)
                .expect("outcomes lists legal bits only");
            let value = match turned {
                Turn::Ready(position) => {
                    frames[0].position = position;
                    self.follow(turn, frames, depth, window, ply)
                }
                Turn::Pending(next) => self.chance(&next, turn, frames, depth, window, ply),
            };
            sum += p * value;
            if value <= below {
                return (sum + left).min(low);
            }
            if value >= above {
                return (sum - left).max(high);
            }
        }
        sum
    }
}
