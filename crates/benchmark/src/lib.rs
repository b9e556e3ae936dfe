//! A benchmark for quantum computers made of the circuits of games.
//!
//! A [`Suite`] is a fixed, versioned list of circuits that were taken from games, each with the game and the moves that it
//! comes from. Their exact distributions are cheap to compute at any width, as few basis states occur, and most errors
//! give bit strings that the rules exclude. A [`BenchmarkRun`] is a folder with the counts of a backend, which an
//! interrupted run goes on with, and a [`Benchmark`] what such a folder holds. An [`Analysis`] is all that is computed from the counts, by the same arithmetic everywhere: of each
//! circuit the share of legal shots, fidelity, total variation distance and interference contrast, of
//! each size whether it passes, and one score. [`figures`] draws it, [`markdown`] tells it, and [`comparison`] sets two side by side.
//!
//! Below it: `cheqqers_backend`, which runs circuits, and `cheqqers_program`, which reads them; no game. Above it: the
//! command and Python.

mod analysis;
mod benchmark;
mod comparison;
mod counts;
mod error;
mod estimate;
mod folder;
mod plots;
mod report;
mod resample;
mod suite;

pub use analysis::{
    Analysis, CircuitMetrics, MIN_FIDELITY, MIN_LEGAL_SHARE, SizeMetrics, undisturbed_share,
};
pub use benchmark::{Benchmark, SCHEMA};
pub use comparison::comparison;
pub use counts::CountsByName;
pub use error::BenchmarkError;
pub use estimate::IntervalEstimate;
pub use folder::{BenchmarkRun, BenchmarkSettings, with_job};
pub use plots::figures;
pub use report::markdown;
pub use suite::{Family, Interference, Origin, Suite, SuiteCircuit, exact_distribution};
