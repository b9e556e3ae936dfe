use std::path::Path;

use cheqqers_files::{Existing, write_durably};

use crate::ExperimentError;

/// Writes a file, replacing what is there; a reader sees the old one or the new one.
///
/// # Errors
/// Returns an error if the folder takes no file.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), ExperimentError> {
    write_durably(path, bytes, Existing::Replace).map_err(|source| ExperimentError::Write {
        path: path.to_owned(),
        source,
    })
}
