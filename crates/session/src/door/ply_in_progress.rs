//! Moves on their way into a session: begun, and played to their end wherever that may take its time.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use cheqqers_game::record::{Detail, Line, MeasurementEntry, PlyLine};
use cheqqers_game::show::Show;
use cheqqers_game::{Measurement, StartedPly};
use cheqqers_measure::{MeasureError, Measurer};
use thiserror::Error;

use super::moves::Move;
use super::position::MoveError;
use crate::undo::repeat;

/// A legal move that has begun.
pub struct PlyInProgress(Box<dyn AnyPlyInProgress>);

/// A move that was played to its end, to be appended to its session.
pub struct FinishedPly {
    pub(crate) line: Box<PlyLine>,
    pub(crate) ply: Box<dyn Any + Send>,
}

/// Error of beginning a move.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BeginError {
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error("the game is over")]
    Over,
    #[error("the positions of the game would hold more amplitudes than there is room for")]
    Room,
}

impl BeginError {
    /// The reason alone, for who has named the move.
    pub fn reason(&self) -> String {
        match self {
            Self::Move(MoveError::Illegal { reason, .. }) => reason.to_string(),
            other => other.to_string(),
        }
    }
}

impl PlyInProgress {
    pub(crate) fn new<G: Show>(started: PlyInProgressOf<G>) -> Self {
        Self(Box::new(started))
    }

    /// The move that was begun.
    pub fn mv(&self) -> Move {
        self.0.mv()
    }

    /// Returns `true` if it will be measured.
    pub fn measures(&self) -> bool {
        self.0.measures()
    }

    /// The number of slots of its first measurement; 0 where it measures nothing.
    pub fn num_slots(&self) -> usize {
        self.0.num_slots()
    }

    /// Plays it to its end.
    ///
    /// # Errors
    /// Returns an error if a measurement has no answer, or an impossible one.
    pub fn complete(self, measurer: &mut Measurer) -> Result<FinishedPly, MeasureError> {
        self.0.complete(measurer)
    }
}

impl fmt::Debug for PlyInProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PlyInProgress").field(&self.mv()).finish()
    }
}

impl FinishedPly {
    /// The line of its record.
    pub fn line(&self) -> Line {
        Line::Ply(self.line.clone())
    }

    /// Its measurements, as the record has them.
    pub fn measurements(&self) -> &[MeasurementEntry] {
        &self.line.measured
    }
}

impl fmt::Debug for FinishedPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FinishedPly").field(&self.line.mv).finish()
    }
}

trait AnyPlyInProgress: Send + Sync {
    fn mv(&self) -> Move;
    fn measures(&self) -> bool;
    fn num_slots(&self) -> usize;
    fn complete(self: Box<Self>, measurer: &mut Measurer) -> Result<FinishedPly, MeasureError>;
}

/// A move of the game `G` that has begun.
pub(crate) struct PlyInProgressOf<G: Show> {
    pub(crate) before: Arc<G>,
    /// The number of its ply, from 1.
    pub(crate) number: u32,
    pub(crate) started: StartedPly<G>,
    /// The moves before it with their outcomes, where it measures.
    pub(crate) moves: String,
    /// Measurements of the same move when it was played from here before.
    pub(crate) known: Option<Vec<Measurement>>,
    pub(crate) detail: Detail,
}

impl<G: Show> AnyPlyInProgress for PlyInProgressOf<G> {
    fn mv(&self) -> Move {
        let mv = self.started.mv();
        Move::legal(&*self.before, mv)
    }

    fn measures(&self) -> bool {
        self.started.pending().is_some() && self.known.is_none()
    }

    fn num_slots(&self) -> usize {
        let pending = self.started.pending();
        pending.map_or(0, |pending| pending.slots().len())
    }

    fn complete(self: Box<Self>, measurer: &mut Measurer) -> Result<FinishedPly, MeasureError> {
        let Self {
            before,
            number,
            started,
            moves,
            known,
            detail,
        } = *self;
        let again = known.and_then(|known| repeat(started.clone(), known));
        let completed = if let Some(completed) = again {
            completed
        } else {
            measurer.begin(number, started.mv(), || moves);
            measurer.complete(started)?
        };
        let (ply, after) = (&completed.ply, &completed.position);
        let line = PlyLine::new(number, &*before, ply, after, detail);
        Ok(FinishedPly {
            line: Box::new(line),
            ply: Box::new(completed),
        })
    }
}
