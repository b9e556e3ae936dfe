//! Observer of a remote measurement on behalf of a game.

use std::sync::Weak;

use cheqqers_remote::{Entry, Event, JobState, Observer, Quote, RemoteError};

use super::Game;
use super::progress::Stage;
use crate::error::StoreError;

/// Tells a game how its job stands. A game that left the memory is told nothing.
#[derive(Debug)]
pub(super) struct GameObserver {
    pub(super) game: Weak<Game>,
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
        let Quote { backend, shots, .. } = quote;
        let text = match quote.exceeded {
            None => format!(
                "{backend} may cost money: the first job has {shots} shots, there will be more jobs, and {price}"
            ),
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
                    progress.key = Some((*key).into());
                    progress.job = None;
                    progress.place = None;
                    progress.stage = Stage::Sending;
                });
            }
            Event::Sent { key, job, .. } => {
                let is_cancelled = game.progress(|progress| {
                    progress.job = Some((*job).into());
                    progress.stage = Stage::Queued;
                    progress.cancelled
                });
                if is_cancelled {
                    // Nobody is there to tell; whether it worked shows in how the job ends.
                    let _ = game.cancel_job(key);
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
                tracing::warn!(game = %game.id, text, "a remote backend warns");
                game.progress(|progress| progress.message = Some((*text).into()));
            }
            _ => {}
        }
    }
}
