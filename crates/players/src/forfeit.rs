use std::error::Error;

use cheqqers_game::Colour;
use cheqqers_game::record::EndLine;
use thiserror::Error;

/// Fault by which a player loses a game that the rules have not ended.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Forfeit {
    #[error("the move {mv:?} is not legal: {reason}")]
    Illegal { mv: String, reason: String },
    #[error("its time ran out")]
    OutOfTime,
    // A fault of another kind of player, such as a program that has ended.
    #[error(transparent)]
    Fault(Box<dyn Error + Send + Sync>),
}

impl Forfeit {
    /// The line that ends the record of a game lost so.
    pub fn to_end(&self, by: Colour) -> EndLine {
        let causes = std::iter::successors(Some(self as &dyn Error), |&e| e.source());
        let reasons: Vec<String> = causes.map(ToString::to_string).collect();
        EndLine::forfeited(by, reasons.join(": "))
    }
}
