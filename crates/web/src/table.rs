//! Games under way, whatever their kind, as a page asks of them.

mod circuit;
mod error;
mod game;
mod header_entries;
mod open;
mod setup;
#[cfg(test)]
mod tests;

pub(crate) use circuit::States;
pub(crate) use error::TableError;
pub(crate) use game::Table;
pub(crate) use header_entries::HeaderEntries;
pub(crate) use open::{GameRequest, load, open, read, resume};
pub(crate) use setup::{Arrangement, Setup, arrange};
