use std::error::Error;
use std::path::PathBuf;

use cheqqers_measure::MeasureError;
use thiserror::Error;

use crate::args::ParseSeatError;
use crate::error::CommandError;
use crate::remote::measure_advice;

#[derive(Debug, Error)]
pub(super) enum PlayError {
    #[error("{} was played by {found:?} as {colour}, and there is no such player here", path.display())]
    RecordedPlayer {
        path: PathBuf,
        colour: &'static str,
        found: String,
        #[source]
        source: ParseSeatError,
    },
    #[error("{} was measured by {found:?}, which can't be used here: {reason}", path.display())]
    RecordedBackend {
        path: PathBuf,
        found: String,
        reason: String,
    },
    #[error("{} waits for job {marker} of {backend}", path.display())]
    Pending {
        path: PathBuf,
        marker: String,
        backend: String,
    },
    #[error("--pool takes shots of a device, and this game is measured locally")]
    PoolWithoutDevice,
    #[error("--fallback takes over from a device, and this game is measured locally")]
    FallbackWithoutDevice,
    #[error("the shots of the pool could not be taken")]
    Pool(#[source] MeasureError),
    #[error("{} is not a table of circuits", path.display())]
    PoolTable {
        path: PathBuf,
        #[source]
        source: serde_json::Error,
    },
    #[error("a job in {} can't be used: {reason}", path.display())]
    RecordedJob { path: PathBuf, reason: String },
    #[error("the game stopped")]
    Measure(#[source] MeasureError),
    #[error("the game stopped: the measurement of {mv} failed: {reason}")]
    Unmeasured { mv: String, reason: String },
    #[error("the game stopped at ply {ply}")]
    Illegal {
        ply: u32,
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
}

impl CommandError for PlayError {
    fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::PoolWithoutDevice => "Name a device with --backend, or leave out --pool.",
            Self::FallbackWithoutDevice => "Name a device with --backend, or leave out --fallback.",
            Self::RecordedPlayer { .. } => "Name one with --white or --black.",
            Self::RecordedBackend { .. } => {
                "Write it again with 'cheqqers backends add', or name another with --backend."
            }
            Self::Pending { .. } => {
                "Leave out --backend to go on with that job, or end it by 'cheqqers jobs cancel JOB'."
            }
            Self::PoolTable { .. } => "'cheqqers experiment circuits' writes one as circuits.json.",
            Self::RecordedJob { .. } => {
                "'cheqqers jobs forget JOB --force' puts an unreadable entry aside; without its line in the record \
                 the game goes on without the job."
            }
            Self::Measure(source) | Self::Pool(source) => measure_advice(source),
            Self::Unmeasured { .. } => {
                "An empty line as input sends it again, as by: echo | cheqqers play --resume FILE; --backend sparse \
                 goes on without the service."
            }
            Self::Illegal { .. } => return None,
        })
    }
}
