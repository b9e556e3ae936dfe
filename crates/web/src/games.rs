//! The games that are in memory: loaded when somebody looks, let go when nobody does.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::OnceCell;

use crate::error::ApiError;
use crate::game::Game;
use crate::limits::Client;
use crate::links::{LinkHash, Sides, Token};
use crate::shared::ServerState;
use crate::table::Table;

/// Number of games in memory above which some are unloaded.
const MOST: usize = 1000;

/// Number of amplitudes in memory above which games are unloaded: 512 MiB. Those that a client follows, or
/// whose clock runs, stay all the same.
const MOST_HELD: usize = 1 << 24;

/// Interval between notes that a game is used.
const NOTED: Duration = Duration::from_hours(1);

/// Number of games that have just begun whose tables are kept until they are opened.
const MOST_FRESH: usize = 4;

/// All games, through those that are in memory.
#[derive(Clone, Debug)]
pub(crate) struct Games {
    pub(crate) shared: Arc<ServerState>,
    known: Arc<Mutex<LoadedGames>>,
}

#[derive(Default)]
struct LoadedGames {
    games: HashMap<Token, Slot>,
    links: HashMap<LinkHash, (Token, Sides)>,
    /// Tables of games that have just begun, until a client opens them.
    fresh: VecDeque<(Token, Table)>,
}

/// A game in memory, or about to be.
struct Slot {
    cell: Arc<OnceCell<Arc<Game>>>,
    used: Instant,
    /// Time at which it was written down that it is used.
    noted: Option<Instant>,
}

/// There is nothing to see but secrets.
impl std::fmt::Debug for LoadedGames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LoadedGames")
            .field("games", &self.games.len())
            .finish_non_exhaustive()
    }
}

impl Games {
    pub(crate) fn new(shared: Arc<ServerState>) -> Self {
        Self {
            shared,
            known: Arc::default(),
        }
    }

    /// The game of a link, and the sides that the link moves for. What the game does next is counted for this client.
    ///
    /// # Errors
    /// Returns an error if no game has it, or the game can't be read.
    pub(crate) async fn open(
        &self,
        link: Token,
        who: Client,
    ) -> Result<(Arc<Game>, Sides), ApiError> {
        let hash = link.hash();
        let known = self.known().links.get(&hash).copied();
        let (id, sides) = match known {
            Some(known) => known,
            None => self
                .shared
                .store
                .link(link)
                .await?
                .ok_or_else(ApiError::unknown_link)?,
        };
        let game = self.game(id, who).await?;
        if known.is_none() {
            self.known().links.insert(hash, (id, sides));
        }
        if self.known().is_news(id) {
            let store = self.shared.store.clone();
            tokio::spawn(async move { store.used(id).await });
        }
        // Who only looks on keeps no player waiting.
        if sides != Sides::default() || !game.has_people() {
            game.asked_by(who);
        }
        game.wake().await;
        Ok((game, sides))
    }

    /// A game by its name, for a client.
    ///
    /// # Errors
    /// Returns an error if there is none, or it can't be read.
    pub(crate) async fn game(&self, id: Token, who: Client) -> Result<Arc<Game>, ApiError> {
        let cell = {
            let mut known = self.known();
            if !known.games.contains_key(&id) {
                known.unload_idle();
            }
            let slot = known.games.entry(id).or_insert_with(|| Slot {
                cell: Arc::default(),
                used: Instant::now(),
                noted: None,
            });
            slot.used = Instant::now();
            Arc::clone(&slot.cell)
        };
        if let Some(game) = cell.get() {
            return Ok(Arc::clone(game));
        }
        // To its end once it has begun, though the client may go away meanwhile.
        let games = self.clone();
        let loaded = tokio::spawn(async move {
            let loaded = cell.get_or_try_init(|| games.load(id, who)).await.cloned();
            drop(cell);
            if loaded.is_err() {
                games.known().forget_empty(id);
            }
            loaded
        });
        loaded.await.unwrap_or_else(|_| {
            self.known().forget_empty(id);
            Err(ApiError::unavailable("the game can't be loaded"))
        })
    }

    /// Keeps the table of a game that has just begun, as its record need not be replayed then.
    pub(crate) fn keep(&self, id: Token, table: Table) {
        let mut known = self.known();
        if known.fresh.len() == MOST_FRESH {
            known.fresh.pop_front();
        }
        known.fresh.push_back((id, table));
    }

