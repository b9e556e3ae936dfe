//! Progress of many games.

use cheqqers_arena::{Cancellation, Monitor};
use indicatif::{ProgressBar, ProgressStyle};

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
