//! The interface of quantum board games, and the tools that work with any of them.
//!
//! [`Game`] is a position with its rules. Playing a move gives a [`Turn`]: a new position, or a
//! [`Pending`] measurement whose bits come from outside. On that alone stand [`perft`], records
//! ([`record`]) and their replay ([`replay`]). A [`Judge`] tells which shots of a noisy backend may
//! answer it.
//!
//! Below it: `cheqqers_world`. Above it: the games, players, the command.

mod amplitude_budget;
mod entropy;
mod evaluation;
mod game;
pub mod key;
mod measurement;
mod measurement_request;
pub mod notation;
mod outcome;
mod perft;
mod play;
mod ply;
pub mod record;
pub mod replay;
pub mod settings;
pub mod show;
mod turn;
mod verdict;

pub use amplitude_budget::AmplitudeBudget;
pub use cheqqers_world::{Encoding, WorldError};
pub use evaluation::draw_factor;
pub use game::{Game, OccupiedPlace};
pub use measurement::Measurement;
pub use measurement_request::MeasurementRequest;
pub use outcome::{Colour, Outcome, Status};
pub use perft::perft;
pub use play::{GameExt, PlayError};
pub use ply::{CompletedPly, Ply, StartedPly};
pub use turn::{CompletionError, Pending, ResolveError, ResolveReason, Turn};
pub use verdict::{Judge, Verdict};
