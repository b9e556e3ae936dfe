//! Quantum checkers: three games on the dark squares of a board.
//!
//! A `Position` is a [`Game`](cheqqers_game::Game): it lists legal moves, plays them, and asks
//! for measurements where the rules want one. [`cheqqers`] is Cheqqers, whose names stand here too,
//! [`rotation`] and [`blocking`] are games of their own. What they share: squares and what stands on them
//! ([`Square`], [`Board`], [`Part`]), what a component's qubits stand for ([`Square::slot`]), texts of
//! positions (`fen`), and boards for terminals ([`display`]).

pub mod blocking;
mod board;
pub mod cheqqers;
pub mod display;
mod fen;
mod key;
mod options;
mod parts;
mod piece;
pub mod rotation;
mod square;
mod squares;
mod word;

pub use board::Board;
pub use cheqqers::{
    DRAW_AFTER, Entanglement, Level, Move, ParseMoveError, Position, Prospect, Refusal, Rules,
    RulesError, SIZES, Stage, checks, eval, pdn,
};
pub use fen::FenError;
pub use piece::{Part, PieceId, Rank};
pub use square::{Direction, ParseSquareError, Square};
pub use squares::{Ascending, Squares};
