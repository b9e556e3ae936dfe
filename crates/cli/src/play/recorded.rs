//! A game under way with its record.

use std::ops::Deref;

use cheqqers_game::record::EndLine;
use cheqqers_game::{CompletedPly, Game};
use cheqqers_session::Session;

use super::record_file::RecordWriter;
use crate::files::FileError;

/// A game under way, each line of which is recorded.
pub(super) struct RecordedSession<G: Game> {
    session: Session<G>,
    pub(super) writer: RecordWriter,
}

impl<G: Game> RecordedSession<G> {
    pub(super) fn new(session: Session<G>, writer: RecordWriter) -> Self {
        Self { session, writer }
    }

    /// Records all lines of a game that has just begun.
    ///
    /// # Errors
    /// When one could not be recorded.
    pub(super) fn record_all(&mut self) -> Result<(), FileError> {
        let mut lines = self.session.lines().iter();
        lines.try_for_each(|line| self.writer.line(line))
    }

    /// Appends a ply.
    ///
    /// # Errors
    /// When it could not be recorded; it is part of the game all the same.
    pub(super) fn append(&mut self, completed: CompletedPly<G>) -> Result<(), FileError> {
        self.writer.line(self.session.append(completed))
    }

    /// Ends the game off the board.
    ///
    /// # Errors
    /// When that could not be recorded; the game is over all the same.
    pub(super) fn finish(&mut self, end: EndLine) -> Result<(), FileError> {
        self.writer.line(self.session.finish(end))
    }

    /// Takes back the last plies.
    ///
    /// # Errors
    /// When that could not be recorded; they were taken back all the same.
    ///
    /// # Panics
    /// When there are fewer.
    pub(super) fn undo(&mut self, plies: usize) -> Result<(), FileError> {
        self.writer.line(self.session.undo(plies))
    }
}

impl<G: Game> Deref for RecordedSession<G> {
    type Target = Session<G>;

    fn deref(&self) -> &Session<G> {
        &self.session
    }
}
