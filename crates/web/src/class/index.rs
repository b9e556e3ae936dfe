//! The classes in memory: all that pupils may join or look at, by whatever leads to them.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use serde::Serialize;
use tokio::sync::{Mutex, MutexGuard, watch};

use super::record::{ClassRecord, ClassSeat};
use super::words::ClassCode;
use crate::limits::{Client, ClientRate};
use crate::links::{LinkHash, Token};

/// Number of clients that a class remembers: most of its pupils have one address.
const MOST_MET: usize = 256;

/// Pupils who may join a class at once from one address, as from a classroom.
const JOINS: u32 = 40;

/// The same in each minute afterwards.
const JOINS_A_MINUTE: u32 = 6;

/// A class in memory.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) id: Token,
    record: tokio::sync::RwLock<Arc<ClassRecord>>,
    /// Held by whoever changes it.
    acting: Mutex<()>,
    /// Grows with every change, of its games too.
    news: watch::Sender<u64>,
    /// Seconds since 1970 when it was changed last.
    touched: AtomicI64,
    /// Clients that began it or have had its code, up to a number.
    met: std::sync::Mutex<HashSet<Client>>,
    /// Pupils who join from one address.
    pub(crate) joins: ClientRate,
}

/// Member of a class: a pupil by number, or the teacher as 0.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) class: Arc<Class>,
    pub(crate) number: u32,
    /// The member's link.
    pub(crate) link: Token,
}

/// Nicknames of the pupils who play a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Names {
    pub(crate) white: Option<String>,
    pub(crate) black: Option<String>,
}

/// All classes in memory.
#[derive(Debug, Default)]
pub(crate) struct ClassIndex {
    known: RwLock<IndexedClasses>,
}

#[derive(Debug, Default)]
struct IndexedClasses {
    classes: HashMap<Token, Arc<Class>>,
    codes: HashMap<ClassCode, Token>,
    /// Links of teachers and pupils.
    links: HashMap<LinkHash, (Token, u32)>,
    /// Links by which pupils move.
    seats: HashMap<LinkHash, (Token, u32)>,
    games: HashMap<Token, (Token, Names)>,
}

impl Class {
    /// As it stands now.
    pub(crate) async fn record(&self) -> Arc<ClassRecord> {
        Arc::clone(&*self.record.read().await)
    }

    /// Returns `true` if it has no pupils, and nobody changes that just now.
    pub(crate) fn is_empty(&self) -> bool {
        let record = self.record.try_read();
        record.is_ok_and(|record| record.numbers().next().is_none())
    }

    /// Seconds since 1970 when it was changed last.
    pub(crate) fn touched(&self) -> i64 {
        self.touched.load(Ordering::Relaxed)
    }

    /// Keeps everybody else from changing it.
    pub(crate) async fn lock(&self) -> MutexGuard<'_, ()> {
        self.acting.lock().await
    }

    /// Tells of what changes from now on.
    pub(crate) fn follow(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// Notes a client that has its code.
    pub(crate) fn meet(&self, who: Client) {
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        if met.len() < MOST_MET {
            met.insert(who);
        }
    }

    /// Returns `true` if a client was noted.
    pub(crate) fn has_met(&self, who: Client) -> bool {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        met.contains(&who)
    }

    pub(crate) fn changed(&self) {
        self.news.send_modify(|version| *version += 1);
    }
}

impl Member {
    /// The client that requests of this member are counted for.
    pub(crate) fn client(&self) -> Client {
        Client::of_class(self.class.id, self.number)
    }
}

impl ClassIndex {
    /// Takes a class in, or what changed of it, after it was written down.
    pub(crate) async fn update(&self, record: ClassRecord, touched: i64) -> Arc<Class> {
        let record = Arc::new(record);
        let class = self.write().update(&record, touched);
        *class.record.write().await = record;
        class.changed();
        class
    }

    /// Number of classes.
    pub(crate) fn len(&self) -> usize {
        self.read().classes.len()
    }

