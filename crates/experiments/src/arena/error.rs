use std::error::Error;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::ExperimentError;

/// Why a tournament could not be held, or its games not be kept or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// A file can't be written, or the machine gave no threads.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// The plan is none.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A file can't be read.
    #[error("could not read {}", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A folder holds no tournament.
    #[error("there is no tournament in {}", path.display())]
    None {
        /// Which.
        path: PathBuf,
    },
    /// The plan of a folder can't be understood.
    #[error("{} is not the plan of a tournament that can be held here", path.display())]
    NoPlan {
        /// Its file.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        source: PlanError,
    },
    /// A folder holds another tournament.
    #[error("{} is of another tournament, with {name} {before}, not {now}", path.display())]
    OtherPlan {
        /// The file of its plan.
        path: PathBuf,
        /// What differs.
        name: String,
        /// What it is there.
        before: String,
        /// What it was to be.
        now: String,
    },
    /// Another process plays the same games.
    #[error("{} is in use: another process plays these games", path.display())]
    InUse {
        /// Their file.
        path: PathBuf,
    },
    /// A file of games holds something else.
    #[error("line {line} of {} is of no game of this tournament: {reason}", path.display())]
    Stray {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A game was played twice and ended otherwise.
    #[error("game {number} is in {} and {}, and ended otherwise", first.display(), second.display())]
    Twice {
        /// Which game.
        number: u64,
        /// A file that holds it.
        first: PathBuf,
        /// Another one.
        second: PathBuf,
    },
    /// The moves that come first can't be made.
    #[error("game {number} could not be begun")]
    Opening {
        /// Which game.
        number: u64,
        /// Why.
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    /// A game could not be played on.
    #[error("game {number} stopped at ply {ply}")]
    Game {
        /// Which game.
        number: u64,
        /// At which ply, from 1.
        ply: u32,
        /// Why.
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
}

/// Why a plan is none.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// Nobody to play against.
    #[error("a tournament has two players or more, not {found}")]
    Players {
        /// How many there are.
        found: usize,
    },
    /// Two players have the same name.
    #[error("two players are called {name:?}")]
    SameName {
        /// Their name.
        name: String,
    },
    /// A player has a name that can't be told from the settings of players.
    #[error("{name:?} is no name for a player")]
    Name {
        /// The name.
        name: String,
    },
    /// There are no games, or more than can be kept.
    #[error("a tournament has 1 to {limit} games, not {found}")]
    Games {
        /// How many there are.
        found: u64,
        /// The limit.
        limit: u64,
    },
    /// Nothing can be played.
    #[error("the game is over before it begins")]
    Over,
    /// A test is of two players.
    #[error("a sequential test is of two players, not {found}")]
    Test {
        /// How many there are.
        found: usize,
    },
    /// A part of its written form is missing or of no sense.
    #[error("{name:?} is missing or can't be understood")]
    Field {
        /// The part.
        name: &'static str,
    },
    /// It is of another game.
    #[error("it is of the game {found:?}")]
    OtherGame {
        /// Which.
        found: String,
    },
}
