use thiserror::Error;

use crate::{Game, Turn};

/// Playing of moves, in every game.
pub trait GameExt: Game {
    /// Plays a move that is trusted to be legal.
    ///
    /// # Panics
    /// As [`Game::begin`].
    fn play_unchecked(mut self, mv: Self::Move) -> Turn<Self> {
        let request = self.begin(mv);
        Turn::new(self, request)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Returns an error if the move is not legal; the position is given back as it was.
    fn play(self, mv: Self::Move) -> Result<Turn<Self>, PlayError<Self>> {
        let mv = self.canonical(mv);
        match self.check(mv) {
            Ok(()) => Ok(self.play_unchecked(mv)),
            Err(reason) => Err(PlayError {
                position: Box::new(self),
                mv,
                reason,
            }),
        }
    }
}

impl<G: Game> GameExt for G {}

/// A move was refused; the position is given back as it was.
#[derive(Debug, Error)]
#[error("{mv}: {reason}")]
pub struct PlayError<G: Game> {
    /// The position, as it was.
    pub position: Box<G>,
    /// The move refused.
    pub mv: G::Move,
    /// Reason of the refusal.
    pub reason: G::Refusal,
}
