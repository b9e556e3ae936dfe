//! The interface of quantum board games, and the tools that work with any of them.
//!
//! [`Game`] is a position with its rules. Playing a move gives a [`Turn`]: a new position, or a
//! [`Pending`] measurement whose bits come from outside. On that alone stand [`perft`], records
//! ([`record`]) and their replay ([`replay`]). A [`Judge`] tells which shots of a noisy backend may
//! answer it.
//!
//! Below it: `cheqqers_world`. Above it: the games, players, the command.
//!
//! A function for any game, which plays a move with the likeliest outcome of each measurement:
//!
//! ```
//! use cheqqers_game::{CompletionError, Game, GameExt};
//!
//! fn likeliest<G: Game>(position: G, mv: G::Move) -> Option<G> {
//!     let turn = position.play(mv).ok()?;
//!     let played = turn.finish(|pending| {
//!         let likeliest = pending.outcomes().max_by(|a, b| a.1.total_cmp(&b.1));
//!         likeliest.map(|(bits, _)| bits).ok_or(())
//!     });
//!     match played {
//!         Ok(position) => Some(position),
//!         Err(CompletionError::Unanswered(()) | CompletionError::Refused(_)) => None,
//!     }
//! }
//! ```

mod action_table;
mod amplitude_budget;
mod causes;
mod entropy;
mod evaluation;
mod excerpt;
mod game;
mod growth;
pub mod key;
mod measurement;
mod measurement_request;
pub mod network;
pub mod notation;
mod outcome;
mod pair_planes;
mod perft;
mod planes;
mod play;
mod ply;
pub mod record;
pub mod replay;
mod sameness;
pub mod settings;
pub mod show;
mod tree;
mod turn;
mod verdict;

pub use action_table::ActionTable;
pub use amplitude_budget::AmplitudeBudget;
pub use causes::{causes, with_causes};
pub use cheqqers_world::{Encoding, WorldError};
pub use evaluation::{draw_factor, draw_share};
pub use excerpt::shortened;
pub use game::{Game, OccupiedPlace};
pub use growth::{Generation, growth};
pub use measurement::Measurement;
pub use measurement_request::MeasurementRequest;
pub use outcome::{Colour, Outcome, Status};
pub use pair_planes::{PAIR_PLANES, pair_planes};
pub use perft::{perft, perft_until};
pub use planes::{PairSquare, PlaneLayout};
pub use play::{GameExt, PlayError};
pub use ply::{CompletedPly, Ply, StartedPly};
pub use sameness::Sameness;
pub use tree::{MeasurementNode, TreeNode};
pub use turn::{CompletionError, Pending, ResolveError, ResolveReason, Turn};
pub use verdict::{Judge, Verdict};
