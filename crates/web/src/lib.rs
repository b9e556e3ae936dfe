//! Quantum board games in a browser: the page, its API, and the games it keeps.
//!
//! [`GameServer`] serves both over HTTP on threads of its own. A game is opened by its links, secrets of
//! 128 bits, each with the right to move for some sides; nobody has an account. Whatever was answered
//! is on the disk, in one file of a database, so that a server that is killed loses nothing; a measurement
//! that a remote service makes goes on when the next one starts. What one address may ask for is
//! [limited](ServerLimits).
//!
//! The API is described at `/api/v1/openapi.json`, and the manual is served below `/manual`. There is no
//! encryption: a server for more than its own machine needs a [proxy](ServerOptions::is_proxied) before
//! it.
//!
//! Below it: `cheqqers_session` (games of any kind), `cheqqers_players`, `cheqqers_remote`,
//! `cheqqers_manual`, `cheqqers_picture`. Above it: the command.
//!
//! ```
//! use cheqqers_web::{ServerOptions, GameServer};
//!
//! let folder = tempfile::tempdir()?;
//! let options = ServerOptions {
//!     data: Some(folder.path().into()),
//!     ..ServerOptions::default()
//! };
//! let server = GameServer::start(options, "127.0.0.1:0".parse()?)?;
//! assert!(server.url().starts_with("http://127.0.0.1:"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod app;
mod backends;
mod begin;
mod catalogue;
mod class;
mod clock;
mod dto;
mod embed;
mod error;
mod events;
mod game;
mod games;
mod host;
mod limits;
mod links;
mod manual;
mod offload;
mod openapi;
mod outgoing;
mod page;
mod pictures;
mod preview;
mod puzzles;
mod router;
mod routes;
mod seats;
mod semaphore;
mod server;
mod shared;
mod site;
mod store;
mod studies;
mod study_request;
mod table;
#[cfg(test)]
mod testing;
mod thinking;
mod write_timeout;

pub use catalogue::Catalogue;
pub use error::{StartError, StoreError};
pub use limits::ServerLimits;
pub use server::{GameServer, ServerOptions};
pub use site::{ParseSiteError, Site};
