//! A game of one kind under way.

use std::collections::HashMap;
use std::error::Error;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use cheqqers_game::notation::write_plies;
use cheqqers_game::record::{EndKind, EndLine, Line, MeasurementEntry, to_text_with_jobs};
use cheqqers_game::replay::answer;
use cheqqers_game::show::{BoardView, PlyFacts, Show, Standing, squares_named, svg};
use cheqqers_game::{AmplitudeBudget, Colour, CompletedPly, Encoding, Measurement, Status};
use cheqqers_players::{Forfeit, Limit, PlayerKind, Stream, generator};
use cheqqers_session::{Notation, Playable, ReachedPosition, TypedSession, in_words};
use cheqqers_world::Slot;
use serde_json::{Map, Value};

use super::analysis::AnalysisStep;
use super::api::{Choice, CompletedMove, Table, Work};
use super::error::{ROOM, TableError};
use super::header_entries::{HeaderEntries, SOURCE};
use super::setup::describe;
use super::work::{Chooser, Move};
use super::{States, analysis, branch, circuit, preview};
use crate::dto::{self, CachedJson};

/// The most amplitudes of a position that is looked at in less time than a thread takes to begin.
const LIGHT: usize = 1 << 10;

/// A game of one kind, and what is kept beside it so that it need not be found again.
pub(super) struct Live<G: Show> {
    session: TypedSession<G>,
    /// Title, rules and settings.
    about: Arc<dto::About>,
    description: dto::Description,
    /// The list of moves.
    told: Vec<CachedJson<dto::Ply>>,
    /// Measurements of plies, by the moves before and the ply's own; plies that were taken back included.
    known: HashMap<u64, Vec<MeasurementEntry>>,
    keys: RandomState,
    /// Moves that were taken back, the next one to be made again last.
    ahead: Vec<G::Move>,
    /// For the positions.
    room: AmplitudeBudget,
}

impl<G: Show> Live<G> {
    pub(super) fn of(session: TypedSession<G>) -> Self {
        let mut live = Self {
            about: Arc::new(about(&session)),
            description: describe(session.start()),
            told: Vec::new(),
            known: HashMap::new(),
            keys: RandomState::new(),
            ahead: Vec::new(),
            room: AmplitudeBudget::new(ROOM),
            session,
        };
        for position in live.session.positions() {
            live.room.keep(position);
        }
        live.remember();
        let plies = 0..live.session.plies().len();
        live.told = plies.map(|index| live.tell(index)).collect();
        live
    }

    /// Goes through the record for what was taken back.
    fn remember(&mut self) {
        let mut moves = String::new();
        // Each ply's move, and where it begins in the text of all moves.
        let mut plies: Vec<(G::Move, usize)> = Vec::new();
        for line in self.session.lines() {
            match line {
                Line::Ply(ply) => {
                    let mv: G::Move = ply.mv.parse().expect("the replay has read it");
                    if !ply.measured.is_empty() {
                        let key = self.key(&moves, mv);
                        self.known.insert(key, ply.measured.clone());
                    }
                    if self.ahead.pop() != Some(mv) {
                        self.ahead.clear();
                    }
                    plies.push((mv, moves.len()));
                    moves.push_str(&ply.with_outcomes());
                    moves.push(' ');
                }
                Line::Undo(count) => {
                    let taken = plies.split_off(plies.len() - *count as usize);
                    if let Some(&(_, start)) = taken.first() {
                        moves.truncate(start);
                    }
                    self.ahead.extend(taken.into_iter().rev().map(|(mv, _)| mv));
                }
                Line::End(_) | Line::Pool(_) => {}
            }
        }
    }

    fn tell(&self, index: usize) -> CachedJson<dto::Ply> {
        let ply = &self.session.plies()[index];
        let before = self.session.before(index);
        let after = self.session.before(index + 1);
        let (places, occupied) = measured_places(before, &ply.measurements);
        let facts = PlyFacts::of(before, ply, after);
        CachedJson::new(dto::Ply {
            ply: index + 1,
            side: before.turn(),
            mv: ply.mv.to_string(),
            kind: G::ply_kind(before, ply.mv, after),
            squares: facts.squares(),
            measured: !ply.measurements.is_empty(),
            places,
            occupied,
            told: G::describe_ply(before, ply, after),
            facts,
        })
    }

