//! Errors of commands: their text, what to do about them, and the exit status.
//!
//! Each command defines its own errors, with their advice, beside the code that fails.

use std::error::Error;

use cheqqers_game::with_causes;

/// Exit status of wrong usage, as of the parser of the command line.
pub(crate) const USAGE: u8 = 2;

/// Exit status after an interrupt: 128 and the number of the signal, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// An error that a command can end with.
pub(crate) trait CommandError: Error + Send + Sync + 'static {
    /// Advice to the user, in whole sentences.
    fn advice(&self) -> Option<&'static str> {
        None
    }

    /// Exit status; 0 where there is nothing to report.
    fn status(&self) -> u8 {
        1
    }
}

/// Error of any command.
#[derive(Debug)]
pub(crate) struct Failure(Box<dyn CommandError>);

impl<E: CommandError> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(Box::new(error))
    }
}

impl Failure {
    /// Advice to the user, in whole sentences.
    pub(crate) fn advice(&self) -> Option<&'static str> {
        self.0.advice()
    }

    /// Exit status; 0 where there is nothing to report.
    pub(crate) fn status(&self) -> u8 {
        self.0.status()
    }

    /// The error and its causes, in one line.
    pub(crate) fn text(&self) -> String {
        with_causes(&*self.0)
    }

    /// The error, its causes and its advice, as lines of text without the last line end.
    pub(crate) fn explain(&self) -> String {
        let mut text = printable(&format!("error: {}", self.text()));
        if let Some(advice) = self.advice() {
            text.push_str("\n  ");
            text.push_str(advice);
        }
        text
    }

    /// The error, where it is of this type.
    #[cfg(test)]
    pub(crate) fn downcast<E: CommandError>(&self) -> Option<&E> {
        let error: &dyn Error = &*self.0;
        error.downcast_ref()
    }
}

/// A text with its control characters escaped: those of a foreign text must not reach the terminal.
pub(crate) fn printable(text: &str) -> String {
    let escaped = |c: char| {
        let escape = c.is_control().then(|| c.escape_default());
        let plain = escape.is_none().then_some(c);
        escape.into_iter().flatten().chain(plain)
    };
    text.chars().flat_map(escaped).collect()
}
