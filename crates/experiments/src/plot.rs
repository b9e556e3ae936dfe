mod canvas;
mod draw;
mod figure;
mod frame;
mod image;
mod ticks;
mod units;

use std::io;
use std::path::Path;

use crate::{ExperimentError, file};

pub(crate) use figure::{Axis, ChartKind, DataSeries, Figure, Panel, Point};

impl Figure {
    /// Writes `STEM.svg` and `STEM.png` into a folder. No system font is needed.
    ///
    /// # Errors
    /// Returns an error if the folder takes no files.
    pub(crate) fn write(&self, folder: &Path, stem: &str) -> Result<(), ExperimentError> {
        let svg = image::svg(self);
        file::write(&folder.join(stem).with_extension("svg"), svg.as_bytes())?;
        let path = folder.join(stem).with_extension("png");
        let png = image::png(self).map_err(|source| ExperimentError::Write {
            path: path.clone(),
            source: io::Error::other(source),
        })?;
        file::write(&path, &png)
    }
}

#[cfg(test)]
mod tests;
