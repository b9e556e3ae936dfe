//! Replaying recorded games, and checking every word of them.

mod error;

use cheqqers_circuit::Bitstring;
use cheqqers_world::Slot;
use serde_json::{Map, Value};

pub use error::{OutcomeReason, ReplayError, ReplayReason};

use crate::record::{Detail, EndLine, Line, MeasurementEntry, PlyLine, Record};
use crate::{
    AmplitudeBudget, CompletedPly, CompletionError, Game, Measurement, Pending, Ply, StartedPly,
    Status,
};

/// Largest difference between a recorded and a computed probability.
const BOARD_TOLERANCE: f64 = 1e-9;

/// Extent of the checks while a record is replayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verify {
    /// That moves are legal and outcomes possible, without which there is no next position.
    Moves,
    /// Every word of every line.
    Everything,
}

/// Replays a record line by line, from its start position.
#[derive(Clone, Debug)]
pub struct Replay<'a, G: Game> {
    record: &'a Record,
    next: usize,
    verify: Verify,
    /// The start, then the position after each ply that was not taken back.
    positions: Vec<G>,
    /// Amplitudes of these positions.
    room: AmplitudeBudget,
    end: Option<EndLine>,
}

/// Result of replaying a line.
#[derive(Clone, Debug)]
pub struct Step<'a, G: Game> {
    /// The line replayed.
    pub line: &'a Line,
    /// The position it led to.
    pub position: G,
    /// The ply, where the line is of one.
    pub ply: Option<Ply<G::Move>>,
}

impl<'a, G: Game> Replay<'a, G> {
    /// Sets up the record's start position.
    ///
    /// # Errors
    /// Returns an error if the header is of another game or rule set, or describes no position.
    pub fn new(record: &'a Record, verify: Verify) -> Result<Self, ReplayError> {
        let start = start_of(&record.header)
            .and_then(|start| {
                if verify == Verify::Everything {
                    check_seed(&record.header)?;
                }
                Ok(start)
            })
            .map_err(|reason| ReplayError {
                line: record.header_line,
                reason,
            })?;
        Ok(Self {
            record,
            next: 0,
            verify,
            positions: vec![start],
            room: AmplitudeBudget::new(usize::MAX),
            end: None,
        })
    }

    /// The same, just begun, with a limit on the amplitudes of its positions: a line that leads to more
    /// is refused.
    #[must_use]
    pub fn within(mut self, amplitudes: usize) -> Self {
        self.room = AmplitudeBudget::new(amplitudes);
        for position in &self.positions {
            self.room.keep(position);
        }
        self
    }

