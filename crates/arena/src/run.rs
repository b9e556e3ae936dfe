//! Playing the missing games of a tournament.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use crate::error::ArenaError;
use crate::game;
use crate::pool::WorkerPool;
use crate::rating::Score;
use crate::scan::GameEnd;
use crate::schedule::{Fixture, Schedule};
use crate::sprt::SprtState;
use crate::standings::{self, GameEnds, Standings, player_outcome};
use crate::store::Store;
use crate::tournament::Tournament;

/// Progress of a tournament, or of this process's shard.
#[derive(Clone, Copy, Debug)]
pub struct TournamentProgress<'a> {
    /// Number of finished games.
    pub done: u64,
    /// Number of all games.
    pub of: u64,
    /// Each player's score in the finished games of all shards, in the order of the plan.
    pub scores: &'a [Score],
    /// State of the sequential test, if there is one.
    pub sprt: Option<&'a SprtState>,
}

impl Tournament {
    /// Plays the missing games, and returns the standings then. After cancellation games are left,
    /// see [`Self::left`].
    ///
    /// `stop` drops the games under way. `observer` is called once at first, and whenever a game is
    /// finished and on disk. Once the test has accepted a hypothesis no game is begun; those that are
    /// finished later are kept and not counted.
    ///
    /// # Errors
    /// Returns an error if there are no threads, a game can't be played or can't be written; games
    /// that were finished before are kept.
    pub fn run(
        &mut self,
        pool: &WorkerPool<'_>,
        stop: &AtomicBool,
        observer: impl FnMut(&TournamentProgress<'_>) + Send,
    ) -> Result<Standings, ArenaError> {
        let missing = self.missing();
        let of = self.size();
        let left = missing.len() as u64;
        let mut collector = Collector {
            scores: scores(self.plan.players.len(), &self.schedule, &self.ends),
            sprt: self.sprt_state(),
            schedule: &self.schedule,
            store: &mut self.store,
            ends: &mut self.ends,
            done: of - left,
            of,
            observer,
            failure: None,
        };
        collector.report();
        let pool = WorkerPool {
            before: collector.done,
            ..*pool
        };
        let collector = Mutex::new(collector);
        let (plan, schedule) = (&self.plan, &self.schedule);
        pool.run(left, |games| {
            while let Some(place) = games.take() {
                // Places are numbered from 1, and there are as many as games are missing.
                let index = usize::try_from(place - 1).unwrap_or(usize::MAX);
                let number = missing.get(index).copied().unwrap_or_default();
                let Some(fixture) = schedule.fixture(number) else {
                    break;
                };
                let played = game::play(plan, &fixture, stop);
                let mut collector = collector.lock().expect("no thread panicked");
                if !collector.collect(&fixture, played) {
                    games.stop();
                    break;
                }
            }
        })?;
        match collector.into_inner().expect("no thread panicked").failure {
            Some(error) => Err(error),
            None => Ok(self.standings()),
        }
    }
}

/// Collector of finished games, which the threads share.
struct Collector<'a, F> {
    schedule: &'a Schedule,
    store: &'a mut Store,
    ends: &'a mut GameEnds,
    sprt: Option<SprtState>,
    scores: Vec<Score>,
    done: u64,
    of: u64,
    observer: F,
    failure: Option<ArenaError>,
}

impl<F: FnMut(&TournamentProgress<'_>)> Collector<'_, F> {
    /// Stores a game; returns `true` if more are to be played.
    fn collect(
        &mut self,
        fixture: &Fixture,
        played: Result<Option<(Vec<u8>, GameEnd)>, ArenaError>,
    ) -> bool {
        let stored = match played {
            Ok(None) => return false,
            Ok(Some((text, end))) => self.store.add(&text).map(|()| end),
            Err(error) => Err(error),
        };
        match stored {
            Ok(end) => {
                self.ends.insert(fixture.number, end);
                count(&mut self.scores, fixture, end);
                self.done += 1;
            }
            Err(error) => {
                self.failure.get_or_insert(error);
                return false;
            }
        }
        if let Some(sprt) = &mut self.sprt {
            standings::follow(sprt, self.schedule, self.ends);
        }
        self.report();
        self.failure.is_none() && self.sprt.is_none_or(|sprt| sprt.accepted.is_none())
    }

    fn report(&mut self) {
        (self.observer)(&TournamentProgress {
            done: self.done,
            of: self.of,
            scores: &self.scores,
            sprt: self.sprt.as_ref(),
        });
    }
}

fn scores(players: usize, schedule: &Schedule, ends: &GameEnds) -> Vec<Score> {
    let mut scores = vec![Score::default(); players];
    for (&number, &end) in ends {
        if let Some(fixture) = schedule.fixture(number) {
            count(&mut scores, &fixture, end);
        }
    }
    scores
}

fn count(scores: &mut [Score], fixture: &Fixture, end: GameEnd) {
    for player in [fixture.white, fixture.black] {
        scores[player].count(player_outcome(fixture, player, end));
    }
}
