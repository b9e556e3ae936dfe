//! A game under way: what was played, and its record.

use std::fmt::Write;

use cheqqers_game::record::{Detail, EndLine, Line, Measured, PlyLine, Record};
use cheqqers_game::replay::{Replay, ReplayError, Verify};
use cheqqers_game::{Colour, Game, Status};
use cheqqers_players::{Made, Ply, past};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::KNOWN;
use crate::reached::unusual;

/// A game from its start to where it stands. What happens gives a line of its record, to be kept by
/// whoever keeps it.
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    header: Map<String, Value>,
    start: G,
    plies: Vec<Played<G>>,
    end: Option<EndLine>,
    /// All that happened, plies that were taken back included.
    lines: Vec<Line>,
}

/// A ply and what it led to.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// What was measured.
    pub measured: Vec<Measured>,
    /// The position it led to.
    pub position: G,
}

/// Why plies are not taken back.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum UndoRefusal {
    /// There is none.
    #[error("nothing was played that could be taken back")]
    Nothing,
    /// The last of them measured.
    #[error("what {mv} measured can't be taken back")]
    Measured {
        /// Its move.
        mv: String,
    },
    /// One of them measured.
    #[error("only {possible} can be taken back, as what {mv} measured can't be")]
    Only {
        /// How many come after it.
        possible: usize,
        /// Its move.
        mv: String,
    },
    /// There are not so many.
    #[error("only {played} of your plies were played")]
    Fewer {
        /// How many there are.
        played: usize,
    },
    /// The game ended off the board.
    #[error("the game ended by agreement or resignation, which is not taken back")]
    Ended,
}

impl<G: Game> Session<G> {
    /// A game that begins here.
    pub fn new(start: G, header: Map<String, Value>) -> Self {
        Self {
            header,
            start,
            plies: Vec::new(),
            end: None,
            lines: Vec::new(),
        }
    }

    /// A recorded game where it stands.
    ///
    /// # Errors
    /// When the record does not follow the rules, to the last word.
    pub fn of_record(record: &Record) -> Result<Self, ReplayError<G>> {
        Self::of_record_within(record, usize::MAX)
    }

    /// The same, for who has room for so many amplitudes of its positions.
    ///
    /// # Errors
    /// As [`Self::of_record`], or when the positions hold more at some time.
    pub fn of_record_within(record: &Record, amplitudes: usize) -> Result<Self, ReplayError<G>> {
        let mut replay = Replay::<G>::new(record, Verify::Everything)?.within(amplitudes);
        let mut session = Self::new(replay.position().clone(), record.header.clone());
        while let Some(step) = replay.step()? {
            match step.line {
                Line::Ply(ply) => session.plies.push(Played {
                    mv: ply.mv.parse().expect("the replay has read and played it"),
                    measured: ply.measured.clone(),
                    position: step.position,
                }),
                Line::Undo(undo) => {
                    let left = session.plies.len() - *undo as usize;
                    session.plies.truncate(left);
                }
                Line::End(end) => session.end = Some(end.clone()),
            }
            session.lines.push(step.line.clone());
        }
        Ok(session)
    }

    /// The same game under another header, as records tell it: without what a trace tells besides.
    #[must_use]
    pub fn under(mut self, header: Map<String, Value>) -> Self {
        for line in &mut self.lines {
            if let Line::Ply(ply) = line {
                ply.legal = None;
                ply.board = None;
            }
        }
        self.header = header;
        self
    }

    /// A game of its own that begins with the first so many plies of this one, under another header.
    /// What was taken back, and how this one ended, is none of its business.
    ///
    /// # Panics
    /// When there are fewer.
    #[must_use]
    pub fn branch(&self, plies: usize, header: Map<String, Value>) -> Self {
        let mut branch = Self::new(self.start.clone(), header);
        for played in &self.plies[..plies] {
            let ply = Ply {
                position: played.position.clone(),
                measured: played.measured.clone(),
                probabilities: Vec::new(),
            };
            branch.push(played.mv, ply);
        }
        branch
    }

    /// The position it stands at.
    pub fn position(&self) -> &G {
        self.plies.last().map_or(&self.start, |last| &last.position)
    }

    /// The start, then the position after each ply.
    pub fn positions(&self) -> impl Iterator<Item = &G> {
        std::iter::once(&self.start).chain(self.plies.iter().map(|ply| &ply.position))
    }

