//! Input and output of a game in the terminal.

use std::io::{BufRead, Read, Write};

use cheqqers_game::Colour;
use cheqqers_game::show::Look;

use crate::error::Failure;
use crate::stdio::{InputError, OutputError};

/// The longest line read, in bytes; the rest of a longer one is dropped.
const MAX_LINE: u64 = 4096;

/// Source of commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InputSource {
    /// A person at a terminal, who is prompted and asked to confirm.
    Person,
    /// A file or another program, which is not.
    Script,
}

/// Streams of commands and output.
pub(super) struct Console<'a> {
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    source: InputSource,
    look: Look,
    /// The side at the bottom of the board.
    pub(super) bottom: Colour,
}

impl<'a> Console<'a> {
    pub(super) fn new(
        input: &'a mut dyn BufRead,
        out: &'a mut dyn Write,
        source: InputSource,
        look: Look,
        bottom: Colour,
    ) -> Self {
        Self {
            input,
            out,
            source,
            look,
            bottom,
        }
    }

    /// Style of boards.
    pub(super) fn look(&self) -> Look {
        self.look
    }

    pub(super) fn source(&self) -> InputSource {
        self.source
    }

    /// Prints a text as it is.
    pub(super) fn show(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.out.write_all(text.as_bytes());
        let shown = written.and_then(|()| self.out.flush());
        Ok(shown.map_err(OutputError)?)
    }

    /// Prints sentences, wrapped to the width; indentation is kept.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Failure> {
        let mut lines = String::new();
        for line in text.lines() {
            lines += &wrapped(line, self.look.width);
            lines.push('\n');
        }
        self.show(&lines)
    }

    /// The next line; `None` at the end of the input. A person is prompted.
    pub(super) fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        if self.source == InputSource::Person {
            self.show(prompt)?;
        }
        let mut line = Vec::new();
        let read = (&mut *self.input)
            .take(MAX_LINE)
            .read_until(b'\n', &mut line)
            .map_err(InputError)?;
        if read == 0 {
            if self.source == InputSource::Person {
                self.show("\n")?;
            }
            return Ok(None);
        }
        if line.last() != Some(&b'\n') && read as u64 == MAX_LINE {
            self.skip_line()?;
        }
        Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
    }

    /// Asks a person to confirm; a script always does.
    pub(super) fn confirm(&mut self, question: &str) -> Result<bool, Failure> {
        if self.source == InputSource::Script {
            return Ok(true);
        }
        let answer = self.ask(&format!("{question} [y/N] "))?;
        Ok(answer.is_some_and(|text| ["y", "yes"].contains(&text.to_lowercase().as_str())))
    }

    fn skip_line(&mut self) -> Result<(), Failure> {
        loop {
            let buffer = self.input.fill_buf().map_err(InputError)?;
            if buffer.is_empty() {
                return Ok(());
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(buffer.len(), |at| at + 1);
            self.input.consume(used);
            if end.is_some() {
                return Ok(());
            }
        }
    }
}

/// A line broken at blanks where it is too long; all lines start with its indentation.
fn wrapped(line: &str, width: Option<usize>) -> String {
    let Some(width) = width.filter(|&width| line.chars().count() > width) else {
        return line.to_owned();
    };
    let indent = " ".repeat(line.chars().take_while(|c| *c == ' ').count());
    let mut text = indent.clone();
    let mut length = indent.len();
    let mut first = true;
    for word in line.split_whitespace() {
        let word_length = word.chars().count();
        if !first && length + 1 + word_length > width {
            text = text + "\n" + &indent;
            length = indent.len();
            first = true;
        }
        if !first {
            text.push(' ');
            length += 1;
        }
        text += word;
        length += word_length;
        first = false;
    }
    text
}

#[cfg(test)]
mod tests {
    use cheqqers_circuit::Symbols;
    use cheqqers_game::show::Ink;

    use super::*;

    #[test]
    fn long_lines_are_broken_at_blanks_and_keep_their_indentation() {
        assert_eq!(wrapped("one two three", None), "one two three");
        assert_eq!(wrapped("one two three", Some(13)), "one two three");
        assert_eq!(wrapped("one two three", Some(9)), "one two\nthree");
        assert_eq!(wrapped("  one two three", Some(9)), "  one two\n  three");
        assert_eq!(wrapped("unbreakable", Some(4)), "unbreakable");
    }

    #[test]
    fn a_line_without_end_is_cut_and_the_next_one_is_read() {
        let mut input = format!("{}\nb\n", "a".repeat(10_000));
        input.push_str("last");
        let mut bytes = input.as_bytes();
        let mut out = Vec::new();
        let look = Look {
            ink: Ink::Plain,
            symbols: Symbols::Ascii,
            width: None,
        };
        let mut console = Console::new(
            &mut bytes,
            &mut out,
            InputSource::Script,
            look,
            Colour::White,
        );
        assert_eq!(
            console.ask("> ").unwrap().map(|line| line.len()),
            Some(4096)
        );
        assert_eq!(console.ask("> ").unwrap().as_deref(), Some("b"));
        assert_eq!(console.ask("> ").unwrap().as_deref(), Some("last"));
        assert_eq!(console.ask("> ").unwrap(), None);
        assert!(out.is_empty());
    }
}
