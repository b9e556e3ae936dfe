//! Files of settings, credentials and jobs, read up to a limit.

use std::fs::File;
use std::io;
use std::path::Path;

use cheqqers_files::read_within;

/// Size limit of a file of settings or credentials, in bytes.
pub(crate) const MAX_SETTINGS: u64 = 1 << 20;

/// Size limit of a file of the journal, in bytes: responses of services are kept in it.
pub(crate) const MAX_JOB: u64 = 256 << 20;

/// Reads a file up to the limit.
///
/// # Errors
/// Returns an error if it can't be read, or is larger. It never tells what the file holds.
pub(crate) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_within(limit, File::open(path)?).map_err(in_words)
}

/// The same of a text.
///
/// # Errors
/// As [`read`], and when it is not UTF-8.
pub(crate) fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    let text = String::from_utf8(read(path, limit)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

fn in_words(error: io::Error) -> io::Error {
    match error.kind() {
        kind @ io::ErrorKind::IsADirectory => io::Error::new(kind, "it is a folder, not a file"),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_read_beyond_its_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, vec![b'a'; 1 << 20]).unwrap();
        assert_eq!(read_text(&path, 1 << 20).unwrap().len(), 1 << 20);
        std::fs::write(&path, vec![b'a'; (1 << 20) + 1]).unwrap();
        let error = read(&path, 1 << 20).unwrap_err();
        assert_eq!(error.to_string(), "it is larger than 1 MiB");
        assert!(read(folder.path(), 1).is_err());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_device_without_an_end_ends_at_the_limit() {
        let error = read(Path::new("/dev/zero"), MAX_SETTINGS).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    }
}
