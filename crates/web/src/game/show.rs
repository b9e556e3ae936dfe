//! A game as the holder of a link sees it.

use std::sync::PoisonError;
use std::time::Instant;

use axum::body::Bytes;
use cheqqers_game::show::BoardView;
use cheqqers_game::{Colour, Status};
use serde::{Deserialize, Serialize};

use super::progress::{PoolStage, Stage};
use super::step::StallReason;
use super::{Activity, Game, Inner};
use crate::backends::GameBackend;
use crate::class::index::Names;
use crate::dto;
use crate::links::{Sides, Token};
use crate::store::Offer;
use crate::table::Table;

/// Usual number of bytes of a game in JSON.
const USUAL: usize = 1 << 14;

/// Number of plies that a client is told of, the last ones, which names none: more than most games have.
const RECENT: usize = 256;

/// The plies that a client knows already and need not be told again, or wants to be told from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KnownPlies {
    /// Number of them, from the first one on.
    #[serde(default)]
    plies_from: Option<usize>,
    /// The history that they are of.
    #[serde(default)]
    history: Option<u64>,
}

impl KnownPlies {
    /// Returns `true` if the client names some.
    pub(crate) fn is_named(self) -> bool {
        self.plies_from.is_some() || self.history.is_some()
    }

    /// Number of plies before the first one to be told, of so many in this history.
    fn before(self, plies: usize, history: u64) -> usize {
        match (self.plies_from, self.history) {
            (None, None) => plies.saturating_sub(RECENT),
            (_, Some(known)) if known != history => 0,
            (known, _) => known.unwrap_or(0).min(plies),
        }
    }
}

/// A game as it is told to a client.
pub(crate) struct ToldState {
    pub(crate) version: u64,
    /// The JSON of it, in parts.
    pub(crate) parts: Vec<Bytes>,
    /// The plies that the client knows then.
    pub(crate) known: KnownPlies,
}

/// All that a page shows, but for the plies, which are sent behind it.
#[derive(Serialize)]
struct State<'a> {
    version: u64,
    /// A number that is another one once plies were taken back.
    history: u64,
    /// Number of plies before the first one that is told.
    plies_from: usize,
    game: Token,
    #[serde(flatten)]
    position: &'a dto::Position,
    /// Empty when the game is over or somebody else is to move.
    legal: &'a [dto::Move],
    sides: Vec<Colour>,
    /// The sides whose players have come; nothing where one screen is enough.
    joined: Option<Vec<Colour>>,
    /// `true` if one of two players may foresee every measurement.
    seeded: bool,
    links: Watch,
    players: Players,
    /// The nicknames of those who play, in a game of a class.
    names: Option<Names>,
    backend: String,
    /// Backend that takes over from it, where it is a device.
    fallback: Option<String>,
    /// Backend that measures now: the fallback, once it has taken over.
    measuring_backend: String,
    /// `true` if shots of the most common circuits are taken before the first measurement.
    pool: bool,
    waiting: Option<MeasurementProgress>,
    thinking: bool,
    rest: Option<StallReason>,
    offer: Option<Offer>,
    undo: Option<Undo>,
    ahead: Option<Ahead>,
    next: Option<Next>,
    clock: Option<dto::Clock>,
}

/// A board among others.
#[derive(Serialize)]
pub(crate) struct Glance {
    #[serde(skip)]
    pub(crate) version: u64,
    board: BoardView,
    last: Vec<String>,
    turn: Colour,
    status: Status,
    words: String,
    plies: usize,
    measured: usize,
}

#[derive(Serialize)]
struct Watch {
    watch: Token,
}

#[derive(Serialize)]
struct Players {
    white: String,
    black: String,
}

#[derive(Serialize)]
struct Undo {
    plies: usize,
    measured: bool,
}

#[derive(Serialize)]
struct Ahead {
    #[serde(rename = "move")]
    mv: String,
}

#[derive(Serialize)]
struct Next {
    link: Token,
}

/// A measurement that is waited for.
#[derive(Serialize)]
struct MeasurementProgress {
    #[serde(rename = "move")]
    mv: String,
    backend: String,
    /// `true` while the shots of the pool are taken first.
    pool: bool,
    state: Stage,
    place: Option<u64>,
    job: Option<String>,
    since: u64,
    message: Option<String>,
    may: &'static [&'static str],
}

impl Inner {
    /// The position as it is seen, found once.
    pub(super) fn shown(&self) -> &dto::Position {
        self.shown.get_or_init(|| self.table.position())
    }

    /// Numbers of plies, and of those that were measured.
    fn counted(&self) -> (usize, usize) {
        let plies = self.table.plies();
        let measured = plies.iter().filter(|ply| ply.measured);
        (plies.len(), measured.count())
    }
}

impl Game {
    /// The record of its table, as JSON Lines with its jobs.
    pub(crate) fn record_of(&self, table: &Table) -> String {
        table.record(&self.jobs.named())
    }

