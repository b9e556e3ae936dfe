//! Ratings of players from the games between them.

mod adjusted;
mod elo;
mod score;
mod trueskill;

pub use adjusted::AdjustedScore;
pub use elo::Elo;
pub(crate) use elo::{expected, ratings};
pub(crate) use score::Moments;
pub use score::{PlayerOutcome, Score, Z};
pub use trueskill::Skill;
pub(crate) use trueskill::after;

#[cfg(test)]
mod tests;
