//! A game under way: what was played, and its record.

use std::convert::Infallible;
use std::fmt::{Display, Write};
use std::sync::{Arc, OnceLock};
use std::{mem, ptr};

use cheqqers_game::notation::{write_plies, write_ply};
use cheqqers_game::record::{Detail, EndKind, EndLine, Line, PlyLine, Record, to_text};
use cheqqers_game::replay::{Replay, ReplayError, Step, Verify};
use cheqqers_game::settings::Setting;
use cheqqers_game::show::{PlayedGame, Show, squares_of_move};
use cheqqers_game::{AmplitudeBudget, CompletedPly, Game, Outcome, Ply, StartedPly, Status};
use cheqqers_measure::{MeasureError, Measurer};
use cheqqers_world::Component;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::KNOWN;
use crate::reached::{ReachedPosition, unusual};
use crate::undone_plies::UndonePlies;

/// A game under way: its plies, its positions and its record.
///
/// A ply takes one road, whoever plays it: [`Self::begin`] checks the move and begins it,
/// [`Self::measure`] answers its measurements, [`Self::append`] adds it; [`Self::play`] does all
/// three. What happens adds a line to the record, which callers keep wherever they keep it.
#[derive(Clone, Debug)]
pub struct TypedSession<G: Game> {
    header: Map<String, Value>,
    /// The plies that were not taken back.
    pub(crate) plies: Vec<Ply<G::Move>>,
    /// The start, then the position after each ply; of a session that keeps the last positions only,
    /// the last two of these.
    pub(crate) positions: Vec<Arc<G>>,
    kept: KeptPositions,
    detail: Detail,
    end: Option<EndLine>,
    /// All that happened, plies that were taken back included.
    lines: Vec<Line>,
    pub(crate) undone: UndonePlies<G::Move>,
    /// For the positions.
    pub(crate) room: AmplitudeBudget,
    /// Legal moves of the last position, once they were asked for.
    legal: OnceLock<Arc<[G::Move]>>,
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
pub enum PlyError {
    #[error("{mv} is not legal: {reason}")]
    Illegal { mv: String, reason: String },
    #[error("{mv} could not be measured")]
    Measure {
        mv: String,
        #[source]
        source: Box<MeasureError>,
    },
}

impl PlyError {
    pub(crate) fn illegal(mv: impl Display, reason: &impl Display) -> Self {
        Self::Illegal {
            mv: mv.to_string(),
            reason: reason.to_string(),
        }
    }

    pub(crate) fn unmeasured(mv: impl Display, source: MeasureError) -> Self {
        Self::Measure {
            mv: mv.to_string(),
            source: Box::new(source),
        }
    }
}

impl<G: Game> TypedSession<G> {
    /// A game that begins at a position.
    pub fn new(start: G, header: Map<String, Value>) -> Self {
        let mut room = AmplitudeBudget::new(usize::MAX);
        room.keep(&start);
        Self {
            header,
            plies: Vec::new(),
            positions: vec![Arc::new(start)],
            kept: KeptPositions::All,
            detail: Detail::Record,
            end: None,
            lines: Vec::new(),
            undone: UndonePlies::default(),
            room,
            legal: OnceLock::new(),
        }
    }

    /// Makes its lines as detailed as this from now on.
    pub(crate) fn set_detail(&mut self, detail: Detail) {
        self.detail = detail;
    }

    /// Keeps of the positions the start and the last two from now on: its plies can't be taken back.
    pub(crate) fn keep_last_positions(&mut self) {
        self.kept = KeptPositions::Last;
    }

    /// Tells in the lines of its plies, none of which was taken back, the luck of those that measured.
    pub(crate) fn tell_luck(&mut self, luck: &[f64]) {
        let lines = self.lines.iter_mut().filter_map(|line| match line {
            Line::Ply(line) => Some(line),
            Line::Undo(_) => panic!("a ply was taken back"),
            Line::End(_) | Line::Pool(_) => None,
        });
        for (line, &luck) in lines.zip(luck) {
            line.luck = (!line.measured.is_empty()).then_some(luck);
        }
    }

    /// Sets the number of amplitudes that its positions may hold together, but for one that a measurement leads to.
    pub(crate) fn set_room(&mut self, amplitudes: usize) {
        let mut room = AmplitudeBudget::new(amplitudes);
        for position in self.positions() {
            room.keep(position);
        }
        self.room = room;
    }

