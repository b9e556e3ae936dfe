//! A game under way: what was played, and its record.

use std::fmt::Write;
use std::ptr;

use cheqqers_game::notation::write_plies;
use cheqqers_game::record::{Detail, EndKind, EndLine, Line, PlyLine, Record, to_text};
use cheqqers_game::replay::{Replay, ReplayError, Verify};
use cheqqers_game::show::PlayedGame;
use cheqqers_game::{Colour, CompletedPly, Game, GameExt, Outcome, Ply, StartedPly, Status, Turn};
use cheqqers_measure::{MeasureError, Measurer};
use cheqqers_world::Component;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::KNOWN;
use crate::reached::{ReachedPosition, unusual};

/// A game under way: its plies, its positions and its record.
///
/// A ply takes one road, whoever plays it: [`Self::begin`] checks the move and begins it,
/// [`Self::measure`] answers its measurements, [`Self::append`] adds it; [`Self::play`] does all
/// three. What happens adds a line to the record, which callers keep wherever they keep it.
#[derive(Clone, Debug)]
pub struct TypedSession<G: Game> {
    header: Map<String, Value>,
    /// The plies that were not taken back.
    plies: Vec<Ply<G::Move>>,
    /// The start, then the position after each ply; of a session that keeps the last positions only,
    /// the last two of these.
    positions: Vec<G>,
    kept: KeptPositions,
    detail: Detail,
    end: Option<EndLine>,
    /// All that happened, plies that were taken back included.
    lines: Vec<Line>,
}

/// The positions that a session keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KeptPositions {
    /// All, so that plies can be taken back.
    All,
    /// The start and the last two.
    Last,
}

/// Error of playing a ply.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PlyError<G: Game> {
    #[error("{mv} is not legal: {reason}")]
    Illegal { mv: G::Move, reason: G::Refusal },
    #[error("{mv} could not be measured")]
    Measure {
        mv: G::Move,
        #[source]
        source: MeasureError,
    },
}

/// Error of taking plies back.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum UndoRefusal {
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

impl<G: Game> TypedSession<G> {
    /// A game that begins at a position.
    pub fn new(start: G, header: Map<String, Value>) -> Self {
        Self {
            header,
            plies: Vec::new(),
            positions: vec![start],
            kept: KeptPositions::All,
            detail: Detail::Record,
            end: None,
            lines: Vec::new(),
        }
    }

    /// The same game, whose lines from now on are as detailed as this.
    #[must_use]
    pub fn with_detail(self, detail: Detail) -> Self {
        Self { detail, ..self }
    }

    /// The same game, of whose positions only the start and the last two are kept from now on: its
    /// plies can't be taken back.
    #[must_use]
    pub fn keeping_last_positions(self) -> Self {
        Self {
            kept: KeptPositions::Last,
            ..self
        }
    }

    /// A recorded game where it stands.
    ///
    /// # Errors
    /// Returns an error if the record does not follow the rules, to the last word.
    pub fn of_record(record: &Record) -> Result<Self, ReplayError<G>> {
        Replay::new(record, Verify::Everything).and_then(Self::of_replay)
    }

