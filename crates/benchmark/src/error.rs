use std::io;
use std::path::PathBuf;

use cheqqers_backend::BackendError;
use thiserror::Error;

/// Error of running, reading or scoring a benchmark.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BenchmarkError {
    #[error("{} can't be written", path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("{} can't be read", path.display())]
    Read {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("{} holds no result of this benchmark: {reason}", path.display())]
    Damaged { path: PathBuf, reason: String },
    #[error("another process works in {}", path.display())]
    InUse { path: PathBuf },
    #[error("{} holds a run already", path.display())]
    Occupied { path: PathBuf },
    #[error("{} holds a run with another {setting}: {found}", path.display())]
    OtherSettings {
        path: PathBuf,
        setting: &'static str,
        found: String,
    },
    #[error("{} is unfinished: {left} circuits have no counts", path.display())]
    Unfinished { path: PathBuf, left: usize },
    #[error("{} does not follow from the counts of {}: it says {found}, they give {expected}", quantity, path.display())]
    Unverified {
        path: PathBuf,
        quantity: String,
        found: String,
        expected: String,
    },
    #[error("there is no circuit {name}")]
    UnknownCircuit { name: String },
    #[error("the counts of {name} are there twice")]
    Repeated { name: String },
    #[error("{name} has {expected} bits, and was measured as {found:?}")]
    Bits {
        name: String,
        found: String,
        expected: usize,
    },
    #[error("there is no shot of {name}")]
    NoShots { name: String },
    #[error("there are more than 2^53 shots of {name}")]
    TooManyShots { name: String },
    #[error("there are no counts of {}", missing.join(", "))]
    Incomplete { missing: Vec<String> },
    #[error("{backend} did not run the circuits")]
    Backend {
        backend: String,
        #[source]
        source: BackendError,
    },
}
