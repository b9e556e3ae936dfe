//! A game under way: what its players do, one thing after the other, and who is told of it.
//!
//! What happens is written to the disk before it happens here, so that nothing is seen that could be
//! lost. Readers are never kept waiting by that, nor by a player that thinks or a device that measures.

mod clock;
mod jobs;
mod join;
mod measure;
mod observer;
mod offers;
mod play;
mod plies;
mod pooled_measurer;
mod progress;
mod show;
mod step;
mod timer;

use std::mem;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use cheqqers_game::record::Reader;
use cheqqers_game::{Colour, Status};
use cheqqers_measure::Fallback;
use cheqqers_measure::pool::PoolPlan;
use cheqqers_players::game_seed;
use cheqqers_session::PlyInProgress;
use serde_json::Value;
use tokio::sync::{RwLock, RwLockReadGuard, watch};

use crate::backends::GameBackend;
use crate::dto;
use crate::error::ApiError;
use crate::limits::Client;
use crate::links::{Sides, Token};
use crate::offload::offload;
use crate::seats::Seat;
use crate::shared::ServerState;
use crate::store::{GameExtras, StoredGame};
use crate::table::{self, Table, TableError};
use jobs::GameJobs;
pub(crate) use measure::RetryRequest;
pub(crate) use offers::{OfferRequest, UndoRequest};
pub(crate) use play::MoveRequest;
use plies::SharedPlies;
use pooled_measurer::PooledMeasurer;
use progress::Progress;
pub(crate) use show::{Glance, KnownPlies};
use timer::Timer;

/// A game under way.
pub(crate) struct Game {
    pub(crate) id: Token,
    /// `true` if two people play, each with a link.
    is_apart: bool,
    white: Seat,
    black: Seat,
    by: GameBackend,
    /// Takes over from a device, for good.
    fallback: Option<Fallback>,
    pool: Option<PoolPlan>,
    /// Request that began it, as JSON.
    asked: String,
    /// Seed of all that is random.
    seed: u64,
    /// `true` if one of two players chose the seed, and may foresee every measurement.
    is_foreseen: bool,
    shared: Arc<ServerState>,
    inner: RwLock<Inner>,
    news: watch::Sender<News>,
    /// Progress of the measurement under way.
    progress: Mutex<Progress>,
    /// The measurer of its device, between measurements.
    measurer: Mutex<Option<PooledMeasurer>>,
    jobs: GameJobs,
    /// Client that asked for it last, which holds the permits for work that takes long.
    asker: watch::Sender<Client>,
}

struct Inner {
    table: Table,
    /// Number of lines of its record below the header.
    lines: usize,
    version: u64,
    /// The version in which plies were last taken back, or the first one: a client that knows plies of another
    /// history may know other plies.
    history: u64,
    activity: Activity,
    extras: GameExtras,
    /// Time at which a computer tries again what it could not do.
    retry_at: Option<Instant>,
    /// Number of lines when there was no room for a computer's move.
    full_at: Option<usize>,
    /// Ends the game when the time of whose turn it is has run out.
    timer: Option<Timer>,
    /// The move that is about to be measured, as far as it was played.
    begun: Option<PlyInProgress>,
    /// The position as it is sent to pages, kept until something changes.
    shown: OnceLock<dto::Position>,
    /// The plies as they are sent.
    told: SharedPlies,
}

/// Activity under way; there is never more than one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Activity {
    Nothing,
    /// A computer waits for its turn to think.
    Queued,
    /// A computer chooses its move.
    Thinking,
    /// A move is made, or something else written down.
    Acting,
    /// A move is measured apart from it.
    Measuring,
    /// The game ends beside one of these, which is written down.
    Ending,
}

/// That something changed: in the game, or in how its measurement stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct News {
    pub(crate) version: u64,
    progress: u64,
}

