//! The engine protocol, both sides: a text protocol by which programs play, in the manner of UCI.
//!
//! [`serve`] offers players of this program to a host; [`EnginePlayer`] is a player that asks another
//! program. Both read and write the commands and replies of [`protocol`], which the manual describes in
//! `reference/engine-protocol.md`. [`PlayerSpec`] names a player on the command line, whichever of the
//! two it is.
//!
//! Below it: `cheqqers_session` (the games), `cheqqers_players` and `cheqqers_game`. Above it:
//! tournaments, experiments and the command.

mod command;
mod fault;
mod lines;
mod player;
mod process;
pub mod protocol;
mod server;
mod spec;
mod text;

pub use command::{EngineCommand, ParseEngineError};
pub use fault::EngineFault;
pub use player::EnginePlayer;
pub use process::kill_all;
pub use server::{EngineSettings, ServeError, serve};
pub use spec::{ParseSpecError, PlayerSpec};
