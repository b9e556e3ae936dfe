//! Progress of the measurement under way.

use std::time::{Duration, Instant};

use serde::Serialize;

/// Stage of a measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stage {
    #[default]
    Sending,
    Queued,
    Running,
    Done,
    Failed,
}

/// Stage of the pool of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum PoolStage {
    /// There is none, or its shots are in the record.
    #[default]
    Settled,
    /// Its shots are taken, before the move is measured.
    Filling,
    /// The game goes on without it, as its shots can't be had.
    Abandoned,
}

/// Progress of the measurement under way.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pub(super) stage: Stage,
    /// Number of jobs before it in the queue.
    pub(super) place: Option<u64>,
    pub(super) pool: PoolStage,
    /// The jobs that have no answer yet: their idempotency keys, and their names at the service.
    pub(super) jobs: Vec<(String, Option<String>)>,
    /// Name at the service of the job that is waited for.
    pub(super) job: Option<String>,
    pub(super) begun: Option<Instant>,
    /// Message about it for the players.
    pub(super) message: Option<String>,
    /// `true` if a player agreed to the cost of jobs.
    pub(super) agreed: bool,
    /// Price that a player agreed to, in the words of [`Self::price`], of jobs that cost more than others.
    pub(super) agreed_price: Option<String>,
    /// Price that was not agreed to yet.
    pub(super) price: Option<String>,
    /// `true` if a player wants the move withdrawn.
    pub(super) cancelled: bool,
}

impl Progress {
    /// A measurement that begins now.
    pub(super) fn begin(agreed: bool, agreed_price: Option<String>) -> Self {
        Self {
            begun: Some(Instant::now()),
            agreed,
            agreed_price,
            ..Self::default()
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.begun.map_or(Duration::ZERO, |begun| begun.elapsed())
    }
}
