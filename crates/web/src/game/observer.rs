//! Observer of a remote measurement on behalf of a game.

use std::sync::Weak;

use cheqqers_measure::FallbackConsent;
use cheqqers_remote::{Entry, Event, JobState, Observer, Quote, RemoteError};

use super::Game;
use super::progress::{PoolStage, Stage};
use crate::error::StoreError;

/// Tells a game how its job stands. A game that left the memory is told nothing.
#[derive(Clone, Debug)]
pub(super) struct GameObserver {
    pub(super) game: Weak<Game>,
}

impl GameObserver {
    /// Notes how the pool stands, before the move itself is measured.
    pub(super) fn pool(&self, stage: PoolStage) {
        if let Some(game) = self.game.upgrade() {
            game.progress(|progress| progress.pool = stage);
        }
    }

    /// Returns `true` if the move that is measured was withdrawn.
    pub(super) fn is_withdrawn(&self) -> bool {
        self.game.upgrade().is_some_and(|game| game.is_withdrawn())
    }
}

impl Observer for GameObserver {
    fn approves(&mut self, quote: &Quote<'_>) -> bool {
        let Some(game) = self.game.upgrade() else {
            return false;
        };
        let price = quote.cost.map_or_else(
            || "the service does not say what it costs".into(),
            |cost| format!("it costs up to {cost}"),
        );
        let Quote {
            backend,
            jobs,
            shots,
            ..
        } = quote;
        let first = match jobs {
            1 => format!("the first job has {shots} shots"),
            _ => format!("the first {jobs} jobs have {shots} shots in total"),
        };
        let text = match quote.exceeded {
            None => {
                format!("{backend} may cost money: {first}, there will be more jobs, and {price}")
            }
            Some(agreed) => format!(
                "{backend} would measure with {shots} shots, and {price}: more than the {agreed} that were \
                 agreed to"
            ),
        };
        game.progress(|progress| {
            let agreed = match quote.exceeded {
                None => progress.agreed,
                Some(_) => progress.agreed_price.as_ref() == Some(&text),
            };
            if !agreed && !progress.cancelled {
                progress.price = Some(text);
            }
            agreed && !progress.cancelled
        })
    }

    fn log(&mut self, entry: &Entry) -> Result<(), RemoteError> {
        let game = self.game.upgrade().ok_or(StoreError::Ended);
        // Nothing more is sent of a move that was withdrawn.
        if entry.provenance.job.is_none() && self.is_withdrawn() {
            return Err(RemoteError::Cancelled);
        }
        let named = game.and_then(|game| {
            let lines = game.inner.blocking_read().lines;
            game.jobs.name(entry, lines, &game.shared.store)
        });
        named.map_err(|error| RemoteError::Journal {
            path: "games".into(),
            text: error.to_string(),
        })
    }

    fn notify(&mut self, event: &Event<'_>) {
        let Some(game) = self.game.upgrade() else {
            return;
        };
        match event {
            Event::Sending { key, .. } | Event::Resumed { key, .. } => {
                game.progress(|progress| {
                    progress.jobs.push(((*key).into(), None));
                    progress.job = None;
                    progress.place = None;
                    progress.stage = Stage::Sending;
                });
            }
            Event::Sent { key, job, .. } => {
                let is_cancelled = game.progress(|progress| {
                    let mut jobs = progress.jobs.iter_mut();
                    if let Some((_, name)) = jobs.find(|(open, _)| open == key) {
                        *name = Some((*job).into());
                    }
                    progress.job = Some((*job).into());
                    progress.stage = Stage::Queued;
                    progress.cancelled
                });
                if is_cancelled {
                    // Nobody is there to tell; whether it worked shows in how the job ends.
                    let _ = game.cancel_job(key);
                }
            }
            Event::Waiting { key, status, .. } => game.progress(|progress| {
                let mut jobs = progress.jobs.iter();
                let waited = jobs.find(|(open, _)| open == key);
                progress.job = waited.and_then(|(_, name)| name.clone());
                progress.place = status
                    .position
                    .filter(|_| status.state != JobState::Running);
                progress.stage = match status.state {
                    JobState::Created | JobState::Queued => Stage::Queued,
                    _ => Stage::Running,
                };
            }),
            Event::Ended { key, .. } => game.progress(|progress| {
                progress.jobs.retain(|(open, _)| open != key);
                progress.stage = Stage::Done;
            }),
            Event::Warning(text) => {
                tracing::warn!(game = %game.id, text, "a remote backend warns");
                game.progress(|progress| progress.message = Some((*text).into()));
            }
            _ => {}
        }
    }
}

impl FallbackConsent for GameObserver {
    /// A move that was withdrawn is not made, and who is asked for a price has not said anything yet.
    fn is_given(&self) -> bool {
        self.game.upgrade().is_some_and(|game| {
            game.progress(|progress| !progress.cancelled && progress.price.is_none())
        })
    }
}
