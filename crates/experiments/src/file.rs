use std::io;
use std::path::Path;

use cheqqers_files::{Existing, write_durably};
use cheqqers_picture::Figure;

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

/// Writes `STEM.svg` and `STEM.png` into a folder.
///
/// # Errors
/// Returns an error if the folder takes no files.
pub(crate) fn write_figure(
    figure: &Figure,
    folder: &Path,
    stem: &str,
) -> Result<(), ExperimentError> {
    write(
        &folder.join(stem).with_extension("svg"),
        figure.to_svg().as_bytes(),
    )?;
    let path = folder.join(stem).with_extension("png");
    let png = figure.to_png().map_err(|source| ExperimentError::Write {
        path: path.clone(),
        source: io::Error::other(source),
    })?;
    write(&path, &png)
}
