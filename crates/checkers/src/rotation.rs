//! Rotation checkers: ordinary checkers with pieces that may not be there, and every move of a piece
//! turns its qubit so that it is more likely to be.
//!
//! A piece is a token with a [`Presence`]: the angle of its one qubit, whose 1 says that it is on the
//! board. At the start the qubit is turned by `ry(π/2)`, after each completed move of the piece by
//! another [`Rotation`]. A capture measures who captures and who is captured; when one of them is not
//! there it fails, and every piece of the board that is still uncertain is measured too. No gate
//! has two qubits, so that each component is one piece; its slot is the square of the token. The
//! circuit of a component starts where its qubit was last prepared.
//!
//! The manual's choices are options ([`Rules`]). Decided here, where manual and options say nothing:
//!
//! - The two measurements of a failed capture count as one: whether somebody is left is looked at after
//!   the second, not between them.
//! - A player without a move has lost even where a draw would be due.
//! - After a failed capture by `collapse = definite` all survivors are definite for good, and so is
//!   who captured after a capture.
//! - A count of turns without loss starts again whenever a token leaves the board, for whatever
//!   reason.
//!
//! Source: the manual of "Quantum Checkers", repository `MathPhysDev/Quantum-Checkers-vs-AI`.

mod actions;
mod eval;
mod game;
mod key;
mod lessons;
mod movegen;
mod moves;
mod networks;
mod play;
mod position;
mod presence;
mod refusal;
mod rules;
mod settings;
mod setup;
mod show;

pub use moves::Move;
pub use play::Stage;
pub use position::Position;
pub use presence::{Presence, Rotation};
pub use rules::{Collapse, Rules, Wipeout};
