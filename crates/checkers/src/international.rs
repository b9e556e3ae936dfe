//! International quantum draughts, levels 0 to 3, by the rule set `online-2026`: men capture
//! backwards, kings fly, the longest capture is compulsory, and pieces go to squares that may be
//! occupied.
//!
//! Squares are the qubits, and pieces of one side are alike: a square has one label, its side and
//! crown, whatever stands on it. A capture measures single squares, not their components.
//!
//! `side` finds the squares that one player's pieces can reach, `movegen` the legal moves, and `longest` the
//! captures that must be taken. `play` carries moves out: `transition` has the effect of a move without
//! capture on amplitudes and gates, `condition` the condition of that effect, `labels` the piece numbers.
//! `clock` and `count` count towards draws. [`Forecast`] has the measurements of a move before it is made,
//! [`Refusal`] the reasons against one; `words` says how a game stands, and `show`
//! describes the game for pages and terminals. `fen` and `pdn` are its texts, `key` and [`eval`] serve
//! players, and `actions` numbers the moves for learned policies.
//!
//! Source of the rules: the authors' browser client, <https://github.com/raatmarien/cheqqers>, as of
//! 2026; `pdn` lists the six points in which its plies end otherwise.

mod actions;
mod clock;
mod condition;
mod count;
pub mod eval;
mod fen;
mod forecast;
mod game;
mod key;
mod labels;
mod lessons;
mod longest;
mod movegen;
mod networks;
mod pdn;
mod play;
mod position;
mod refusal;
mod rules;
mod settings;
mod setup;
mod show;
mod side;
mod transition;
mod words;

#[cfg(test)]
mod tests;

pub use crate::cheqqers::{Level, Move};
pub use forecast::Forecast;
pub use play::Stage;
pub use position::Position;
pub use refusal::Refusal;
pub use rules::{DRAW_AFTER, Rules};
