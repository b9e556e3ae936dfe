use std::path::Path;

use cheqqers_arena::file::replace;

use crate::ExperimentError;

/// Writes a file, replacing what is there; a reader sees the old one or the new one.
///
/// # Errors
/// Returns an error if the folder takes no file.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), ExperimentError> {
    replace(path, bytes).map_err(|source| ExperimentError::Write {
        path: path.to_owned(),
        source,
    })
}
