use thiserror::Error;

use crate::text::cut;

/// Error of reading a line of the protocol.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ProtocolError {
    #[error("there is no {kind} {found:?}")]
    Unknown { kind: &'static str, found: String },
    #[error("{word} needs {what}")]
    Missing {
        word: &'static str,
        what: &'static str,
    },
    #[error("{found:?} is {what}")]
    Malformed { what: &'static str, found: String },
    #[error("{word} takes no {found:?}")]
    Excess { word: &'static str, found: String },
    #[error("the header is no JSON object: {0}")]
    Header(#[source] serde_json::Error),
}

pub(super) fn missing(word: &'static str, what: &'static str) -> ProtocolError {
    ProtocolError::Missing { word, what }
}

pub(super) fn malformed(what: &'static str, found: &str) -> ProtocolError {
    let found = cut(found);
    ProtocolError::Malformed { what, found }
}
