use std::str::FromStr;

use cheqqers_game::notation::outcomes;
use cheqqers_game::record::{ReadError, Reader};
use cheqqers_game::replay::{OutcomeReason, Replay, ReplayError, Verify, bits_of};
use cheqqers_game::{Game, Unfinished};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::matchplay::{begin, finish};
use crate::{Made, PlyError, measured};

/// What the record of a measurement names as its backend: somebody told its outcome.
const TOLD: &str = "told";

/// The game that an engine is told of: every position since its start, so that it can go back.
#[derive(Clone, Debug)]
pub(super) struct Board<G: Game> {
    start: G,
    made: Vec<Made<G::Move>>,
    /// The position after each ply.
    positions: Vec<G>,
}

/// Why a game can't be begun.
#[derive(Debug, Error)]
pub(super) enum HeaderError<G: Game> {
    #[error("the header of the game can't be read: {0}")]
    Read(#[from] ReadError),
    #[error("there is no such game here: {}", .0.reason)]
    Game(#[from] ReplayError<G>),
}

/// Why a move was not played as told.
#[derive(Debug, Error)]
pub(super) enum MoveReason<G: Game> {
    #[error("{0}")]
    Unreadable(String),
    #[error(transparent)]
    Illegal(#[from] PlyError<G>),
    #[error("no outcome of its measurement {0} stands behind it")]
    Missing(usize),
    #[error("more outcomes stand behind it than it measures")]
    Excess,
    #[error("behind a move stand the squares found occupied, in braces: {{f6}} or {{d4,g5}}")]
    Outcomes,
    #[error("its outcome can't be: {0}")]
    Outcome(OutcomeReason),
}

/// A move was not played as told.
#[derive(Debug, Error)]
#[error("move {number}, {text:?}: {reason}")]
pub(super) struct MoveError<G: Game> {
    number: usize,
    text: String,
    reason: Box<MoveReason<G>>,
}

impl<G: Game> Board<G> {
    /// The game that the header of a record describes.
    pub(super) fn new(header: Map<String, Value>) -> Result<Self, HeaderError<G>> {
        let text = Value::Object(header).to_string();
        let record = Reader::new(text.as_bytes()).record()?;
        let record = record.ok_or(ReadError::Empty)?;
        let mut start = Replay::<G>::new(&record, Verify::Moves)?.position().clone();
        // Nobody runs circuits here.
        start.world_mut().stop_recording();
        Ok(Self {
            start,
            made: Vec::new(),
            positions: Vec::new(),
        })
    }

    pub(super) fn start(&self) -> &G {
        &self.start
    }

    pub(super) fn made(&self) -> &[Made<G::Move>] {
        &self.made
    }

    pub(super) fn position(&self) -> &G {
        self.positions.last().unwrap_or(&self.start)
    }

    /// Goes to where these moves lead from the start, each with its outcomes behind it. Those that
    /// were played before, and in the same way, are not played again. Nothing changes on an error.
    ///
    /// Cost: what is new is played; what is old is read.
    pub(super) fn go_to(&mut self, moves: &[String]) -> Result<(), MoveError<G>> {
        let fail = |index: usize, reason| MoveError {
            number: index + 1,
            text: super::cut(&moves[index]),
            reason: Box::new(reason),
        };
        let mut told = Vec::with_capacity(moves.len());
        for (index, text) in moves.iter().enumerate() {
            told.push(Told::<G>::read(text).map_err(|reason| fail(index, reason))?);
        }
        let pairs = self.made.iter().zip(&told);
        let known = pairs.take_while(|(made, told)| told.is(made)).count();
        let mut made = Vec::new();
        let mut positions: Vec<G> = Vec::new();
        for (index, told) in told.iter().enumerate().skip(known) {
            let before = positions.last().unwrap_or_else(|| self.after(known));
            let ply = told.play(before).map_err(|reason| fail(index, reason))?;
            made.push(ply.0);
            positions.push(ply.1);
        }
        self.made.truncate(known);
        self.made.extend(made);
        self.positions.truncate(known);
        self.positions.extend(positions);
        Ok(())
    }

    /// The position after so many plies.
    fn after(&self, plies: usize) -> &G {
        plies
            .checked_sub(1)
            .map_or(&self.start, |last| &self.positions[last])
    }
}

/// A move with the outcomes of all its measurements.
struct Told<G: Game> {
    mv: G::Move,
    outcomes: Vec<Vec<String>>,
}

impl<G: Game> Told<G> {
    fn read(text: &str) -> Result<Self, MoveReason<G>> {
        let (mv, behind) = text.split_at(text.find(['{', '.']).unwrap_or(text.len()));
        let mv = mv.parse().map_err(|error| {
            MoveReason::Unreadable(<G::Move as FromStr>::Err::to_string(&error))
        })?;
        let outcomes = outcomes(behind).ok_or(MoveReason::Outcomes)?;
        Ok(Self { mv, outcomes })
    }

    fn is(&self, made: &Made<G::Move>) -> bool {
        let outcomes = made.measured.iter().map(|measured| &measured.occupied);
        self.mv == made.mv && outcomes.eq(&self.outcomes)
    }

    fn play(&self, before: &G) -> Result<(Made<G::Move>, G), MoveReason<G>> {
        let mut outcomes = self.outcomes.iter();
        let mut number = 0;
        let ply = finish(begin(before, self.mv)?, |pending| {
            number += 1;
            let names = outcomes.next().ok_or(MoveReason::Missing(number))?;
            let bits = bits_of(pending, &pending.slots(), names).map_err(MoveReason::Outcome)?;
            Ok((bits, measured(pending, bits, TOLD)))
        });
        let ply = ply.map_err(|unfinished| match unfinished {
            Unfinished::Unanswered(reason) => reason,
            Unfinished::Refused(error) => MoveReason::Outcome(error.reason.into()),
        })?;
        if outcomes.next().is_some() {
            return Err(MoveReason::Excess);
        }
        let (mv, measured) = (self.mv, ply.measured);
        Ok((Made { mv, measured }, ply.position))
    }
}
