//! Cheqqers, quantum checkers of levels 0 to 3, by the rule set `paper-2025`.
//!
//! A [`Move`] is a step, split, merge or capture. `movegen` finds the legal ones, `play` carries them
//! out, [`Refusal`] has the reasons against one.
//! `code` writes positions as exact bytes. `show` describes the game for pages and terminals, with its `hint` and `lessons`.
//!
//! Source of the rules: Raat, van den Nouweland, Müller-Brockhausen, Preuss, van Nieuwenburg,
//! "Quantum Checkers: The Development and Analysis of a Quantum Combinatorial Game",
//! arXiv:2506.05962.

mod actions;
mod code;
pub mod effects;
pub mod eval;
mod fen;
mod game;
mod hint;
mod key;
mod lessons;
mod level;
mod movegen;
mod moves;
mod networks;
mod pdn;
mod play;
mod position;
mod prospect;
mod refusal;
mod rules;
mod settings;
mod show;

#[cfg(test)]
mod tests;

pub(crate) use actions::turned;
pub use level::{Entanglement, Level};
pub use moves::Move;
pub use play::Stage;
pub use position::Position;
pub use prospect::Prospect;
pub use refusal::Refusal;
pub use rules::{DRAW_AFTER, Rules};
