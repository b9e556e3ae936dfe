//! Plies whose outcomes are all given, as a host of the engine protocol writes them.

use std::str::FromStr;

use cheqqers_game::notation::outcomes;
use cheqqers_game::replay::bits_of;
use cheqqers_game::{CompletedPly, CompletionError, Game, Measurement, Ply, StartedPly};
use thiserror::Error;

use crate::typed_session::TypedSession;

/// Name of the backend in records of measurements whose outcome was given.
const BACKEND: &str = "told";

/// Error of playing a ply with given outcomes.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum GivenPlyError {
    #[error("{0}")]
    Unreadable(String),
    #[error("{mv} is not legal: {reason}")]
    Illegal { mv: String, reason: String },
    #[error("the outcome of its measurement {0} is missing")]
    Missing(usize),
    #[error("more outcomes stand behind it than it measures")]
    Excess,
    #[error("behind a move stand the squares found occupied, in braces: {{f6}} or {{d4,g5}}")]
    Outcomes,
    #[error("its outcome can't be: {0}")]
    Impossible(String),
}

/// A move with the outcomes of all its measurements.
pub(crate) struct GivenPly<M> {
    mv: M,
    outcomes: Vec<Vec<String>>,
}

impl<M: Copy + PartialEq + FromStr<Err: ToString> + ToString> GivenPly<M> {
    pub(crate) fn read(text: &str) -> Result<Self, GivenPlyError> {
        let (mv, behind) = text.split_at(text.find(['{', '.']).unwrap_or(text.len()));
        let mv = mv.parse();
        let mv = mv.map_err(|error: M::Err| GivenPlyError::Unreadable(error.to_string()))?;
        let outcomes = outcomes(behind).ok_or(GivenPlyError::Outcomes)?;
        Ok(Self { mv, outcomes })
    }

    /// Returns `true` if a ply is this one.
    pub(crate) fn is_ply<G: Game<Move = M>>(&self, start: &G, ply: &Ply<M>) -> bool {
        let outcomes = ply.measurements.iter();
        let names = outcomes.map(|measurement| measurement.occupied_names(start));
        self.mv == ply.mv && names.eq(self.outcomes.iter().cloned())
    }

    /// Plays it from the position of a session, which stays as it is.
    pub(crate) fn play<G: Game<Move = M>>(
        &self,
        before: &G,
    ) -> Result<CompletedPly<G>, GivenPlyError> {
        let mut outcomes = self.outcomes.iter();
        let mut number = 0;
        let started = StartedPly::new(before, self.mv);
        let started = started.map_err(|reason| GivenPlyError::Illegal {
            mv: self.mv.to_string(),
            reason: reason.to_string(),
        })?;
        let impossible = |reason: String| GivenPlyError::Impossible(reason);
        let completed = started.complete(|pending| {
            number += 1;
            let names = outcomes.next().ok_or(GivenPlyError::Missing(number))?;
            let bits = bits_of(pending, &pending.slots(), names);
            let bits = bits.map_err(|reason| impossible(reason.to_string()))?;
            Ok(Measurement::new(pending, bits, BACKEND))
        });
        let completed = completed.map_err(|unfinished| match unfinished {
            CompletionError::Unanswered(reason) => reason,
            CompletionError::Refused(error) => impossible(error.reason.to_string()),
        })?;
        if outcomes.next().is_some() {
            return Err(GivenPlyError::Excess);
        }
        Ok(completed)
    }
}

impl<G: Game> TypedSession<G> {
    /// Goes to the position after these plies from the start. Nothing changes on an error, which has the index of
    /// the ply.
    ///
    /// Cost: only the plies behind the first difference from those played before are played.
    pub(crate) fn go_to(&mut self, plies: &[String]) -> Result<(), (usize, GivenPlyError)> {
        let given = plies.iter().enumerate();
        let given = given.map(|(index, text)| GivenPly::read(text).map_err(|error| (index, error)));
        let given: Vec<GivenPly<G::Move>> = given.collect::<Result<_, _>>()?;
        let pairs = self.plies().iter().zip(&given);
        let known = pairs
            .take_while(|(ply, given)| given.is_ply(self.start(), ply))
            .count();
        let mut more: Vec<CompletedPly<G>> = Vec::new();
        for (index, given) in given.iter().enumerate().skip(known) {
            let before = more.last().map(|completed| &completed.position);
            let before = before.unwrap_or_else(|| self.before(known));
            more.push(given.play(before).map_err(|error| (index, error))?);
        }
        let left_out = self.plies().len() - known;
        if left_out > 0 {
            self.undo(left_out);
        }
        for completed in more {
            self.append(completed);
        }
        Ok(())
    }
}