    /// The game of a replay that has just begun.
    ///
    /// # Errors
    /// As [`Replay::step`].
    pub fn of_replay(mut replay: Replay<'_, G>) -> Result<Self, ReplayError<G>> {
        let mut session = Self::new(replay.position().clone(), replay.record().header.clone());
        while let Some(step) = replay.step()? {
            match step.line {
                Line::Ply(_) => {
                    session.plies.extend(step.ply);
                    session.positions.push(step.position);
                }
                Line::Undo(undo) => session.take_back(*undo as usize),
                Line::End(end) => session.end = Some(end.clone()),
                Line::Pool(_) => {}
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
    /// Panics if there are fewer.
    #[must_use]
    pub fn branch(&self, plies: usize, header: Map<String, Value>) -> Self {
        let mut branch = Self::new(self.start().clone(), header);
        for (ply, position) in self.plies[..plies].iter().zip(&self.positions[1..]) {
            branch.append(CompletedPly {
                ply: ply.clone(),
                position: position.clone(),
            });
        }
        branch
    }

    /// The position it stands at.
    pub fn position(&self) -> &G {
        self.positions.last().expect("the start is always kept")
    }

    /// The position it stands at, without the rest.
    pub fn into_position(mut self) -> G {
        self.positions.pop().expect("the start is always kept")
    }

    /// The start, then the position after each ply; of a session that keeps the last positions only,
    /// the last two of these.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The plies that were not taken back.
    pub fn plies(&self) -> &[Ply<G::Move>] {
        &self.plies
    }

    /// The game without the plies that were taken back.
    ///
    /// # Panics
    /// Of a session that keeps the last positions only.
    pub fn played(&self) -> PlayedGame<'_, G> {
        assert!(
            self.kept == KeptPositions::All,
            "positions before were dropped"
        );
        PlayedGame {
            header: &self.header,
            positions: &self.positions,
            plies: &self.plies,
            end: self.end.as_ref(),
        }
    }

    /// The position after so many plies, and how it was reached.
    ///
    /// # Panics
    /// Panics if there are fewer plies, or of a session that keeps the last positions only.
    pub fn reached(&self, plies: usize) -> ReachedPosition<G> {
        let moves = self.plies[..plies].iter();
        ReachedPosition {
            start: self.start().clone(),
            moves: moves.map(|ply| ply.mv.to_string()).collect(),
            position: self.before(plies).clone(),
        }
    }

    /// The components whose circuits a ply ran: those that it measured; of a ply that measured nothing
    /// those on which its gates acted, with the slots that they made certain.
    ///
    /// # Panics
    /// Panics if there are fewer plies, or of a session that keeps the last positions only.
    pub fn components_of_ply(&self, number: u32) -> Vec<Component> {
        let Some(index) = (number as usize).checked_sub(1) else {
            return Vec::new();
        };
        let ply = &self.plies[index];
        let mut before = self.before(index).clone();
        if ply.measurements.is_empty() {
            before.world_mut().keep_certain();
        }
        let mut turn = before.play_unchecked(ply.mv);
        let mut components = Vec::new();
        for measurement in &ply.measurements {
            let Turn::Pending(pending) = turn else {
                unreachable!("the ply was played with these measurements");
            };
            let world = pending.position().world();
            let mut measured: Vec<&Component> = Vec::new();
            for component in measurement
                .slots
                .iter()
                .filter_map(|&slot| world.component(slot))
            {
                if !measured.iter().any(|&other| ptr::eq(other, component)) {
                    measured.push(component);
                }
            }
            components.extend(measured.into_iter().cloned());
            let resolved = pending.resolve(&measurement.bits);
            turn = resolved.unwrap_or_else(|_| unreachable!("the outcome was possible"));
        }
        if let (Turn::Ready(after), true) = (turn, components.is_empty()) {
            let acted = after.world().components().iter();
            let acted = acted.filter(|component| component.last_ply() == number);
            components = acted.cloned().collect();
            components.sort_by_key(Component::slots);
        }
        components
    }

    /// The position the game started from.
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// The number of the next ply, from 1.
    pub fn next_ply(&self) -> u32 {
        u32::try_from(self.plies.len() + 1).unwrap_or(u32::MAX)
    }

    /// The moves until now with their outcomes, as [`write_plies`] writes them.
    pub fn moves(&self) -> String {
        write_plies(self.start(), &self.plies)
    }

    /// The command that goes on with the game in a terminal, for people on both sides.
    pub fn command(&self) -> String {
        let mut command = String::from("cheqqers play");
        if G::NAME != KNOWN[0].name {
            let _ = write!(command, " --game {}", G::NAME);
        }
        for (key, value) in unusual(self.start()) {
            let _ = write!(command, " --set \"{key}={value}\"");
        }
        command += " --black human";
        let moves = self.moves();
        if !moves.is_empty() {
            let _ = write!(command, " --moves \"{}\"", moves.trim_end());
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

    /// The end of the game off the board, as by resignation.
    pub fn end(&self) -> Option<&EndLine> {
        self.end.as_ref()
    }

    /// The status of the game, by the rules or off the board.
    pub fn status(&self) -> Status {
        let end = self.end.as_ref();
        end.map_or_else(|| self.position().outcome().into(), |end| end.status)
    }

    /// The outcome of the game, by the rules or off the board; `None` while it is in progress.
    pub fn outcome(&self) -> Option<Outcome> {
        let end = self.end.as_ref();
        end.map_or_else(|| self.position().outcome(), |end| end.status.into())
    }

    /// The record of the game, as JSON Lines.
    pub fn to_record(&self) -> String {
        to_text(&self.header, &self.lines)
    }

    /// Plays a move: begins it, measures and appends it. Returns the line of its record.
    ///
    /// # Errors
    /// Returns an error if the move is not legal or a measurement has no answer; the game stays as
    /// it is.
    pub fn play(&mut self, mv: G::Move, measurer: &mut Measurer) -> Result<&Line, PlyError<G>> {
        let illegal = |reason| PlyError::Illegal { mv, reason };
        let started = self.begin(mv).map_err(illegal)?;
        let completed = self.measure(started, measurer);
        let completed = completed.map_err(|source| PlyError::Measure { mv, source })?;
        Ok(self.append(completed))
    }

    /// Checks a move and begins it; the game stays as it is until the ply is appended.
    ///
    /// # Errors
    /// Returns an error if the move is not legal.
    pub fn begin(&self, mv: G::Move) -> Result<StartedPly<G>, G::Refusal> {
        StartedPly::new(self.position(), mv)
    }

    /// Answers the measurements of a move begun here.
    ///
    /// # Errors
    /// Returns an error if a measurement has no answer, or an impossible one.
    pub fn measure(
        &self,
        started: StartedPly<G>,
        measurer: &mut Measurer,
    ) -> Result<CompletedPly<G>, MeasureError> {
        self.announce(started.mv(), measurer);
        measurer.complete(started)
    }

    /// Tells a measurer that it is asked next for the measurements of a move made here.
    pub(crate) fn announce(&self, mv: G::Move, measurer: &mut Measurer) {
        measurer.begin(self.next_ply(), mv, || self.moves());
    }

    /// The line of the record for a ply that is about to be appended.
    pub fn line(&self, completed: &CompletedPly<G>) -> PlyLine {
        let CompletedPly { ply, position } = completed;
        PlyLine::new(self.next_ply(), self.position(), ply, position, self.detail)
    }

    /// Adds a ply that was begun here. Returns the line of its record.
    pub fn append(&mut self, completed: CompletedPly<G>) -> &Line {
        let line = self.line(&completed);
        self.append_as(completed, line)
    }

    /// Adds a ply that was begun here and whose line was made before.
    pub fn append_as(&mut self, completed: CompletedPly<G>, line: PlyLine) -> &Line {
        self.plies.push(completed.ply);
        self.positions.push(completed.position);
        if self.kept == KeptPositions::Last && self.positions.len() > 3 {
            self.positions.remove(1);
        }
        self.add(Line::Ply(Box::new(line)))
    }

    /// Ends the game off the board. Returns the line of its record.
    pub fn finish(&mut self, end: EndLine) -> &Line {
        self.end = Some(end.clone());
        self.add(Line::End(end))
    }

    /// Adds a line about shots that were taken beforehand, and returns it.
    pub fn add_pool(&mut self, pool: Value) -> &Line {
        self.add(Line::Pool(pool))
    }

    /// The number of plies to take back so that `count` of those whose colour `is_own` are gone.
    ///
    /// # Errors
    /// Returns an error if that reaches back to a measurement, or before the start.
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
            if !ply.measurements.is_empty() {
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

    /// Takes back the last plies. Returns the line of the record.
    ///
    /// # Panics
    /// Panics if there are fewer.
    pub fn undo(&mut self, plies: usize) -> &Line {
        self.take_back(plies);
        self.add(Line::Undo(u32::try_from(plies).unwrap_or(u32::MAX)))
    }

    fn take_back(&mut self, plies: usize) {
        assert!(
            self.kept == KeptPositions::All,
            "positions before were dropped"
        );
        let left = self
            .plies
            .len()
            .checked_sub(plies)
            .expect("only plies that were played are taken back");
        self.plies.truncate(left);
        self.positions.truncate(left + 1);
    }

    /// The position before the ply with this index.
    ///
    /// # Panics
    /// Panics if there are fewer plies, or of a session that keeps the last positions only.
    pub fn before(&self, index: usize) -> &G {
        assert!(
            self.kept == KeptPositions::All,
            "positions before were dropped"
        );
        &self.positions[index]
    }

    fn add(&mut self, line: Line) -> &Line {
        self.lines.push(line);
        &self.lines[self.lines.len() - 1]
    }
}

/// The end of a game off the board, in words.
pub fn in_words(end: &EndLine) -> String {
    let Some(loser) = end.by else {
        return match end.end {
            EndKind::Stopped => "a draw: the game was stopped",
            _ => "a draw by agreement",
        }
        .into();
    };
    let winner = loser.opponent();
    match &end.reason {
        None => format!("{winner} has won: {loser} resigned"),
        // Its words may be those of another program.
        Some(reason) => format!("{winner} has won: {loser} forfeits, {reason}"),
    }
}
