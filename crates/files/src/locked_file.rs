//! Files of one process at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// Error of opening a [`LockedFile`].
#[derive(Debug)]
pub enum LockError {
    /// It can't be opened.
    Io(io::Error),
    /// It is a folder, a device or a pipe.
    NotRegular,
    /// Another process has it open.
    InUse,
}

impl From<io::Error> for LockError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A file that this process reads and appends to while no other process may; unlocked when dropped.
///
/// Where the file system knows no locks, other processes are not kept out.
#[derive(Debug)]
pub struct LockedFile {
    file: File,
    length: u64,
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        // Closing it is not enough: a child that another thread is starting holds it for a moment.
        let _ = self.file.unlock();
    }
}

impl LockedFile {
    /// Opens a file, which is made where there is none, and stands at its beginning.
    ///
    /// # Errors
    /// Returns an error if it can't be opened, is no regular file, or is in use.
    pub fn open(path: &Path) -> Result<Self, LockError> {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(LockError::NotRegular);
        }
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(LockError::InUse);
        }
        let length = metadata.len();
        Ok(Self { file, length })
    }

    /// The file, for reading.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Cuts the file to its first `length` bytes; what is appended goes behind them.
    ///
    /// # Errors
    /// Returns an error if it can't be written.
    pub fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.length = length;
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::Start(length))?;
        Ok(())
    }

    /// Adds bytes at the end, all or none.
    ///
    /// # Errors
    /// Returns an error if they can't be written.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.file.write_all(bytes) {
            // What can't be cut off now is when the file is opened again.
            let _ = self.truncate(self.length);
            return Err(error);
        }
        self.length += bytes.len() as u64;
        Ok(())
    }
}

/// Returns `true` if another process has the file locked.
///
/// # Errors
/// Returns an error if it can't be opened.
pub fn is_locked(path: &Path) -> io::Result<bool> {
    let file = File::open(path)?;
    match file.try_lock_shared() {
        // As when a locked file is dropped.
        Ok(()) => file.unlock().map(|()| false),
        Err(error) => Ok(matches!(error, TryLockError::WouldBlock)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_of_one_at_a_time_and_appended_to_behind_its_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut file = LockedFile::open(&path).unwrap();
        assert!(matches!(LockedFile::open(&path), Err(LockError::InUse)));
        assert!(is_locked(&path).unwrap());
        file.append(b"whole\npart").unwrap();
        file.truncate(6).unwrap();
        file.append(b"more\n").unwrap();
        // As a child has it that is being started.
        let _inherited = file.file.try_clone().unwrap();
        drop(file);
        assert!(!is_locked(&path).unwrap());
        LockedFile::open(&path).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"whole\nmore\n");
    }

    #[test]
    fn only_regular_files_are_locked() {
        let folder = tempfile::tempdir().unwrap();
        assert!(LockedFile::open(folder.path()).is_err());
    }
}
