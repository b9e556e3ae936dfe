use super::{Replay, ReplayError, Verify};
use crate::record::{Line, Record};
use crate::{Game, Ply, Status};

/// A recorded game as it stands: without the plies that were taken back, and without what a trace
/// tells besides. It follows the rules, as far as they were verified.
#[derive(Clone, Debug)]
pub struct Standing<G: Game> {
    record: Record,
    plies: Vec<Ply<G::Move>>,
    /// The start, then the position after each ply.
    positions: Vec<G>,
    status: Status,
}

impl<G: Game> Standing<G> {
    /// Replays a record to its end, once.
    ///
    /// # Errors
    /// When the record does not follow the rules, as in [`Replay::step`].
    pub fn new(record: Record, verify: Verify) -> Result<Self, ReplayError<G>> {
        let mut replay = Replay::new(&record, verify)?;
        let mut plies = Vec::new();
        while let Some(step) = replay.step()? {
            match step.line {
                Line::Ply(_) => plies.extend(step.ply),
                Line::Undo(undo) => plies.truncate(plies.len() - *undo as usize),
                Line::End(_) => {}
            }
        }
        let status = replay.status();
        let positions = replay.into_positions();
        Ok(Self::of_plies(record, plies, positions, status))
    }

    /// A game that was played or replayed already: its record, the plies that were not taken back, the
    /// start and the position after each of them, and its status.
    ///
    /// # Panics
    /// When the record takes back more plies than it has.
    pub fn of_plies(
        record: Record,
        plies: Vec<Ply<G::Move>>,
        positions: Vec<G>,
        status: Status,
    ) -> Self {
        let mut lines: Vec<(usize, Line)> = Vec::new();
        for (number, line) in record.lines {
            match line {
                Line::Undo(plies) => lines.truncate(lines.len() - plies as usize),
                Line::Ply(mut ply) => {
                    ply.legal = None;
                    ply.board = None;
                    lines.push((number, Line::Ply(ply)));
                }
                Line::End(_) => lines.push((number, line)),
            }
        }
        Self {
            record: Record {
                header: record.header,
                header_line: record.header_line,
                lines,
                ..Record::default()
            },
            plies,
            positions,
            status,
        }
    }

    /// Goes back to how it stood after a ply. A game with fewer keeps them all; how it ended, which
    /// comes behind the last one, is left out of either.
    pub fn cut(&mut self, ply: u32) {
        let plies = ply.min(self.num_plies()) as usize;
        self.plies.truncate(plies);
        self.positions.truncate(plies + 1);
        self.record
            .lines
            .retain(|(_, line)| matches!(line, Line::Ply(_)));
        self.record.lines.truncate(plies);
        self.status = self.position().outcome().into();
    }

    /// The game as a record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The number of plies.
    pub fn num_plies(&self) -> u32 {
        u32::try_from(self.positions.len() - 1).unwrap_or(u32::MAX)
    }

    /// The position it started from.
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// The position it came to.
    pub fn position(&self) -> &G {
        self.positions.last().expect("the start is never cut off")
    }

    /// Each ply, and the position before it.
    pub fn plies(&self) -> impl Iterator<Item = (&G, &Ply<G::Move>)> {
        self.positions.iter().zip(&self.plies)
    }

    /// The status of the game, by the rules or off the board.
    pub fn status(&self) -> Status {
        self.status
    }
}
