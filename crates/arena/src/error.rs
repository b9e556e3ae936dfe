use std::error::Error;
use std::io;
use std::path::PathBuf;

use cheqqers_session::UnknownGame;
use thiserror::Error;

use crate::pool::ThreadsError;

/// Error of holding a tournament, or of reading one.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ArenaError {
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    #[error("could not write {}", path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error("could not read {}", path.display())]
    Read {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("there is no tournament in {}", path.display())]
    None { path: PathBuf },
    #[error("{} is not the plan of a tournament that can be held here", path.display())]
    NoPlan {
        path: PathBuf,
        #[source]
        source: PlanError,
    },
    #[error("{} is of another tournament, with {name} {before}, not {now}", path.display())]
    OtherPlan {
        path: PathBuf,
        name: String,
        before: String,
        now: String,
    },
    #[error("{} is in use: another process plays these games", path.display())]
    InUse { path: PathBuf },
    #[error("line {line} of {} is of no game of this tournament: {reason}", path.display())]
    Stray {
        path: PathBuf,
        line: usize,
        reason: String,
    },
    #[error("game {number} is in {} and {}, and ended otherwise", first.display(), second.display())]
    Twice {
        number: u64,
        first: PathBuf,
        second: PathBuf,
    },
    #[error("game {number} could not be begun")]
    Opening {
        number: u64,
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    #[error("game {number} stopped at ply {ply}")]
    Game {
        number: u64,
        ply: u32,
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
}

/// Error of a plan that can't be held or read.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PlanError {
    #[error("a tournament has two players or more, not {found}")]
    Players { found: usize },
    #[error("two players are called {name:?}")]
    SameName { name: String },
    #[error("{name:?} is no name for a player")]
    Name { name: String },
    #[error("a tournament has 1 to {limit} games, not {found}")]
    Games { found: u64, limit: u64 },
    #[error("the game is over before it begins")]
    Over,
    #[error("a sequential test is of two players, not {found}")]
    Test { found: usize },
    #[error("luck can't be counted with a noisy backend, whose outcomes have other probabilities")]
    Luck,
    #[error("{name:?} is missing or can't be understood")]
    Field { name: &'static str },
    #[error(transparent)]
    Game(#[from] UnknownGame),
}
