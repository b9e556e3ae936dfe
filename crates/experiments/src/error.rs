use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why an experiment could not be made, or its results not be kept.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// A file can't be written.
    #[error("could not write {}", path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
}
