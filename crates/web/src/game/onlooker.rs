//! How a remote measurement stands, as the game's players see it.

use std::sync::Weak;
use std::time::{Duration, Instant};

use cheqqers_remote::{Event, JobState, Quote, Watch};
use serde::Serialize;

use super::Game;

/// Where a measurement is.
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

/// How the measurement under way stands.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pub(super) stage: Stage,
    /// How many jobs are before it.
    pub(super) place: Option<u64>,
    /// Our own name of the job.
    pub(super) marker: Option<String>,
    /// The service's.
    pub(super) job: Option<String>,
    pub(super) begun: Option<Instant>,
    /// What should be known of it.
    pub(super) message: Option<String>,
    /// Whether a player agreed to what jobs cost.
    pub(super) agreed: bool,
    /// What they were asked to agree to, and did not yet.
    pub(super) price: Option<String>,
    /// Whether a player wants the move withdrawn.
    pub(super) cancelled: bool,
}

impl Progress {
    /// A measurement that begins now.
    pub(super) fn begin(agreed: bool) -> Self {
        Self {
            begun: Some(Instant::now()),
            agreed,
            ..Self::default()
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.begun.map_or(Duration::ZERO, |begun| begun.elapsed())
    }
}

/// Tells a game how its job stands. A game that left the memory is told nothing.
#[derive(Debug)]
pub(super) struct Onlooker {
    pub(super) game: Weak<Game>,
}

impl Watch for Onlooker {
    fn agrees(&mut self, quote: &Quote<'_>) -> bool {
        let Some(game) = self.game.upgrade() else {
            return false;
        };
        let price = quote.cost.map_or_else(
            || "the service does not say what it costs".into(),
            |cost| match cost.unit.as_str() {
                "USD" => format!("the service says that it costs ${:.2}", cost.amount),
                unit => format!("the service says that it costs {} {unit}", cost.amount),
            },
        );
        let text = format!(
            "{} may cost money: the first job has {} shots, there will be more jobs, and {price}",
            quote.backend, quote.shots
        );
        game.progress(|progress| {
            if !progress.agreed && !progress.cancelled {
                progress.price = Some(text);
            }
            progress.agreed && !progress.cancelled
        })
    }

    fn sees(&mut self, event: &Event<'_>) {
        let Some(game) = self.game.upgrade() else {
            return;
        };
        match event {
            Event::Sending { marker, .. } | Event::Resumed { marker, .. } => {
                game.progress(|progress| {
                    progress.marker = Some((*marker).into());
                    progress.job = None;
                    progress.place = None;
                    progress.stage = Stage::Sending;
                });
            }
            Event::Sent { marker, job, .. } => {
                let is_cancelled = game.progress(|progress| {
                    progress.job = Some((*job).into());
                    progress.stage = Stage::Queued;
                    progress.cancelled
                });
                if is_cancelled {
                    // Nobody is there to tell; whether it worked shows in how the job ends.
                    let _ = game.cancel_job(marker);
                }
            }
            Event::Waiting { status, .. } => game.progress(|progress| {
                progress.place = status
                    .position
                    .filter(|_| status.state != JobState::Running);
                progress.stage = match status.state {
                    JobState::Created | JobState::Queued => Stage::Queued,
                    _ => Stage::Running,
                };
            }),
            Event::Ended { .. } => game.progress(|progress| progress.stage = Stage::Done),
            Event::Warning(text) => {
                game.progress(|progress| progress.message = Some((*text).into()));
            }
            _ => {}
        }
    }
}
