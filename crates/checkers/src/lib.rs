//! Quantum checkers: three games on the dark squares of a board of 4 to 16 files and ranks.
//!
//! A `Position` is a [`Game`](cheqqers_game::Game): it lists legal moves, plays them, and asks
//! for measurements where the rules want one. [`cheqqers`] is Cheqqers, whose names stand here too;
//! [`rotation`] and [`blocking`] are games of their own. They share squares and what stands on them
//! ([`Square`], [`Board`], [`Part`]), the slots of squares ([`Square::slot`]), the texts of moves
//! ([`ParseMoveError`]) and of positions ([`FenError`]), reasons against moves ([`CommonRefusal`]),
//! and settings ([`RulesError`]).
//!
//! Nothing here reads files or draws random numbers: the bits of measurements come from the caller. A
//! move for which a component has no room is refused, which games by the rules hardly ever meet.
//!
//! Below it: `cheqqers_game`, `cheqqers_world` and `cheqqers_circuit`. Above it: players, sessions, the
//! page and the command.

mod bitboard;
pub mod blocking;
mod board;
pub mod cheqqers;
mod describe;
mod fen;
mod key;
mod notation;
mod parts;
#[cfg(test)]
mod pictures;
mod piece;
mod refusal;
pub mod rotation;
mod settings;
mod square;
mod squares;

pub use board::Board;
pub use cheqqers::{
    DRAW_AFTER, Entanglement, Level, Move, Position, Prospect, Refusal, Rules, Stage, eval, pdn,
};
pub use fen::FenError;
pub use notation::ParseMoveError;
pub use parts::Parts;
pub use piece::{Part, PieceId, Rank};
pub use refusal::CommonRefusal;
pub use settings::{RulesError, SIZES};
pub use square::{Direction, ParseSquareError, Square};
pub use squares::{Ascending, Squares};