    /// The game as a client with a link for these sides is told of it, who knows some of its plies.
    pub(crate) async fn state(&self, link: Token, sides: Sides, known: KnownPlies) -> ToldState {
        let inner = self.read().await;
        let plies = inner.table.plies();
        let plies_from = known.before(plies.len(), inner.history);
        // While a move is made it is still to be made for all that is known.
        let is_idle = matches!(
            inner.activity,
            Activity::Nothing | Activity::Acting | Activity::Ending
        );
        let is_free = is_idle && inner.extras.waiting.is_none();
        let may_move = is_free && sides.has(inner.table.turn());
        let undo = self.undoable(&inner, sides, None).ok();
        let undo = undo.filter(|_| sides != Sides::default());
        let clock = inner.extras.clock.as_ref();
        let next = inner.extras.next.map(|_| link.rematch());
        let position = if inner.table.is_heavy() {
            // Others are served by another thread meanwhile.
            tokio::task::block_in_place(|| inner.shown())
        } else {
            inner.shown()
        };
        let state = State {
            version: inner.version,
            history: inner.history,
            plies_from,
            game: self.id,
            position,
            legal: if may_move { &position.legal } else { &[] },
            sides: sides.list(),
            joined: self.is_apart.then(|| inner.extras.joined.list()),
            seeded: self.is_foreseen,
            links: Watch {
                watch: if sides == Sides::default() {
                    link
                } else {
                    link.watching()
                },
            },
            players: Players {
                white: self.white.to_string(),
                black: self.black.to_string(),
            },
            names: self.shared.classes.names(self.id),
            backend: self.by.to_string(),
            fallback: self.fallback.map(|fallback| fallback.to_string()),
            measuring_backend: self.measuring_backend(&inner).to_string(),
            pool: self.pool.is_some(),
            waiting: self.waiting(&inner, sides),
            thinking: matches!(inner.activity, Activity::Queued | Activity::Thinking),
            rest: inner
                .stall_reason()
                .filter(|_| self.awaits_computer(&inner)),
            offer: inner.extras.offer,
            undo: undo.map(|(plies, measured)| Undo { plies, measured }),
            ahead: inner.table.ahead().map(|mv| Ahead { mv }),
            next: next.map(|link| Next { link }),
            clock: clock.map(|clock| clock.shown(Instant::now())),
        };
        ToldState {
            version: inner.version,
            parts: parts(&state, inner.told.from(plies, plies_from)),
            known: KnownPlies {
                plies_from: Some(plies.len()),
                history: Some(inner.history),
            },
        }
    }

    /// Its status, and its numbers of plies and of those that were measured.
    pub(crate) async fn standing(&self) -> (Status, usize, usize) {
        let inner = self.read().await;
        let (plies, measured) = inner.counted();
        (inner.table.status(), plies, measured)
    }

    /// Its board as it is seen among others; none where a version is known that is still the last one.
    pub(crate) async fn glance(&self, known: Option<u64>) -> Option<Glance> {
        let inner = self.read().await;
        if known == Some(inner.version) {
            return None;
        }
        let position = if inner.table.is_heavy() {
            tokio::task::block_in_place(|| inner.shown())
        } else {
            inner.shown()
        };
        let (plies, measured) = inner.counted();
        Some(Glance {
            version: inner.version,
            board: position.board.clone(),
            last: position.last.clone(),
            turn: position.turn,
            status: position.status,
            words: position.words.clone(),
            plies,
            measured,
        })
    }

    /// Progress of the pending measurement, as JSON.
    pub(crate) async fn progressed(&self, sides: Sides) -> Option<String> {
        let inner = self.read().await;
        self.waiting(&inner, sides).as_ref().map(text)
    }

    fn waiting(&self, inner: &Inner, sides: Sides) -> Option<MeasurementProgress> {
        let asked = inner.extras.waiting.as_ref()?;
        let progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let is_mover = self.check_mover(inner, sides).is_ok();
        let backend = if asked.here {
            "local".into()
        } else {
            self.measuring_backend(inner).to_string()
        };
        let failed = asked.failed.as_ref();
        Some(MeasurementProgress {
            mv: asked.mv.clone(),
            backend,
            pool: progress.pool == PoolStage::Filling,
            state: if failed.is_some() {
                Stage::Failed
            } else {
                progress.stage
            },
            place: progress.place,
            job: progress.job.clone(),
            since: progress.elapsed().as_secs(),
            message: match failed {
                Some(failed) => Some(failed.message.clone()),
                None => progress.message.clone(),
            },
            may: match failed {
                _ if !is_mover => &[],
                None => &["cancel"],
                Some(failed) if failed.price => &["agree", "local", "cancel"],
                Some(failed) if failed.open => &["retry"],
                // It would fail again.
                Some(_) if matches!(self.by, GameBackend::Local(_)) => &["local", "cancel"],
                Some(_) => &["retry", "local", "cancel"],
            },
        })
    }
}

/// The JSON of a state with these plies.
fn parts(state: &State<'_>, plies: Vec<Bytes>) -> Vec<Bytes> {
    let mut text = text(state);
    assert_eq!(text.pop(), Some('}'), "a state is an object");
    text.push_str(r#","plies":["#);
    let mut parts = vec![text.into()];
    parts.extend(plies);
    parts.push(Bytes::from_static(b"]}"));
    parts
}

fn text(value: &impl Serialize) -> String {
    let mut text = Vec::with_capacity(USUAL);
    serde_json::to_writer(&mut text, value).expect("what is shown is JSON");
    String::from_utf8(text).expect("JSON is text")
}
