use std::error::Error;

use cheqqers_circuit::counted;

use crate::ResolveReason;

/// A record that can't be replayed, and where.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ReplayError {
    /// The number of the line in its file, from 1.
    pub line: usize,
    /// Reason of the error.
    #[source]
    pub reason: ReplayReason,
}

/// Error in a line of a record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ReplayReason {
    #[error("the record is of the game {found:?}, not {expected:?}")]
    OtherGame {
        found: String,
        expected: &'static str,
    },
    #[error("the record was played by the rules {found:?}, not {expected:?}")]
    OtherRules {
        found: String,
        expected: &'static str,
    },
    #[error("the header describes no game: {0}")]
    Setup(Box<dyn Error + Send + Sync>),
    #[error("the header's seed {found} is no whole number from 0 to 2^64 - 1")]
    Seed { found: String },
    #[error("{reason}")]
    Unreadable { reason: String },
    #[error("{mv} is not legal: {reason}")]
    Illegal { mv: String, reason: String },
    #[error("measurement {number} of {mv}: {reason}")]
    Outcome {
        mv: String,
        number: usize,
        reason: OutcomeReason,
    },
    #[error("the record has {} of {mv}, not {expected}", counted(*found, "measurement"))]
    Measurements {
        mv: String,
        expected: usize,
        found: usize,
    },
    #[error("{field} should be {expected}, the record says {found}")]
    Field {
        field: &'static str,
        expected: String,
        found: String,
    },
    #[error("{undo} of {} can't be taken back", counted(*played, "ply"))]
    Undo { undo: u32, played: usize },
    #[error("the positions would exceed the amplitude limit")]
    Room,
    #[error("the game is over already")]
    Over,
}

/// Error in a recorded outcome.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum OutcomeReason {
    #[error("{name:?} is no square of the board")]
    Unknown { name: String },
    #[error("{name} is not among the squares measured: {}", measured.join(","))]
    NotMeasured { name: String, measured: Vec<String> },
    #[error(transparent)]
    Refused(#[from] ResolveReason),
}
