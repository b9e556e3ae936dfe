//! A game under way: what was played, and its record.

use cheqqers_game::record::{Detail, EndLine, Line, Measured, PlyLine};
use cheqqers_game::{Colour, Game, Status};
use cheqqers_players::{Made, Ply, past};
use serde_json::{Map, Value};
use thiserror::Error;

use super::keep::Keeper;
use crate::CliError;

/// A game from its start to where it stands.
pub(super) struct Session<G: Game> {
    header: Map<String, Value>,
    start: G,
    plies: Vec<Played<G>>,
    end: Option<EndLine>,
    /// All that happened, plies that were taken back included.
    lines: Vec<Line>,
    pub(super) keeper: Keeper,
}

/// A ply and what it led to.
#[derive(Clone, Debug)]
pub(super) struct Played<G: Game> {
    pub(super) mv: G::Move,
    pub(super) measured: Vec<Measured>,
    pub(super) position: G,
}

/// Why plies are not taken back.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum UndoRefusal {
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

impl<G: Game> Session<G> {
    pub(super) fn new(start: G, header: Map<String, Value>, keeper: Keeper) -> Self {
        Self {
            header,
            start,
            plies: Vec::new(),
            end: None,
            lines: Vec::new(),
            keeper,
        }
    }

    /// A game that was recorded up to here, and is not until a keeper is set.
    pub(super) fn resumed(
        start: G,
        header: Map<String, Value>,
        plies: Vec<Played<G>>,
        end: Option<EndLine>,
        lines: Vec<Line>,
    ) -> Self {
        Self {
            header,
            start,
            plies,
            end,
            lines,
            keeper: Keeper::Nowhere,
        }
    }

    pub(super) fn position(&self) -> &G {
        self.plies.last().map_or(&self.start, |last| &last.position)
    }

    /// The start, then the position after each ply.
    pub(super) fn positions(&self) -> impl Iterator<Item = &G> {
        std::iter::once(&self.start).chain(self.plies.iter().map(|ply| &ply.position))
    }

    pub(super) fn plies(&self) -> &[Played<G>] {
        &self.plies
    }

    /// The position the game started from.
    pub(super) fn start(&self) -> &G {
        &self.start
    }

    /// What was played until now, as players are told of it.
    pub(super) fn made(&self) -> Vec<Made<G::Move>> {
        let made = |ply: &Played<G>| Made {
            mv: ply.mv,
            measured: ply.measured.clone(),
        };
        self.plies.iter().map(made).collect()
    }

    /// What was played and measured until now, as a measurer is told of it.
    pub(super) fn past(&self) -> String {
        past(self.plies.iter().map(|ply| (ply.mv, &ply.measured[..])))
    }

    pub(super) fn last_move(&self) -> Option<G::Move> {
        self.plies.last().map(|ply| ply.mv)
    }

    pub(super) fn header(&self) -> &Map<String, Value> {
        &self.header
    }

    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// How the game ended off the board.
    pub(super) fn end(&self) -> Option<&EndLine> {
        self.end.as_ref()
    }

    /// How the game stands, by the rules or off the board.
    pub(super) fn status(&self) -> Status {
        let end = self.end.as_ref();
        end.map_or_else(|| self.position().outcome().into(), |end| end.status)
    }

    /// Goes on by a ply.
    ///
    /// # Errors
    /// When it could not be recorded; it was played all the same.
    pub(super) fn push(&mut self, mv: G::Move, ply: Ply<G>) -> Result<(), CliError> {
        let number = u32::try_from(self.plies.len() + 1).unwrap_or(u32::MAX);
        let line = PlyLine::new(
            number,
            self.position(),
            mv,
            ply.measured.clone(),
            &ply.position,
            Detail::Record,
        );
        self.plies.push(Played {
            mv,
            measured: ply.measured,
            position: ply.position,
        });
        self.write(Line::Ply(Box::new(line)))
    }

    /// Ends the game off the board.
    ///
    /// # Errors
    /// When that could not be recorded; the game ended all the same.
    pub(super) fn finish(&mut self, end: EndLine) -> Result<(), CliError> {
        self.end = Some(end.clone());
        self.write(Line::End(end))
    }

    /// How many plies to take back so that `count` of those whose colour `is_own` are gone.
    ///
    /// # Errors
    /// When that reaches back to a measurement, or before the start.
    pub(super) fn undoable(
        &self,
        count: usize,
        is_own: impl Fn(Colour) -> bool,
    ) -> Result<usize, UndoRefusal> {
        if self.end.is_some() {
            return Err(UndoRefusal::Ended);
        }
        let mut own = 0;
        for (back, ply) in (1..).zip(self.plies.iter().rev()) {
            if !ply.measured.is_empty() {
                let mv = ply.mv.to_string();
                return Err(match own {
                    0 => UndoRefusal::Measured { mv },
                    possible => UndoRefusal::Only { possible, mv },
                });
            }
            if is_own(self.before(self.plies.len() - back).turn()) {
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

    /// Takes back the last plies.
    ///
    /// # Errors
    /// When that could not be recorded; they were taken back all the same.
    ///
    /// # Panics
    /// When there are fewer.
    pub(super) fn undo(&mut self, plies: usize) -> Result<(), CliError> {
        let left = self
            .plies
            .len()
            .checked_sub(plies)
            .expect("only plies that were played are taken back");
        self.plies.truncate(left);
        self.write(Line::Undo(u32::try_from(plies).unwrap_or(u32::MAX)))
    }

    /// The position before the ply with this index.
    pub(super) fn before(&self, index: usize) -> &G {
        match index.checked_sub(1) {
            None => &self.start,
            Some(previous) => &self.plies[previous].position,
        }
    }

    fn write(&mut self, line: Line) -> Result<(), CliError> {
        let written = self.keeper.line(&line);
        self.lines.push(line);
        written
    }
}