    /// The record that is replayed.
    pub fn record(&self) -> &'a Record {
        self.record
    }

    /// The position reached so far.
    pub fn position(&self) -> &G {
        self.positions
            .last()
            .expect("the start is never taken back")
    }

    /// The start, then the position after each ply that was not taken back.
    pub fn into_positions(self) -> Vec<G> {
        self.positions
    }

    /// The status of the game, by the rules or off the board.
    pub fn status(&self) -> Status {
        let end = self.end.as_ref();
        end.map_or_else(|| self.position().outcome().into(), |end| end.status)
    }

    /// Goes through all that is left.
    ///
    /// # Errors
    /// As [`Self::step`].
    pub fn finish(&mut self) -> Result<(), ReplayError> {
        while self.step()?.is_some() {}
        Ok(())
    }

    /// Replays the next line; `None` at the end of the record.
    ///
    /// # Errors
    /// Returns an error if the line does not follow from what came before it. The replay stays
    /// before that line.
    pub fn step(&mut self) -> Result<Option<Step<'a, G>>, ReplayError> {
        let Some((number, line)) = self.record.lines.get(self.next) else {
            return Ok(None);
        };
        let ply = self.take(line).map_err(|reason| ReplayError {
            line: *number,
            reason,
        })?;
        self.next += 1;
        Ok(Some(Step {
            line,
            position: self.position().clone(),
            ply,
        }))
    }

    fn take(&mut self, line: &Line) -> Result<Option<Ply<G::Move>>, ReplayReason> {
        // The seeds of a pool come after the end.
        if self.end.is_some() && !matches!(line, Line::Pool(_)) {
            return Err(ReplayReason::Over);
        }
        match line {
            Line::Ply(ply) => self.ply(ply).map(Some),
            Line::Undo(undo) => {
                let played = self.positions.len() - 1;
                let left = played
                    .checked_sub(*undo as usize)
                    .filter(|_| *undo > 0)
                    .ok_or(ReplayReason::Undo {
                        undo: *undo,
                        played,
                    })?;
                for taken in self.positions.drain(left + 1..) {
                    self.room.let_go(&taken);
                }
                Ok(None)
            }
            Line::End(end) => {
                if self.position().outcome().is_some() {
                    return Err(ReplayReason::Over);
                }
                // Checked always: no game goes on from a line that ends it and says it does not.
                field("end", &end.expected(), end)?;
                self.end = Some(end.clone());
                Ok(None)
            }
            Line::Pool(_) => Ok(None),
        }
    }

    fn ply(&mut self, line: &PlyLine) -> Result<Ply<G::Move>, ReplayReason> {
        let before = self.position();
        let mv: G::Move = line.mv.parse().map_err(|error| ReplayReason::Unreadable {
            reason: <G::Move as std::str::FromStr>::Err::to_string(&error),
        })?;
        let started = StartedPly::new(before, mv).map_err(|reason| ReplayReason::Illegal {
            mv: mv.to_string(),
            reason: reason.to_string(),
        })?;
        let CompletedPly { ply, position } = answer(started, &line.measured)?;
        if self.verify == Verify::Everything {
            let number = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
            verify(before, &position, &ply, number, line)?;
        }
        if !self.room.fits(&position, !line.measured.is_empty()) {
            return Err(ReplayReason::Room);
        }
        self.room.keep(&position);
        self.positions.push(position);
        Ok(ply)
    }
}

/// The start position that a header describes.
///
/// # Errors
/// Returns an error if the header is of another game or rule set, or describes no position.
fn start_of<G: Game>(header: &Map<String, Value>) -> Result<G, ReplayReason> {
    let text = |key: &str| header.get(key).and_then(Value::as_str).unwrap_or_default();
    if text("game") != G::NAME {
        return Err(ReplayReason::OtherGame {
            found: text("game").to_owned(),
            expected: G::NAME,
        });
    }
    if text("rules") != G::RULES {
        return Err(ReplayReason::OtherRules {
            found: text("rules").to_owned(),
            expected: G::RULES,
        });
    }
    G::from_header(header).map_err(|error| ReplayReason::Setup(Box::new(error)))
}

/// A game need not have had a seed, but what is called one must be.
fn check_seed(header: &Map<String, Value>) -> Result<(), ReplayReason> {
    match header.get("seed") {
        Some(seed) if !seed.is_u64() => Err(ReplayReason::Seed {
            found: seed.to_string(),
        }),
        _ => Ok(()),
    }
}

/// Answers the measurements of a move with those of a record.
///
/// # Errors
/// Returns an error if they are not the measurements of this move, or their outcomes are
/// impossible.
pub fn answer<G: Game>(
    started: StartedPly<G>,
    entries: &[MeasurementEntry],
) -> Result<CompletedPly<G>, ReplayReason> {
    let mv = started.mv();
    let mut number = 0;
    let completed = started.complete(|pending| {
        number += 1;
        let entry = entries
            .get(number - 1)
            .ok_or_else(|| ReplayReason::Measurements {
                mv: mv.to_string(),
                expected: number,
                found: entries.len(),
            })?;
        let slots = pending.slots();
        let name = |&slot: &Slot| pending.position().slot_name(slot);
        let squares: Vec<String> = slots.iter().map(name).collect();
        if squares != entry.squares {
            return Err(field_error("squares", &squares, &entry.squares));
        }
        let bits =
            bits_of(pending, &slots, &entry.occupied).map_err(|reason| ReplayReason::Outcome {
                mv: mv.to_string(),
                number,
                reason,
            })?;
        Ok(Measurement {
            provenance: entry.more.clone(),
            ..Measurement::new(pending, bits, &*entry.backend)
        })
    });
    let completed = completed.map_err(|unfinished| match unfinished {
        CompletionError::Unanswered(reason) => reason,
        CompletionError::Refused(error) => {
            let reason = error.reason.into();
            ReplayReason::Outcome {
                mv: mv.to_string(),
                number,
                reason,
            }
        }
    })?;
    if number < entries.len() {
        return Err(ReplayReason::Measurements {
            mv: mv.to_string(),
            expected: number,
            found: entries.len(),
        });
    }
    Ok(completed)
}