    /// Key of a move among all that may be played in a game, after the moves before it.
    fn key(&self, past: &str, mv: G::Move) -> u64 {
        self.keys.hash_one((past, mv.to_string()))
    }

    fn legal(&self) -> Vec<G::Move> {
        let mut legal = Vec::new();
        if self.session.end().is_none() {
            self.session.position().legal_moves(&mut legal);
        }
        legal
    }

    /// A legal move.
    fn read(&self, text: &str) -> Result<G::Move, TableError> {
        if self.session.status() != Status::InProgress {
            return Err(TableError::Over);
        }
        let illegal = |reason: &dyn Error| TableError::Illegal(format!("{text}: {reason}"));
        let mv: G::Move = text.trim().parse().map_err(|error| illegal(&error))?;
        let position = self.session.position();
        let mv = position.canonical(mv);
        position.check(mv).map_err(|reason| illegal(&reason))?;
        Ok(mv)
    }

    /// The game after a ply.
    fn reached(&self, ply: usize) -> Result<ReachedPosition<G>, TableError> {
        if ply > self.session.plies().len() {
            return Err(TableError::NoSuchPly(ply));
        }
        Ok(self.session.reached(ply))
    }

    fn shown(&self, mv: G::Move) -> dto::Move {
        let position = self.session.position();
        dto::Move {
            mv: mv.to_string(),
            kind: G::kind(mv),
            from: squares_named(position, &G::sources(mv)),
            to: squares_named(position, &G::targets(mv)),
            takes: position.over(mv),
            measures: position.measures(mv),
        }
    }
}

/// Places on the board that were measured, and those of them that were found occupied.
fn measured_places<G: Show>(
    position: &G,
    measurements: &[Measurement],
) -> (Vec<String>, Vec<String>) {
    let all = |slots: &mut dyn Iterator<Item = Slot>| -> Vec<String> {
        slots.map(|slot| position.square(slot)).collect()
    };
    let slots = |measurement: &Measurement| measurement.slots.clone();
    (
        all(&mut measurements.iter().flat_map(slots)),
        all(&mut measurements.iter().flat_map(Measurement::occupied)),
    )
}

/// Reason for which a game is over that was ended off the board.
fn off_board(end: &EndLine) -> Standing {
    let timeout = Forfeit::OutOfTime.to_string();
    Standing::new(match end.end {
        EndKind::Resigned => "resigned",
        EndKind::Agreed => "agreed",
        EndKind::Stopped => "stopped",
        EndKind::Forfeited if end.reason.as_ref() == Some(&timeout) => "time",
        EndKind::Forfeited => "forfeited",
    })
}

/// Number of amplitudes of a position.
fn held<G: Show>(position: &G) -> usize {
    position.world().num_amplitudes()
}

/// Title, rules and settings of a game that starts here.
fn about<G: Show>(session: &TypedSession<G>) -> dto::About {
    let start = session.start();
    let text = |value: &Value| match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    };
    let texts = |entries: Map<String, Value>| {
        let entries = entries.into_iter();
        entries.map(|(key, value)| (key, text(&value))).collect()
    };
    let source = session.header().get(SOURCE).and_then(Value::as_object);
    dto::About {
        kind: G::NAME,
        title: start.title(),
        rules: G::RULES,
        settings: texts(start.header()),
        source: source.cloned().map(texts).unwrap_or_default(),
    }
}

impl<G: Playable> Table for Live<G> {
    fn description(&self) -> &dto::Description {
        &self.description
    }

    fn record(&self, jobs: &[(usize, Value)]) -> String {
        to_text_with_jobs(self.session.header(), self.session.lines(), jobs)
    }

    fn turn(&self) -> Colour {
        self.session.position().turn()
    }

    fn status(&self) -> Status {
        self.session.status()
    }

    fn plies(&self) -> &[CachedJson<dto::Ply>] {
        &self.told
    }

