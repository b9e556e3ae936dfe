//! Files of recorded games, as JSON Lines or as draughts records.

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use cheqqers_game::record::{ReadError, Record};
use cheqqers_session::{GameKind, RecordingError, Recordings, UnknownGame};
use thiserror::Error;

use crate::error::{CommandError, Failure};
use crate::files::FileError;

#[derive(Debug, Error)]
pub(crate) enum RecordError {
    #[error("{} is no recorded game", path.display())]
    Lines {
        path: PathBuf,
        #[source]
        source: ReadError,
    },
    #[error("{} can't be read as a draughts record", path.display())]
    Pdn {
        path: PathBuf,
        #[source]
        source: RecordingError,
    },
    #[error("{} holds more than one game", path.display())]
    ManyGames { path: PathBuf },
    #[error("{} can't be replayed: line {line}", path.display())]
    UnknownGame {
        path: PathBuf,
        line: usize,
        #[source]
        source: UnknownGame,
    },
    #[error("{} does not follow the rules", path.display())]
    Replay {
        path: PathBuf,
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    #[error(
        "{} was changed after it was written: line {line} does not fit its checksum",
        path.display()
    )]
    Changed { path: PathBuf, line: usize },
    #[error(
        "{} was changed after it was written: its lines lack the checksums that all records with such an id have",
        path.display()
    )]
    NoChecksums { path: PathBuf },
    #[error("the measurements in {} contradict themselves", path.display())]
    Provenance {
        path: PathBuf,
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    #[error("{} does not have all that is to be checked", path.display())]
    Unrevealed {
        path: PathBuf,
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    #[error("the pool of shots in {} is wrong", path.display())]
    Pool {
        path: PathBuf,
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    #[error("{} has no ply {ply}: its longest game has {plies}", path.display())]
    NoSuchPly { path: PathBuf, ply: u32, plies: u32 },
}

impl RecordError {
    /// A breach of the rules in a record.
    pub(crate) fn replay(path: &Path, source: impl Error + Send + Sync + 'static) -> Self {
        Self::Replay {
            path: path.to_owned(),
            source: Box::new(source),
        }
    }
}

impl CommandError for RecordError {
    fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::Lines { .. } => {
                "A record is written by 'cheqqers play --record' or 'cheqqers selfplay --trace'; a \
                 draughts record begins with a tag such as [GameType \"21\"] or with a move."
            }
            Self::Pdn { .. } => {
                "Correct it there, or use the record that 'cheqqers play --record' or 'cheqqers export --format record' writes."
            }
            Self::ManyGames { .. } => {
                "Put the game in a file of its own: only one can be resumed or have its circuits exported."
            }
            Self::UnknownGame { .. } => "It was written by another program, or by a newer one.",
            Self::Replay { .. } | Self::Provenance { .. } | Self::Pool { .. } => {
                "The file was changed, or written by other rules."
            }
            Self::Unrevealed { .. } => {
                "On the machine where the game began, 'cheqqers play --resume FILE' adds the seeds."
            }
            Self::Changed { .. } | Self::NoChecksums { .. } => {
                "Another program or a person edited it, lines are missing, or the disk damaged it; \
                 without --verify it is shown as it stands."
            }
            Self::NoSuchPly { .. } => {
                "Leave out --ply for every ply, or for the circuits of the last one."
            }
        })
    }
}

/// The recorded games of a file, of either form.
#[derive(Debug)]
pub(crate) struct Games<R> {
    /// Named by errors.
    path: PathBuf,
    recordings: Recordings<R>,
}

impl Games<BufReader<File>> {
    /// Opens a file.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let file = File::open(path).map_err(|source| FileError::read(path, source))?;
        Self::read(path, BufReader::new(file))
    }
}

impl<R: BufRead> Games<R> {
    /// Reads from `input`, which errors name by `path`.
    pub(crate) fn read(path: &Path, input: R) -> Result<Self, Failure> {
        let recordings = Recordings::new(input);
        Ok(Self {
            path: path.into(),
            recordings: recordings.map_err(|source| FileError::read(path, source))?,
        })
    }

    /// The next game; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Record>, Failure> {
        let record = self.recordings.record();
        record.map_err(|error| failure(&self.path, error))
    }

    /// Returns `true` if lines can be appended to the file.
    pub(crate) fn can_grow(&self) -> bool {
        self.recordings.can_grow()
    }

    /// The only game of the file.
    ///
    /// # Errors
    /// Returns an error if there is none, or more than one.
    pub(crate) fn only(self) -> Result<Record, Failure> {
        let record = self.recordings.only();
        record.map_err(|error| failure(&self.path, error))
    }

    /// The error of a file without games.
    pub(crate) fn empty(&self) -> Failure {
        failure(&self.path, RecordingError::Record(ReadError::Empty))
    }
}

fn failure(path: &Path, error: RecordingError) -> Failure {
    let path = path.to_owned();
    match error {
        RecordingError::Io(source) => FileError::Read { path, source }.into(),
        RecordingError::Record(source) => RecordError::Lines { path, source }.into(),
        RecordingError::Many => RecordError::ManyGames { path }.into(),
        source => RecordError::Pdn { path, source }.into(),
    }
}

/// The game of a record in a file.
///
/// # Errors
/// Returns an error if it is not one of the games here.
pub(crate) fn recorded_in(path: &Path, record: &Record) -> Result<GameKind, RecordError> {
    GameKind::of_header(&record.header).map_err(|source| RecordError::UnknownGame {
        path: path.to_owned(),
        line: record.header_line,
        source,
    })
}
