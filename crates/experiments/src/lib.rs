//! Experiments: what is played by the thousand, kept as data and shown as plots.
//!
//! [`Bulk`] plays games of which only counts are kept ([`Tally`]), by a [`Crew`] of threads. On it
//! stand [`Complexity`] and [`Duel`], experiments of the paper, which keep what is finished and can go
//! on later;
//! [`Statistics`] looks closer at what games are made of.
//! A [`Table`] of typed columns is written as CSV and as Parquet, a [`Figure`] as SVG and as PNG;
//! with them go the [`Settings`] they come from. Files appear whole or not at all.
//!
//! Below it: all that plays. Above it: the command.

mod bulk;
mod cells;
mod complexity;
mod crew;
mod duel;
mod error;
mod estimate;
mod file;
mod journal;
mod lengths;
mod plot;
mod settings;
mod statistics;
mod table;
mod tally;

pub use bulk::{Bulk, BulkError, seats};
pub use complexity::Complexity;
pub use crew::{Crew, Games, Host, Patient, Wish};
pub use duel::Duel;
pub use error::ExperimentError;
pub use lengths::{Lengths, wilson};
pub use plot::{Axis, Figure, Marks, Panel, Point, Series};
pub use settings::Settings;
pub use statistics::Statistics;
pub use table::Table;
pub use tally::Tally;
