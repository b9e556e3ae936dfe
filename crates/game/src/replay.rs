//! Replaying recorded games, and checking every word of them.

mod error;
mod standing;

use cheqqers_circuit::Bitstring;
use cheqqers_world::Slot;
use serde_json::{Map, Value};

pub use error::{OutcomeReason, ReplayError, ReplayReason};
pub use standing::Standing;

use crate::record::{self, EndLine, Line, Measured, PlyLine, Record};
use crate::{Game, Pending, Room, Status, Turn};

/// How far two ways to compute a recorded probability may differ.
const BOARD_TOLERANCE: f64 = 1e-9;

/// How much of a record is checked while it is replayed.
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
    /// For them.
    room: Room,
    end: Option<EndLine>,
}

/// What a line of a record did.
#[derive(Clone, Debug)]
pub struct Step<'a, G: Game> {
    /// The line.
    pub line: &'a Line,
    /// The position it led to.
    pub position: G,
    /// The exact probability of each outcome of a ply, in order.
    pub probabilities: Vec<f64>,
}

impl<'a, G: Game> Replay<'a, G> {
    /// Sets up the record's start position.
    ///
    /// # Errors
    /// When the header is of another game or rule set, or describes no position.
    pub fn new(record: &'a Record, verify: Verify) -> Result<Self, ReplayError<G>> {
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
            room: Room::new(usize::MAX),
            end: None,
        })
    }

    /// The same, just begun, for who has room for so many amplitudes of its positions: a line that leads
    /// to more is refused.
    #[must_use]
    pub fn within(mut self, amplitudes: usize) -> Self {
        self.room = Room::new(amplitudes);
        for position in &self.positions {
            self.room.keep(position);
        }
        self
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

    /// How the game stands: by the rules, or by how it ended off the board.
    pub fn status(&self) -> Status {
        let end = self.end.as_ref();
        end.map_or_else(|| self.position().outcome().into(), |end| end.status)
    }

    /// How the game ended off the board, once that line was read.
    pub fn end(&self) -> Option<&EndLine> {
        self.end.as_ref()
    }

    /// Goes through all that is left.
    ///
    /// # Errors
    /// As [`Self::step`].
    pub fn finish(&mut self) -> Result<(), ReplayError<G>> {
        while self.step()?.is_some() {}
        Ok(())
    }

    /// Replays the next line; `None` at the end of the record.
    ///
    /// # Errors
    /// When the line does not follow from what came before it. The replay stays before that line.
    pub fn step(&mut self) -> Result<Option<Step<'a, G>>, ReplayError<G>> {
        let Some((number, line)) = self.record.lines.get(self.next) else {
            return Ok(None);
        };
        let probabilities = self.take(line).map_err(|reason| ReplayError {
            line: *number,
            reason,
        })?;
        self.next += 1;
        Ok(Some(Step {
            line,
            position: self.position().clone(),
            probabilities,
        }))
    }

    fn take(&mut self, line: &Line) -> Result<Vec<f64>, ReplayReason<G>> {
        if self.end.is_some() {
            return Err(ReplayReason::Over);
        }
        match line {
            Line::Ply(ply) => self.ply(ply),
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
                Ok(Vec::new())
            }
            Line::End(end) => {
                if self.position().outcome().is_some() {
                    return Err(ReplayReason::Over);
                }
                // Checked always: no game goes on from a line that ends it and says it does not.
                field("end", &end.expected(), end)?;
                self.end = Some(end.clone());
                Ok(Vec::new())
            }
        }
    }

    fn ply(&mut self, line: &PlyLine) -> Result<Vec<f64>, ReplayReason<G>> {
        let before = self.position();
        let mv: G::Move = line.mv.parse().map_err(|error| ReplayReason::Unreadable {
            text: line.mv.clone(),
            reason: <G::Move as std::str::FromStr>::Err::to_string(&error),
        })?;
        let turn = before
            .clone()
            .play(mv)
            .map_err(|error| ReplayReason::Illegal {
                mv,
                reason: error.reason,
            })?;
        let (after, probabilities) = feed(turn, mv, &line.measured)?;
        if self.verify == Verify::Everything {
            let ply = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
            verify(before, &after, mv, ply, line)?;
        }
        if !self.room.fits(&after, !line.measured.is_empty()) {
            return Err(ReplayReason::Room);
        }
        self.room.keep(&after);
        self.positions.push(after);
        Ok(probabilities)
    }
}

