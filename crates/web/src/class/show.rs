//! Classes as their members see them: the teacher all of it, each pupil what concerns that one.

use std::collections::HashMap;

use cheqqers_game::{Colour, Status};
use serde::Serialize;

use super::record::{ClassGame, ClassOutcome, ClassRecord, ClassSeat, GamePlan};
use super::words::ClassCode;
use crate::game::Glance;
use crate::games::Games;
use crate::limits::Client;
use crate::links::Token;

/// A class as its teacher sees it, or what changed of it.
#[derive(Serialize)]
pub(crate) struct TeacherState<'a> {
    /// None where it is as it was.
    pub(crate) class: Option<&'a TeacherView>,
    /// Boards of this round, those that changed.
    pub(crate) boards: Vec<BoardState>,
}

/// Everything but the boards. The only links in it are for watching.
#[derive(PartialEq, Serialize)]
pub(crate) struct TeacherView {
    title: String,
    code: ClassCode,
    open: bool,
    over: bool,
    round: u32,
    plan: GamePlan,
    pupils: Vec<PupilView>,
    games: Vec<GameView>,
}

#[derive(PartialEq, Serialize)]
struct PupilView {
    number: u32,
    name: String,
    /// `true` while a page of the pupil is open.
    here: bool,
    playing: bool,
}

#[derive(PartialEq, Serialize)]
struct GameView {
    /// Its place in the list, from 1.
    number: usize,
    round: u32,
    white: SeatView,
    black: SeatView,
    /// Link to look on.
    watch: Token,
    result: Option<ClassOutcome>,
}

/// A side of a game: a pupil, or a computer, whose number is missing.
#[derive(PartialEq, Serialize)]
struct SeatView {
    pupil: Option<u32>,
    name: String,
}

/// A board of a game by number.
#[derive(Serialize)]
pub(crate) struct BoardState {
    number: usize,
    #[serde(flatten)]
    glance: Glance,
}

/// A class as a pupil sees it: no link in it leads to what is another pupil's.
#[derive(PartialEq, Serialize)]
pub(crate) struct PupilState {
    title: String,
    name: String,
    over: bool,
    /// Number of pupils who are there.
    here: usize,
    /// The game that goes on.
    game: Option<OwnGame>,
    /// The last one that ended.
    last: Option<OwnGame>,
}

/// A game of a pupil.
#[derive(PartialEq, Serialize)]
struct OwnGame {
    /// The pupil's link.
    link: Token,
    side: Colour,
    opponent: SeatView,
    /// `won`, `lost`, `draw` or `stopped`; none while it goes on.
    result: Option<&'static str>,
}

/// A class for its teacher, who has this link.
pub(crate) fn teacher(
    record: &ClassRecord,
    link: Token,
    is_here: impl Fn(u32) -> bool,
) -> TeacherView {
    let pupils = record.numbers().map(|number| PupilView {
        number,
        name: record
            .name(&ClassSeat::Pupil(number))
            .unwrap_or_default()
            .into(),
        here: is_here(number),
        playing: record.is_playing(number),
    });
    let games = (1..).zip(&record.games).map(|(number, game)| GameView {
        number,
        round: game.round,
        white: seat(record, &game.white),
        black: seat(record, &game.black),
        watch: link.in_class(game.id),
        result: game.result,
    });
    TeacherView {
        title: record.title.clone(),
        code: record.code.clone(),
        open: record.is_open,
        over: record.is_over,
        round: record.round,
        plan: record.plan.clone(),
        pupils: pupils.collect(),
        games: games.collect(),
    }
}

/// The boards of this round that are of another version than was told.
pub(crate) async fn boards(
    games: &Games,
    record: &ClassRecord,
    told: &mut HashMap<usize, u64>,
) -> Vec<BoardState> {
    let mut boards = Vec::new();
    for (number, game) in (1..).zip(&record.games) {
        if game.round != record.round {
            continue;
        }
        let Ok(game) = games.game(game.id, Client::NOBODY).await else {
            continue;
        };
        let glance = game.glance(told.get(&number).copied()).await;
        if let Some(glance) = glance {
            told.insert(number, glance.version);
            boards.push(BoardState { number, glance });
        }
    }
    boards
}

/// A class for a pupil, who has this link.
pub(crate) fn pupil(
    record: &ClassRecord,
    number: u32,
    link: Token,
    is_here: impl Fn(u32) -> bool,
) -> PupilState {
    let own = |game: &ClassGame| {
        let side = game.side_of(number)?;
        Some(OwnGame {
            link: link.in_class(game.id),
            side,
            opponent: seat(record, game.seat(side.opponent())),
            result: game.result.map(|result| words(result, side)),
        })
    };
    let last = record.last_game(number).and_then(|(_, game)| own(game));
    let (game, last) = match last {
        Some(game) if game.result.is_none() => (Some(game), None),
        last => (None, last),
    };
    PupilState {
        title: record.title.clone(),
        name: record
            .name(&ClassSeat::Pupil(number))
            .unwrap_or_default()
            .into(),
        over: record.is_over,
        here: record.numbers().filter(|&number| is_here(number)).count(),
        game,
        last,
    }
}

fn seat(record: &ClassRecord, of: &ClassSeat) -> SeatView {
    match of {
        ClassSeat::Pupil(number) => SeatView {
            pupil: Some(*number),
            name: record.name(of).unwrap_or_default().into(),
        },
        ClassSeat::Computer(name) => SeatView {
            pupil: None,
            name: name.clone(),
        },
    }
}

fn words(result: ClassOutcome, side: Colour) -> &'static str {
    let won = match side {
        Colour::White => Status::WhiteWon,
        Colour::Black => Status::BlackWon,
    };
    match result.status {
        _ if result.stopped => "stopped",
        status if status == won => "won",
        Status::Draw => "draw",
        _ => "lost",
    }
}
