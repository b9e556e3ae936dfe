use std::io;
use std::path::PathBuf;

use cheqqers_backend::BackendError;
use cheqqers_circuit::counted;
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
    #[error("{} is no result of this benchmark: {reason}", path.display())]
    Damaged { path: PathBuf, reason: String },
    #[error("{} is in use by another process", path.display())]
    InUse { path: PathBuf },
    #[error("{} holds a run already", path.display())]
    Occupied { path: PathBuf },
    #[error("{} holds a run with another {setting}: {found}", path.display())]
    OtherSettings {
        path: PathBuf,
        setting: &'static str,
        found: String,
    },
    #[error("{} is unfinished: {} without counts", path.display(), counted(*left, "circuit"))]
    Unfinished { path: PathBuf, left: usize },
    #[error("{}: {} is {found}, but the counts give {expected}", path.display(), quantity)]
    Unverified {
        path: PathBuf,
        quantity: String,
        found: String,
        expected: String,
    },
    #[error("there is no circuit {name}")]
    UnknownCircuit { name: String },
    #[error("the counts of {name} are given twice")]
    Repeated { name: String },
    #[error("{name}: expected {expected} bits, got {found:?}")]
    Bits {
        name: String,
        found: String,
        expected: usize,
    },
    #[error("{name} has no shots")]
    NoShots { name: String },
    #[error("{name} has more than 2^53 shots")]
    TooManyShots { name: String },
    #[error("missing counts of {}", missing.join(", "))]
    Incomplete { missing: Vec<String> },
    #[error("the runs are of versions {} and {} of the suite", versions[0], versions[1])]
    OtherSuite { versions: [u32; 2] },
    #[error("{backend} did not run the circuits")]
    Backend {
        backend: String,
        #[source]
        source: BackendError,
    },
}
