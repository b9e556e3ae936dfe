use std::io;

use thiserror::Error;

/// Error of exploring the positions of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SolveError {
    #[error("a position of the game has no exact code")]
    NoCode,
    #[error("there are more than {most} positions or moves")]
    TooLarge { most: u64 },
    #[error("the work was stopped")]
    Stopped,
}

/// Error of opening a file of a table or an exploration.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum FileFormatError {
    #[error("it can't be read")]
    Read(#[source] io::Error),
    #[error("it is no {noun}")]
    Format { noun: &'static str },
    #[error("it is of version {found} of its format, and this program reads version {known}")]
    Version { found: u32, known: u32 },
    #[error("it is damaged, or was not written to its end")]
    Damaged,
}
