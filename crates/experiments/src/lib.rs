//! Experiments: what is done by the thousand, kept as data and shown as plots.
//!
//! A [`Table`] of typed columns is written as CSV and as Parquet, a [`Figure`] as SVG and as PNG;
//! with them go the [`Settings`] they come from. Files appear whole or not at all.
//!
//! Below it: all that plays. Above it: the command.

mod error;
mod file;
mod plot;
mod settings;
mod table;

pub use error::ExperimentError;
pub use plot::{Axis, Figure, Marks, Panel, Point, Series};
pub use settings::Settings;
pub use table::Table;
