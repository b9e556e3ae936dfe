//! Text protocols by which programs play, both sides.
//!
//! [`serve`] offers players of this program to a host; [`EnginePlayer`] is a player that asks another
//! program. Both read and write the commands and replies of [`protocol`], which is in the manner of UCI and for all
//! games, or of [`hub`], that of programs for international draughts. The manual describes them in
//! `reference/engine-protocol.md` and `reference/hub.md`. [`PlayerSpec`] names a player on the command line, whichever of the
//! two it is.
//!
//! Below it: `cheqqers_session` (the games), `cheqqers_players` and `cheqqers_game`. Above it:
//! tournaments, experiments and the command.

mod command;
mod cqi_host;
mod cqi_server;
mod dialogue;
mod fault;
mod host;
pub mod hub;
mod lines;
mod player;
mod process;
pub mod protocol;
mod protocol_server;
mod search_thread;
mod server;
mod settings;
mod spec;
mod text;

pub use command::{EngineCommand, EngineProtocol, ParseEngineError};
pub use fault::EngineFault;
pub use player::EnginePlayer;
pub use process::kill_all;
pub use server::{ServeError, serve};
pub use settings::EngineSettings;
pub use spec::{ParseSpecError, PlayerSpec};
