//! What every quantum board game offers, and what can be done with any of them.
//!
//! [`Game`] is a position with its rules. Playing a move gives a [`Turn`]: a new position, or a
//! [`Pending`] measurement whose bits come from outside. On that alone stand [`perft`], records
//! ([`record`]) and their replay ([`replay`]). A [`Judge`] tells which shots of a noisy backend may
//! answer it.
//!
//! Below it: `cheqqers_world`. Above it: the games, players, the command.

pub mod checks;
mod entropy;
mod game;
pub mod notation;
mod outcome;
mod perft;
pub mod record;
pub mod replay;
mod room;
pub mod settings;
pub mod show;
mod turn;
mod verdict;

// What a measurement is asked in and answered with.
pub use cheqqers_world::{Encoding, Request, WorldError};
pub use game::{Game, Occupied};
pub use outcome::{Colour, Outcome, Status};
pub use perft::perft;
pub use room::Room;
pub use turn::{Ask, Pending, PlayError, ResolveError, ResolveReason, Turn, Unfinished};
pub use verdict::{Judge, Verdict};
