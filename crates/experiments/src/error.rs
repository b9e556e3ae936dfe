use std::io;
use std::path::PathBuf;

use cheqqers_checkers::RulesError;
use cheqqers_players::PlayOutError;
use thiserror::Error;

use crate::ArenaError;

/// Why an experiment could not be made, or its results not be kept.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// A file can't be written.
    #[error("could not write {}", path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A file can't be read.
    #[error("could not read {}", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// Another process has the experiment open.
    #[error("{} is in use", path.display())]
    InUse {
        /// Its file.
        path: PathBuf,
    },
    /// A file of that name holds something else.
    #[error("{} is not of an experiment", path.display())]
    NoJournal {
        /// Which.
        path: PathBuf,
    },
    /// The folder holds the experiment with other settings.
    #[error("{} was begun with {name} {before}, not {now}", path.display())]
    OtherSettings {
        /// Its file.
        path: PathBuf,
        /// The first setting that differs.
        name: String,
        /// What it was.
        before: String,
        /// What was asked for.
        now: String,
    },
    /// A line of what was finished can't be understood.
    #[error("line {line} of {} is of no result", path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
    },
    /// The machine gave no threads.
    #[error("could not start {threads} threads")]
    Threads {
        /// How many were wanted.
        threads: usize,
        /// Why not.
        #[source]
        source: io::Error,
    },
    /// The host wanted an end before all was done.
    #[error("interrupted after {done} of {all} {what}")]
    Interrupted {
        /// How many are done and kept.
        done: u64,
        /// How many there are.
        all: u64,
        /// What they are.
        what: &'static str,
    },
    /// The host wanted an end of what is not kept in parts.
    #[error("interrupted before anything was written")]
    Dropped,
    /// A tournament could not be held.
    #[error(transparent)]
    Arena(Box<ArenaError>),
    /// The options of a game don't fit together.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A game could not be played on.
    #[error("game {game} stopped")]
    Game {
        /// Which, from 1.
        game: u64,
        /// Why.
        #[source]
        source: PlayOutError,
    },
}

impl From<ArenaError> for ExperimentError {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::Experiment(error) => error,
            other => Self::Arena(Box::new(other)),
        }
    }
}
