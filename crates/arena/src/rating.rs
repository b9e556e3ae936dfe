//! Ratings of players from the games between them.

mod elo;
mod score;
mod trueskill;

pub use elo::Elo;
pub(crate) use elo::{expected, ratings};
pub use score::{PlayerOutcome, Score, Z};
pub use trueskill::Skill;
pub(crate) use trueskill::after;

#[cfg(test)]
mod tests;
