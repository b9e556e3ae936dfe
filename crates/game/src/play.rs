use thiserror::Error;

use crate::{ActionTable, Game, Turn};

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

    /// The same position, from which no circuits are recorded: what is searched or evaluated needs none.
    #[must_use]
    fn without_circuits(&self) -> Self {
        let mut position = self.clone();
        position.world_mut().stop_recording();
        position
    }

    /// Replaces `numbered` by the legal moves that have numbers, in their order; `buffer` is memory for all.
    fn numbered_moves(
        &self,
        actions: &ActionTable<Self::Move>,
        buffer: &mut Vec<Self::Move>,
        numbered: &mut Vec<(u32, Self::Move)>,
    ) {
        buffer.clear();
        self.legal_moves(buffer);
        let turn = self.turn();
        let number = |&mv: &Self::Move| Some((actions.number(turn, mv)?, mv));
        numbered.clear();
        numbered.extend(buffer.iter().filter_map(number));
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
