//! A game of one kind under way.

use std::collections::HashMap;
use std::error::Error;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use cheqqers_game::record::{EndLine, Line, Measured, Reader, Recorder};
use cheqqers_game::replay::{Standing, Verify};
use cheqqers_game::show::{Part, Show};
use cheqqers_game::{Colour, Encoding, Room, Status, Turn};
use cheqqers_players::{Limit, PlayerKind, Ply, Stream, generator, past};
use cheqqers_session::{Notation, Played, Reached, Session, in_words};
use serde_json::Value;

use super::board::board;
use super::work::{Chooser, Move};
use super::{Choice, Done, Names, ROOM, Table, TableError, Work, branch, circuit, preview};
use crate::dto::{self, Written};
use crate::error::with_causes;

/// The most amplitudes of a position that is looked at in less time than a thread takes to begin.
const LIGHT: usize = 1 << 10;

/// A game of one kind, and what is kept beside it so that it need not be found again.
pub(super) struct Live<G: Show> {
    session: Session<G>,
    /// What stays as it is.
    about: Arc<dto::About>,
    /// The list of moves.
    told: Vec<Written<dto::Ply>>,
    /// What plies measured, by what was played before them and their moves; plies that were taken
    /// back included.
    known: HashMap<u64, Vec<Measured>>,
    keys: RandomState,
    /// Moves that were taken back, the next one to be made again last.
    ahead: Vec<G::Move>,
    /// For the positions.
    room: Room,
}

impl<G: Show> Live<G> {
    pub(super) fn of(session: Session<G>) -> Self {
        let mut live = Self {
            about: Arc::new(about(session.start())),
            told: Vec::new(),
            known: HashMap::new(),
            keys: RandomState::new(),
            ahead: Vec::new(),
            room: Room::new(ROOM),
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
        let mut plies: Vec<(G::Move, Vec<Measured>)> = Vec::new();
        for line in self.session.lines() {
            match line {
                Line::Ply(ply) => {
                    let mv: G::Move = ply.mv.parse().expect("the replay has read it");
                    if !ply.measured.is_empty() {
                        let made = plies.iter().map(|(mv, measured)| (*mv, &measured[..]));
                        let key = self.key(&past(made), mv);
                        self.known.insert(key, ply.measured.clone());
                    }
                    if self.ahead.pop() != Some(mv) {
                        self.ahead.clear();
                    }
                    plies.push((mv, ply.measured.clone()));
                }
                Line::Undo(count) => {
                    let taken = plies.split_off(plies.len() - *count as usize);
                    self.ahead.extend(taken.into_iter().rev().map(|(mv, _)| mv));
                }
                Line::End(_) => {}
            }
        }
    }

    fn tell(&self, index: usize) -> Written<dto::Ply> {
        let Played {
            mv,
            measured,
            position,
        } = &self.session.plies()[index];
        let before = self.session.before(index);
        Written::new(dto::Ply {
            ply: index + 1,
            side: before.turn(),
            mv: mv.to_string(),
            kind: G::deed(before, *mv, position),
            measured: !measured.is_empty(),
            told: G::told(before, *mv, measured, position),
        })
    }

    /// What stands for a move among all that may be played in a game, after all that came before it.
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
        let checked = self.session.position().check(mv);
        checked.map_err(|reason| illegal(&reason))?;
        Ok(mv)
    }

    /// How the game stood after a ply.
    fn reached(&self, ply: usize) -> Result<Reached<G>, TableError> {
        let plies = self.session.plies();
        if ply > plies.len() {
            return Err(TableError::NoSuchPly(ply));
        }
        Ok(Reached {
            start: self.session.start().clone(),
            moves: plies[..ply].iter().map(|ply| ply.mv.to_string()).collect(),
            position: self.session.before(ply).clone(),
        })
    }

