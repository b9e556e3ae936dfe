use std::error::Error;
use std::io;
use std::path::PathBuf;

use cheqqers_arena::{ArenaError, BatchError, RegretError, ThreadsError};
use cheqqers_game::settings::SettingError;
use cheqqers_session::{SettingsError, UnknownGame};
use thiserror::Error;

/// Error of running an experiment, or of reading or writing its files.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ExperimentError {
    #[error("could not write {}", path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("could not read {}", path.display())]
    Read {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("{} is in use", path.display())]
    InUse { path: PathBuf },
    #[error("{} is not of an experiment", path.display())]
    NoJournal { path: PathBuf },
    #[error("{} may be of another run, as there is no {}", path.display(), journal.display())]
    ResultsWithoutJournal { path: PathBuf, journal: PathBuf },
    #[error("{} was begun with {name} {before}, not {now}", path.display())]
    OtherSettings {
        path: PathBuf,
        name: String,
        before: String,
        now: String,
    },
    #[error("line {line} of {} is of no result", path.display())]
    Line { path: PathBuf, line: usize },
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    #[error("interrupted after {done} of {all} {what}")]
    Interrupted {
        done: u64,
        all: u64,
        what: &'static str,
    },
    #[error("interrupted before anything was written")]
    Dropped,
    #[error(transparent)]
    Arena(Box<ArenaError>),
    #[error(transparent)]
    Regret(Box<RegretError>),
    #[error("two tables are of one board: {board}")]
    SameBoard { board: String },
    #[error("no game is that of a table: {board}")]
    OtherBoard { board: String },
    #[error(transparent)]
    Start(#[from] SettingsError),
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error("recorded game {number} can't be replayed: {reason}")]
    Record { number: usize, reason: String },
    #[error("game {game} stopped")]
    Game {
        game: u64,
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
}

impl From<RegretError> for ExperimentError {
    fn from(error: RegretError) -> Self {
        match error {
            RegretError::Threads(error) => Self::Threads(error),
            other => Self::Regret(Box::new(other)),
        }
    }
}

impl From<ArenaError> for ExperimentError {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::Threads(error) => Self::Threads(error),
            ArenaError::Write { path, source } => Self::Write { path, source },
            other => Self::Arena(Box::new(other)),
        }
    }
}

impl From<BatchError> for ExperimentError {
    /// For games without an opening.
    fn from(error: BatchError) -> Self {
        match error {
            BatchError::Threads(error) => Self::Threads(error),
            BatchError::Game { game, source } => Self::Game {
                game,
                source: source.into(),
            },
            BatchError::Opening(_) => unreachable!("there is no opening"),
        }
    }
}
