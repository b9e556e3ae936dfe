//! Plies that are taken back, and moves that are made again.
//!
//! The one rule for players: plies are taken back up to one of a player's own, with those that the
//! opponent has made since; a game that was ended off the board stays as it is. Plies that measured are taken back
//! only where the caller [says so](MeasuredPlies); the session remembers what they measured, so that a move that is made
//! [again](KnownOutcomes::Used) from the same plies ends as it did. A host that sets up positions as it likes, as a
//! program in Python or an engine's host does, asks nobody.

use cheqqers_game::record::Line;
use cheqqers_game::{Colour, CompletedPly, Game, Measurement, StartedPly};
use thiserror::Error;

use crate::typed_session::TypedSession;

/// Treatment of plies that measured, where plies are to be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeasuredPlies {
    /// They are final.
    Final,
    /// They are taken back as others are.
    TakenBack,
}

/// Treatment of what a move measured when it was made before from the same plies, and taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownOutcomes {
    /// It ends the same way.
    Used,
    /// It is measured anew.
    Ignored,
}

/// Error of taking plies back.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum UndoRefusal {
    #[error("nothing was played that could be taken back")]
    Nothing,
    #[error("what {mv} measured can't be taken back")]
    Measured { mv: String },
    #[error("only {possible} can be taken back, as what {mv} measured can't be")]
    Only { possible: usize, mv: String },
    #[error("only {played} of your plies were played")]
    Fewer { played: usize },
    #[error("the game ended by agreement or resignation, which is not taken back")]
    Ended,
}

impl<G: Game> TypedSession<G> {
    /// The number of plies to take back so that `count` of those whose colour `is_own` are gone.
    ///
    /// # Errors
    /// Returns an error if there are fewer, or the game was ended off the board, or that reaches back to a
    /// measurement that is final.
    pub fn undoable(
        &self,
        count: usize,
        is_own: impl Fn(Colour) -> bool,
        measured: MeasuredPlies,
    ) -> Result<usize, UndoRefusal> {
        if self.end().is_some() {
            return Err(UndoRefusal::Ended);
        }
        let mut own = 0;
        for (back, ply) in (1..).zip(self.plies().iter().rev()) {
            if measured == MeasuredPlies::Final && !ply.measurements.is_empty() {
                let mv = ply.mv.to_string();
                return Err(match own {
                    0 => UndoRefusal::Measured { mv },
                    possible => UndoRefusal::Only { possible, mv },
                });
            }
            if is_own(self.before(self.plies().len() - back).turn()) {
                own += 1;
                if own == count {
                    return Ok(back);
                }
            }
        }
        Err(match own {
            0 => UndoRefusal::Nothing,
            played => UndoRefusal::Fewer { played },
        })
    }

    /// Takes back the last plies. Returns the line of the record.
    ///
    /// # Panics
    /// Panics if there are fewer, or of a session that keeps the last positions only.
    pub fn undo(&mut self, plies: usize) -> &Line {
        self.take_back(plies);
        self.add(Line::Undo(u32::try_from(plies).unwrap_or(u32::MAX)))
    }

    /// The same without a line.
    pub(crate) fn take_back(&mut self, plies: usize) {
        for _ in 0..plies {
            let start = self.positions.first().expect("the start is always kept");
            self.undone.add(&**start, &self.plies);
            self.pop();
        }
    }

    /// The move that was taken back from here and is made again by [`KnownOutcomes::Used`].
    pub fn undone_move(&self) -> Option<G::Move> {
        self.undone.next()
    }

    /// The ply that a move leads to which was made from here before, measured, and was taken back.
    pub fn repeated(&self, mv: G::Move) -> Option<CompletedPly<G>> {
        let started = self.begin(mv).ok()?;
        self.known_measurements(&started)
            .and_then(|known| repeat(started, known))
    }

    /// Measurements of a move that was begun here, as they were before it was taken back.
    pub(crate) fn known_measurements(&self, started: &StartedPly<G>) -> Option<Vec<Measurement>> {
        started.pending()?;
        if self.undone.knows_nothing() {
            return None;
        }
        self.undone.known(&self.moves(), started.mv()).cloned()
    }
}

/// Completes a ply by the measurements that it had before; `None` if they are of another one.
pub(crate) fn repeat<G: Game>(
    started: StartedPly<G>,
    known: Vec<Measurement>,
) -> Option<CompletedPly<G>> {
    let mut known = known.into_iter();
    let completed = started.complete(|_| known.next().ok_or(()));
    completed.ok().filter(|_| known.len() == 0)
}
