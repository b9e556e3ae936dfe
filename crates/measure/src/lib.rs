//! Answers to the measurements that moves wait for.
//!
//! A [`Measurer`] answers a [`Pending`](cheqqers_game::Pending) move from the exact state of its
//! position, or by a [`BackendMeasurer`], which runs circuits under a [`Policy`]: of the shots of a
//! noisy backend the first legal one decides, and [`PostSelection`] counts them all. In a game with
//! an identity [`MeasurementIds`] names each measurement once, so that a job is never sent twice.
//!
//! A [`ShotPool`](pool::ShotPool) holds shots that were taken before they are needed. A [`JobReport`]
//! tells which jobs measured in a recorded game.
//!
//! Below: `cheqqers_game` (what is measured) and `cheqqers_backend` (what runs circuits). Above:
//! `cheqqers_session`, which plays moves.

mod answer;
mod backend_measurer;
mod error;
mod fallback;
mod game_id;
mod job_report;
mod measurement_ids;
mod measurer;
pub mod pool;
mod post_selection;
mod provenance;
mod verify_jobs;

#[cfg(test)]
mod tests;

pub use backend_measurer::{BackendMeasurer, FallbackConsent, Policy};
pub use error::MeasureError;
pub use fallback::{Fallback, ParseFallbackError};
pub use game_id::{GameId, bind};
pub use job_report::{JobReport, ProvenanceError};
pub use measurement_ids::{MeasurementIds, ply_and_move};
pub use measurer::{Measurer, MeasurerKind, ParseMeasurerError};
pub use post_selection::PostSelection;
pub use provenance::MeasurementProvenance;
pub use verify_jobs::{CheckedJobs, FORCED, JobError, JobReader, JobReason, verify_jobs};
