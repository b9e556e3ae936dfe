//! Blocking checkers: quantum moves to the left and right at once, and own pieces that block each
//! other, which entangles them.
//!
//! A qubit stands for a part, a (piece, square) pair, and is 1 where that piece is on that square.
//! A part moves one step diagonally, men forward; where own pieces *may* stand on the target it
//! moves in the branches where the target is empty and stays in the others. Nothing is measured but
//! by an attempt to capture. Where to find what: options in [`Rules`] and their texts in `settings`;
//! moves in [`Move`] and the legal ones in `movegen`; what a part meets in `target`; the gates of a
//! move in `gates`; moves and attempts to capture in `play`.
//!
//! Source of the rules: "Quantum Checkers", documentation of the students' project
//! `victorvwier/Quantum-Checkers-QSQI-Group-9`, January 2021. Where it leaves something open, or
//! its program does something else than it says:
//!
//! - Several own pieces may have amplitude on one square; a move names one part of one of them, and
//!   every part counts by itself. Of a square's parts the second is written `d4'`, the third `d4''`.
//! - Where another own piece has amplitude on the target, but never while the moving part is where
//!   it starts from, the target is as good as free: the part is relabelled and nothing entangles.
//! - A quantum move or a blocked one that would leave something fainter than [`FAINT`] is not legal,
//!   nor one for which its component has no room.
//! - The scope `squares` measures every part on the attacker's square and on the attacked one, and
//!   then, if both were there, every part on the landing square.
//! - A loss comes before a draw: a side without pieces loses, whoever's turn it is, and so does one that can't
//!   move, in the very turn that would make a draw too.
//! - A chain of captures may be ended by passing; the passing belongs to the same turn. Turns are
//!   counted towards a draw when they are over, and one with a capture in it counts as one.
//! - With `rejoin` and quantum moves to one target, a part moves onto the other part in a direction
//!   that it may move in. Its gate is that of a quantum move, and so it is written as one, `c3^d4`;
//!   the step `c3-d4` is refused. Both parts must stem from one quantum move of a certain piece, with
//!   nothing but plain steps since: parts that were linked may not rejoin even when a measurement of
//!   squares has ended the link, as the parts then are as likely as that left them.
//! - Parts that rejoin interfere: the piece ends on the square of the part that was made, for
//!   certain.
//! - With `link_limit`, the links of a part are the other pieces of its component, and those of a
//!   square are those of its part that has most; only moves that would entangle are limited.

mod actions;
mod board;
mod eval;
mod game;
mod gates;
mod key;
mod layered_square;
mod lessons;
mod movegen;
mod moves;
mod networks;
mod play;
mod position;
mod refusal;
mod rules;
mod settings;
mod setup;
mod show;
mod target;

pub use board::LayeredBoard;
pub use layered_square::LayeredSquare;
pub use moves::Move;
pub use play::Stage;
pub use position::{FAINT, Position};
pub use refusal::Refusal;
pub use rules::{Measure, QuantumMove, Rules};
pub use show::CaptureProbabilities;
