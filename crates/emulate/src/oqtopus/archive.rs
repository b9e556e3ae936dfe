//! Zip archives of one file, for programs and results.

use std::io::{Cursor, Read, Write};

use thiserror::Error;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// Maximum size of an unpacked file, in bytes.
const MAX_SIZE: u64 = 64 << 20;

/// Error of unpacking an archive.
#[derive(Debug, Error)]
pub(super) enum ArchiveError {
    #[error("the file is not a zip archive")]
    Zip(#[from] ZipError),
    #[error("the archive holds {found} files, and must hold input.json alone")]
    Files { found: usize },
    #[error("the archive holds {found:?}, and must hold input.json alone")]
    Name { found: String },
    #[error("input.json can't be unpacked, or is too large")]
    Contents,
}

/// Packs one file.
pub(super) fn pack(name: &str, contents: &str) -> Vec<u8> {
    let packed = || -> Result<Vec<u8>, ZipError> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        archive.start_file(name, SimpleFileOptions::default())?;
        archive.write_all(contents.as_bytes())?;
        Ok(archive.finish()?.into_inner())
    };
    packed().expect("memory takes all that is written")
}

/// Unpacks `input.json`, the only file of an archive.
pub(super) fn unpack(bytes: &[u8]) -> Result<String, ArchiveError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    let found = archive.len();
    if found != 1 {
        return Err(ArchiveError::Files { found });
    }
    let file = archive.by_index(0)?;
    let found = file.name()?.into_owned();
    if found != "input.json" {
        return Err(ArchiveError::Name { found });
    }
    let mut text = String::new();
    let read = file.take(MAX_SIZE + 1).read_to_string(&mut text);
    match read {
        Ok(length) if length as u64 <= MAX_SIZE => Ok(text),
        _ => Err(ArchiveError::Contents),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_and_all_else_is_refused() {
        assert_eq!(unpack(&pack("input.json", "{}")).unwrap(), "{}");
        let error = unpack(b"{}").unwrap_err();
        assert!(matches!(error, ArchiveError::Zip(_)), "{error}");
        let error = unpack(&pack("other.json", "{}")).unwrap_err();
        assert!(error.to_string().contains("other.json"), "{error}");
        let mut two = ZipWriter::new(Cursor::new(Vec::new()));
        for name in ["input.json", "more.json"] {
            two.start_file(name, SimpleFileOptions::default()).unwrap();
        }
        let two = two.finish().unwrap().into_inner();
        assert!(unpack(&two).unwrap_err().to_string().contains("2 files"));
    }
}
