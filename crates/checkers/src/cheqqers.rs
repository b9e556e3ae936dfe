//! Cheqqers, quantum checkers of levels 0 to 3, by the rule set `paper-2025`.
//!
//! Where to find what: steps, splits, merges and who may capture what in [`Move`] and the move
//! generator; what a capture does in `play`; why a move is refused in [`Refusal`]; what is said of it in
//! `show`.
//!
//! Source of the rules: Raat, van den Nouweland, Müller-Brockhausen, Preuss, van Nieuwenburg,
//! "Quantum Checkers: The Development and Analysis of a Quantum Combinatorial Game",
//! arXiv:2506.05962.

pub mod checks;
pub mod eval;
mod hint;
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
pub use moves::{Move, ParseMoveError};
pub use play::Stage;
pub use position::Position;
pub use prospect::Prospect;
pub use refusal::Refusal;
pub use rules::{DRAW_AFTER, Rules, RulesError, SIZES};
pub use told::ply_in_words;
pub use words::{move_in_words, outcome_in_words, status};
