//! Zip files with one JSON text in each.

use std::io::{Cursor, Read, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::error::RemoteError;

/// File names of the upload, and of the text in it.
pub(super) const INPUT_ZIP: &str = "input.zip";
pub(super) const INPUT_JSON: &str = "input.json";

/// Most bytes that are unpacked: ten million shots of different bits.
const LONGEST: u64 = 1 << 31;

/// Packs the text of a job into a zip file.
///
/// # Errors
/// Returns an error if it would be too long.
pub(super) fn pack(text: &str) -> Result<Vec<u8>, RemoteError> {
    let wrong = |error: &dyn std::fmt::Display| {
        RemoteError::protocol(format!("the program can't be packed: {error}"))
    };
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer
        .start_file(INPUT_JSON, options)
        .map_err(|error| wrong(&error))?;
    writer
        .write_all(text.as_bytes())
        .map_err(|error| wrong(&error))?;
    let packed = writer.finish().map_err(|error| wrong(&error))?;
    Ok(packed.into_inner())
}

/// Unpacks the one text in a zip file.
///
/// # Errors
/// Returns an error if it is no zip file, or holds something else.
pub(super) fn unpack(packed: &[u8]) -> Result<String, RemoteError> {
    let mut archive = ZipArchive::new(Cursor::new(packed))
        .map_err(|error| RemoteError::protocol(format!("no zip file: {error}")))?;
    if archive.len() != 1 {
        let found = archive.len();
        return Err(RemoteError::protocol(format!(
            "{found} files in a zip file, where one should be"
        )));
    }
    let entry = archive
        .by_index(0)
        .map_err(|error| RemoteError::protocol(format!("a broken zip file: {error}")))?;
    let mut text = String::new();
    entry
        .take(LONGEST)
        .read_to_string(&mut text)
        .map_err(|error| RemoteError::protocol(format!("a broken zip file: {error}")))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_is_unpacked() {
        let text = "{\"program\":[\"x q[0];\"]}".repeat(100);
        let packed = pack(&text).unwrap();
        assert!(packed.starts_with(b"PK") && packed.len() < text.len());
        assert_eq!(unpack(&packed).unwrap(), text);
        let mut archive = ZipArchive::new(Cursor::new(packed)).unwrap();
        assert_eq!(archive.by_index(0).unwrap().name().unwrap(), INPUT_JSON);
    }

    #[test]
    fn what_is_no_zip_file_of_one_text_is_refused() {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for name in ["a", "b"] {
            writer
                .start_file(name, SimpleFileOptions::default())
                .unwrap();
        }
        let two = writer.finish().unwrap().into_inner();
        let whole = pack("text").unwrap();
        for bytes in [&b"<html>"[..], &two, &whole[..whole.len() / 2]] {
            let error = unpack(bytes).unwrap_err();
            assert!(matches!(error, RemoteError::Protocol { .. }), "{error}");
        }
    }
}
