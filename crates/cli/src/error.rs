//! Errors of commands: their text, what to do about them, and the exit status.
//!
//! Each command defines its own errors, with their advice, beside the code that fails.

use std::error::Error;
use std::io;

use cheqqers_game::shortened;

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

/// An error and its causes, in one line, with what they quote cut short.
pub(crate) fn with_causes(error: &(dyn Error + 'static)) -> String {
    let mut text = String::new();
    for error in causes(error) {
        let reason = error.to_string();
        // Some errors end with the text of their cause.
        if text.ends_with(&reason) {
            continue;
        }
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(error.downcast_ref().and_then(in_words).unwrap_or(&reason));
    }
    shortened(&text).into_owned()
}

/// The words for an error of the operating system, which calls things by names of its own.
fn in_words(error: &io::Error) -> Option<&'static str> {
    if error.get_ref().is_some() {
        return None;
    }
    Some(match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::PermissionDenied => "permission is denied",
        io::ErrorKind::IsADirectory => "it is a folder, not a file",
        io::ErrorKind::NotADirectory => "a part of the path is no folder",
        io::ErrorKind::AlreadyExists => "it exists already",
        io::ErrorKind::StorageFull => "the disk is full",
        io::ErrorKind::QuotaExceeded => "the quota of the disk is used up",
        io::ErrorKind::ReadOnlyFilesystem => "the disk can only be read",
        io::ErrorKind::InvalidData => "it is not UTF-8 text",
        _ => return None,
    })
}

/// An error, its cause, the cause of that, and so on.
pub(crate) fn causes<'a>(
    error: &'a (dyn Error + 'static),
) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}
