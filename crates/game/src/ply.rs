use crate::{CompletionError, Game, GameExt, Measurement, Pending, Turn};

/// A ply that was played: its move and its measurements, enough to play it again.
#[derive(Clone, PartialEq, Debug)]
pub struct Ply<M> {
    /// The move played.
    pub mv: M,
    /// Its measurements in order.
    pub measurements: Vec<Measurement>,
}

impl<M: Copy> Ply<M> {
    /// Plays it again from the position before it; `seen` gets each measurement as it was waited for, and as it was
    /// answered. Returns the position after it.
    ///
    /// # Errors
    /// Returns the error of `seen`.
    ///
    /// # Panics
    /// Panics if it is no ply of the position.
    pub fn replay<G: Game<Move = M>, E>(
        &self,
        before: G,
        mut seen: impl FnMut(&Pending<G>, &Measurement) -> Result<(), E>,
    ) -> Result<G, E> {
        let mut measurements = self.measurements.iter();
        let played = before.play_unchecked(self.mv).finish(|pending| {
            let measurement = measurements.next().expect("every measurement was answered");
            seen(pending, measurement)?;
            Ok(measurement.bits)
        });
        match played {
            Ok(after) => Ok(after),
            Err(CompletionError::Unanswered(error)) => Err(error),
            Err(CompletionError::Refused(_)) => panic!("the outcomes were possible"),
        }
    }
}

/// A legal move that has begun: complete, or waiting for its first measurement.
#[derive(Clone, Debug)]
pub struct StartedPly<G: Game> {
    mv: G::Move,
    turn: Turn<G>,
}

/// A ply and the position it led to.
#[derive(Clone, Debug)]
pub struct CompletedPly<G: Game> {
    /// The ply itself.
    pub ply: Ply<G::Move>,
    /// The position after it.
    pub position: G,
}

impl<G: Game> StartedPly<G> {
    /// Checks a move and begins it; the position stays as it is.
    ///
    /// # Errors
    /// Returns an error if the move is not legal.
    pub fn new(position: &G, mv: G::Move) -> Result<Self, G::Refusal> {
        let mv = position.canonical(mv);
        position.check(mv)?;
        Ok(Self::unchecked(position, mv))
    }

    /// Begins a move that is known to be legal, without the check of [`StartedPly::new`].
    pub fn unchecked(position: &G, mv: G::Move) -> Self {
        let turn = position.clone().play_unchecked(mv);
        Self { mv, turn }
    }

    /// The move that was begun.
    pub fn mv(&self) -> G::Move {
        self.mv
    }

    /// The measurement that the move waits for; `None` when it measures nothing.
    pub fn pending(&self) -> Option<&Pending<G>> {
        match &self.turn {
            Turn::Ready(_) => None,
            Turn::Pending(pending) => Some(pending),
        }
    }

    /// The position that the move leads to; `None` when it waits for a measurement.
    pub fn ready(&self) -> Option<&G> {
        match &self.turn {
            Turn::Ready(position) => Some(position),
            Turn::Pending(_) => None,
        }
    }

    /// Completes the move: every measurement it waits for is answered in turn.
    ///
    /// # Errors
    /// Returns an error if there is no answer, or an illegal one.
    pub fn complete<E>(
        self,
        mut answer: impl FnMut(&Pending<G>) -> Result<Measurement, E>,
    ) -> Result<CompletedPly<G>, CompletionError<G, E>> {
        let mut measurements = Vec::new();
        let position = self.turn.finish(|pending| {
            let measurement = answer(pending)?;
            let bits = measurement.bits;
            measurements.push(measurement);
            Ok(bits)
        })?;
        let mv = self.mv;
        Ok(CompletedPly {
            ply: Ply { mv, measurements },
            position,
        })
    }
}