/// The start position that a header describes.
///
/// # Errors
/// When the header is of another game or rule set, or describes no position.
fn start_of<G: Game>(header: &Map<String, Value>) -> Result<G, ReplayReason<G>> {
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
    G::from_header(header).map_err(ReplayReason::Setup)
}

/// A game need not have had a seed, but what is called one must be.
fn check_seed<G: Game>(header: &Map<String, Value>) -> Result<(), ReplayReason<G>> {
    match header.get("seed") {
        Some(seed) if !seed.is_u64() => Err(ReplayReason::Seed {
            found: seed.to_string(),
        }),
        _ => Ok(()),
    }
}

/// Answers the measurements of a move with those of a record.
fn feed<G: Game>(
    mut turn: Turn<G>,
    mv: G::Move,
    measured: &[Measured],
) -> Result<(G, Vec<f64>), ReplayReason<G>> {
    let mut probabilities = Vec::new();
    loop {
        let number = probabilities.len() + 1;
        let pending = match turn {
            Turn::Ready(position) if number > measured.len() => {
                return Ok((position, probabilities));
            }
            Turn::Pending(pending) if number <= measured.len() => pending,
            other => {
                return Err(ReplayReason::Measurements {
                    mv,
                    expected: number - usize::from(matches!(other, Turn::Ready(_))),
                    found: measured.len(),
                });
            }
        };
        let entry = &measured[number - 1];
        let refuse = |reason| ReplayReason::Outcome { mv, number, reason };
        let slots = pending.slots();
        let name = |&slot: &Slot| pending.position().slot_name(slot);
        let squares: Vec<String> = slots.iter().map(name).collect();
        if squares != entry.squares {
            return Err(field_error("squares", &squares, &entry.squares));
        }
        let bits = bits_of(&pending, &slots, &entry.occupied).map_err(refuse)?;
        probabilities.push(pending.probability(bits).unwrap_or(0.0));
        turn = pending
            .resolve(&bits)
            .map_err(|error| refuse(error.reason.into()))?;
    }
}

/// The answer in which exactly the named places are occupied.
///
/// # Errors
/// When a name is no place of the board, or of one that is not measured.
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
    mv: G::Move,
    ply: u32,
    line: &PlyLine,
) -> Result<(), ReplayReason<G>> {
    let expected = PlyLine::new(
        ply,
        before,
        mv,
        line.measured.clone(),
        after,
        record::Detail::Trace,
    );
    field("ply", &expected.ply, &line.ply)?;
    field("turn", &expected.turn, &line.turn)?;
    field("move", &expected.mv, &line.mv)?;
    field("captured", &expected.captured, &line.captured)?;
    field("quiet", &expected.quiet, &line.quiet)?;
    field("status", &expected.status, &line.status)?;
    for entry in &line.measured {
        // Told in the board's order, each once.
        let ordered: Vec<&String> = entry
            .squares
            .iter()
            .filter(|square| entry.occupied.contains(square))
            .collect();
        field("occupied", &ordered, &entry.occupied.iter().collect())?;
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

fn field<G: Game, T: PartialEq + serde::Serialize>(
    field: &'static str,
    expected: &T,
    found: &T,
) -> Result<(), ReplayReason<G>> {
    if expected == found {
        return Ok(());
    }
    Err(field_error(field, expected, found))
}

fn field_error<G: Game, T: serde::Serialize>(
    field: &'static str,
    expected: &T,
    found: &T,
) -> ReplayReason<G> {
    let json =
        |value: &T| serde_json::to_string(value).unwrap_or_else(|error| format!("({error})"));
    ReplayReason::Field {
        field,
        expected: json(expected),
        found: json(found),
    }
}
