use super::error::{ProtocolError, malformed, missing};
use crate::text::cut;

/// Splits a text into its first word and the rest.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

pub(super) fn version(word: &'static str, text: &str) -> Result<u32, ProtocolError> {
    if text.is_empty() {
        return Err(missing(word, "a version"));
    }
    let number = text.parse().ok().filter(|&version| version > 0);
    number.ok_or_else(|| malformed("no version", text))
}

pub(super) fn nothing(word: &'static str, rest: &str) -> Result<(), ProtocolError> {
    if rest.is_empty() {
        return Ok(());
    }
    let found = cut(rest);
    Err(ProtocolError::Excess { word, found })
}

/// The text on one line: control characters are blanks.
pub(super) fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}
