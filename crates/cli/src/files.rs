//! Files that commands read and write.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use cheqqers_files::{
    Existing, TooLarge, persist, persist_durably, read_within, temporary_beside, write_durably,
};
use tempfile::NamedTempFile;
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
    #[error("{} exists already", path.display())]
    Exists { path: PathBuf },
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
            Self::Exists { .. } => "Choose another name, or replace it by --force.",
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

/// Checks that a file may be written: there is none, or it may be replaced and no other process
/// of this program has it locked. A pipe or a device may always be written to.
///
/// # Errors
/// Returns an error if it may not.
pub(crate) fn check_free(path: &Path, existing: Existing) -> Result<(), FileError> {
    let is_file = fs::metadata(path).is_ok_and(|known| known.is_file());
    match existing {
        _ if !is_file => Ok(()),
        Existing::Refuse => Err(FileError::Exists { path: path.into() }),
        Existing::Replace => {
            let file = OpenOptions::new().write(true).open(path);
            lock(
                &file.map_err(|source| FileError::write(path, source))?,
                path,
            )
        }
    }
}

/// A file that is written as time goes on.
#[derive(Debug)]
pub(crate) struct GrowingFile {
    path: PathBuf,
    destination: GrowingDestination,
    /// Length of what is to stay, in bytes.
    whole: u64,
}

/// Destination of what a [`GrowingFile`] gets.
#[derive(Debug)]
enum GrowingDestination {
    /// The file itself, which is new, or a pipe or a device.
    Itself(File),
    /// A file beside one that is to be replaced.
    Beside(NamedTempFile),
}

impl GrowingFile {
    /// Creates the file, or a new one beside one that is there.
    ///
    /// # Errors
    /// Returns an error if it may not be written, or can't be.
    pub(crate) fn create(path: &Path, existing: Existing) -> Result<Self, FileError> {
        check_free(path, existing)?;
        // A link stays, and leads to the new file.
        let path = &fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let failed = |source| FileError::write(path, source);
        let destination = match fs::metadata(path) {
            Ok(known) if known.is_file() => {
                GrowingDestination::Beside(temporary_beside(path).map_err(failed)?)
            }
            Ok(_) => {
                let file = OpenOptions::new().write(true).open(path);
                GrowingDestination::Itself(file.map_err(failed)?)
            }
            Err(_) => {
                let file = File::create_new(path).map_err(failed)?;
                lock(&file, path)?;
                GrowingDestination::Itself(file)
            }
        };
        Ok(Self {
            path: path.into(),
            destination,
            whole: 0,
        })
    }

    /// Appends bytes, all or none.
    ///
    /// # Errors
    /// Returns an error if they can't be written.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let file = match &mut self.destination {
            GrowingDestination::Itself(file) => file,
            GrowingDestination::Beside(file) => file.as_file_mut(),
        };
        if let Err(source) = file.write_all(bytes) {
            // Where the file can be truncated.
            let _ = file.set_len(self.whole);
            return Err(FileError::write(&self.path, source));
        }
        self.whole += bytes.len() as u64;
        Ok(())
    }

    /// Replaces the file that was there.
    ///
    /// # Errors
    /// Returns an error if it can't be replaced.
    pub(crate) fn finish(self) -> Result<(), FileError> {
        let GrowingDestination::Beside(file) = self.destination else {
            return Ok(());
        };
        let replaced = persist_durably(file, &self.path, Existing::Replace);
        replaced
            .map(drop)
            .map_err(|error| FileError::write(&self.path, error))
    }
}

/// Creates a folder and those above it where they do not exist.
///
/// # Errors
/// Returns an error if one can't be created.
pub(crate) fn create_folder(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(|source| FileError::write(folder, source))
}

/// Writes a file as a whole, though not durably, as there may be thousands: where that fails, it keeps what it held.
///
/// # Errors
/// Returns an error if it, or the new file beside it, can't be written, or it may not be replaced.
pub(crate) fn write(path: &Path, text: &[u8], existing: Existing) -> Result<(), FileError> {
    let write = || {
        let mut file = temporary_beside(path)?;
        file.write_all(text)?;
        persist(file, path, existing)
    };
    match write() {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(FileError::Exists { path: path.into() })
        }
        Err(source) => Err(FileError::write(path, source)),
    }
}

/// Checks that a file may be written, as [`save`] does, and that a new one could be.
///
/// # Errors
/// Returns an error if it may not, or its folder can't be written to.
pub(crate) fn check_savable(path: &Path, existing: Existing) -> Result<(), FileError> {
    check_free(path, existing)?;
    if let Ok(known) = fs::metadata(path)
        && !known.is_file()
    {
        return if known.is_dir() {
            Err(FileError::write(path, io::ErrorKind::IsADirectory.into()))
        } else {
            Ok(())
        };
    }
    let file = temporary_beside(&linked(path));
    file.map(drop)
        .map_err(|source| FileError::write(path, source))
}

/// The file that a link leads to, also one that is not there yet; a path that is no link is itself.
fn linked(path: &Path) -> PathBuf {
    let target = || {
        let folder = path.parent().unwrap_or(Path::new(""));
        fs::read_link(path).map(|target| folder.join(target))
    };
    let place = fs::canonicalize(path).or_else(|_| target());
    place.unwrap_or_else(|_| path.into())
}

/// Writes a file as a whole and durably: where that fails, it keeps what it held. A link stays, and a pipe or a device
/// gets the bytes.
///
/// # Errors
/// Returns an error if it can't be written or may not be replaced.
pub(crate) fn save(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), FileError> {
    let place = linked(path);
    let saved = match fs::metadata(&place) {
        Ok(known) if !known.is_file() => {
            let file = OpenOptions::new().write(true).open(&place);
            file.and_then(|mut file| file.write_all(bytes))
        }
        _ => write_durably(&place, bytes, existing),
    };
    saved.map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => FileError::Exists { path: path.into() },
        _ => FileError::write(path, source),
    })
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
        let refused = write(&path, b"after", Existing::Refuse).unwrap_err();
        assert!(matches!(refused, FileError::Exists { .. }));
        assert_eq!(fs::read(&path).unwrap(), b"before");
        write(&path, b"after", Existing::Replace).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"after");
        assert_eq!(fs::read(&other).unwrap(), b"of another process");
        // A folder can't be replaced.
        let inside = folder.path().join("folder");
        fs::create_dir(&inside).unwrap();
        write(&inside, b"after", Existing::Replace).unwrap_err();
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            3,
            "nothing is left behind"
        );
    }

    #[test]
    fn a_growing_file_takes_the_place_of_another_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let held = || fs::read_to_string(&path).unwrap();
        let mut new = GrowingFile::create(&path, Existing::Refuse).unwrap();
        new.append(b"1\n").unwrap();
        assert_eq!(held(), "1\n");
        // It is in use.
        let refused = GrowingFile::create(&path, Existing::Replace).unwrap_err();
        assert!(matches!(refused, FileError::InUse { .. }));
        new.finish().unwrap();
        let refused = GrowingFile::create(&path, Existing::Refuse).unwrap_err();
        assert!(matches!(refused, FileError::Exists { .. }));
        let mut other = GrowingFile::create(&path, Existing::Replace).unwrap();
        other.append(b"2\n").unwrap();
        assert_eq!(held(), "1\n");
        drop(other);
        let mut other = GrowingFile::create(&path, Existing::Replace).unwrap();
        other.append(b"3\n").unwrap();
        other.finish().unwrap();
        assert_eq!(held(), "3\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
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
