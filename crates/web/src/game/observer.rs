//! Observer of a remote measurement on behalf of a game.

use std::sync::Weak;

use cheqqers_remote::{Event, JobState, Observer, Quote};

use super::Game;
use super::progress::Stage;

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
                game.progress(|progress| progress.message = Some((*text).into()));
            }
            _ => {}
        }
    }
}
