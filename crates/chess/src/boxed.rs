//! Box chess: a piece is on two squares, pairs entangle, and captures are attempted.
//!
//! A *pair* is one piece in two halves, a red and a blue one ([`Half`]); its slots are its squares, of
//! which exactly one reads 1. Entangled pairs form groups that are measured together. Each half is of
//! one of two classes, and a measurement finds all halves of a group that are of one class: so a group
//! has two basis states, and the board ([`Board`]) shows all of its state but a sign, which the type of
//! its pairs tells ([`PairType`]).
//!
//! Where to find what: options in [`Rules`] and their texts in `settings`; moves in [`Move`], the
//! pseudo-legal ones (the king's safety aside) in `movegen`, the legal ones in `legal`, and the reasons
//! against others in `refusal`; check in `check`; attempted captures in `attempt`; boards after each
//! outcome of a move in `outcomes`; the gates of moves in `gates`; the playing of moves in `play`; the end
//! in `outcome`; starts and positions as text in `setup`; the numbering of moves in `actions` and planes in
//! `planes`, for players that learn.
//!
//! Source of the rules: T. Varga, "Niel's Chess - The Battle of the Quantum Age", arXiv 2306.13669, the
//! FIDE Laws of Chess for all else. Where it leaves something open:
//!
//! - Unequal pairs have a likely half that is real with 5/6, or 2/3 by `unequal_faces`.
//! - Marks of equal pairs both face one player; of unequal pairs and those with phase the half of class 0
//!   faces the opponent. Inversions exchange the classes of a pair.
//! - An entanglement move names the lowest of the opponent's halves of a group and class.
//! - An attacker that is found on its square always goes to the target's square, also if nobody is found
//!   there.
//! - A player without a legal move has lost if in check; else it is a draw. A draw by
//!   [`Rules::draw_after`] comes after both.

mod actions;
mod attempt;
mod board;
mod check;
mod count;
mod eval;
mod features;
mod game;
mod gates;
mod half;
mod key;
mod legal;
mod lessons;
mod movegen;
mod moves;
mod networks;
mod outcome;
mod outcomes;
mod planes;
mod play;
mod position;
mod probabilities;
mod refusal;
mod rules;
mod settings;
mod setup;
mod show;
mod start;

pub use attempt::CaptureAttempt;
pub use board::{Board, Unit};
pub use half::{Half, PairType};
pub use moves::Move;
pub use play::Stage;
pub use position::Position;
pub use refusal::Refusal;
pub use rules::{Attempt, Rules, Superposition};

#[cfg(test)]
mod tests;
