//! Cheqqers, quantum checkers of levels 0 to 3, by the rule set `paper-2025`.
//!
//! [`Move`] and the move generator hold steps, splits, merges and captures; `play` what each of them
//! does; [`Refusal`] the reasons against one; `show` the texts about it.
//!
//! Source of the rules: Raat, van den Nouweland, Müller-Brockhausen, Preuss, van Nieuwenburg,
//! "Quantum Checkers: The Development and Analysis of a Quantum Combinatorial Game",
//! arXiv:2506.05962.

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
pub mod pdn;
mod play;
mod position;
mod prospect;
mod refusal;
mod rules;
mod show;
mod told;
mod words;

#[cfg(test)]
mod tests;

pub use level::{Entanglement, Level};
pub use moves::Move;
pub use play::Stage;
pub use position::Position;
pub use prospect::Prospect;
pub use refusal::Refusal;
pub use rules::{DRAW_AFTER, Rules};
pub use told::ply_in_words;
pub use words::{move_in_words, outcome_in_words, status};
