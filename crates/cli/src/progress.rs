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
        Self::of(games, "games")
    }

    /// The same for so many of something else.
    pub(crate) fn of(count: u64, what: &str) -> Self {
        interrupt::defer();
        // Nothing is drawn off a terminal.
        Self::on(ProgressDrawTarget::stderr(), count, what)
    }

    fn on(target: ProgressDrawTarget, count: u64, what: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(count), target);
        let template =
            format!("{{wide_bar}} {{human_pos}} of {{human_len}} {what}, {{eta}} left{{msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
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
        let mut progress = Self { bar, shown: None };
        if io::stderr().is_terminal() {
            progress.show_after(PATIENCE, ProgressDrawTarget::stderr());
        }
        progress
    }

    /// Shows the bar after a time, unless the work is done by then.
    fn show_after(&mut self, patience: Duration, target: ProgressDrawTarget) {
        let (end, ended) = channel();
        let bar = self.bar.clone();
        let show = move || {
            if ended.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                bar.set_draw_target(target);
                bar.enable_steady_tick(TICK);
            }
        };
        self.shown = Some((end, thread::spawn(show)));
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
    use std::time::Instant;

    use indicatif::InMemoryTerm;

    use super::*;

    /// A terminal of 80 columns, and a target that draws on it.
    fn terminal() -> (InMemoryTerm, ProgressDrawTarget) {
        let terminal = InMemoryTerm::new(24, 80);
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        (terminal, target)
    }

    /// Waits until a terminal shows one line that ends with this text, and returns it.
    fn until(terminal: &InMemoryTerm, end: &str) -> String {
        let started = Instant::now();
        loop {
            let shown = terminal.contents();
            if shown.ends_with(end) && shown.lines().count() == 1 {
                return shown;
            }
            let is_late = started.elapsed() > Duration::from_mins(1);
            assert!(!is_late, "{end:?} is not shown: {shown:?}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn games_fill_a_bar_of_one_line_that_goes_when_they_are_done() {
        let (terminal, target) = terminal();
        let progress = GamesProgress::on(target, 10, "games");
        progress.update(0, 10, String::new());
        progress.show(0);
        let empty = terminal.contents();
        assert!(empty.contains("\u{2591} 0 of 10 games, "), "{empty:?}");
        progress.show(5);
        let half = terminal.contents();
        assert!(half.contains(" 5 of 10 games, "), "{half:?}");
        let filled = |shown: &str| shown.matches('\u{2588}').count();
        assert!(filled(&empty) == 0 && filled(&half) > 10, "{half:?}");
        // More games, of which an earlier run played some.
        progress.update(1_500, 2_000, ", a against b".into());
        let more = terminal.contents();
        assert!(more.contains(" 1,500 of 2,000 games, "), "{more:?}");
        assert!(more.ends_with(" left, a against b"), "{more:?}");
        for shown in [&empty, &half, &more] {
            assert_eq!(shown.lines().count(), 1, "{shown:?}");
        }
        progress.close();
        assert_eq!(terminal.contents(), "");
    }

    #[test]
    fn work_that_takes_long_is_shown_until_it_is_done() {
        let (terminal, target) = terminal();
        let mut progress = WorkProgress::bar(10, "{pos} of {len} files");
        progress.set(5);
        assert_eq!(terminal.contents(), "");
        progress.show_after(Duration::ZERO, target);
        let bar = until(&terminal, " left");
        assert!(bar.contains('\u{2588}'), "{bar:?}");
        assert!(bar.contains(" 5 of 10 files, "), "{bar:?}");
        // Lines printed meanwhile do not meet it.
        assert_eq!(progress.beside(|| terminal.contents()), "");
        until(&terminal, " left");
        drop(progress);
        assert_eq!(terminal.contents(), "");
    }

    #[test]
    fn a_spinner_shows_its_message_and_the_time() {
        let (terminal, target) = terminal();
        let mut progress = WorkProgress::spinner("counting");
        progress.say("counting depth 2");
        progress.show_after(Duration::ZERO, target);
        let spinner = until(&terminal, "s");
        assert!(spinner.contains(" counting depth 2, "), "{spinner:?}");
        drop(progress);
        assert_eq!(terminal.contents(), "");
    }

    #[test]
    fn work_that_is_done_soon_shows_nothing() {
        let (terminal, target) = terminal();
        let mut progress = WorkProgress::bar(10, "{pos} of {len} files");
        progress.show_after(Duration::from_hours(1), target);
        progress.set(10);
        drop(progress);
        // Nothing was drawn and removed again.
        assert_eq!(terminal.moves_since_last_check(), "");
    }
}
