use std::io;
use std::time::Duration;

use cheqqers_players::Forfeit;
use thiserror::Error;

use crate::text::cut;

/// Fault of another program by which it loses its game.
///
/// Quotations of what it wrote are cut where they are long.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum EngineFault {
    #[error("{command:?} can't be started")]
    Start {
        command: String,
        #[source]
        source: io::Error,
    },
    #[error("{command:?} ended ({status})")]
    Ended { command: String, status: String },
    #[error("there was no answer within {:.1} s", limit.as_secs_f64())]
    Timeout { limit: Duration },
    #[error("it does not go on: {reason:?}")]
    Refused { reason: String },
    #[error("{line:?} is no answer: {reason}")]
    Malformed { line: String, reason: String },
    // A program that speaks Hub, and another game than that protocol has.
    #[error("Hub is a protocol for international draughts at level 0 on 10 x 10, not for {title}")]
    OtherGame { title: String },
}

impl EngineFault {
    /// A line that is no answer. Long ones are cut.
    pub(crate) fn malformed(line: &str, reason: &impl ToString) -> Self {
        Self::Malformed {
            line: cut(line),
            reason: reason.to_string(),
        }
    }

    /// The refusal of a program, in its words. Long ones are cut.
    pub(crate) fn refused(text: &str) -> Self {
        Self::Refused { reason: cut(text) }
    }
}

impl From<EngineFault> for Forfeit {
    fn from(fault: EngineFault) -> Self {
        Self::Fault(Box::new(fault))
    }
}
