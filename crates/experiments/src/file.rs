//! Files that appear whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::ExperimentError;

/// Writes a file, replacing what is there; a reader sees the old one or the new one.
///
/// # Errors
/// When the folder takes no file.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), ExperimentError> {
    replace(path, bytes).map_err(|source| ExperimentError::Write {
        path: path.to_owned(),
        source,
    })
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let mut file = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    share(file.as_file())?;
    file.persist(path)?;
    Ok(())
}

/// Lets others read the file, as they could had it been written in place; temporary files are
/// private.
pub(crate) fn share(file: &fs::File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}