    async fn load(&self, id: Token, who: Client) -> Result<Arc<Game>, ApiError> {
        // What waits holds nothing of a game yet.
        let _permit = self.shared.resuming.take(who).await;
        let stored = self.shared.store.load(id).await?;
        let stored = stored.ok_or_else(ApiError::unknown_link)?;
        let fresh = self.known().take_fresh(id);
        Game::load(Arc::clone(&self.shared), id, stored, fresh, who).await
    }

    fn known(&self) -> MutexGuard<'_, LoadedGames> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LoadedGames {
    fn take_fresh(&mut self, id: Token) -> Option<Table> {
        let at = self.fresh.iter().position(|(fresh, _)| *fresh == id)?;
        let (_, table) = self.fresh.remove(at)?;
        Some(table)
    }

    /// Returns `true` if it is to be written down that a game is used: once in an hour.
    fn is_news(&mut self, id: Token) -> bool {
        let Some(slot) = self.games.get_mut(&id) else {
            return false;
        };
        let is_news = slot.noted.is_none_or(|noted| noted.elapsed() > NOTED);
        if is_news {
            slot.noted = Some(Instant::now());
        }
        is_news
    }

    /// Number of amplitudes that the games hold together.
    fn held(&self) -> usize {
        let games = self.games.values().filter_map(|slot| slot.cell.get());
        games.map(|game| game.held()).sum()
    }

    /// Lets the games go that were used the longest ago, until there is some room again, but for those in
    /// which something is under way or that somebody follows. Where they only hold too much, those stay
    /// that hold little.
    fn unload_idle(&mut self) {
        let mut held = self.held();
        if self.games.len() < MOST && held <= MOST_HELD {
            return;
        }
        let mut idle: Vec<(Instant, Token, usize)> = self
            .games
            .iter()
            .filter_map(|(&id, slot)| {
                let game = slot.cell.get()?;
                // Nobody gets at it meanwhile, as that takes the lock that is held here.
                let is_alone = Arc::strong_count(&slot.cell) == 1 && Arc::strong_count(game) == 1;
                (is_alone && game.is_idle()).then(|| (slot.used, id, game.held()))
            })
            .collect();
        idle.sort_unstable_by_key(|&(used, ..)| used);
        for (_, id, own) in idle {
            let are_many = self.games.len() > MOST - MOST / 10;
            let is_much = held > MOST_HELD - MOST_HELD / 10 && own > MOST_HELD / MOST;
            if !are_many && !is_much {
                continue;
            }
            held = held.saturating_sub(own);
            self.games.remove(&id);
        }
        let games = &self.games;
        self.links.retain(|_, (game, _)| games.contains_key(game));
    }

    /// Forgets a game that could not be loaded, unless somebody tries just now.
    fn forget_empty(&mut self, id: Token) {
        let slot = self.games.get(&id);
        if slot.is_some_and(|slot| Arc::strong_count(&slot.cell) == 1 && slot.cell.get().is_none())
        {
            self.games.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Waker};

    use super::*;
    use crate::backends::Backends;
    use crate::begin::{self, NewGameRequest};
    use crate::catalogue::Catalogue;
    use crate::limits::ServerLimits;
    use crate::store::{Capacity, Store};

    #[tokio::test(flavor = "multi_thread")]
    async fn a_game_is_loaded_to_its_end_though_who_asked_goes_away() {
        let folder = tempfile::tempdir().unwrap();
        let capacity = Capacity {
            games: 10,
            days: 30,
        };
        let store = Store::open(folder.path(), capacity).unwrap();
        let shared = Arc::new(ServerState::new(
            store,
            Backends::new(None),
            Catalogue::default(),
            Vec::new(),
            ServerLimits::default(),
        ));
        let asked = NewGameRequest::default();
        let made = begin::made(&shared, asked, Client::NOBODY).await;
        let new = made.unwrap().new;
        shared.store.create(new.clone()).await.unwrap();
        let games = Games::new(shared);
        {
            let mut gone = pin!(games.game(new.id, Client::NOBODY));
            drop(gone.as_mut().poll(&mut Context::from_waker(Waker::noop())));
        }
        let is_there = || games.known().games[&new.id].cell.get().is_some();
        for _ in 0..1000 {
            if is_there() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it is not loaded");
    }
}
