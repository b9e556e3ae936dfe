use super::{Replay, ReplayError, Verify};
use crate::record::{Line, PlyLine, Record};
use crate::{Game, Status};

/// A recorded game as it stands: without the plies that were taken back, and without what a trace
/// tells besides. It follows the rules, as far as they were verified.
#[derive(Clone, Debug)]
pub struct Standing<G: Game> {
    record: Record,
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
        replay.finish()?;
        let status = replay.status();
        let positions = replay.into_positions();
        let mut lines: Vec<(usize, Line)> = Vec::new();
        for (number, line) in record.lines {
            match line {
                // The replay has found that so many were played.
                Line::Undo(plies) => lines.truncate(lines.len() - plies as usize),
                Line::Ply(mut ply) => {
                    ply.legal = None;
                    ply.board = None;
                    lines.push((number, Line::Ply(ply)));
                }
                Line::End(_) => lines.push((number, line)),
            }
        }
        Ok(Self {
            record: Record {
                header: record.header,
                header_line: record.header_line,
                lines,
                ..Record::default()
            },
            positions,
            status,
        })
    }

    /// Goes back to how it stood after a ply. A game with fewer keeps them all; how it ended, which
    /// comes behind the last one, is left out of either.
    pub fn cut(&mut self, ply: u32) {
        let plies = ply.min(self.num_plies()) as usize;
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

    /// How many plies it has.
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
    pub fn plies(&self) -> impl Iterator<Item = (&G, &PlyLine)> {
        let lines = self.record.lines.iter().filter_map(|(_, line)| match line {
            Line::Ply(ply) => Some(&**ply),
            _ => None,
        });
        self.positions.iter().zip(lines)
    }

    /// How it stands: by the rules, or by how it ended off the board.
    pub fn status(&self) -> Status {
        self.status
    }
}
