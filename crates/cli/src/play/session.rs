//! A game under way, and where it is recorded.

use std::ops::Deref;

use cheqqers_game::Game;
use cheqqers_game::record::EndLine;
use cheqqers_players::Ply;
use cheqqers_session::Session;

use super::keep::Keeper;
use crate::CliError;

/// A game from its start to where it stands, each line of which is kept.
pub(super) struct Kept<G: Game> {
    session: Session<G>,
    pub(super) keeper: Keeper,
}

impl<G: Game> Kept<G> {
    pub(super) fn new(session: Session<G>, keeper: Keeper) -> Self {
        Self { session, keeper }
    }

    /// Goes on by a ply.
    ///
    /// # Errors
    /// When it could not be recorded; it was played all the same.
    pub(super) fn push(&mut self, mv: G::Move, ply: Ply<G>) -> Result<(), CliError> {
        self.keeper.line(self.session.push(mv, ply))
    }

    /// Ends the game off the board.
    ///
    /// # Errors
    /// When that could not be recorded; the game ended all the same.
    pub(super) fn finish(&mut self, end: EndLine) -> Result<(), CliError> {
        self.keeper.line(self.session.finish(end))
    }

    /// Takes back the last plies.
    ///
    /// # Errors
    /// When that could not be recorded; they were taken back all the same.
    ///
    /// # Panics
    /// When there are fewer.
    pub(super) fn undo(&mut self, plies: usize) -> Result<(), CliError> {
        self.keeper.line(self.session.undo(plies))
    }
}

impl<G: Game> Deref for Kept<G> {
    type Target = Session<G>;

    fn deref(&self) -> &Session<G> {
        &self.session
    }
}
