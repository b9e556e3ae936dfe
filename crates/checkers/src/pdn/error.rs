use cheqqers_game::Status;
use thiserror::Error;

use crate::{Move, RulesError};

/// Error of reading a draughts record, with its place in the text.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct PdnError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The error itself.
    pub reason: PdnReason,
}

/// Error in a draughts record.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PdnReason {
    #[error("{expected} should stand here, not {}", sign(*.found))]
    Unexpected {
        /// `None` at the end of the text.
        found: Option<char>,
        expected: &'static str,
    },
    #[error("this {what} is never closed")]
    Unclosed { what: &'static str },
    #[error("the tag {name} stands twice")]
    RepeatedTag { name: String },
    #[error("the tag {name} says {text:?}, it should say {expected}")]
    Tag {
        name: String,
        text: String,
        expected: &'static str,
    },
    #[error("the tag GameType says {text:?}, it should say {number}, the number of {name}, first")]
    GameType {
        text: String,
        number: u32,
        name: &'static str,
    },
    #[error(
        "this is a game of {name}, only English draughts, international draughts, Cheqqers and international quantum draughts are played here"
    )]
    OtherGame { name: &'static str },
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(
        "a position is set up behind moves, which no record can hold: make it a game of its own"
    )]
    LateSetup,
    #[error(
        "another position is set up on line {line}, and a game starts from one: keep one of them"
    )]
    SecondSetup { line: usize },
    #[error("a board of {size} x {size} has no square {number}")]
    Square { number: String, size: u8 },
    #[error("square {number} stands twice")]
    RepeatedSquare { number: String },
    #[error("{text} ({mv}) is not legal: {reason}")]
    Illegal {
        text: String,
        mv: Move,
        reason: String,
    },
    #[error("the turn ends on square {number}, a chain does not go on from there")]
    ChainEnds { number: u16 },
    #[error("there is more than one way to capture here: write every square that is landed on")]
    ManyWays,
    #[error("behind ;M: stand 0 and 1 with commas between them, as in ;M:1,0")]
    Readings,
    #[error(
        "{reason}; other outcomes were tried where none is written, {most} plies in all: write some of them"
    )]
    TooManyAttempts { most: usize, reason: String },
    #[error("nothing more is measured here: leave out the reading")]
    NoMeasurement,
    /// An outcome of probability zero.
    #[error("this outcome is impossible: its probability is zero")]
    Impossible,
    #[error(
        "quantum games are written as draughts records but not read: use the record of the game, JSON Lines, instead"
    )]
    Quantum,
    #[error("the command header holds no list of KEY=VALUE here")]
    Header,
    #[error("the result is {found}, but the game is {expected} by the rules")]
    Result { found: Status, expected: Status },
    #[error("the result behind the moves is {behind}, in the tag it is {tag}")]
    TwoResults { tag: Status, behind: Status },
}

fn sign(found: Option<char>) -> String {
    found.map_or_else(|| "the end of the text".into(), |c| format!("{c:?}"))
}