    /// A recorded game where it stands.
    ///
    /// # Errors
    /// Returns an error if the record does not follow the rules, to the last word.
    pub fn of_record(record: &Record) -> Result<Self, ReplayError> {
        let mut replay = Replay::<G>::new(record, Verify::Everything)?;
        let mut session = Self::new(replay.position().clone(), record.header.clone());
        while let Some(step) = replay.step()? {
            session.replayed(step);
        }
        Ok(session)
    }

    /// Goes on by a line that was replayed.
    pub(crate) fn replayed(&mut self, step: Step<'_, G>) {
        match step.line {
            Line::Ply(_) => {
                let ply = step.ply.expect("the line is one of a ply");
                self.extend(ply, Arc::new(step.position));
            }
            Line::Undo(undo) => self.take_back(*undo as usize),
            Line::End(end) => self.end = Some(end.clone()),
            Line::Pool(_) => {}
        }
        self.legal = OnceLock::new();
        self.lines.push(step.line.clone());
    }

    /// Gives the game another header, and lines as records tell them: without what a trace tells besides.
    pub fn set_header(&mut self, header: Map<String, Value>) {
        for line in &mut self.lines {
            if let Line::Ply(ply) = line {
                ply.legal = None;
                ply.board = None;
            }
        }
        self.header = header;
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
            let before = branch.position();
            let line = PlyLine::new(branch.next_ply(), before, ply, position, branch.detail);
            branch.push(ply.clone(), Arc::clone(position), line);
        }
        branch
    }

    /// Adds the lines about shots that were taken beforehand from the record of the game that it branched from, each
    /// before the plies that may use them.
    pub fn add_pool_of(&mut self, record: &[Line]) {
        let (mut played, mut is_ended) = (0, false);
        // Each with the number of plies before it; those behind the end come last.
        let mut pools: Vec<(usize, &Line)> = Vec::new();
        for line in record {
            match line {
                Line::Ply(_) => played += 1,
                Line::Pool(_) => pools.push((if is_ended { usize::MAX } else { played }, line)),
                Line::Undo(undo) => {
                    played -= *undo as usize;
                    for (before, _) in &mut pools {
                        *before = played.min(*before);
                    }
                }
                Line::End(_) => is_ended = true,
            }
        }
        let (mut pools, mut played) = (pools.into_iter().peekable(), 0);
        for line in mem::take(&mut self.lines) {
            while let Some((_, pool)) = pools.next_if(|(before, _)| *before <= played) {
                self.lines.push(pool.clone());
            }
            played += usize::from(matches!(line, Line::Ply(_)));
            self.lines.push(line);
        }
        self.lines.extend(pools.map(|(_, pool)| pool.clone()));
    }

    /// A copy to choose a move from, elsewhere: it has no record, and of the positions the start and the last one.
    pub(crate) fn last_position(&self) -> Self {
        let mut positions = vec![Arc::clone(&self.positions[0])];
        positions.extend(self.positions[1..].last().cloned());
        Self {
            header: Map::new(),
            plies: self.plies.clone(),
            positions,
            kept: KeptPositions::Last,
            detail: self.detail,
            end: self.end.clone(),
            lines: Vec::new(),
            undone: UndonePlies::default(),
            room: self.room,
            legal: self.legal.clone(),
        }
    }

    /// Detail of its lines.
    pub(crate) fn detail(&self) -> Detail {
        self.detail
    }

    /// The position it stands at.
    pub fn position(&self) -> &G {
        self.positions.last().expect("the start is always kept")
    }

    /// The position it stands at, without the rest.
    pub fn into_position(mut self) -> G {
        let last = self.positions.pop().expect("the start is always kept");
        Arc::unwrap_or_clone(last)
    }