    /// The plies that were not taken back.
    pub fn plies(&self) -> &[Played<G>] {
        &self.plies
    }

    /// The position the game started from.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// What was played until now, as players are told of it.
    pub fn made(&self) -> Vec<Made<G::Move>> {
        let made = |ply: &Played<G>| Made {
            mv: ply.mv,
            measured: ply.measured.clone(),
        };
        self.plies.iter().map(made).collect()
    }

    /// What was played and measured until now, as a measurer is told of it.
    pub fn past(&self) -> String {
        past(self.plies.iter().map(|ply| (ply.mv, &ply.measured[..])))
    }

    /// The command that goes on with the game in a terminal, for people on both sides.
    pub fn command(&self) -> String {
        let mut command = String::from("cheqqers play");
        if G::NAME != KNOWN[0].name {
            let _ = write!(command, " --game {}", G::NAME);
        }
        for (key, value) in unusual(&self.start) {
            let _ = write!(command, " --set \"{key}={value}\"");
        }
        command += " --black human";
        let past = self.past();
        if !past.is_empty() {
            let _ = write!(command, " --moves \"{}\"", past.trim_end());
        }
        command
    }

    /// The last move that was not taken back.
    pub fn last_move(&self) -> Option<G::Move> {
        self.plies.last().map(|ply| ply.mv)
    }

    /// The header of its record.
    pub fn header(&self) -> &Map<String, Value> {
        &self.header
    }

    /// The lines of its record below the header: all that happened, plies that were taken back included.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// How the game ended off the board.
    pub fn end(&self) -> Option<&EndLine> {
        self.end.as_ref()
    }

    /// How the game stands, by the rules or off the board.
    pub fn status(&self) -> Status {
        let end = self.end.as_ref();
        end.map_or_else(|| self.position().outcome().into(), |end| end.status)
    }

    /// Goes on by a ply, which is played from here; gives its line.
    pub fn push(&mut self, mv: G::Move, ply: Ply<G>) -> &Line {
        let number = u32::try_from(self.plies.len() + 1).unwrap_or(u32::MAX);
        let (before, measured) = (self.position(), ply.measured.clone());
        let line = PlyLine::new(number, before, mv, measured, &ply.position, Detail::Record);
        self.append(mv, ply, line)
    }

    /// Goes on by a ply whose line is known.
    pub fn append(&mut self, mv: G::Move, ply: Ply<G>, line: PlyLine) -> &Line {
        self.plies.push(Played {
            mv,
            measured: ply.measured,
            position: ply.position,
        });
        self.wrote(Line::Ply(Box::new(line)))
    }

    /// Ends the game off the board; gives its line.
    pub fn finish(&mut self, end: EndLine) -> &Line {
        self.end = Some(end.clone());
        self.wrote(Line::End(end))
    }

    /// How many plies to take back so that `count` of those whose colour `is_own` are gone.
    ///
    /// # Errors
    /// When that reaches back to a measurement, or before the start.
    pub fn undoable(
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

    /// Takes back the last plies; gives its line.
    ///
    /// # Panics
    /// When there are fewer.
    pub fn undo(&mut self, plies: usize) -> &Line {
        let left = self
            .plies
            .len()
            .checked_sub(plies)
            .expect("only plies that were played are taken back");
        self.plies.truncate(left);
        self.wrote(Line::Undo(u32::try_from(plies).unwrap_or(u32::MAX)))
    }

    /// The position before the ply with this index.
    pub fn before(&self, index: usize) -> &G {
        match index.checked_sub(1) {
            None => &self.start,
            Some(previous) => &self.plies[previous].position,
        }
    }

    fn wrote(&mut self, line: Line) -> &Line {
        self.lines.push(line);
        &self.lines[self.lines.len() - 1]
    }
}

/// How a game ended off the board, in words.
pub fn in_words(end: &EndLine) -> String {
    let Some(loser) = end.by else {
        return "a draw by agreement".into();
    };
    let winner = loser.opponent();
    match &end.reason {
        None => format!("{winner} has won: {loser} resigned"),
        // Its words may be those of another program.
        Some(reason) => format!("{winner} has won: {loser} forfeits, {reason}"),
    }
}
