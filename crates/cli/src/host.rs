//! The user at the terminal as a host of many games.

use cheqqers_experiments::{Host, Wish};
use indicatif::{ProgressBar, ProgressStyle};

use crate::interrupt;

/// Shows how far games have got, to standard error and only on a terminal, with an estimate of how
/// long they will take; wants what Ctrl-C says.
#[derive(Debug)]
pub(crate) struct Terminal {
    bar: ProgressBar,
}

impl Terminal {
    /// For so many games. From now on Ctrl-C is a wish.
    pub(crate) fn new(games: u64) -> Self {
        interrupt::watch();
        let bar = ProgressBar::new(games);
        let template = "{wide_bar} {human_pos} of {human_len} games, {eta} left{msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// Tells what is done by now, and a few words about it.
    pub(crate) fn tell(&self, done: u64, of: u64, words: String) {
        if self.bar.length() != Some(of) {
            // What was done before says nothing about how long the rest takes.
            self.bar.set_length(of);
            self.bar.set_position(done);
            self.bar.reset_eta();
        }
        self.bar.set_message(words);
    }

    /// Shows nothing more.
    pub(crate) fn close(self) {
        self.bar.finish_and_clear();
    }
}

impl Host for Terminal {
    fn wish(&self) -> Wish {
        interrupt::wish()
    }

    fn show(&self, begun: u64) {
        self.bar.set_position(begun);
    }
}
