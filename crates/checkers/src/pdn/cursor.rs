use super::{PdnError, PdnReason};

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TextPosition {
    /// Bytes before it.
    pub(super) offset: usize,
    /// Counted from 1.
    pub(super) line: usize,
    /// In characters, from 1.
    pub(super) column: usize,
}

impl Default for TextPosition {
    fn default() -> Self {
        Self {
            offset: 0,
            line: 1,
            column: 1,
        }
    }
}

impl TextPosition {
    /// Error at this place.
    pub(super) fn refuse(self, reason: PdnReason) -> PdnError {
        PdnError {
            line: self.line,
            column: self.column,
            reason,
        }
    }
}

/// Goes through a text, and knows where it is.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    pub(super) at: TextPosition,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, at: TextPosition) -> Self {
        Self { text, at }
    }

    /// The next character.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character.
    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at.offset += c.len_utf8();
        if c == '\n' {
            self.at.line += 1;
            self.at.column = 1;
        } else {
            self.at.column += 1;
        }
        Some(c)
    }

    /// Takes these characters if they come next.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let there = self.rest().starts_with(text);
        if there {
            text.chars().for_each(|_| {
                self.next();
            });
        }
        there
    }

    /// Takes characters as long as they are of a kind.
    pub(super) fn take_while(&mut self, of_kind: impl Fn(char) -> bool) -> &'a str {
        let start = self.at.offset;
        while self.peek().is_some_and(&of_kind) {
            self.next();
        }
        &self.text[start..self.at.offset]
    }

    pub(super) fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Error of finding something other than expected.
    pub(super) fn expected(&self, expected: &'static str) -> PdnError {
        self.at.refuse(PdnReason::Unexpected {
            found: self.peek(),
            expected,
        })
    }

    /// Takes these characters.
    ///
    /// # Errors
    /// Returns an error if something else comes next.
    pub(super) fn expect(&mut self, text: &'static str) -> Result<(), PdnError> {
        if self.take(text) {
            return Ok(());
        }
        Err(self.expected(text))
    }

    /// The text from a place up to the cursor.
    pub(super) fn since(&self, start: TextPosition) -> &'a str {
        &self.text[start.offset..self.at.offset]
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at.offset..]
    }
}
