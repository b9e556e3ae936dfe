//! Threads that share the games of a job.

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::ExperimentError;

/// How often the host is told how far the games have got.
const REFRESH: Duration = Duration::from_millis(100);

/// How urgently an end is wished for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wish {
    /// Not at all.
    None,
    /// Finish what is under way, begin nothing new.
    Finish,
    /// Drop what is under way.
    Drop,
}

/// Who wants the games played.
pub trait Host: Debug + Sync {
    /// What it wants by now.
    fn wish(&self) -> Wish;

    /// It is told, a few times a second, how many games were begun.
    fn show(&self, begun: u64);
}

/// A host that wants all games and looks at nothing.
#[derive(Clone, Copy, Debug)]
pub struct Patient;

impl Host for Patient {
    fn wish(&self) -> Wish {
        Wish::None
    }

    fn show(&self, _: u64) {}
}

/// So many threads that play for a host.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'a> {
    /// How many play at a time.
    pub threads: usize,
    /// Who wants it.
    pub host: &'a dyn Host,
    /// How many games were played before, of those the host knows of.
    pub before: u64,
}

/// Hands out the games of a job, each once and in order.
#[derive(Debug)]
pub struct Games<'a> {
    next: AtomicU64,
    last: u64,
    stopped: AtomicBool,
    dropped: AtomicBool,
    host: &'a dyn Host,
}

impl Games<'_> {
    /// The number of the next game, from 1; `None` when there is none, or the host wants an end.
    pub fn take(&self) -> Option<u64> {
        if self.stopped.load(Ordering::Relaxed) || self.host.wish() > Wish::None {
            return None;
        }
        let game = self.next.fetch_add(1, Ordering::Relaxed);
        (game <= self.last).then_some(game)
    }

    /// Hands out no more.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Set when the games under way are to be dropped.
    pub fn dropped(&self) -> &AtomicBool {
        &self.dropped
    }

    /// Whether they are.
    pub fn is_dropped(&self) -> bool {
        self.dropped.load(Ordering::Relaxed)
    }

    /// How many were handed out.
    fn taken(&self) -> u64 {
        (self.next.load(Ordering::Relaxed) - 1).min(self.last)
    }
}

impl<'a> Crew<'a> {
    /// As many threads as the machine has cores, unless said otherwise.
    pub fn new(threads: Option<usize>, host: &'a dyn Host) -> Self {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        Self {
            threads: threads.unwrap_or_else(cores),
            host,
            before: 0,
        }
    }

    /// Runs `work` on every thread, no more than there are games; it takes games until there is
    /// none.
    ///
    /// # Errors
    /// When the machine refuses a thread; those that run finish the game they are at.
    pub fn run<T: Send>(
        &self,
        games: u64,
        work: impl Fn(&Games<'_>) -> T + Sync,
    ) -> Result<Vec<T>, ExperimentError> {
        let threads = self
            .threads
            .min(usize::try_from(games).unwrap_or(usize::MAX));
        let games = Games {
            next: AtomicU64::new(1),
            last: games,
            stopped: AtomicBool::new(false),
            dropped: AtomicBool::new(false),
            host: self.host,
        };
        thread::scope(|scope| {
            // Whoever works holds a sender; nothing is ever sent.
            let (at_work, finished) = mpsc::channel::<()>();
            let mut handles = Vec::with_capacity(threads);
            for _ in 0..threads {
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
                        return Err(ExperimentError::Threads { threads, source });
                    }
                }
            }
            drop(at_work);
            while finished.recv_timeout(REFRESH) == Err(RecvTimeoutError::Timeout) {
                self.host.show(self.before + games.taken());
                if self.host.wish() == Wish::Drop {
                    games.dropped.store(true, Ordering::Relaxed);
                }
            }
            let join = |handle: thread::ScopedJoinHandle<'_, T>| match handle.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            Ok(handles.into_iter().map(join).collect())
        })
    }
}
