//! Files that appear whole or not at all.

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
    let mut file = temporary(folder.unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// A file in a folder that is gone unless it is given a name. Others may read it as they could had
/// it been made in its place; temporary files are private otherwise.
pub(crate) fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