    fn held(&self) -> usize {
        self.room.held()
    }

    fn has_room(&self) -> bool {
        self.room.has(2 * held(self.session.position()))
    }

    fn is_heavy(&self) -> bool {
        held(self.session.position()) > LIGHT
    }

    fn about(&self) -> &dto::About {
        &self.about
    }

    fn position(&self) -> dto::Position {
        let position = self.session.position();
        let parts = position.parts();
        let legal = self.legal();
        let legal: Vec<dto::Move> = legal.into_iter().map(|mv| self.shown(mv)).collect();
        let captures = legal.iter().all(|mv| !mv.takes.is_empty());
        let last = self.told.last().map(|ply| ply.squares.clone());
        let end = self.session.end();
        dto::Position {
            about: Arc::clone(&self.about),
            turn: position.turn(),
            status: self.session.status(),
            words: end.map_or_else(|| position.status(), in_words),
            standing: end.map_or_else(|| position.standing(), |end| vec![off_board(end)]),
            end: end.map(|end| dto::End {
                by: end.by,
                reason: end.reason.clone(),
            }),
            must: legal.first().filter(|_| captures).map(|mv| mv.kind),
            board: BoardView::new(position, &parts),
            last: last.unwrap_or_default(),
            legal,
        }
    }

    fn line(&self) -> dto::Line {
        let plies = self.session.plies().iter().enumerate();
        let text = |(index, ply)| write_plies(self.session.before(index), [ply]);
        let position = self.position();
        dto::Line {
            moves: plies.map(|ply| text(ply).trim_end().to_owned()).collect(),
            plies: self.told.clone(),
            legal: position.legal.clone(),
            position,
        }
    }

    fn moment(&self, ply: usize) -> Result<dto::Moment, TableError> {
        let plies = self.session.plies();
        if ply > plies.len() {
            return Err(TableError::NoSuchPly(ply));
        }
        let index = ply.checked_sub(1);
        let measurements = index.map_or(&[][..], |index| &plies[index].measurements);
        let position = self.session.before(ply);
        let told = index.map(|index| &self.told[index]);
        let measured = |measurement| dto::MeasurementView::new(position, measurement);
        Ok(dto::Moment {
            ply,
            mv: told.map(|told| told.mv.clone()),
            last: told.map_or_else(Vec::new, |told| told.squares.clone()),
            board: BoardView::new(position, &position.parts()),
            told: told.map_or_else(Vec::new, |told| told.told.clone()),
            facts: told.map(|told| told.facts.clone()),
            measured: measurements.iter().map(measured).collect(),
        })
    }

    fn drawing(&self, ply: usize, bottom: Colour) -> Result<String, TableError> {
        if ply > self.session.plies().len() {
            return Err(TableError::NoSuchPly(ply));
        }
        let last = ply.checked_sub(1).map(|index| &self.told[index].squares);
        let last = last.map_or(&[][..], |squares| squares);
        Ok(svg(self.session.before(ply), last, bottom))
    }

    fn preview(&self, mv: &str) -> Result<dto::Preview, TableError> {
        let mv = self.read(mv)?;
        let position = self.session.position();
        if let Some(entries) = self.known.get(&self.key(&self.session.moves(), mv))
            && let Ok(started) = self.session.begin(mv)
            && let Ok(completed) = answer(started, entries)
        {
            return Ok(preview::known(position, &completed));
        }
        Ok(preview::preview(position, mv))
    }

    fn circuit(
        &self,
        ply: usize,
        square: &str,
        encoding: Encoding,
        states: States,
    ) -> Result<dto::Circuit, TableError> {
        circuit::circuit(&self.reached(ply)?, square, encoding, states)
    }

    fn sheet(
        &self,
        ply: usize,
        square: &str,
        encoding: Encoding,
        notation: Notation,
    ) -> Result<dto::Download, TableError> {
        circuit::sheet(&self.reached(ply)?, square, encoding, notation)
    }