    fn shown(&self, parts: &[Part], mv: G::Move) -> dto::Move {
        let position = self.session.position();
        // A move may call the square of a part by a name of the part's own.
        let place = |name: String| {
            let slot = position.slot_named(&name);
            let part = parts
                .iter()
                .find(|part| slot.is_some() && part.slot == slot);
            part.map_or(name, |part| part.place.clone())
        };
        dto::Move {
            mv: mv.to_string(),
            kind: G::kind(mv),
            from: G::sources(mv).into_iter().map(place).collect(),
            to: G::targets(mv),
            takes: G::over(mv),
        }
    }
}

/// How many amplitudes a position holds.
fn held<G: Show>(position: &G) -> usize {
    position.world().num_amplitudes()
}

/// What stays as it is in a game that starts here.
fn about<G: Show>(start: &G) -> dto::About {
    let text = |value: &Value| match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    };
    let options = start.header().into_iter();
    dto::About {
        kind: G::NAME,
        title: start.title(),
        rules: G::RULES,
        settings: options.map(|(key, value)| (key, text(&value))).collect(),
    }
}

impl<G: Show> Table for Live<G> {
    fn record(&self) -> String {
        let recorder = Recorder::start(Vec::new(), self.session.header());
        let written = recorder.and_then(|mut recorder| {
            for line in self.session.lines() {
                recorder.line(line)?;
            }
            Ok(recorder.into_inner())
        });
        let written = written.expect("memory takes whatever is written to it");
        String::from_utf8(written).expect("records are text")
    }

    fn turn(&self) -> Colour {
        self.session.position().turn()
    }

    fn status(&self) -> Status {
        self.session.status()
    }

    fn plies(&self) -> &[Written<dto::Ply>] {
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
        let captures = legal.iter().all(|&mv| G::kind(mv) == "capture");
        let last = self.session.last_move();
        let last = last.map(|mv| [G::sources(mv), G::targets(mv)].concat());
        let end = self.session.end();
        dto::Position {
            about: Arc::clone(&self.about),
            turn: position.turn(),
            status: self.session.status(),
            words: end.map_or_else(|| position.status(), in_words),
            end: end.map(|end| dto::End {
                by: end.by,
                reason: end.reason.clone(),
            }),
            must: (captures && !legal.is_empty()).then_some("capture"),
            board: board(position, &parts, self.session.start()),
            last: last.unwrap_or_default(),
            legal: legal.iter().map(|&mv| self.shown(&parts, mv)).collect(),
        }
    }

    fn moment(&self, ply: usize) -> Result<dto::Moment, TableError> {
        let plies = self.session.plies();
        if ply > plies.len() {
            return Err(TableError::NoSuchPly(ply));
        }
        let index = ply.checked_sub(1);
        let measured = index.map_or(&[][..], |index| &plies[index].measured);
        let position = self.session.before(ply);
        Ok(dto::Moment {
            ply,
            mv: index.map(|index| plies[index].mv.to_string()),
            board: board(position, &position.parts(), self.session.start()),
            told: index.map_or_else(Vec::new, |index| self.told[index].told.clone()),
            measured: measured.iter().map(dto::Measured::from).collect(),
        })
    }

    fn preview(&self, mv: &str) -> Result<dto::Preview, TableError> {
        let mv = self.read(mv)?;
        let start = self.session.start();
        Ok(preview::preview(self.session.position(), start, mv))
    }

