use std::error::Error;

use super::CliError;

impl CliError {
    /// The error, its causes and what to do about it, as lines of text without the last line end.
    pub(crate) fn explain(&self) -> String {
        let text = format!("error: {}", with_causes(self));
        let mut text = on_a_line(&text);
        if let Some(advice) = self.advice() {
            text.push_str("\n  ");
            text.push_str(advice);
        }
        text
    }
}

/// A text of somebody else's, who must not send signs to the terminal that are no text.
pub(crate) fn on_a_line(text: &str) -> String {
    text.chars().flat_map(printable).collect()
}

/// An error and its causes, in a line.
pub(crate) fn with_causes(error: &(dyn Error + 'static)) -> String {
    let mut text = String::new();
    for error in causes(error) {
        let reason = error.to_string();
        // Some errors tell their cause themselves.
        if text.ends_with(&reason) {
            continue;
        }
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(&reason);
    }
    text
}

/// An error, its cause, the cause of that, and so on.
pub(super) fn causes<'a>(
    error: &'a (dyn Error + 'static),
) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

fn printable(c: char) -> impl Iterator<Item = char> {
    let escape = c.is_control().then(|| c.escape_default());
    let plain = escape.is_none().then_some(c);
    escape.into_iter().flatten().chain(plain)
}

#[cfg(test)]
mod tests {
    use std::io;

    use cheqqers_checkers::{FenError, RulesError};

    use super::*;

    #[test]
    fn causes_and_advice_are_told_once_each() {
        let error = CliError::Write {
            path: "games/\u{1b}[2J".into(),
            source: io::Error::other("the tape is full"),
        };
        assert_eq!(
            error.explain(),
            "error: could not write games/\\u{1b}[2J: the tape is full\n  \
             Check that the folder exists and may be written to."
        );
        // The position's own error is part of what the rules say about it.
        let source = Box::new(RulesError::Position(FenError::Turn));
        let error = CliError::Setup { source };
        assert_eq!(error.explain().matches("W:W21-32:B1-12").count(), 2);
    }
}