    fn form(&self, name: &str) -> Option<dto::Download> {
        let form = G::FORMS.iter().find(|form| form.name == name)?;
        let written = (form.write)(&self.session.played());
        Some(dto::Download {
            name: format!("{}.{}", G::NAME, written.extension),
            text: written.text,
        })
    }

    fn moves(&self) -> String {
        self.session.moves().trim_end().to_owned()
    }

    fn command(&self) -> String {
        self.session.command()
    }

    fn branch(
        &self,
        ply: usize,
        mv: Option<&str>,
        entries: &HeaderEntries,
    ) -> Result<Box<dyn Table>, TableError> {
        let branch = branch::branch(&self.session, ply, mv, entries)?;
        Ok(Box::new(Self::of(branch)))
    }

    fn analysis(&self, ply: usize) -> Result<Box<dyn AnalysisStep>, TableError> {
        analysis::step(&self.session, ply)
    }

    fn canonical(&self, ply: usize, mv: &str) -> Option<String> {
        let index = ply.checked_sub(1)?;
        let position = self.session.positions().nth(index)?;
        let mv: G::Move = mv.trim().parse().ok()?;
        Some(position.canonical(mv).to_string())
    }

    fn prepare(&self, ply: usize, mv: &str, afresh: bool) -> Result<Box<dyn Work>, TableError> {
        let mv = self.read(mv)?;
        let next = self.session.plies().len() + 1;
        if ply != next {
            return Err(TableError::Stale { found: ply, next });
        }
        let started = self.session.begin(mv);
        let started = started.map_err(|reason| TableError::Illegal(format!("{mv}: {reason}")))?;
        if !self.room.fits_started(&started) {
            return Err(TableError::Room);
        }
        // Only a measurement is told what came before it.
        let (moves, known) = if started.pending().is_some() {
            let moves = self.session.moves();
            let known = self.known.get(&self.key(&moves, mv)).filter(|_| !afresh);
            (moves, known)
        } else {
            (String::new(), None)
        };
        Ok(Box::new(Move {
            before: self.session.position().clone(),
            number: u32::try_from(ply).unwrap_or(u32::MAX),
            known: known.cloned(),
            started,
            moves,
        }))
    }

    fn choose(&self, player: &PlayerKind, seed: u64, limit: Limit) -> Box<dyn Choice> {
        let stream = match self.turn() {
            Colour::White => Stream::White,
            Colour::Black => Stream::Black,
        };
        Box::new(Chooser {
            player: G::player(player, generator(seed, stream)),
            position: self.session.position().clone(),
            start: self.session.start().clone(),
            past: self.session.plies().to_vec(),
            legal: self.legal(),
            limit,
        })
    }

    fn push(&mut self, done: CompletedMove) {
        let completed = done.ply.downcast::<CompletedPly<G>>();
        let completed = *completed.expect("it was played for this game");
        let mv = completed.ply.mv;
        if !done.line.measured.is_empty() {
            let key = self.key(&self.session.moves(), mv);
            self.known.insert(key, done.line.measured.clone());
        }
        if self.ahead.pop() != Some(mv) {
            self.ahead.clear();
        }
        self.room.keep(&completed.position);
        self.session.append_as(completed, *done.line);
        self.told.push(self.tell(self.told.len()));
    }

    fn finish(&mut self, end: EndLine) {
        self.session.finish(end);
    }

    fn undoable(&self, by: Colour) -> Option<(usize, bool)> {
        if self.session.end().is_some() {
            return None;
        }
        let back = self.told.iter().rev().position(|ply| ply.side == by)? + 1;
        let taken = &self.told[self.told.len() - back..];
        Some((back, taken.iter().any(|ply| ply.measured)))
    }

    fn undo(&mut self, plies: usize) {
        let left = self.told.len() - plies;
        let taken = &self.session.plies()[left..];
        self.ahead.extend(taken.iter().rev().map(|ply| ply.mv));
        for position in self.session.positions().skip(left + 1) {
            self.room.let_go(position);
        }
        self.told.truncate(left);
        self.session.undo(plies);
    }

    fn ahead(&self) -> Option<String> {
        self.ahead.last().map(ToString::to_string)
    }
}
