//! Files of one recorded game.

use std::io::BufRead;
use std::path::Path;

use cheqqers_game::record::{ReadError, Reader, Record};

use crate::CliError;

/// Reads the one game of a file; `path` names it in errors.
pub(crate) fn only_game(path: &Path, input: impl BufRead) -> Result<Record, CliError> {
    let unreadable = |source| CliError::Record {
        path: path.into(),
        source,
    };
    let mut reader = Reader::new(input);
    let record = reader
        .record()
        .map_err(unreadable)?
        .ok_or_else(|| unreadable(ReadError::Empty))?;
    match reader.record().map_err(unreadable)? {
        None => Ok(record),
        Some(_) => Err(CliError::ManyGames { path: path.into() }),
    }
}
