//! The paper's experiments: games by the thousand, kept as data and shown as plots.
//!
//! [`Complexity`] measures the length of random games, [`SearchStrength`] tree search against random
//! moves, [`SkillRatings`] the ratings of players; an interrupted run of these is resumed by the next
//! one. [`GameStatistics`] counts results, moves, measurements, components and reachable positions of the
//! [`Variants`] of any games. [`Strength`] rates players by a fixed protocol. [`CircuitFrequencies`] counts the circuits that they measure. [`Training`] trains the networks of experts.
//! [`NoisePrediction`] compares the score of the benchmark with whole games under noise. [`Dataset`] has games of an expert to learn from, [`ReferencePositions`] has positions with the values of all moves.
//!
//! Each writes tables of typed columns as CSV and as Parquet and figures as SVG and as PNG, both with
//! their settings, into one folder. Files appear whole or not at all.
//!
//! Below it: `cheqqers_arena`, which plays the games, and `cheqqers_picture`. Above it: the command.

mod cells;
mod common_circuits;
mod complexity;
mod dataset;
mod error;
mod estimate;
mod file;
mod journal;
mod noise;
mod placement;
mod reference_positions;
mod search_strength;
mod settings;
mod skill_ratings;
mod start;
mod statistics;
mod strength;
mod table;
mod tournaments;
mod training;
mod variant;

pub use common_circuits::CircuitFrequencies;
pub use complexity::Complexity;
pub use dataset::Dataset;
pub use error::ExperimentError;
pub use journal::check_results;
pub use noise::NoisePrediction;
pub use reference_positions::ReferencePositions;
pub use search_strength::SearchStrength;
pub use skill_ratings::SkillRatings;
pub use statistics::GameStatistics;
pub use strength::{SolvedBoard, Strength};
pub use training::Training;
pub use variant::Variants;

pub(crate) use settings::Settings;
pub(crate) use table::Table;
