//! Cheqqers, quantum checkers of levels 0 to 3, by the rule set `paper-2025`.
//!
//! A [`Position`] is a [`Game`](cheqqers_game::Game): it lists legal moves, plays them, and asks
//! for measurements where the rules want one. Where to find what:
//! steps, splits, merges and who may capture what in [`Move`] and the move generator; what a
//! capture does in `play`; what a component's qubits stand for in [`Square::slot`]; why a move is
//! refused in [`Refusal`].
//!
//! Beside it the module [`blocking`] is a game of its own on the same squares.
//!
//! Source of the rules: Raat, van den Nouweland, Müller-Brockhausen, Preuss, van Nieuwenburg,
//! "Quantum Checkers: The Development and Analysis of a Quantum Combinatorial Game",
//! arXiv:2506.05962.

pub mod blocking;
mod board;
pub mod checks;
pub mod display;
pub mod eval;
mod fen;
mod key;
mod level;
mod movegen;
mod moves;
mod options;
mod parts;
pub mod pdn;
mod piece;
mod play;
mod position;
mod refusal;
pub mod rotation;
mod rules;
mod square;
mod squares;
mod word;

pub use board::Board;
pub use fen::FenError;
pub use level::{Entanglement, Level};
pub use moves::{Move, ParseMoveError};
pub use piece::{Part, PieceId, Rank};
pub use play::Stage;
pub use position::Position;
pub use refusal::Refusal;
pub use rules::{DRAW_AFTER, Rules, RulesError, SIZES};
pub use square::{Direction, ParseSquareError, Square};
pub use squares::{Ascending, Squares};
