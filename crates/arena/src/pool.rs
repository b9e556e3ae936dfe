//! Threads that share work, and its cancellation.

use std::fmt::Debug;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use thiserror::Error;

/// Interval between looks at the monitor.
const REFRESH: Duration = Duration::from_millis(100);

/// Error of starting threads.
#[derive(Debug, Error)]
#[error("could not start {threads} threads")]
pub struct ThreadsError {
    /// Number of threads wanted.
    pub threads: usize,
    /// The system's error.
    #[source]
    pub source: io::Error,
}

/// Request to end work early, by urgency.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cancellation {
    /// No cancellation requested.
    None,
    /// Finish what is under way, and begin nothing new.
    Finish,
    /// Drop what is under way.
    Drop,
}

/// Source of cancellation, and receiver of progress.
pub trait Monitor: Debug + Sync {
    /// Cancellation requested so far.
    fn cancellation(&self) -> Cancellation;

    /// Called a few times a second with the number of games begun.
    fn show(&self, begun: u64);
}

/// Monitor that never cancels and ignores progress.
#[derive(Clone, Copy, Debug)]
pub struct NeverCancel;

impl Monitor for NeverCancel {
    fn cancellation(&self) -> Cancellation {
        Cancellation::None
    }

    fn show(&self, _: u64) {}
}

/// The number of threads that was given, else one for each core.
pub fn num_threads(given: Option<usize>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    given.unwrap_or_else(cores)
}

/// Threads that share the games of a job.
#[derive(Clone, Copy, Debug)]
pub struct WorkerPool<'a> {
    /// Number of threads.
    pub threads: usize,
    /// Cancellation and progress.
    pub monitor: &'a dyn Monitor,
    /// Number of games begun before this job, added to what the monitor is shown.
    pub before: u64,
}

/// Numbers of the games of a job, each handed out once and in order.
#[derive(Debug)]
pub struct WorkQueue<'a> {
    next: AtomicU64,
    last: u64,
    stopped: AtomicBool,
    is_dropped: AtomicBool,
    monitor: &'a dyn Monitor,
}

impl WorkQueue<'_> {
    /// Takes the number of the next game, from 1; `None` when there is none left, or after
    /// cancellation.
    pub fn take(&self) -> Option<u64> {
        if self.stopped.load(Ordering::Relaxed) || self.monitor.cancellation() > Cancellation::None
        {
            return None;
        }
        let game = self.next.fetch_add(1, Ordering::Relaxed);
        (game <= self.last).then_some(game)
    }

    /// Hands out no more games.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Flag that is set when the games under way are to be dropped.
    pub fn drop_flag(&self) -> &AtomicBool {
        &self.is_dropped
    }

    /// Returns `true` if the games under way are to be dropped.
    pub fn is_dropped(&self) -> bool {
        self.is_dropped.load(Ordering::Relaxed)
    }

    /// Number of games handed out.
    fn taken(&self) -> u64 {
        (self.next.load(Ordering::Relaxed) - 1).min(self.last)
    }
}

impl<'a> WorkerPool<'a> {
    /// A pool of so many threads; by default one for each core.
    pub fn new(threads: Option<usize>, monitor: &'a dyn Monitor) -> Self {
        Self {
            threads: num_threads(threads),
            monitor,
            before: 0,
        }
    }

    /// Runs `play` for the number of each game, from 1, and collects what it returns in their order: of fewer games after
    /// cancellation. `play` is given the flag that is set when it is to be dropped, and returns `None` then.
    ///
    /// # Errors
    /// Returns an error if a thread can't be started, or the first one of `play`, after which no more games are begun.
    pub fn collect<T: Send, E: From<ThreadsError> + Send>(
        &self,
        games: u64,
        play: impl Fn(u64, &AtomicBool) -> Result<Option<T>, E> + Sync,
    ) -> Result<Vec<T>, E> {
        let parts = self.run(games, |queue| {
            let mut played = Vec::new();
            while let Some(number) = queue.take() {
                match play(number, queue.drop_flag()) {
                    Ok(Some(game)) => played.push((number, game)),
                    Ok(None) => break,
                    Err(error) => {
                        queue.stop();
                        return Err(error);
                    }
                }
            }
            Ok(played)
        })?;
        let parts = parts.into_iter().collect::<Result<Vec<_>, E>>()?;
        let mut all: Vec<(u64, T)> = parts.into_iter().flatten().collect();
        all.sort_by_key(|&(number, _)| number);
        Ok(all.into_iter().map(|(_, game)| game).collect())
    }

    /// Runs `work` on every thread, on no more threads than there are games, and collects what it
    /// returns. `work` takes games from the queue until there is none.
    ///
    /// # Errors
    /// Returns an error if a thread can't be started; those that run finish the game they are at.
    pub fn run<T: Send>(
        &self,
        games: u64,
        work: impl Fn(&WorkQueue<'_>) -> T + Sync,
    ) -> Result<Vec<T>, ThreadsError> {
        let threads = self
            .threads
            .min(usize::try_from(games).unwrap_or(usize::MAX));
        let games = WorkQueue {
            next: AtomicU64::new(1),
            last: games,
            stopped: AtomicBool::new(false),
            is_dropped: AtomicBool::new(false),
            monitor: self.monitor,
        };
        thread::scope(|scope| {
            // Each thread holds a sender; nothing is ever sent.
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
                        return Err(ThreadsError { threads, source });
                    }
                }
            }
            drop(at_work);
            while finished.recv_timeout(REFRESH) == Err(RecvTimeoutError::Timeout) {
                self.monitor.show(self.before + games.taken());
                if self.monitor.cancellation() == Cancellation::Drop {
                    games.is_dropped.store(true, Ordering::Relaxed);
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