    /// The start, then the position after each ply; of a session that keeps the last positions only,
    /// the last two of these.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = &G> {
        self.positions.iter().map(|position| &**position)
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
            positions: self.positions().collect(),
            plies: &self.plies,
            end: self.end.as_ref(),
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
        let mut components = Vec::new();
        let Ok(after) = ply.replay(before, |pending, measurement| {
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
            Ok::<_, Infallible>(())
        });
        if components.is_empty() {
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

    /// The legal moves, ascending; none when the game is over.
    pub fn legal_moves(&self) -> &Arc<[G::Move]> {
        self.legal.get_or_init(|| {
            let mut legal = Vec::new();
            if self.end.is_none() {
                self.position().legal_moves(&mut legal);
            }
            legal.into()
        })
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
    pub fn play(&mut self, mv: G::Move, measurer: &mut Measurer) -> Result<&Line, PlyError> {
        let started = self.begin(mv);
        let started = started.map_err(|reason| PlyError::illegal(mv, &reason))?;
        let completed = self.measure(started, measurer);
        let completed = completed.map_err(|source| PlyError::unmeasured(mv, source))?;
        Ok(self.append(completed))
    }

    /// Checks a move and begins it; the game stays as it is until the ply is appended.
    ///
    /// # Errors
    /// Returns an error if the move is not legal.
    pub fn begin(&self, mv: G::Move) -> Result<StartedPly<G>, G::Refusal> {
        // A move of the list needs no check.
        let legal = self.legal.get();
        if legal.is_some_and(|legal| legal.binary_search(&mv).is_ok()) {
            return Ok(StartedPly::unchecked(self.position(), mv));
        }
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
    pub(crate) fn append_as(&mut self, completed: CompletedPly<G>, line: PlyLine) -> &Line {
        self.push(completed.ply, Arc::new(completed.position), line)
    }

    fn push(&mut self, ply: Ply<G::Move>, after: Arc<G>, line: PlyLine) -> &Line {
        self.extend(ply, after);
        self.add(Line::Ply(Box::new(line)))
    }

    /// Adds a ply without a line.
    fn extend(&mut self, ply: Ply<G::Move>, after: Arc<G>) {
        self.undone.go_on(ply.mv);
        self.room.keep(&*after);
        self.plies.push(ply);
        self.positions.push(after);
        if self.kept == KeptPositions::Last && self.positions.len() > 3 {
            let dropped = self.positions.remove(1);
            self.room.let_go(&*dropped);
        }
        self.legal = OnceLock::new();
    }

    /// Ends the game off the board. Returns the line of its record.
    pub fn finish(&mut self, end: EndLine) -> &Line {
        self.end = Some(end.clone());
        self.legal = OnceLock::new();
        self.add(Line::End(end))
    }

    /// Adds a line about shots that were taken beforehand, and returns it.
    pub fn add_pool(&mut self, pool: Value) -> &Line {
        self.add(Line::Pool(pool))
    }

    /// Drops the last ply and its line, as if it had not been played.
    ///
    /// # Panics
    /// Panics if there is no ply, or of a session that keeps the last positions only.
    pub(crate) fn drop_last(&mut self) {
        let is_ply = |line: &Line| matches!(line, Line::Ply(_));
        let last = self.lines.iter().rposition(is_ply);
        self.lines.remove(last.expect("each ply has a line"));
        self.pop();
    }

    /// Drops the last ply, and keeps its line.
    pub(crate) fn pop(&mut self) {
        assert!(
            self.kept == KeptPositions::All,
            "positions before were dropped"
        );
        let ply = self.plies.pop();
        assert!(ply.is_some(), "only plies that were played are taken back");
        let position = self.positions.pop().expect("one behind each ply");
        self.room.let_go(&*position);
        self.legal = OnceLock::new();
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

    pub(crate) fn add(&mut self, line: Line) -> &Line {
        self.lines.push(line);
        &self.lines[self.lines.len() - 1]
    }
}

impl<G: Show> TypedSession<G> {
    /// The position after so many plies, and how it was reached.
    ///
    /// # Panics
    /// Panics if there are fewer plies, or of a session that keeps the last positions only.
    pub fn reached(&self, plies: usize) -> ReachedPosition<G> {
        let start = &self.positions[0];
        let played = self.plies[..plies].iter();
        let last = plies.checked_sub(1);
        ReachedPosition {
            start: Arc::clone(start),
            setup: Arc::new(self.setup()),
            plies: played.map(|ply| write_ply(&**start, ply)).collect(),
            players: self.positions().take(plies).map(Game::turn).collect(),
            last: last.map_or_else(Vec::new, |index| {
                squares_of_move(self.before(index), self.plies[index].mv)
            }),
            position: Arc::clone(&self.positions[plies]),
        }
    }

    /// Settings of the start: those of the header, or where it has none those that the start tells.
    pub(crate) fn setup(&self) -> Map<String, Value> {
        let setting = |setting: &Setting| {
            let value = self.header.get(setting.key)?;
            Some((setting.key.to_owned(), value.clone()))
        };
        let setup: Map<String, Value> = G::SETTINGS.iter().filter_map(setting).collect();
        if setup.is_empty() {
            return self.start().header();
        }
        setup
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
