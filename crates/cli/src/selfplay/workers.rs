use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::Job;
use crate::CliError;
use crate::interrupt::{Wish, wish};

/// How often the progress is drawn.
const REFRESH: Duration = Duration::from_millis(100);

/// Hands out the games of a job, each once and in order.
#[derive(Debug)]
pub(crate) struct Games {
    next: AtomicU64,
    last: u64,
}

impl Games {
    fn new(last: u64) -> Self {
        Self {
            next: AtomicU64::new(1),
            last,
        }
    }

    /// The number of the next game; `None` when there is none, or the user wants to finish.
    pub(crate) fn take(&self) -> Option<u64> {
        if wish() > Wish::None {
            return None;
        }
        let game = self.next.fetch_add(1, Ordering::Relaxed);
        (game <= self.last).then_some(game)
    }

    /// Hands out no more.
    pub(crate) fn stop(&self) {
        self.next.store(self.last + 1, Ordering::Relaxed);
    }

    /// How many were handed out.
    fn taken(&self) -> u64 {
        (self.next.load(Ordering::Relaxed) - 1).min(self.last)
    }
}

/// Runs `work` on every thread, and shows how far the games have got.
///
/// # Errors
/// When the machine refuses a thread; those that run finish the game they are at.
pub(crate) fn run<T: Send>(
    job: &Job<'_>,
    work: impl Fn(&Games) -> T + Sync,
) -> Result<Vec<T>, CliError> {
    let games = Games::new(job.args.games);
    thread::scope(|scope| {
        // Whoever works holds a sender; nothing is ever sent.
        let (at_work, finished) = mpsc::channel::<()>();
        let mut handles = Vec::with_capacity(job.threads);
        for _ in 0..job.threads {
            let (games, work, at_work) = (&games, &work, at_work.clone());
            let thread = thread::Builder::new().spawn_scoped(scope, move || {
                let result = work(games);
                drop(at_work);
                result
            });
            match thread {
                Ok(handle) => handles.push(handle),
                Err(source) => {
                    games.stop();
                    return Err(CliError::Threads {
                        threads: job.threads,
                        source,
                    });
                }
            }
        }
        drop(at_work);
        let bar = progress_bar(job.args.games);
        while finished.recv_timeout(REFRESH) == Err(RecvTimeoutError::Timeout) {
            bar.set_position(games.taken());
        }
        bar.finish_and_clear();
        let join = |handle: thread::ScopedJoinHandle<'_, T>| match handle.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        Ok(handles.into_iter().map(join).collect())
    })
}

/// Draws to standard error, and only on a terminal.
fn progress_bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let template = "{wide_bar} {human_pos} of {human_len} games, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
