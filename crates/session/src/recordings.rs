//! Recorded games in whatever form they are written.

use std::io::{self, BufRead, Chain, Cursor, Read};

use cheqqers_checkers::pdn;
use cheqqers_game::record::{ReadError, Reader, Record};
use thiserror::Error;

/// Number of bytes that tell the form of a file.
const BEGINNING: u64 = 512;

/// The largest draughts record read, in bytes: some hundred thousand games.
const MAX_PDN: u64 = 256 << 20;

/// Recorded games one after the other: in our own lines or as draughts records, whichever they are.
#[derive(Debug)]
pub struct Recordings<R> {
    form: Form<R>,
}

#[derive(Debug)]
enum Form<R> {
    Lines(Reader<Chain<Cursor<Vec<u8>>, R>>),
    Pdn(pdn::PdnReader),
}

/// Error of reading recorded games.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum RecordingError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Record(ReadError),
    #[error(transparent)]
    Pdn(#[from] pdn::PdnError),
    #[error("there is more than one game")]
    Many,
}

impl From<ReadError> for RecordingError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Io(source) => Self::Io(source),
            source => Self::Record(source),
        }
    }
}

impl<R: BufRead> Recordings<R> {
    /// Reads as much as tells the form.
    ///
    /// # Errors
    /// Returns an error if that can't be read, or a draughts record is no text or too large.
    pub fn new(mut input: R) -> io::Result<Self> {
        let mut beginning = Vec::new();
        Read::take(&mut input, BEGINNING).read_to_end(&mut beginning)?;
        if !pdn::is_pdn(&String::from_utf8_lossy(&beginning)) {
            let form = Form::Lines(Reader::new(Cursor::new(beginning).chain(input)));
            return Ok(Self { form });
        }
        let mut text = beginning;
        Read::take(&mut input, MAX_PDN).read_to_end(&mut text)?;
        if text.len() as u64 > MAX_PDN {
            let reason = format!("it is larger than {} MiB", MAX_PDN >> 20);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
        }
        let text = String::from_utf8(text);
        let text = text.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        let form = Form::Pdn(pdn::PdnReader::new(text));
        Ok(Self { form })
    }

    /// The next game; `None` at the end.
    ///
    /// # Errors
    /// Returns an error if it is none, which is told with the place.
    pub fn record(&mut self) -> Result<Option<Record>, RecordingError> {
        match &mut self.form {
            Form::Lines(reader) => Ok(reader.record()?),
            Form::Pdn(reader) => Ok(reader.record()?),
        }
    }

    /// The one game there is.
    ///
    /// # Errors
    /// Returns an error if there is none, or more than one.
    pub fn only(mut self) -> Result<Record, RecordingError> {
        let record = self.record()?;
        let record = record.ok_or(RecordingError::Record(ReadError::Empty))?;
        match self.record()? {
            None => Ok(record),
            Some(_) => Err(RecordingError::Many),
        }
    }

    /// Returns `true` if lines can be appended to the file.
    pub fn can_grow(&self) -> bool {
        matches!(self.form, Form::Lines(_))
    }
}