impl Game {
    /// A game as it is on the disk, for the client that asks for it; `fresh` is its table where it has just begun. It
    /// goes on by itself where a measurement was under way, or a computer is to move.
    ///
    /// # Errors
    /// Returns an error if what is on the disk is no game.
    pub(crate) async fn load(
        shared: Arc<ServerState>,
        id: Token,
        stored: StoredGame,
        fresh: Option<Table>,
        who: Client,
    ) -> Result<Arc<Self>, ApiError> {
        let table = match fresh {
            Some(table) => table,
            None => resumed(&shared, &stored).await?,
        };
        let version = SystemTime::now().duration_since(UNIX_EPOCH);
        // Larger than any before, as nothing changes a thousand times a second.
        let version = version.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(0));
        let inner = Inner {
            table,
            lines: stored.lines.len(),
            version,
            history: version,
            activity: Activity::Nothing,
            extras: stored.extras,
            retry_at: None,
            full_at: None,
            timer: None,
            begun: None,
            shown: OnceLock::new(),
            told: SharedPlies::default(),
        };
        let news = News {
            version: inner.version,
            progress: 0,
        };
        let is_apart = is_apart(&stored.asked);
        let (fallback, pool) = (inner.table.fallback(), inner.table.pool());
        let game = Arc::new(Self {
            id,
            is_apart,
            white: stored.white.parse()?,
            black: stored.black.parse()?,
            by: GameBackend::recorded(&stored.backend),
            fallback,
            pool,
            is_foreseen: is_apart && is_seeded(&stored.asked),
            asked: stored.asked,
            seed: stored.seed,
            shared,
            inner: RwLock::new(inner),
            news: watch::Sender::new(news),
            progress: Mutex::default(),
            measurer: Mutex::default(),
            jobs: GameJobs::new(id, &stored.header, stored.jobs),
            asker: watch::Sender::new(who),
        });
        let mut inner = game.inner.write().await;
        game.go_on(&mut inner);
        drop(inner);
        Ok(game)
    }

    /// Tells those who follow it that its players are called otherwise.
    pub(crate) async fn renamed(&self) {
        self.changed(&mut *self.inner.write().await);
    }

    /// Goes on where something went wrong that should go on by itself, as when the disk was full.
    pub(crate) async fn wake(self: &Arc<Self>) {
        if !self.is_asleep(&*self.read().await) {
            return;
        }
        let mut inner = self.inner.write().await;
        if self.is_asleep(&inner) {
            self.try_again(&mut inner);
            self.changed(&mut inner);
        }
    }

    /// Counts what takes long from now on for this client.
    pub(crate) fn asked_by(&self, who: Client) {
        let change = |asker: &mut Client| mem::replace(asker, who) != who;
        self.asker.send_if_modified(change);
    }

    pub(crate) fn asker(&self) -> Client {
        *self.asker.borrow()
    }

    /// Waits until somebody asks for it.
    async fn asked(&self) -> Client {
        let mut asker = self.asker.subscribe();
        let asked = asker.wait_for(|&asker| asker != Client::NOBODY).await;
        *asked.expect("the sender lives as long as the game")
    }

    /// State that all games of its server share.
    pub(crate) fn shared(&self) -> &ServerState {
        &self.shared
    }

    /// Its description for a page.
    pub(crate) async fn description(&self) -> dto::Description {
        self.read().await.table.description().clone()
    }

    /// Tells of what changes from now on.
    pub(crate) fn follow(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// Returns `true` if nothing is under way, so that it may leave the memory.
    pub(crate) fn is_idle(&self) -> bool {
        let inner = self.inner.try_read();
        inner.is_ok_and(|inner| inner.activity == Activity::Nothing)
    }

    /// Number of amplitudes it holds, as far as that is known without waiting.
    pub(crate) fn held(&self) -> usize {
        let inner = self.inner.try_read();
        inner.map_or(0, |inner| inner.table.held())
    }

    /// Does something with the table for a client, which may take its time.
    ///
    /// # Errors
    /// As that does.
    pub(crate) async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        who: Client,
        look: impl FnOnce(&Table) -> Result<T, TableError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let game = Arc::clone(self);
        let looking = self.shared.looking_at(&self.read().await.table);
        let permit = looking.take(who).await;
        let looked = offload(move || {
            // The client may go away meanwhile.
            let _permit = permit;
            look(&game.inner.blocking_read().table)
        });
        Ok(looked.await??)
    }

    /// Number of its plies, once it is over.
    pub(crate) async fn finished_plies(&self) -> Option<usize> {
        let inner = self.read().await;
        let is_over = inner.table.status() != Status::InProgress;
        is_over.then(|| inner.table.num_plies())
    }

    /// Does something with the table, on a thread that may wait for it.
    pub(crate) fn with_table<T>(&self, look: impl FnOnce(&Table) -> T) -> T {
        look(&self.inner.blocking_read().table)
    }

    fn seat(&self, side: Colour) -> &Seat {
        match side {
            Colour::White => &self.white,
            Colour::Black => &self.black,
        }
    }

    /// Returns `true` if these sides need no other person's consent.
    fn is_alone(&self, sides: Sides) -> bool {
        sides.are_both() || !(self.white.is_person() && self.black.is_person())
    }

    /// The backend that measures now: the fallback, once it has taken over.
    fn measuring_backend(&self, inner: &Inner) -> GameBackend {
        match self.fallback {
            Some(fallback) if inner.table.has_fallen_back() => GameBackend::Local(fallback.kind()),
            _ => self.by.clone(),
        }
    }

    /// The seed of what is random in the next line. It is the same after a restart, so that nobody
    /// gets a second chance by one.
    fn seed(&self, inner: &Inner) -> u64 {
        game_seed(self.seed, inner.lines as u64 + 2)
    }

    /// Returns `true` if it goes on by itself once it is woken.
    fn is_asleep(&self, inner: &Inner) -> bool {
        (self.awaits_computer(inner) || self.awaits_nobody(inner)) && inner.stall_reason().is_none()
    }

    /// Returns `true` if a computer's move is all that is pending.
    fn awaits_computer(&self, inner: &Inner) -> bool {
        let is_computers = !self.seat(inner.table.turn()).is_person();
        let is_on = inner.table.status() == Status::InProgress;
        is_computers && is_on && inner.check_idle().is_ok()
    }

    /// Returns `true` if a measurement has failed and no person plays who could decide about it.
    fn awaits_nobody(&self, inner: &Inner) -> bool {
        let asked = inner.extras.waiting.as_ref();
        let has_failed = asked.is_some_and(|asked| asked.failed.is_some());
        has_failed && inner.activity == Activity::Nothing && !self.has_people()
    }

    /// Returns `true` if a person plays.
    pub(crate) fn has_people(&self) -> bool {
        self.white.is_person() || self.black.is_person()
    }

    /// Does what could not be done before.
    fn try_again(self: &Arc<Self>, inner: &mut Inner) {
        if let Some(asked) = &mut inner.extras.waiting {
            asked.failed = None;
        }
        self.go_on(inner);
    }

    /// Lets the game do what it does by itself.
    fn go_on(self: &Arc<Self>, inner: &mut Inner) {
        let is_over = inner.table.status() != Status::InProgress;
        match (&inner.extras.waiting, self.seat(inner.table.turn())) {
            (Some(asked), _) if asked.failed.is_none() => self.start_measuring(inner),
            (None, Seat::Computer(kind)) if !is_over && inner.bound().is_none() => {
                self.start_thinking(inner, kind.clone());
            }
            _ => {}
        }
        self.start_clock(inner);
    }

    fn changed(&self, inner: &mut Inner) {
        inner.version += 1;
        let version = inner.version;
        self.news.send_modify(|news| news.version = version);
        self.shared.classes.game_changed(self.id);
    }

    /// Changes how the measurement under way stands, and tells of it.
    fn progress<T>(&self, change: impl FnOnce(&mut Progress) -> T) -> T {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let done = change(&mut progress);
        drop(progress);
        self.news.send_modify(|news| news.progress += 1);
        done
    }

    async fn read(&self) -> RwLockReadGuard<'_, Inner> {
        self.inner.read().await
    }
}