    pub(crate) fn by_code(&self, code: &ClassCode) -> Option<Arc<Class>> {
        let known = self.read();
        known.classes.get(known.codes.get(code)?).cloned()
    }

    /// Whose link this is.
    pub(crate) fn member(&self, link: Token) -> Option<Member> {
        let known = self.read();
        let &(class, number) = known.links.get(&link.hash())?;
        let class = Arc::clone(known.classes.get(&class)?);
        Some(Member {
            class,
            number,
            link,
        })
    }

    /// The client of a link of a teacher or a pupil, or of one by which a pupil moves.
    pub(crate) fn client(&self, link: Token) -> Option<Client> {
        let known = self.read();
        let hash = link.hash();
        let of = known.links.get(&hash).or_else(|| known.seats.get(&hash));
        of.map(|&(class, number)| Client::of_class(class, number))
    }

    /// The nicknames at a game, if it is one of a class.
    pub(crate) fn names(&self, game: Token) -> Option<Names> {
        self.read().games.get(&game).map(|(_, names)| names.clone())
    }

    /// Tells those who follow its class that a game has changed.
    pub(crate) fn game_changed(&self, game: Token) {
        let known = self.read();
        let class = known
            .games
            .get(&game)
            .and_then(|(class, _)| known.classes.get(class));
        if let Some(class) = class {
            class.changed();
        }
    }

    /// The class for which this is the largest.
    pub(crate) fn largest(&self, of: impl Fn(&Class) -> i64) -> Option<Token> {
        let known = self.read();
        let classes = known.classes.values();
        classes.max_by_key(|class| of(class)).map(|class| class.id)
    }

    /// Keeps the classes, with when they were changed last, for which this is so.
    pub(crate) fn retain(&self, keep: impl Fn(Token, i64) -> bool) {
        let mut known = self.write();
        let IndexedClasses {
            classes,
            codes,
            links,
            seats,
            games,
        } = &mut *known;
        classes.retain(|&id, class| keep(id, class.touched()));
        codes.retain(|_, class| classes.contains_key(class));
        links.retain(|_, (class, _)| classes.contains_key(class));
        seats.retain(|_, (class, _)| classes.contains_key(class));
        games.retain(|_, (class, _)| classes.contains_key(class));
    }

    fn read(&self) -> RwLockReadGuard<'_, IndexedClasses> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, IndexedClasses> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl IndexedClasses {
    fn update(&mut self, record: &Arc<ClassRecord>, touched: i64) -> Arc<Class> {
        let id = record.id;
        let class = self.classes.entry(id).or_insert_with(|| {
            Arc::new(Class {
                id,
                record: tokio::sync::RwLock::new(Arc::clone(record)),
                acting: Mutex::default(),
                news: watch::Sender::new(0),
                touched: AtomicI64::new(touched),
                met: std::sync::Mutex::default(),
                joins: ClientRate::new(JOINS_A_MINUTE, Duration::from_mins(1), JOINS),
            })
        });
        class.touched.store(touched, Ordering::Relaxed);
        let class = Arc::clone(class);
        self.codes.insert(record.code.clone(), id);
        // Who was removed has no link any more.
        self.links.retain(|_, (class, _)| *class != id);
        self.links.insert(record.teacher, (id, 0));
        for (number, pupil) in (1..).zip(&record.pupils) {
            if let Some(link) = pupil.link {
                self.links.insert(link, (id, number));
            }
        }
        for game in &record.games {
            for (seat, link) in [
                (&game.white, game.links.white),
                (&game.black, game.links.black),
            ] {
                if let (&ClassSeat::Pupil(number), Some(link)) = (seat, link) {
                    self.seats.insert(link, (id, number));
                }
            }
            let name = |seat: &ClassSeat| record.name(seat).map(str::to_owned);
            let names = Names {
                white: name(&game.white),
                black: name(&game.black),
            };
            self.games.insert(game.id, (id, names));
        }
        class
    }
}
