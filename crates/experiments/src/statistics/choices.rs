//! Choices of players, kept so that an interrupted run goes on.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde_json::{Value, json};

use crate::journal::Journal;
use crate::{ExperimentError, Settings};

/// Choices in the finished games of an experiment, in its [`Journal`]: with the seed they tell the games.
#[derive(Debug)]
pub(super) struct ChoiceJournal {
    journal: Mutex<Journal>,
    games: HashMap<(String, u64), GameChoices>,
}

/// Choices in a game: for each ply the number of its move among the legal ones, from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GameChoices {
    choices: Vec<usize>,
    path: PathBuf,
    /// Number of the line they are in.
    line: usize,
}

impl ChoiceJournal {
    /// Opens or makes the journal of an experiment in its folder.
    ///
    /// # Errors
    /// Returns an error if it can't be read or written, or is of other settings.
    pub(super) fn open(folder: &Path, settings: &Settings) -> Result<Self, ExperimentError> {
        let (journal, lines) = Journal::of(folder, settings)?;
        let path = journal.path();
        let mut games = HashMap::new();
        for (value, line) in lines.iter().zip(2..) {
            let wrong = || ExperimentError::Line {
                path: path.to_owned(),
                line,
            };
            let (game, choices) = read(value).ok_or_else(wrong)?;
            let path = path.to_owned();
            let choices = GameChoices {
                choices,
                path,
                line,
            };
            games.insert(game, choices);
        }
        let journal = Mutex::new(journal);
        Ok(Self { journal, games })
    }

    /// Choices in a finished game of a variant.
    pub(super) fn choices(&self, variant: &str, game: u64) -> Option<&GameChoices> {
        self.games.get(&(variant.to_owned(), game))
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// Returns an error if it can't be written.
    pub(super) fn add(
        &self,
        variant: &str,
        game: u64,
        choices: &[usize],
    ) -> Result<(), ExperimentError> {
        let line = json!({"variant": variant, "number": game, "choices": choices});
        let mut journal = self.journal.lock().expect("no thread panicked");
        journal.add(&line)
    }
}

impl GameChoices {
    /// The choice at a ply, from 0, where there are so many legal moves.
    ///
    /// # Errors
    /// Returns an error if it is none.
    pub(super) fn at(&self, ply: usize, legal: usize) -> Result<usize, ExperimentError> {
        let choice = self.choices.get(ply).filter(|&&choice| choice < legal);
        choice.copied().ok_or_else(|| self.wrong())
    }

    /// Checks that the game is over after so many plies.
    ///
    /// # Errors
    /// Returns an error if it is not.
    pub(super) fn end_after(&self, plies: usize) -> Result<(), ExperimentError> {
        if plies == self.choices.len() {
            Ok(())
        } else {
            Err(self.wrong())
        }
    }

    fn wrong(&self) -> ExperimentError {
        ExperimentError::Line {
            path: self.path.clone(),
            line: self.line,
        }
    }
}

/// Reads a line: variant and number of a game, and the choices in it.
fn read(line: &Value) -> Option<((String, u64), Vec<usize>)> {
    let variant = line.get("variant")?.as_str()?.to_owned();
    let number = line.get("number")?.as_u64()?;
    let choice = |choice: &Value| usize::try_from(choice.as_u64()?).ok();
    let choices = line.get("choices")?.as_array()?.iter().map(choice);
    Some(((variant, number), choices.collect::<Option<_>>()?))
}
