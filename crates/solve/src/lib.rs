//! Small boards solved exactly: every position that can be reached, and the value of each with certified bounds.
//!
//! An [`Exploration`] makes the [`Graph`] of a game's positions from a start on: exact, as positions are told apart by
//! [their codes](cheqqers_game::Game::encode), and breadth first. It can be kept in a file, and go on later. [`Bounds::of`] finds a lower and an upper bound
//! of the value of each, cycles included; [`Bounds::check`] proves them, and counts [`Distances`]. A [`Table`] keeps
//! what was found in a file, and [looks up](Table::look_up) the moves of a position. A graph may be cut off at a number of
//! positions: the others' values are anything then, and the bounds still hold.
//!
//! The value of a position is the expected result under perfect play for the player to move: 1 a win, -1 a
//! loss, 0 a draw, and endless play is worth a draw.
//!
//! Below it: `cheqqers_game`. Above it: `cheqqers_players`, one of which plays by a table, and
//! `cheqqers_session`, which does this to any of its games.

mod bounds;
mod certificate;
mod codes;
mod columns;
mod distances;
mod error;
mod expand;
mod exploration_file;
mod explore;
mod explored_game;
mod graph;
mod look_up;
mod outcomes;
mod table;
mod table_file;

pub use bounds::{Bounds, Work};
pub use certificate::FalseBound;
pub use codes::Codes;
pub use distances::Distances;
pub use error::{FileFormatError, SolveError};
pub use explore::{Exploration, Extent};
pub use explored_game::{ExploredGame, GameMismatch};
pub use graph::Graph;
pub use look_up::{SolvedMove, SolvedPosition};
pub use table::{Table, TableHeader, ValueBounds};
