//! Progress of what takes long.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use cheqqers_arena::{Cancellation, Monitor};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::interrupt;

/// Progress bar with an estimate of the time left, on standard error and only on a terminal; Ctrl-C
/// stops the games.
#[derive(Debug)]
pub(crate) struct GamesProgress {
    bar: ProgressBar,
}

impl GamesProgress {
    /// A bar for so many games; Ctrl-C no longer ends the process.
    pub(crate) fn new(games: u64) -> Self {
        interrupt::defer();
        let bar = ProgressBar::new(games);
        let template = "{wide_bar} {human_pos} of {human_len} games, {eta} left{msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// Sets the message, and the position where the number of games changes.
    pub(crate) fn update(&self, done: u64, of: u64, message: String) {
        if self.bar.length() != Some(of) {
            // Games of earlier runs say nothing about the time left.
            self.bar.set_length(of);
            self.bar.set_position(done);
            self.bar.reset_eta();
        }
        self.bar.set_message(message);
    }

    /// Removes the bar.
    pub(crate) fn close(self) {
        self.bar.finish_and_clear();
    }
}

impl Monitor for GamesProgress {
    fn cancellation(&self) -> Cancellation {
        interrupt::cancellation()
    }

    fn show(&self, begun: u64) {
        self.bar.set_position(begun);
    }
}

/// Time after which the progress of work shows: what is done sooner needs none.
const PATIENCE: Duration = Duration::from_secs(2);

/// Time between two drawings.
const TICK: Duration = Duration::from_millis(200);

/// Progress of work that mostly takes no time: shown on standard error after two seconds, and only on a
/// terminal; gone when dropped.
#[derive(Debug)]
pub(crate) struct WorkProgress {
    bar: ProgressBar,
    /// Dropped to end the thread that shows the bar, then the thread.
    shown: Option<(Sender<()>, JoinHandle<()>)>,
}

impl WorkProgress {
    /// A spinner with a message and the time that has passed.
    pub(crate) fn spinner(message: impl Into<String>) -> Self {
        Self::new(
            ProgressBar::no_length(),
            "{spinner} {msg}, {elapsed}",
            message.into(),
        )
    }

    /// A bar up to a number of units, which `{pos}` and `{len}` stand for in the message.
    pub(crate) fn bar(length: u64, message: &str) -> Self {
        let template = format!("{{wide_bar}} {message}, {{eta}} left");
        Self::new(ProgressBar::new(length), &template, String::new())
    }

    fn new(bar: ProgressBar, template: &str, message: String) -> Self {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(message);
        let shown = io::stderr().is_terminal().then(|| {
            let (end, ended) = channel();
            let bar = bar.clone();
            let show = move || {
                if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(TICK);
                }
            };
            (end, thread::spawn(show))
        });
        Self { bar, shown }
    }

    /// Sets the message.
    pub(crate) fn say(&self, message: impl Into<String>) {
        self.bar.set_message(message.into());
    }

    /// Sets the number of units that are done.
    pub(crate) fn set(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// Does something that prints, with the bar out of its way.
    pub(crate) fn beside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Drop for WorkProgress {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.shown.take() {
            drop(end);
            // It panics nowhere, and would have nothing to say.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_ends_with_its_work_and_prints_what_it_should() {
        let progress = WorkProgress::bar(10, "{pos} of {len} files");
        progress.set(5);
        assert_eq!(progress.bar.position(), 5);
        assert_eq!(progress.beside(|| 7), 7);
        let bar = progress.bar.clone();
        drop(progress);
        assert!(bar.is_finished());
        let spinner = WorkProgress::spinner("counting");
        spinner.say("counting depth 2");
        assert_eq!(spinner.bar.message(), "counting depth 2");
    }
}
