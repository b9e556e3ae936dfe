use std::io;
use std::time::Duration;

use cheqqers_game::Colour;
use cheqqers_game::record::EndLine;
use thiserror::Error;

/// Why a player loses a game that the rules have not ended.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Forfeit {
    /// Its move is not legal.
    #[error("the move {mv:?} is not legal: {reason}")]
    Illegal {
        /// What it wrote.
        mv: String,
        /// Why it is not.
        reason: String,
    },
    /// It can't be started.
    #[error("{command:?} can't be started")]
    Start {
        /// The command.
        command: String,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// It ended in the middle of the game.
    #[error("{command:?} ended ({status})")]
    Ended {
        /// The command.
        command: String,
        /// What its end tells.
        status: String,
    },
    /// It gave no answer in time.
    #[error("there was no answer within {:.1} s", limit.as_secs_f64())]
    Silent {
        /// How long it was waited for.
        limit: Duration,
    },
    /// Its clock ran out.
    #[error("its time ran out")]
    OutOfTime,
    /// It does not want to go on.
    #[error("it does not go on: {reason:?}")]
    Refused {
        /// What it said, cut where it is long.
        reason: String,
    },
    /// It wrote something that is no answer.
    #[error("{line:?} is no answer: {reason}")]
    Nonsense {
        /// What it wrote, cut where it is long.
        line: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl Forfeit {
    /// The line that ends the record of a game lost so.
    pub fn to_end(&self, by: Colour) -> EndLine {
        let causes = std::iter::successors(Some(self as &dyn std::error::Error), |e| e.source());
        let reasons: Vec<String> = causes.map(ToString::to_string).collect();
        EndLine::forfeited(by, reasons.join(": "))
    }
}
