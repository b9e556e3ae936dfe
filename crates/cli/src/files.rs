//! Files that commands read and write.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use cheqqers_arena::file::{TooLarge, read_within};
use tempfile::{Builder, NamedTempFile};
use thiserror::Error;

use crate::error::CommandError;

/// Size limit of a file that programs write, in bytes.
pub(crate) const MAX_DATA: u64 = 64 << 20;

#[derive(Debug, Error)]
pub(crate) enum FileError {
    #[error("could not read {}", path.display())]
    Read {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("{} is larger than {} MiB", path.display(), limit >> 20)]
    TooLarge {
        path: PathBuf,
        /// Largest size, in bytes.
        limit: u64,
    },
    #[error("{} is not UTF-8 text: byte {byte} is part of no character", path.display())]
    NotText {
        path: PathBuf,
        /// The first invalid byte, from 1.
        byte: usize,
    },
    #[error("could not write {}", path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("{} is in use: another game is being written to it", path.display())]
    InUse { path: PathBuf },
}

impl FileError {
    /// An error of reading a file.
    pub(crate) fn read(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        let inner = source.get_ref().and_then(|inner| inner.downcast_ref());
        match inner {
            Some(&TooLarge { limit }) => Self::TooLarge { path, limit },
            None => Self::Read { path, source },
        }
    }

    /// An error of writing a file.
    pub(crate) fn write(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        Self::Write { path, source }
    }
}

impl CommandError for FileError {
    fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::Read { source, .. } if source.kind() == io::ErrorKind::InvalidData => {
                "It is not UTF-8 text: convert it, as with 'iconv -f latin1 -t utf-8 FILE'."
            }
            Self::Read { .. } => "Check the name of the file and whether it may be read.",
            Self::TooLarge { .. } => "Check that it is the right file.",
            Self::NotText { .. } => "Save it as UTF-8 text, or check that it is the right file.",
            Self::Write { source, .. } => match source.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    "Make room on the disk or choose another place."
                }
                _ => "Check that the folder exists and may be written to.",
            },
            Self::InUse { .. } => "Leave the other game first, or choose another file.",
        })
    }
}

/// Reads a text of at most `limit` bytes; a device without an end is not read further.
///
/// # Errors
/// Returns an error if it can't be read, is larger or is not UTF-8.
pub(crate) fn read_text(path: &Path, limit: u64) -> Result<String, FileError> {
    let file = File::open(path).map_err(|source| FileError::read(path, source))?;
    text_within(path, limit, file)
}

/// Reads a text of at most `limit` bytes from `input`, which errors name by `path`.
///
/// # Errors
/// Returns an error if it can't be read, is larger or is not UTF-8.
pub(crate) fn text_within(path: &Path, limit: u64, input: impl Read) -> Result<String, FileError> {
    let bytes = read_within(limit, input).map_err(|source| FileError::read(path, source))?;
    String::from_utf8(bytes).map_err(|error| FileError::NotText {
        path: path.to_owned(),
        byte: error.utf8_error().valid_up_to() + 1,
    })
}

/// Locks a file against other processes of this program; does nothing where files can't be locked.
///
/// # Errors
/// Returns an error if another process holds the lock.
pub(crate) fn lock(file: &File, path: &Path) -> Result<(), FileError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(FileError::InUse { path: path.into() }),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Opens a file to replace what it holds, and creates it where there is none.
///
/// It is locked before it is emptied; a pipe or a device is neither locked nor emptied.
///
/// # Errors
/// Returns an error if it can't be opened or is locked by another process.
pub(crate) fn replace(path: &Path) -> Result<File, FileError> {
    let failed = |source| FileError::write(path, source);
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

/// Creates a folder and those above it where they do not exist.
///
/// # Errors
/// Returns an error if one can't be created.
pub(crate) fn create_folder(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(|source| FileError::write(folder, source))
}

/// Replaces a file as a whole: where that fails, it keeps what it held.
///
/// # Errors
/// Returns an error if it, or the new file beside it, can't be written.
pub(crate) fn write(path: &Path, text: &[u8]) -> Result<(), FileError> {
    let write = || {
        let mut file = temporary_beside(path)?;
        file.write_all(text)?;
        file.persist(path).map_err(|error| error.error)
    };
    let written = write();
    written
        .map(|_| ())
        .map_err(|source| FileError::write(path, source))
}

/// A new file in the folder of another one, so that it can be renamed to it: with a
/// name that no other process has, and the permissions of other new files.
///
/// # Errors
/// Returns an error if it can't be created there.
pub(crate) fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let mut builder = Builder::new();
    builder.prefix(".cheqqers-").suffix(".tmp");
    readable_by_all(&mut builder);
    // The error itself would name the temporary file.
    let created = builder.tempfile_in(folder);
    created.map_err(|error| error.kind().into())
}

/// Gives temporary files the permissions of other new files.
fn readable_by_all(builder: &mut Builder<'_, '_>) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    {
        let _ = builder;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Failure;

    #[test]
    fn causes_and_advice_are_told_once_each() {
        let full = io::Error::other("the tape is full");
        let failure = Failure::from(FileError::write(Path::new("games/\u{1b}[2J"), full));
        assert_eq!(
            failure.explain(),
            "error: could not write games/\\u{1b}[2J: the tape is full\n  \
             Check that the folder exists and may be written to."
        );
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_and_no_other_is_touched() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] =
            ["qubits.qasm", "qubits.qasm.part"].map(|name| folder.path().join(name));
        fs::write(&path, "before").unwrap();
        fs::write(&other, "of another process").unwrap();
        write(&path, b"after").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"after");
        assert_eq!(fs::read(&other).unwrap(), b"of another process");
        // A folder can't be replaced.
        let inside = folder.path().join("folder");
        fs::create_dir(&inside).unwrap();
        write(&inside, b"after").unwrap_err();
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            3,
            "nothing is left behind"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_permissions_of_any_other() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["written", "other"].map(|name| folder.path().join(name));
        write(&path, b"a").unwrap();
        fs::write(&other, b"a").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&path), mode(&other));
    }

    #[test]
    fn files_are_read_to_their_limit_and_causes_are_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let limit = 1 << 20;
        fs::write(&path, vec![b'a'; limit + 1]).unwrap();
        let explained = |path: &Path| {
            let read = read_text(path, limit as u64);
            Failure::from(read.unwrap_err()).explain()
        };
        assert!(explained(&path).contains("file is larger than 1 MiB\n"));
        fs::write(&path, b"na\xefve").unwrap();
        assert!(
            explained(&path).contains("file is not UTF-8 text: byte 3 is part of no character")
        );
        assert!(explained(folder.path()).contains(": it is a folder, not a file\n"));
        let missing = explained(&folder.path().join("none"));
        assert!(
            missing.contains(": there is no such file or folder\n"),
            "{missing}"
        );
    }
}
