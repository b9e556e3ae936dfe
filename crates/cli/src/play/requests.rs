//! Commands besides moves.

use std::io;
use std::path::{Path, PathBuf};

use cheqqers_game::record::EndLine;
use cheqqers_game::show::capitalised;
use cheqqers_game::{Encoding, Status};
use cheqqers_session::MeasuredPlies;

use super::console::{InputSource, Line, Purpose, is_yes};
use super::inspect::{self, InspectError};
use super::listing::listing;
use super::terminal::{Flow, TerminalGame};
use crate::error::{Failure, printable};
use crate::files::FileError;
use crate::record_file::{self, SaveError};

impl TerminalGame<'_> {
    pub(super) fn circuit(&self, place: &str, encoding: Encoding) -> Result<String, InspectError> {
        let position = self.session.position();
        let look = self.console.look();
        inspect::circuit(&position, &position.moves(), place, encoding, look)
    }

    pub(super) fn inspected(
        &mut self,
        seen: Result<String, InspectError>,
    ) -> Result<Flow, Failure> {
        match seen {
            Ok(text) => self.console.show(&text)?,
            Err(error) => {
                let text = format!("{}.", capitalised(&error.to_string()));
                self.console.say(&text)?;
            }
        }
        Ok(Flow::Ask)
    }

    pub(super) fn moves(&self, place: Option<&str>) -> String {
        let legal = self.session.legal_moves();
        if legal.is_empty() {
            return "There is no move.".into();
        }
        let position = self.session.position();
        let text = listing(&position, &legal, place, self.console.look().width);
        match place {
            Some(place) if text.is_empty() => {
                format!("No legal move starts from {place}.")
            }
            _ => text,
        }
    }

    pub(super) fn undo(&mut self, count: usize) -> Result<Flow, Failure> {
        let undoable = self
            .session
            .undoable(count, &self.people(), MeasuredPlies::Final);
        let plies = match undoable {
            Ok(plies) => plies,
            Err(refusal) => {
                let text = format!("{}.", capitalised(&refusal.to_string()));
                return self.console.say(&text).map(|()| Flow::Ask);
            }
        };
        let played = self.session.position().moves();
        let taken = &played[played.len() - plies..];
        let recorded = self.writer.line(self.session.undo(plies));
        self.console
            .say(&format!("Taken back: {}.", taken.join(", ")))?;
        self.note(recorded)?;
        Ok(Flow::Show)
    }

    pub(super) fn resign(&mut self) -> Result<Flow, Failure> {
        let turn = self.session.turn();
        if self.is_over()? || !self.console.confirm(&format!("Does {turn} resign?"))? {
            return Ok(Flow::Ask);
        }
        let recorded = self
            .writer
            .line(self.session.finish(EndLine::resigned(turn)));
        self.note(recorded)?;
        Ok(Flow::Show)
    }

    pub(super) fn draw(&mut self) -> Result<Flow, Failure> {
        if self.is_over()? {
            return Ok(Flow::Ask);
        }
        let opponent = self.session.turn().opponent();
        if !self.is_person(opponent) {
            self.console.say(&format!(
                "{} plays on: computers do not agree to draws.",
                capitalised(&opponent.to_string())
            ))?;
            return Ok(Flow::Ask);
        }
        if !self
            .console
            .confirm(&format!("Does {opponent} agree to a draw?"))?
        {
            return Ok(Flow::Ask);
        }
        let recorded = self.writer.line(self.session.finish(EndLine::agreed()));
        self.note(recorded)?;
        Ok(Flow::Show)
    }

    /// Returns `true` if the game is over, and prints so.
    fn is_over(&mut self) -> Result<bool, Failure> {
        let over = self.session.status() != Status::InProgress;
        if over {
            self.console.say("The game is over.")?;
        }
        Ok(over)
    }

    /// Saves the game, and says whether that was possible; `true` if it was.
    pub(super) fn save(&mut self, path: &Path) -> Result<bool, Failure> {
        let session = &self.session;
        let saved = record_file::save(&self.writer, path, session.header(), session.lines());
        let is_saved = saved.is_ok();
        let text = match saved {
            Ok(()) => {
                self.saved = Some((path.into(), self.session.lines().len()));
                format!("Saved in {}.", path.display())
            }
            Err(error) => {
                if let Some(words) = in_words(&error, path) {
                    format!("Not saved: {words}.")
                } else {
                    let failure = Failure::from(error);
                    let advice = failure.advice().map(|advice| format!(" {advice}"));
                    let advice = advice.unwrap_or_default();
                    format!("Not saved: {}.{advice}", failure.text())
                }
            }
        };
        self.console.say(&printable(&text))?;
        Ok(is_saved)
    }

    /// Lets a person who is about to leave the game save it, where it would be lost; returns what is to be
    /// done then, which is `leave` unless the question is interrupted.
    pub(super) fn save_before(&mut self, leave: Flow) -> Result<Flow, Failure> {
        // A game that is kept unasked goes when it is finished.
        let is_over = self.session.status() != Status::InProgress;
        let goes = is_over && self.kept.as_ref().is_some_and(|kept| !kept.has_jobs);
        let is_kept = self.writer.path().is_some() && !goes || self.saved_path().is_some();
        let is_person = self.console.source() == InputSource::Person;
        if is_kept || !is_person || self.session.lines().len() == self.lines_at_start {
            return Ok(leave);
        }
        loop {
            let question = "Save the game? [y/N/file name] ";
            let answer = match self.console.ask(question, Purpose::Answer)? {
                Line::Text(answer) => answer,
                Line::End => return Ok(leave),
                Line::Interrupt { .. } => return Ok(Flow::Interrupt),
            };
            let path = match &*answer.to_lowercase() {
                "" | "n" | "no" => return Ok(leave),
                answer if is_yes(answer) => free_name(),
                _ => answer.into(),
            };
            if self.save(&path)? {
                return Ok(leave);
            }
        }
    }
}

