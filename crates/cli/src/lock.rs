//! Files that one process at a time writes to.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use crate::CliError;

/// Keeps other processes of this program from writing to the file; where files can't be locked,
/// nobody is kept.
pub(crate) fn lock(file: &File, path: &Path) -> Result<(), CliError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(CliError::RecordInUse { path: path.into() }),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Opens a file to write it anew, and makes it where there is none. It is locked before what it
/// holds is gone; a pipe or a device is neither locked nor emptied.
pub(crate) fn replace(path: &Path) -> Result<File, CliError> {
    let failed = |source| CliError::Write {
        path: path.into(),
        source,
    };
    let mut options = OpenOptions::new();
    let file = options
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(failed)?;
    if file.metadata().map_err(failed)?.is_file() {
        lock(&file, path)?;
        file.set_len(0).map_err(failed)?;
    }
    Ok(file)
}