/// Returns `true` if the request that began a game, as JSON, has a seed.
fn is_seeded(asked: &str) -> bool {
    let asked = serde_json::from_str(asked);
    asked.is_ok_and(|asked: Value| asked["seed"].is_u64())
}

/// Returns `true` if the request that began a game, as JSON, is for two people who each have a link.
fn is_apart(asked: &str) -> bool {
    let asked = serde_json::from_str(asked);
    asked.is_ok_and(|asked: Value| {
        let is_person = |side: &str| asked[side].as_str().is_none_or(|name| name == "person");
        asked["one_screen"] != true && is_person("white") && is_person("black")
    })
}

/// A game that goes on from its record.
async fn resumed(shared: &ServerState, stored: &StoredGame) -> Result<Table, ApiError> {
    let mut record = stored.header.clone();
    for line in &stored.lines {
        record.push('\n');
        record.push_str(line);
    }
    record.push('\n');
    let games = Arc::clone(&shared.games);
    let resumed = offload(move || {
        let read = Reader::new(record.as_bytes()).record();
        let record = read.map_err(TableError::setup)?.unwrap_or_default();
        table::resume(games.recorded(&record)?, &record)
    });
    resumed.await?.map_err(|error| {
        tracing::error!(%error, "a game can't be read");
        ApiError::refused(format!("the record of this game can't be read: {error}"))
    })
}

/// Refuses links that only watch.
fn check_player(sides: Sides) -> Result<(), ApiError> {
    if sides == Sides::default() {
        return Err(ApiError::not_yours("this link is for looking on"));
    }
    Ok(())
}
