//! Games under way, whatever their kind, as a page asks of them.

mod analysis;
mod api;
mod branch;
mod circuit;
mod error;
mod header_entries;
mod live;
mod open;
mod preview;
mod setup;
#[cfg(test)]
mod tests;
mod work;

pub(crate) use analysis::{AnalysisMemory, AnalysisStep};
pub(crate) use api::{CompletedMove, Table, Work};
pub(crate) use circuit::States;
pub(crate) use error::TableError;
pub(crate) use header_entries::HeaderEntries;
pub(crate) use open::{GameRequest, load, open, read, resume};
pub(crate) use setup::{Arrangement, Setup, arrange, example, forms};
