//! Puzzles: positions from games between players in which one move stands out.
//!
//! [`Collection`] makes them: it plays games between weak and strong players and keeps the positions in
//! which the exact expected value of one move exceeds that of every other by a clear margin, at
//! two depths ([`MoveValues`]). A [`Puzzle`] is graded by how often players of several strengths find the move
//! ([`Grade`]), and told by the kinds of its moves and by what they do ([`Theme`]).
//! [`Puzzle::legal_moves`] are the moves to choose from, and what they are worth. [`shipped`] are those that come with this program; [`daily`] is the one of a day.
//!
//! Below it: players, sessions and any game. Above it: the page and the command.

mod collection;
mod error;
mod exact;
mod games;
mod grade;
mod likeness;
mod puzzle;
mod shipped;
mod solution;
mod source;
mod theme;

pub use collection::Collection;
pub use error::PuzzleError;
pub use exact::{CLEAR_MARGIN, MoveValues};
pub use grade::Grade;
pub use puzzle::{Puzzle, PuzzleStep};
pub use shipped::{daily, shipped};
pub use solution::check;
pub use source::{ParseSourceError, Source};
pub use theme::Theme;
