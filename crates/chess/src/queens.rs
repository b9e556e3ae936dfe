//! Queen's quantum chess: a piece is of two types, and touching it measures which.
//!
//! Every piece but the kings has a primary type, that of its starting square, and a secondary one. A
//! quantum piece is in a superposition of both; its slot is its square, and reads 1 where it shows the
//! secondary type. Touching it collapses it, landing on a dark square makes it quantum again. Nothing
//! ever entangles. A secondary type that nobody has seen is drawn when it first shows, from the pool of
//! its side's labels ([`Pool`]): a measurement of one slot for each kind that is left.
//!
//! Where to find what: options in [`Rules`] and their texts in `settings`; moves in [`Move`] and the
//! legal ones in `movegen`; touches in `touch`; the playing of moves and draws in `play`; the end in
//! `outcome`; starts and positions as text in `setup`; the numbering of moves in `actions` and planes in
//! `planes`, for players that learn.
//!
//! Source of the rules: S. G. Akl's game, Queen's University, Kingston; "Quantum Chess", rules of
//! A. Wismath, 2010, and the eight rules on the page of the second program (2020); the University
//! Computer Club's programming competition, 2013. Where they leave something open:
//!
//! - A secondary type is drawn when it first shows, which is a random permutation of the types exactly.
//! - A piece both of whose types are known and of one kind has nothing to measure: where it is quantum
//!   (`twins=quantum`) it takes a touch, and no qubit.
//! - A piece whose touch ended the turn stays classical on a dark square too (`idle=keep`), as it did not
//!   land there.
//! - En passant needs a piece that moved as a pawn, whatever it is now: one that landed on a dark square
//!   is captured all the same, and collapses like any captured piece.
//! - Nothing to touch at all: the turn is passed.

mod actions;
mod board;
mod count;
mod eval;
mod features;
mod game;
mod key;
mod lessons;
mod movegen;
mod moves;
mod outcome;
mod piece;
mod planes;
mod play;
mod pool;
mod position;
mod probabilities;
mod refusal;
mod rules;
mod settings;
mod setup;
mod show;
mod touch;

pub use board::Board;
pub use moves::Move;
pub use piece::{Piece, PieceMode};
pub use play::{Reason, Stage};
pub use pool::{Pool, TYPES};
pub use position::{Position, TurnStep};
pub use refusal::Refusal;
pub use rules::{CapturedPiece, FarRow, Idle, Promotion, Rules, Secondaries, Touch, Twins};

#[cfg(test)]
mod tests;
