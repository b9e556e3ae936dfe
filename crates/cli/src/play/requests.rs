//! Commands besides moves.

use std::path::Path;

use cheqqers_game::record::EndLine;
use cheqqers_game::show::{Show, capitalised};
use cheqqers_game::{Encoding, Status};

use super::inspect::{self, InspectError};
use super::listing::listing;
use super::terminal::{Flow, TerminalGame};
use crate::error::Failure;
use crate::record_file;

impl<G: Show> TerminalGame<'_, G> {
    pub(super) fn circuit(&self, place: &str, encoding: Encoding) -> Result<String, InspectError> {
        let plies = self.session.plies();
        let moves: Vec<String> = plies.iter().map(|ply| ply.mv.to_string()).collect();
        let look = self.console.look();
        inspect::circuit(self.session.position(), &moves, place, encoding, look)
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
        let legal = self.legal();
        if legal.is_empty() {
            return "There is no move.".into();
        }
        let position = self.session.position();
        let text = listing(position, &legal, place, self.console.look().width);
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
            .undoable(count, |colour| self.is_person(colour));
        let plies = match undoable {
            Ok(plies) => plies,
            Err(refusal) => {
                let text = format!("{}.", capitalised(&refusal.to_string()));
                return self.console.say(&text).map(|()| Flow::Ask);
            }
        };
        let first = self.session.plies().len() - plies;
        let taken: Vec<String> = self.session.plies()[first..]
            .iter()
            .map(|ply| ply.mv.to_string())
            .collect();
        let recorded = self.writer.line(self.session.undo(plies));
        self.console
            .say(&format!("Taken back: {}.", taken.join(", ")))?;
        self.note(recorded)?;
        Ok(Flow::Show)
    }

    pub(super) fn resign(&mut self) -> Result<Flow, Failure> {
        let turn = self.session.position().turn();
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
        let opponent = self.session.position().turn().opponent();
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

    pub(super) fn save(&mut self, path: &Path) -> Result<(), Failure> {
        let session = &self.session;
        let text = match record_file::save(&self.writer, path, session.header(), session.lines()) {
            Ok(()) => {
                self.saved = self.session.lines().len();
                format!("Saved in {}.", path.display())
            }
            Err(error) => {
                let failure = Failure::from(error);
                let advice = failure.advice().map(|advice| format!(" {advice}"));
                format!(
                    "Not saved: {}.{}",
                    failure.text(),
                    advice.unwrap_or_default()
                )
            }
        };
        self.console.say(&text)
    }
}
