use cheqqers_game::Status;
use thiserror::Error;

use crate::{Move, Refusal, RulesError};

/// Why a text is no draughts record of ours, and where.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct PdnError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: PdnReason,
}

/// What is wrong with a draughts record.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum PdnReason {
    /// Not what the notation has here.
    #[error("{expected} should stand here, not {}", sign(*.found))]
    Unexpected {
        /// What stands there; `None` at the end.
        found: Option<char>,
        /// What should.
        expected: &'static str,
    },
    /// Something that has no end.
    #[error("this {what} is never closed")]
    Unclosed {
        /// What.
        what: &'static str,
    },
    /// A tag that stands twice.
    #[error("the tag {name} stands twice")]
    RepeatedTag {
        /// Its name.
        name: String,
    },
    /// A tag that says what it can't.
    #[error("the tag {name} says {text:?}, it should say {expected}")]
    Tag {
        /// Its name.
        name: String,
        /// What it says.
        text: String,
        /// What it should say.
        expected: &'static str,
    },
    /// Another kind of draughts.
    #[error("this is a game of {name}, only English draughts and Cheqqers are played here")]
    OtherGame {
        /// Its name.
        name: &'static str,
    },
    /// The options or the position can't be.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A position in the middle of a game.
    #[error(
        "a position is set up behind moves, which no record can hold: make it a game of its own"
    )]
    LateSetup,
    /// A position where another one stands already.
    #[error(
        "another position is set up on line {line}, and a game starts from one: keep one of them"
    )]
    SecondSetup {
        /// The line of the one before, from 1.
        line: usize,
    },
    /// A number that no square has.
    #[error("a board of {size} x {size} has no square {number}")]
    Square {
        /// The number as it stands there.
        number: String,
        /// The board's size.
        size: u8,
    },
    /// A square that stands twice.
    #[error("square {number} stands twice")]
    RepeatedSquare {
        /// Its number.
        number: String,
    },
    /// A move that is not legal.
    #[error("{text} ({mv}) is not legal: {reason}")]
    Illegal {
        /// The move as it stands there.
        text: String,
        /// The move.
        mv: Move,
        /// Why.
        reason: Refusal,
    },
    /// A chain that goes on where the turn is over.
    #[error("the turn ends on square {number}, a chain does not go on from there")]
    ChainEnds {
        /// The square's number.
        number: u16,
    },
    /// Several ways from the first square of a chain to its last.
    #[error("there is more than one way to capture here: write every square that is landed on")]
    ManyWays,
    /// A measurement without its outcome.
    #[error(
        "square {number} is measured: write .m1@ and the squares found occupied, or .m0@ and these"
    )]
    Unmeasured {
        /// The number of the square asked for.
        number: u16,
    },
    /// An outcome where nothing is measured.
    #[error("nothing is measured here: leave out the .m")]
    NoMeasurement,
    /// An entanglement where there is none.
    #[error("nothing is entangled here: leave out the .e")]
    NotEntangled,
    /// A square found occupied that was not measured.
    #[error(
        "square {number} was not measured, those measured are {}",
        list(measured)
    )]
    NotMeasured {
        /// Its number.
        number: u16,
        /// The numbers of those that were.
        measured: Vec<u16>,
    },
    /// An outcome that contradicts itself.
    #[error(
        "square {number} is {} by the .m and {} behind the @",
        occupied(*.found), occupied(!*.found)
    )]
    Contradiction {
        /// The number of the square asked for.
        number: u16,
        /// Whether `.m` says that it was found occupied.
        found: bool,
    },
    /// An outcome without probability.
    #[error("this outcome is impossible: its probability is zero")]
    Impossible,
    /// An outcome of which only a part is told.
    #[error(
        "more than one outcome has square {number} {}: write the squares found occupied, as in .m1@18,22",
        occupied(*.found)
    )]
    ManyOutcomes {
        /// The number of the square asked for.
        number: u16,
        /// Whether it was found occupied.
        found: bool,
    },
    /// A command of ours that can't be read.
    #[error("the command {name} holds no list of KEY=VALUE here")]
    Command {
        /// Its name.
        name: &'static str,
    },
    /// A command of a measurement that was not made.
    #[error("this command belongs to no measurement")]
    StrayCommand,
    /// A result that is not that of the board.
    #[error("the result is {found}, but the game is {expected} by the rules")]
    Result {
        /// What is written.
        found: Status,
        /// What the board says.
        expected: Status,
    },
    /// Two results that differ.
    #[error("the result behind the moves is {behind}, in the tag it is {tag}")]
    TwoResults {
        /// In the tag.
        tag: Status,
        /// Behind the moves.
        behind: Status,
    },
}

fn sign(found: Option<char>) -> String {
    found.map_or_else(|| "the end of the text".into(), |c| format!("{c:?}"))
}

fn list(numbers: &[u16]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(",")
}

fn occupied(occupied: bool) -> &'static str {
    if occupied { "occupied" } else { "empty" }
}
