//! Hub, the text protocol of programs for international draughts, both sides.
//!
//! A move of Hub is a whole turn, by the rules of draughts. [`serve`](crate::serve) offers players of this program to a
//! host, and [`EnginePlayer`](crate::EnginePlayer) asks a program.
//!
//! Source of the protocol: the page `protocol.txt` of Hub 2.1, <https://hjetten.mijnweb.site/scan/hub_21.zip>.

mod board;
mod game;
mod host;
mod level;
mod line;
mod moves;
mod score;
mod server;
#[cfg(test)]
mod tests;

pub use line::{HubLine, ParseHubLineError};

pub(crate) use host::HubHost;
pub(crate) use server::HubServer;
