//! Experiments: what is played by the thousand, kept as data and shown as plots.
//!
//! [`Bulk`] plays games of which only counts are kept ([`Tally`]), by a [`Crew`] of threads. An
//! [`Arena`] is a tournament: its games are kept one by one, its [`Standing`] has ratings. On them
//! stand the paper's experiments, [`Complexity`], [`Duel`] and [`Ranking`], which keep what is finished
//! and can go on later; [`Statistics`] looks closer at what games are made of.
//!
//! Tables of typed columns are written as CSV and as Parquet, figures as SVG and as PNG; with them
//! go the settings they come from. Files appear whole or not at all.
//!
//! Below it: all that plays. Above it: the command.

mod arena;
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
mod ranking;
mod rating;
mod settings;
mod sprt;
mod start;
mod statistics;
mod table;
mod tally;

pub use arena::{
    Arena, ArenaError, Ended, Entrant, Format, Meeting, ParseFormatError, ParseShardError, Plan,
    PlanError, Progress, Row, Shard, Standing, game_of, merge,
};
pub use bulk::{Bulk, BulkError, seats};
pub use complexity::Complexity;
pub use crew::{Crew, Games, Host, Patient, Wish};
pub use duel::Duel;
pub use error::ExperimentError;
pub use lengths::Lengths;
pub use ranking::Ranking;
pub use rating::{Elo, Score, Side, Skill};
pub use sprt::{Accepted, Sprt, SprtError, Tested};
pub use statistics::Statistics;
pub use tally::Tally;

pub(crate) use lengths::wilson;
pub(crate) use plot::{Axis, Figure, Line, Marks, Panel, Point};
pub(crate) use settings::Settings;
pub(crate) use table::Table;
