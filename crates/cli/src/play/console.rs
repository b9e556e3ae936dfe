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

/// Means of whoever types to edit a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Editing {
    /// Lines are completed and remembered.
    Keys,
    /// Lines are read as they come.
    Plain,
}

/// Use of a line that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A command, which is remembered; `completions` are whole lines.
    Command { completions: Vec<String> },
    /// An answer to a question.
    Answer,
}

/// A line of input, or what came in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// The line without its end.
    Text(String),
    /// The input has ended.
    End,
    /// Ctrl-C, read as a key.
    Interrupt {
        /// Nothing was typed before it.
        is_empty: bool,
    },
}

/// A terminal on which a person edits lines.
pub(super) trait LineSource {
    /// Prompts for a line and reads it.
    ///
    /// # Errors
    /// Returns an error if it can't be read.
    fn line(&mut self, prompt: &str, purpose: Purpose) -> Result<Line, Failure>;
}

/// Source of lines.
enum Input<'a> {
    /// A stream whose lines are not edited here.
    Stream(&'a mut dyn BufRead, InputSource),
    /// A terminal, and so a person.
    Terminal(&'a mut dyn LineSource),
}

/// Streams of commands and output.
pub(super) struct Console<'a> {
    input: Input<'a>,
    out: &'a mut dyn Write,
    look: Look,
    /// Number of lines printed so far.
    lines: usize,
    /// Number of rows of the terminal, if it is one.
    pub(super) rows: Option<usize>,
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
            input: Input::Stream(input, source),
            out,
            look,
            lines: 0,
            rows: None,
            bottom,
        }
    }

    /// A console whose lines are edited on a terminal.
    pub(super) fn of_terminal(
        terminal: &'a mut dyn LineSource,
        out: &'a mut dyn Write,
        look: Look,
        bottom: Colour,
    ) -> Self {
        Self {
            input: Input::Terminal(terminal),
            out,
            look,
            lines: 0,
            rows: None,
            bottom,
        }
    }

    /// Style of boards.
    pub(super) fn look(&self) -> Look {
        self.look
    }

    pub(super) fn source(&self) -> InputSource {
        match self.input {
            Input::Stream(_, source) => source,
            Input::Terminal(_) => InputSource::Person,
        }
    }

    /// Means to edit the lines that are typed.
    pub(super) fn editing(&self) -> Editing {
        match self.input {
            Input::Stream(..) => Editing::Plain,
            Input::Terminal(_) => Editing::Keys,
        }
    }

    /// Number of lines printed so far, with those of prompts.
    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    /// Number of lines that sentences would take.
    pub(super) fn lines_of(&self, text: &str) -> usize {
        self.wrapped(text).lines().count()
    }

    /// Prints a text as it is.
    pub(super) fn show(&mut self, text: &str) -> Result<(), Failure> {
        self.lines += text.matches('\n').count();
        let written = self.out.write_all(text.as_bytes());
        let shown = written.and_then(|()| self.out.flush());
        Ok(shown.map_err(OutputError)?)
    }

    /// Prints sentences, wrapped to the width; indentation is kept.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.show(&self.wrapped(text))
    }

    fn wrapped(&self, text: &str) -> String {
        let mut lines = String::new();
        for line in text.lines() {
            lines += &wrapped(line, self.look.width);
            lines.push('\n');
        }
        lines
    }

    /// The next line, without blanks at its ends. A person is prompted.
    pub(super) fn ask(&mut self, prompt: &str, purpose: Purpose) -> Result<Line, Failure> {
        self.lines += 1;
        let (input, source) = match &mut self.input {
            Input::Terminal(terminal) => {
                return Ok(match terminal.line(prompt, purpose)? {
                    Line::Text(line) => Line::Text(line.trim().to_owned()),
                    other => other,
                });
            }
            Input::Stream(input, source) => (input, *source),
        };
        if source == InputSource::Person {
            let written = self.out.write_all(prompt.as_bytes());
            written
                .and_then(|()| self.out.flush())
                .map_err(OutputError)?;
        }
        let mut line = Vec::new();
        let read = input
            .take(MAX_LINE)
            .read_until(b'\n', &mut line)
            .map_err(InputError)?;
        if read == 0 {
            if source == InputSource::Person {
                self.show("\n")?;
            }
            return Ok(Line::End);
        }
        if line.last() != Some(&b'\n') && read as u64 == MAX_LINE {
            skip_line(input)?;
        }
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        Ok(Line::Text(text))
    }

    /// Asks a person to confirm; a script always does.
    pub(super) fn confirm(&mut self, question: &str) -> Result<bool, Failure> {
        if self.source() == InputSource::Script {
            return Ok(true);
        }
        let answer = self.ask(&format!("{question} [y/N] "), Purpose::Answer)?;
        Ok(matches!(answer, Line::Text(text) if is_yes(&text)))
    }
}

/// Returns `true` for an answer that agrees.
pub(super) fn is_yes(answer: &str) -> bool {
    ["y", "yes"].contains(&answer.to_lowercase().as_str())
}

/// Reads the rest of a line and drops it.
fn skip_line(input: &mut dyn BufRead) -> Result<(), Failure> {
    loop {
        let buffer = input.fill_buf().map_err(InputError)?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

/// A line broken at blanks where it is too long; all lines start with its indentation.
fn wrapped(line: &str, width: Option<usize>) -> String {
    let indent = line.chars().take_while(|c| *c == ' ').count();
    wrapped_under(line, width, indent)
}

/// A line broken at blanks where it is too long; the lines after the first have this indentation.
pub(super) fn wrapped_under(line: &str, width: Option<usize>, indent: usize) -> String {
    let Some(width) = width.filter(|&width| line.chars().count() > width) else {
        return line.to_owned();
    };
    let indent = " ".repeat(indent);
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
        let mut next = || console.ask("> ", Purpose::Answer).unwrap();
        assert_eq!(next(), Line::Text("a".repeat(4096)));
        assert_eq!(next(), Line::Text("b".into()));
        assert_eq!(next(), Line::Text("last".into()));
        assert_eq!(next(), Line::End);
        assert!(out.is_empty());
    }
}
