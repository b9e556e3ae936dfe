use std::str::FromStr;

use cheqqers_game::notation::outcomes;
use cheqqers_game::record::{ReadError, Reader};
use cheqqers_game::replay::{OutcomeReason, Replay, ReplayError, Verify, bits_of};
use cheqqers_game::{CompletedPly, CompletionError, Game, Measurement, Ply, StartedPly};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::text::cut;

/// Name of the backend in records of measurements whose outcome the host has given.
const BACKEND: &str = "told";

/// The host's game: every position since its start, so that it can go back.
#[derive(Clone, Debug)]
pub(crate) struct Board<G: Game> {
    start: G,
    made: Vec<Ply<G::Move>>,
    /// Position after each ply.
    positions: Vec<G>,
}

/// Error of beginning a game.
#[derive(Debug, Error)]
pub(crate) enum HeaderError<G: Game> {
    #[error("the header of the game can't be read: {0}")]
    Read(#[from] ReadError),
    #[error("there is no such game here: {}", .0.reason)]
    Game(#[from] ReplayError<G>),
}

/// Reason of a [`MoveError`].
#[derive(Debug, Error)]
pub(crate) enum MoveReason<G: Game> {
    #[error("{0}")]
    Unreadable(String),
    #[error("{mv} is not legal: {reason}")]
    Illegal { mv: G::Move, reason: G::Refusal },
    #[error("the outcome of its measurement {0} is missing")]
    Missing(usize),
    #[error("more outcomes stand behind it than it measures")]
    Excess,
    #[error("behind a move stand the squares found occupied, in braces: {{f6}} or {{d4,g5}}")]
    Outcomes,
    #[error("its outcome can't be: {0}")]
    Outcome(OutcomeReason),
}

/// Error of playing one of the host's moves.
#[derive(Debug, Error)]
#[error("move {number}, {text:?}: {reason}")]
pub(crate) struct MoveError<G: Game> {
    number: usize,
    text: String,
    reason: Box<MoveReason<G>>,
}

impl<G: Game> Board<G> {
    /// Begins the game that the header of a record describes.
    pub(crate) fn new(header: Map<String, Value>) -> Result<Self, HeaderError<G>> {
        let text = Value::Object(header).to_string();
        let record = Reader::new(text.as_bytes()).record()?;
        let record = record.ok_or(ReadError::Empty)?;
        let mut start = Replay::<G>::new(&record, Verify::Moves)?.position().clone();
        // No backend runs circuits here.
        start.world_mut().stop_recording();
        Ok(Self {
            start,
            made: Vec::new(),
            positions: Vec::new(),
        })
    }

    pub(crate) fn start(&self) -> &G {
        &self.start
    }

    pub(crate) fn made(&self) -> &[Ply<G::Move>] {
        &self.made
    }

    pub(crate) fn position(&self) -> &G {
        self.positions.last().unwrap_or(&self.start)
    }

    /// Goes to the position after these moves from the start, each with its outcomes behind it.
    /// Nothing changes on an error.
    ///
    /// Cost: only the moves behind the first difference from the moves played before are played.
    pub(crate) fn go_to(&mut self, moves: &[String]) -> Result<(), MoveError<G>> {
        let fail = |index: usize, reason| MoveError {
            number: index + 1,
            text: cut(&moves[index]),
            reason: Box::new(reason),
        };
        let mut given = Vec::with_capacity(moves.len());
        for (index, text) in moves.iter().enumerate() {
            given.push(GivenMove::<G>::read(text).map_err(|reason| fail(index, reason))?);
        }
        let pairs = self.made.iter().zip(&given);
        let known = pairs
            .take_while(|(made, given)| given.matches(&self.start, made))
            .count();
        let mut made = Vec::new();
        let mut positions: Vec<G> = Vec::new();
        for (index, given) in given.iter().enumerate().skip(known) {
            let before = positions.last().unwrap_or_else(|| self.after(known));
            let ply = given.play(before).map_err(|reason| fail(index, reason))?;
            made.push(ply.ply);
            positions.push(ply.position);
        }
        self.made.truncate(known);
        self.made.extend(made);
        self.positions.truncate(known);
        self.positions.extend(positions);
        Ok(())
    }

    /// Position after so many plies.
    fn after(&self, plies: usize) -> &G {
        plies
            .checked_sub(1)
            .map_or(&self.start, |last| &self.positions[last])
    }
}

/// A move with the outcomes of all its measurements.
struct GivenMove<G: Game> {
    mv: G::Move,
    outcomes: Vec<Vec<String>>,
}

impl<G: Game> GivenMove<G> {
    fn read(text: &str) -> Result<Self, MoveReason<G>> {
        let (mv, behind) = text.split_at(text.find(['{', '.']).unwrap_or(text.len()));
        let mv = mv.parse().map_err(|error| {
            MoveReason::Unreadable(<G::Move as FromStr>::Err::to_string(&error))
        })?;
        let outcomes = outcomes(behind).ok_or(MoveReason::Outcomes)?;
        Ok(Self { mv, outcomes })
    }

    fn matches(&self, start: &G, made: &Ply<G::Move>) -> bool {
        let outcomes = made.measurements.iter();
        let names = outcomes.map(|measurement| measurement.occupied_names(start));
        self.mv == made.mv && names.eq(self.outcomes.iter().cloned())
    }

    fn play(&self, before: &G) -> Result<CompletedPly<G>, MoveReason<G>> {
        let mut outcomes = self.outcomes.iter();
        let mut number = 0;
        let ply = StartedPly::new(before, self.mv)
            .map_err(|reason| MoveReason::Illegal {
                mv: self.mv,
                reason,
            })?
            .complete(|pending| {
                number += 1;
                let names = outcomes.next().ok_or(MoveReason::Missing(number))?;
                let bits =
                    bits_of(pending, &pending.slots(), names).map_err(MoveReason::Outcome)?;
                Ok(Measurement::new(pending, bits, BACKEND))
            });
        let ply = ply.map_err(|unfinished| match unfinished {
            CompletionError::Unanswered(reason) => reason,
            CompletionError::Refused(error) => MoveReason::Outcome(error.reason.into()),
        })?;
        if outcomes.next().is_some() {
            return Err(MoveReason::Excess);
        }
        Ok(ply)
    }
}