/// The answer in which exactly the named places are occupied.
///
/// # Errors
/// Returns an error if a name is no place of the board, or of one that is not measured.
pub fn bits_of<G: Game>(
    pending: &Pending<G>,
    slots: &[Slot],
    occupied: &[String],
) -> Result<Bitstring, OutcomeReason> {
    let position = pending.position();
    occupied
        .iter()
        .try_fold(Bitstring::zeros(slots.len()), |bits, name| {
            let slot = position
                .slot_named(name)
                .ok_or_else(|| OutcomeReason::Unknown { name: name.clone() })?;
            let index = slots.iter().position(|&s| s == slot).ok_or_else(|| {
                OutcomeReason::NotMeasured {
                    name: name.clone(),
                    measured: slots.iter().map(|&s| position.slot_name(s)).collect(),
                }
            })?;
            Ok(bits.with_bit(index, true))
        })
}

fn verify<G: Game>(
    before: &G,
    after: &G,
    ply: &Ply<G::Move>,
    number: u32,
    line: &PlyLine,
) -> Result<(), ReplayReason> {
    let detail = if line.legal.is_some() || line.board.is_some() {
        Detail::Trace
    } else {
        Detail::Record
    };
    let expected = PlyLine::new(number, before, ply, after, detail);
    field("ply", &expected.ply, &line.ply)?;
    field("turn", &expected.turn, &line.turn)?;
    field("move", &expected.mv, &line.mv)?;
    field("captured", &expected.captured, &line.captured)?;
    field("quiet", &expected.half_move_clock, &line.half_move_clock)?;
    field("status", &expected.status, &line.status)?;
    for (expected, found) in expected.measured.iter().zip(&line.measured) {
        field("occupied", &expected.occupied, &found.occupied)?;
    }
    if line.legal.is_some() {
        field("legal", &expected.legal, &line.legal)?;
    }
    if let (Some(expected), Some(found)) = (&expected.board, &line.board)
        && !same_board(expected, found)
    {
        return Err(field_error("board", expected, found));
    }
    Ok(())
}

fn same_board(a: &Map<String, Value>, b: &Map<String, Value>) -> bool {
    a.len() == b.len()
        && a.iter().all(|(place, a)| {
            let Some(b) = b.get(place) else { return false };
            let (Some(p), Some(q)) = (a["p"].as_f64(), b.get("p").and_then(Value::as_f64)) else {
                return false;
            };
            // Certainty is a fact, not a number that may be rounded.
            #[expect(clippy::float_cmp, reason = "certain is exactly 1")]
            let certain = (p == 1.0) == (q == 1.0);
            certain && (p - q).abs() <= BOARD_TOLERANCE && b.get("piece") == Some(&a["piece"])
        })
}

fn field<T: PartialEq + serde::Serialize>(
    field: &'static str,
    expected: &T,
    found: &T,
) -> Result<(), ReplayReason> {
    if expected == found {
        return Ok(());
    }
    Err(field_error(field, expected, found))
}

fn field_error<T: serde::Serialize>(field: &'static str, expected: &T, found: &T) -> ReplayReason {
    let json =
        |value: &T| serde_json::to_string(value).unwrap_or_else(|error| format!("({error})"));
    ReplayReason::Field {
        field,
        expected: json(expected),
        found: json(found),
    }
}
