//! International quantum draughts, levels 0 to 3, by the rule set `online-2026`: men capture
//! backwards, kings fly, the longest capture is compulsory, and pieces go to squares that may be
//! occupied.
//!
//! Squares are the qubits, and pieces of one side are alike: a square has one label, its side and
//! crown, whatever stands on it. A capture measures single squares, not their components.
//!
//! `side` finds what one player's pieces can reach, `movegen` the legal moves and `longest` the captures
//! that must be taken; `play` carries moves out, `transition` says what a move without capture does to
//! the amplitudes and to the gates, `condition` under which condition. `count` counts towards draws.
//! [`ActionTable`] numbers moves for players that learn; [`Refusal`] has the reasons against a move; `words` and `told` put moves and plies into words; `show`
//! describes the game for pages and terminals.
//!
//! Source of the rules: the authors' browser client, <https://github.com/raatmarien/cheqqers>, as of
//! 2026; where it departs from quantum mechanics, the nearest unitary.

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
mod pdn;
mod play;
mod position;
mod refusal;
mod rules;
mod settings;
mod setup;
mod show;
mod side;
mod told;
mod transition;
mod words;

#[cfg(test)]
mod tests;

pub use crate::cheqqers::{Level, Move};
pub use actions::ActionTable;
pub use forecast::Forecast;
pub use play::Stage;
pub use position::Position;
pub use refusal::Refusal;
pub use rules::{DRAW_AFTER, Rules};
