//! The seeds of the pools of games under way, kept from players until their game is over.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use cheqqers_backend::sha256;
use cheqqers_files::replace_private;
use cheqqers_measure::pool::PoolSeeds;
use cheqqers_remote::Journal;

use crate::files::FileError;
use crate::setup::{SetupError, new_identity};

/// The file with the seeds of a game.
fn path(journal: &Journal, game: &str) -> PathBuf {
    let name = sha256(game.as_bytes());
    journal.folder().with_file_name("pools").join(name)
}

/// New seeds of a game, one of each side.
pub(super) fn new() -> Result<PoolSeeds, SetupError> {
    Ok(PoolSeeds::new(new_identity()?, new_identity()?))
}

/// Keeps the seeds of a game, readable by its user alone.
pub(super) fn save(journal: &Journal, game: &str, seeds: &PoolSeeds) -> Result<(), FileError> {
    let path = path(journal, game);
    let text = seeds.to_record().to_string();
    replace_private(&path, text.as_bytes()).map_err(|source| FileError::write(&path, source))
}

/// The seeds of a game; `None` if they are not on this machine.
pub(super) fn load(journal: &Journal, game: &str) -> Result<Option<PoolSeeds>, FileError> {
    let path = path(journal, game);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(FileError::read(&path, source)),
    };
    let line = serde_json::from_str(&text).ok();
    Ok(line.and_then(|line| PoolSeeds::of_record(&line)))
}
