use std::io;
use std::path::PathBuf;

use cheqqers_backend::BackendError;
use thiserror::Error;

/// Error of running or reading a benchmark.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BenchmarkError {
    /// The folder or a file in it can't be written.
    #[error("{} can't be written", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// There is no result, or it can't be read.
    #[error("{} can't be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// The file holds something else.
    #[error("{} holds no result of this benchmark: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Reason in words.
        reason: String,
    },
    /// Another process works in the folder.
    #[error("another process works in {}", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// The folder holds a run with other settings.
    #[error("{} holds a run with another {setting}: {found}", path.display())]
    OtherSettings {
        /// The folder.
        path: PathBuf,
        /// Name of the setting.
        setting: &'static str,
        /// Its value there.
        found: String,
    },
    /// Not every circuit has been run.
    #[error("{} is unfinished: {left} circuits have no counts", path.display())]
    Unfinished {
        /// The folder.
        path: PathBuf,
        /// Number of circuits without counts.
        left: usize,
    },
    /// A number that the folder tells does not follow from its counts.
    #[error("{} does not follow from the counts of {}: it says {found}, they give {expected}", quantity, path.display())]
    Unverified {
        /// The folder.
        path: PathBuf,
        /// The number, as the JSON names it.
        quantity: String,
        /// The number in the folder.
        found: String,
        /// The number computed from the counts.
        expected: String,
    },
    /// The backend returned bits that a circuit does not have.
    #[error("the backend returned {found} bits for {name}, which has {expected}")]
    Bits {
        /// Name of the circuit.
        name: String,
        /// Number of bits of a shot.
        found: usize,
        /// Number of bits of the circuit.
        expected: usize,
    },
    /// The backend returned no shot of a circuit.
    #[error("the backend returned no shot of {name}")]
    NoShots {
        /// Name of the circuit.
        name: String,
    },
    /// The backend did not run the circuits.
    #[error("{backend} did not run the circuits")]
    Backend {
        /// Name of the backend.
        backend: String,
        /// Its error.
        #[source]
        source: BackendError,
    },
}