    fn circuit(
        &self,
        ply: usize,
        square: &str,
        encoding: Encoding,
    ) -> Result<dto::Circuit, TableError> {
        circuit::circuit(&self.reached(ply)?, square, encoding)
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

    fn draughts(&self) -> Result<dto::Download, TableError> {
        let failed = |error: &dyn Error| TableError::NoText(with_causes(error));
        let record = Reader::new(self.record().as_bytes()).record();
        let record = record.map_err(|error| failed(&error))?.unwrap_or_default();
        let standing = Standing::<G>::new(record, Verify::Moves).map_err(|error| failed(&error))?;
        let draughts = G::draughts(&standing).ok_or_else(|| {
            let name = G::NAME;
            TableError::NoText(format!("{name} can't be written as a draughts record"))
        })?;
        let extension = if draughts.classical { "pdn" } else { "qpdn" };
        Ok(dto::Download {
            name: format!("{}.{extension}", G::NAME),
            text: draughts.text,
        })
    }

    fn moves(&self) -> String {
        self.session.past().trim_end().to_owned()
    }

    fn command(&self) -> String {
        self.session.command()
    }

    fn branch(
        &self,
        ply: usize,
        mv: Option<&str>,
        names: &Names,
    ) -> Result<Box<dyn Table>, TableError> {
        let branch = branch::branch(&self.session, ply, mv, names)?;
        Ok(Box::new(Self::of(branch)))
    }

    fn prepare(&self, ply: usize, mv: &str, afresh: bool) -> Result<Box<dyn Work>, TableError> {
        let mv = self.read(mv)?;
        let next = self.session.plies().len() + 1;
        if ply != next {
            return Err(TableError::Stale { found: ply, next });
        }
        let turn = self.session.position().clone().play_unchecked(mv);
        let fits = match &turn {
            Turn::Ready(position) => self.room.fits(position, false),
            Turn::Pending(_) => self.room.fits(self.session.position(), true),
        };
        if !fits {
            return Err(TableError::Room);
        }
        let asks = matches!(turn, Turn::Pending(_));
        // Only a measurement is told what came before it.
        let past = if asks {
            self.session.past()
        } else {
            String::new()
        };
        let known = self
            .known
            .get(&self.key(&past, mv))
            .filter(|_| !afresh && asks);
        Ok(Box::new(Move {
            before: self.session.position().clone(),
            number: u32::try_from(ply).unwrap_or(u32::MAX),
            mv,
            turn,
            known: known.cloned(),
            past,
        }))
    }

    fn choose(&self, player: &PlayerKind, seed: u64, limit: Limit) -> Box<dyn Choice> {
        let stream = match self.turn() {
            Colour::White => Stream::White,
            Colour::Black => Stream::Black,
        };
        Box::new(Chooser {
            player: player.player(generator(seed, stream)),
            position: self.session.position().clone(),
            start: self.session.start().clone(),
            past: self.session.made(),
            legal: self.legal(),
            limit,
        })
    }

    fn push(&mut self, done: Done) {
        let ply = done.ply.downcast::<(G::Move, Ply<G>)>();
        let (mv, ply) = *ply.expect("it was played for this game");
        if !ply.measured.is_empty() {
            let key = self.key(&self.session.past(), mv);
            self.known.insert(key, ply.measured.clone());
        }
        if self.ahead.pop() != Some(mv) {
            self.ahead.clear();
        }
        self.room.keep(&ply.position);
        self.session.append(mv, ply, *done.line);
        self.told.push(self.tell(self.told.len()));
    }

    fn finish(&mut self, end: EndLine) -> Line {
        self.session.finish(end).clone()
    }

    fn undoable(&self, by: Colour) -> Option<(usize, bool)> {
        if self.session.end().is_some() {
            return None;
        }
        let back = self.told.iter().rev().position(|ply| ply.side == by)? + 1;
        let taken = &self.told[self.told.len() - back..];
        Some((back, taken.iter().any(|ply| ply.measured)))
    }

    fn undo(&mut self, plies: usize) -> Line {
        let left = self.told.len() - plies;
        let taken = &self.session.plies()[left..];
        self.ahead.extend(taken.iter().rev().map(|ply| ply.mv));
        for ply in taken {
            self.room.let_go(&ply.position);
        }
        self.told.truncate(left);
        self.session.undo(plies).clone()
    }

    fn ahead(&self) -> Option<String> {
        self.ahead.last().map(ToString::to_string)
    }
}
