//! Quantum checkers: four games on the dark squares of a board of 4 to 16 files and ranks.
//!
//! A `Position` is a [`Game`](cheqqers_game::Game): it lists legal moves, plays them, and asks
//! for measurements where the rules want one. [`cheqqers`] is Cheqqers, whose names stand here too;
//! [`international`], [`rotation`] and [`blocking`] are games of their own. They share squares and what stands on them
//! ([`Square`], [`Board`], [`Part`]), the slots of squares ([`Square::slot`]), the texts of moves
//! ([`ParseMoveError`]) and of positions ([`FenError`]), reasons against moves ([`CommonRefusal`]),
//! and settings ([`RulesError`]).
//!
//! Nothing here reads files or draws random numbers: the bits of measurements come from the caller. A
//! move for which a component has no room is refused, which games by the rules hardly ever meet.
//!
//! Below it: `cheqqers_game`, `cheqqers_world` and `cheqqers_circuit`. Above it: players, sessions, the
//! page and the command.
//!
//! ```
//! use cheqqers_checkers::{Level, Position, Rules};
//! use cheqqers_game::{GameExt, Turn};
//!
//! let mut position = Position::initial(Rules::new(Level::Superposition));
//! for text in ["c3^b4d4", "f6-e5"] {
//!     let Turn::Ready(after) = position.play(text.parse()?)? else {
//!         unreachable!("neither a split nor a step measures");
//!     };
//!     position = after;
//! }
//! let Turn::Pending(pending) = position.play("d4xf6".parse()?)? else {
//!     unreachable!("half a man captures only after a measurement");
//! };
//! // It was on one of the two squares.
//! let outcomes: Vec<(String, f64)> = pending
//!     .outcomes()
//!     .map(|(bits, probability)| (bits.to_string(), probability))
//!     .collect();
//! assert_eq!(outcomes.len(), 2);
//! assert!(outcomes.iter().all(|(_, probability)| (probability - 0.5).abs() < 1e-12));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod actions;
mod bitboard;
pub mod blocking;
mod board;
pub mod cheqqers;
mod describe;
mod features;
mod fen;
pub mod international;
mod key;
mod notation;
mod parts;
pub mod pdn;
#[cfg(test)]
mod pictures;
mod piece;
mod planes;
mod refusal;
pub mod rotation;
mod settings;
mod square;
mod squares;

pub use board::Board;
pub use cheqqers::{
    DRAW_AFTER, Entanglement, Level, Move, Position, Prospect, Refusal, Rules, Stage, eval,
};
pub use fen::FenError;
pub use notation::ParseMoveError;
pub use parts::Parts;
pub use piece::{Part, PieceId, Rank};
pub use refusal::CommonRefusal;
pub use settings::{RulesError, SIZES};
pub use square::{Direction, ParseSquareError, Square};
pub use squares::{Ascending, Squares};
