//! Lines typed at a terminal, with editing, a history and completion.

use std::cell::Cell;
use std::io;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::bare_move::plain;
use super::console::{Line, LineSource, Purpose};
use crate::error::Failure;
use crate::stdio::InputError;

/// Terminals without the means to edit a line.
const PLAIN_TERMINALS: [&str; 4] = ["", "dumb", "cons25", "emacs"];

/// Editor of lines on standard input and output. Its history ends with it.
pub(super) struct LineEditor(Editor<Completions, MemHistory>);

impl LineEditor {
    /// An editor; `None` on a terminal that can't have one.
    pub(super) fn new() -> Option<Self> {
        let term = std::env::var("TERM").ok();
        let is_plain = |term: String| PLAIN_TERMINALS.contains(&&*term.to_ascii_lowercase());
        if term.is_some_and(is_plain) {
            return None;
        }
        // Without bracketed paste each of several pasted lines is a command.
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .bracketed_paste(false)
            .build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history).ok()?;
        editor.set_helper(Some(Completions::default()));
        Some(Self(editor))
    }
}

impl LineSource for LineEditor {
    fn line(&mut self, prompt: &str, purpose: Purpose) -> Result<Line, Failure> {
        let is_command = matches!(purpose, Purpose::Command { .. });
        if let Some(helper) = self.0.helper_mut() {
            helper.candidates = match purpose {
                Purpose::Command { completions } => completions,
                Purpose::Answer => Vec::new(),
            };
            helper.is_empty.set(true);
        }
        match self.0.readline(prompt) {
            Ok(line) => {
                if is_command && !line.trim().is_empty() {
                    // The history may be full.
                    let _ = self.0.add_history_entry(&*line);
                }
                Ok(Line::Text(line))
            }
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(ReadlineError::Interrupted) => {
                let helper = self.0.helper();
                let is_empty = helper.is_none_or(|helper| helper.is_empty.get());
                Ok(Line::Interrupt { is_empty })
            }
            Err(ReadlineError::Io(error)) => Err(InputError(error).into()),
            Err(error) => Err(InputError(io::Error::other(error.to_string())).into()),
        }
    }
}

/// Whole lines that can be typed.
#[derive(Default)]
struct Completions {
    candidates: Vec<String>,
    /// `true` while nothing is typed.
    is_empty: Cell<bool>,
}

impl Helper for Completions {}
impl Highlighter for Completions {}
impl Validator for Completions {}

impl Hinter for Completions {
    type Hint = String;

    /// Sees the line whenever it changes, and never hints.
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.is_empty.set(line.is_empty());
        None
    }
}

impl Completer for Completions {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, completions(&self.candidates, &line[..at])))
    }
}

/// The candidates that begin with a typed text, or have its squares if none does; the arguments of a
/// command once a blank is typed.
fn completions(candidates: &[String], typed: &str) -> Vec<String> {
    let typed = typed.trim_start().to_ascii_lowercase();
    let words = typed.split(' ').count();
    let in_reach = candidates
        .iter()
        .filter(|candidate| candidate.split(' ').count() <= words);
    let begun = in_reach.filter(|candidate| candidate.to_ascii_lowercase().starts_with(&typed));
    let begun: Vec<String> = begun.cloned().collect();
    let squares = plain(&typed);
    if !begun.is_empty() || squares.is_empty() {
        return begun;
    }
    let same = candidates
        .iter()
        .filter(|candidate| !candidate.contains(' ') && plain(candidate).starts_with(&squares));
    same.cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_commands_are_completed_and_arguments_behind_a_blank() {
        let all = ["c3-b4", "c3-d4", "c3^b4d4", "moves", "moves c3", "board"].map(str::to_owned);
        let completed = |typed| completions(&all, typed);
        assert_eq!(completed("c3-d"), ["c3-d4"]);
        assert_eq!(completed("c3d"), ["c3-d4"]);
        assert_eq!(completed("C3 b4 d"), ["c3^b4d4"]);
        assert_eq!(completed("mo"), ["moves"]);
        assert_eq!(completed("moves "), ["moves c3"]);
        assert_eq!(completed("").len(), 5);
        assert!(completed("z").is_empty());
    }
}