/// A name that no file in the current folder has.
fn free_name() -> PathBuf {
    let names = (1_u64..).map(|number| match number {
        1 => PathBuf::from("game.jsonl"),
        _ => PathBuf::from(format!("game-{number}.jsonl")),
    });
    let mut free = names.filter(|name| name.symlink_metadata().is_err());
    free.next().expect("there are more names than files")
}

/// The reason for which a game can't be saved to a file, where more is known about it than the system
/// tells.
fn in_words(error: &SaveError, path: &Path) -> Option<String> {
    let source = match error {
        SaveError::NoFile { .. } if path.is_dir() => {
            let inside = path.join("game.jsonl");
            return Some(format!(
                "{} is a folder, choose a name in it, such as {}",
                path.display(),
                inside.display()
            ));
        }
        SaveError::File(FileError::Read { source, .. })
            if source.kind() == io::ErrorKind::PermissionDenied =>
        {
            return Some(format!(
                "you may not read {}, choose another name",
                path.display()
            ));
        }
        SaveError::File(FileError::Read { source, .. } | FileError::Write { source, .. }) => source,
        _ => return None,
    };
    // A name that ends in a slash is a folder's.
    let is_folder = path.to_string_lossy().ends_with(std::path::is_separator);
    let without_slash = path.components().as_path();
    let above = without_slash.ancestors().skip(usize::from(!is_folder));
    let folders: Vec<&Path> = above.filter(|folder| *folder != Path::new("")).collect();
    let mut of_path = folders.iter().rev();
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).display();
    Some(match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            let place = of_path.find(|folder| !folder.is_dir())?;
            let name = place.display();
            if place.exists() {
                format!("{name} is a file, not a folder")
            } else {
                format!("there is no folder {name}/, make it first or choose another place")
            }
        }
        io::ErrorKind::PermissionDenied => {
            format!("you may not write to the folder {folder}, choose another place")
        }
        io::ErrorKind::ReadOnlyFilesystem => {
            format!("the folder {folder} can only be read, choose another place")
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_not_to_save_are_plain_words() {
        let words = |path: &str, kind: io::ErrorKind| {
            let path = Path::new(path);
            let error = SaveError::File(FileError::write(path, kind.into()));
            in_words(&error, path)
        };
        assert_eq!(
            words("nowhere/today/game.jsonl", io::ErrorKind::NotFound).as_deref(),
            Some("there is no folder nowhere/, make it first or choose another place")
        );
        assert_eq!(
            words("game.jsonl", io::ErrorKind::PermissionDenied).as_deref(),
            Some("you may not write to the folder ., choose another place")
        );
        assert_eq!(
            words("Cargo.toml/game.jsonl", io::ErrorKind::NotADirectory).as_deref(),
            Some("Cargo.toml is a file, not a folder")
        );
        assert_eq!(
            words("Cargo.toml/", io::ErrorKind::NotADirectory).as_deref(),
            Some("Cargo.toml is a file, not a folder")
        );
        assert_eq!(
            words("nowhere/", io::ErrorKind::NotADirectory).as_deref(),
            Some("there is no folder nowhere/, make it first or choose another place")
        );
        assert_eq!(words("game.jsonl", io::ErrorKind::StorageFull), None);
    }
}
