//! Files of recorded games, in our own lines or as draughts records.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};
use std::path::{Path, PathBuf};

use cheqqers_checkers::pdn;
use cheqqers_game::record::{ReadError, Reader, Record};

use crate::CliError;

/// How much of a file is looked at to tell what it is, in bytes.
const BEGINNING: u64 = 512;

/// The largest draughts record read, in bytes: some hundred thousand games.
const MAX_PDN: u64 = 256 << 20;

/// The recorded games of a file, whichever of both kinds it is.
#[derive(Debug)]
pub(crate) struct Games<R> {
    /// Names it in errors.
    path: PathBuf,
    kind: Kind<R>,
}

#[derive(Debug)]
enum Kind<R> {
    Lines(Reader<Chain<Cursor<Vec<u8>>, R>>),
    Pdn(pdn::Reader),
}

impl Games<BufReader<File>> {
    /// Opens a file.
    pub(crate) fn open(path: &Path) -> Result<Self, CliError> {
        let file = File::open(path).map_err(|source| unreadable(path, source))?;
        Self::read(path, BufReader::new(file))
    }
}

impl<R: BufRead> Games<R> {
    /// Reads from somewhere; `path` names it in errors.
    pub(crate) fn read(path: &Path, mut input: R) -> Result<Self, CliError> {
        let failed = |source| unreadable(path, source);
        let mut beginning = Vec::new();
        Read::take(&mut input, BEGINNING)
            .read_to_end(&mut beginning)
            .map_err(failed)?;
        let kind = if pdn::is_pdn(&String::from_utf8_lossy(&beginning)) {
            let mut text = beginning;
            Read::take(&mut input, MAX_PDN)
                .read_to_end(&mut text)
                .map_err(failed)?;
            if text.len() as u64 > MAX_PDN {
                return Err(failed(io::ErrorKind::FileTooLarge.into()));
            }
            let text = String::from_utf8(text)
                .map_err(|error| failed(io::Error::new(io::ErrorKind::InvalidData, error)))?;
            Kind::Pdn(pdn::Reader::new(text))
        } else {
            Kind::Lines(Reader::new(Cursor::new(beginning).chain(input)))
        };
        Ok(Self {
            path: path.into(),
            kind,
        })
    }

    /// The next game; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Record>, CliError> {
        let path = &self.path;
        match &mut self.kind {
            Kind::Lines(reader) => reader.record().map_err(|error| not_ours(path, error)),
            Kind::Pdn(reader) => reader.record().map_err(|source| CliError::Pdn {
                path: path.clone(),
                source,
            }),
        }
    }

    /// Whether lines can be written behind what the file holds.
    pub(crate) fn can_grow(&self) -> bool {
        matches!(self.kind, Kind::Lines(_))
    }

    /// The one game there is.
    pub(crate) fn only(mut self) -> Result<Record, CliError> {
        let record = self.next()?.ok_or_else(|| self.empty())?;
        match self.next()? {
            None => Ok(record),
            Some(_) => Err(CliError::ManyGames { path: self.path }),
        }
    }

    /// What is wrong with a file without games.
    pub(crate) fn empty(&self) -> CliError {
        not_ours(&self.path, ReadError::Empty)
    }
}

fn not_ours(path: &Path, error: ReadError) -> CliError {
    let path = path.to_owned();
    match error {
        ReadError::Io(source) => CliError::Read { path, source },
        source => CliError::Record { path, source },
    }
}

fn unreadable(path: &Path, source: io::Error) -> CliError {
    CliError::Read {
        path: path.into(),
        source,
    }
}
