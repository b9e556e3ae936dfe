use thiserror::Error;

use crate::{Game, ResolveReason};

/// A record that can't be replayed, and where.
#[derive(Debug, Error)]
#[error("line {line}: {reason}")]
pub struct ReplayError<G: Game> {
    /// The number of the line in its file, from 1.
    pub line: usize,
    /// What is wrong.
    #[source]
    pub reason: ReplayReason<G>,
}

/// What is wrong with a line of a record.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReplayReason<G: Game> {
    /// The header names another game.
    #[error("the record is of the game {found:?}, not {expected:?}")]
    OtherGame {
        /// What the header says.
        found: String,
        /// What was asked for.
        expected: &'static str,
    },
    /// The header names another rule set.
    #[error("the record was played by the rules {found:?}, not {expected:?}")]
    OtherRules {
        /// What the header says.
        found: String,
        /// What this program plays.
        expected: &'static str,
    },
    /// The header describes no position.
    #[error("the header describes no game: {0}")]
    Setup(G::SetupError),
    /// A seed that is none.
    #[error("the header's seed {found} is no whole number from 0 to 2^64 - 1")]
    Seed {
        /// What the header says, as JSON.
        found: String,
    },
    /// A move that can't be read.
    #[error("{text:?} is no move: {reason}")]
    Unreadable {
        /// The move's text.
        text: String,
        /// Why.
        reason: String,
    },
    /// A move that is not legal.
    #[error("{mv} is not legal: {reason}")]
    Illegal {
        /// The move.
        mv: G::Move,
        /// Why.
        reason: G::Refusal,
    },
    /// An outcome that is not possible.
    #[error("measurement {number} of {mv}: {reason}")]
    Outcome {
        /// The move.
        mv: G::Move,
        /// Which of its measurements, from 1.
        number: usize,
        /// What is wrong with it.
        reason: OutcomeReason,
    },
    /// Too many or too few measurements.
    #[error("{mv} measures {expected} times, the record says {found}")]
    Measurements {
        /// The move.
        mv: G::Move,
        /// How often it measures, at least.
        expected: usize,
        /// How often it is said to.
        found: usize,
    },
    /// A field that says something else than the rules.
    #[error("{field} should be {expected}, the record says {found}")]
    Field {
        /// The field's name.
        field: &'static str,
        /// What it should be, as JSON.
        expected: String,
        /// What it is, as JSON.
        found: String,
    },
    /// No ply taken back, or more than were played.
    #[error("{undo} of {played} plies can't be taken back")]
    Undo {
        /// How many are taken back.
        undo: u32,
        /// How many were played.
        played: usize,
    },
    /// The positions hold more amplitudes than there is room for.
    #[error("with this the positions hold more amplitudes than there is room for")]
    Room,
    /// A line behind the end of the game.
    #[error("the game is over already")]
    Over,
}

/// What is wrong with a recorded outcome.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum OutcomeReason {
    /// A name that is no place of the board.
    #[error("{name:?} is no square of the board")]
    Unknown {
        /// The name.
        name: String,
    },
    /// An occupied place that was not measured.
    #[error("{name} is not among the squares measured: {}", measured.join(","))]
    NotMeasured {
        /// The place.
        name: String,
        /// The places measured.
        measured: Vec<String>,
    },
    /// The rules do not allow it.
    #[error(transparent)]
    Refused(#[from] ResolveReason),
}
