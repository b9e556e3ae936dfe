//! Files of recorded games, in our own lines or as draughts records.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use cheqqers_game::record::{ReadError, Record};
use cheqqers_session::{RecordingError, Recordings};

use crate::CliError;

/// The recorded games of a file, whichever of both kinds it is.
#[derive(Debug)]
pub(crate) struct Games<R> {
    /// Names it in errors.
    path: PathBuf,
    recordings: Recordings<R>,
}

impl Games<BufReader<File>> {
    /// Opens a file.
    pub(crate) fn open(path: &Path) -> Result<Self, CliError> {
        let file = File::open(path).map_err(|source| wrong(path, source.into()))?;
        Self::read(path, BufReader::new(file))
    }
}

impl<R: BufRead> Games<R> {
    /// Reads from somewhere; `path` names it in errors.
    pub(crate) fn read(path: &Path, input: R) -> Result<Self, CliError> {
        let recordings = Recordings::new(input);
        Ok(Self {
            path: path.into(),
            recordings: recordings.map_err(|source| wrong(path, source.into()))?,
        })
    }

    /// The next game; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Record>, CliError> {
        let record = self.recordings.record();
        record.map_err(|error| wrong(&self.path, error))
    }

    /// Whether lines can be written behind what the file holds.
    pub(crate) fn can_grow(&self) -> bool {
        self.recordings.can_grow()
    }

    /// The one game there is.
    pub(crate) fn only(self) -> Result<Record, CliError> {
        let record = self.recordings.only();
        record.map_err(|error| wrong(&self.path, error))
    }

    /// What is wrong with a file without games.
    pub(crate) fn empty(&self) -> CliError {
        wrong(&self.path, RecordingError::Record(ReadError::Empty))
    }
}

/// What is wrong with a file.
fn wrong(path: &Path, error: RecordingError) -> CliError {
    let path = path.to_owned();
    match error {
        RecordingError::Io(source) => CliError::Read { path, source },
        RecordingError::Record(source) => CliError::Record { path, source },
        RecordingError::Pdn(source) => CliError::Pdn { path, source },
        _ => CliError::ManyGames { path },
    }
}
