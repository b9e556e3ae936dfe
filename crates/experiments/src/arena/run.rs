//! Playing the games of a tournament that are missing.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use cheqqers_game::Game;
use cheqqers_players::{OpeningError, PlyError};

use super::scan::Ended;
use super::standing::{self, Results, side};
use super::store::Store;
use super::{Arena, ArenaError, Fixture, Schedule, Standing, game};
use crate::Crew;
use crate::rating::Score;
use crate::sprt::Tested;

/// How far a tournament has got while it is held.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// How many games of this part are finished.
    pub done: u64,
    /// How many it has.
    pub of: u64,
    /// What each player achieved in all finished games, in the order of the plan.
    pub scores: &'a [Score],
    /// How far the test is, where there is one.
    pub tested: Option<&'a Tested>,
}

impl<G> Arena<G>
where
    G: Game<Move: Send + Sync> + Send + Sync,
    OpeningError<G>: Send + Sync + 'static,
    PlyError<G>: Send + Sync + 'static,
{
    /// Plays the games that are missing, and tells how the tournament stands then: not to its end
    /// where the crew's host wanted one before, see [`Self::left`].
    ///
    /// `stop` drops the games under way; `seen` is told how far it is at first, and whenever a game
    /// is finished and on disk. Once the test has found something no game is begun; those that are
    /// finished later are kept and not counted.
    ///
    /// # Errors
    /// When there are no threads, a game can't be played or can't be written; games that were
    /// finished before are kept.
    pub fn run(
        &mut self,
        crew: &Crew<'_>,
        stop: &AtomicBool,
        seen: impl FnMut(&Progress<'_>) + Send,
    ) -> Result<Standing, ArenaError> {
        let missing = self.missing();
        let of = self.size();
        let left = missing.len() as u64;
        let mut keep = Keep {
            scores: scores(self.plan.players.len(), &self.schedule, &self.results),
            tested: self.tested(),
            schedule: &self.schedule,
            store: &mut self.store,
            results: &mut self.results,
            done: of - left,
            of,
            seen,
            failure: None,
        };
        keep.tell();
        let crew = Crew {
            before: keep.done,
            ..*crew
        };
        let keep = Mutex::new(keep);
        let (plan, schedule) = (&self.plan, &self.schedule);
        crew.run(left, |games| {
            while let Some(turn) = games.take() {
                // Turns are numbered from 1, and there are as many as games are missing.
                let index = usize::try_from(turn - 1).unwrap_or(usize::MAX);
                let number = missing.get(index).copied().unwrap_or_default();
                let Some(fixture) = schedule.fixture(number) else {
                    break;
                };
                let played = game::play(plan, &fixture, stop);
                let mut keep = keep.lock().expect("no thread panicked");
                if !keep.take(&fixture, played) {
                    games.stop();
                    break;
                }
            }
        })?;
        match keep.into_inner().expect("no thread panicked").failure {
            Some(error) => Err(error),
            None => Ok(self.standing()),
        }
    }
}

/// What the threads share: where games go when they are finished.
struct Keep<'a, F> {
    schedule: &'a Schedule,
    store: &'a mut Store,
    results: &'a mut Results,
    tested: Option<Tested>,
    scores: Vec<Score>,
    done: u64,
    of: u64,
    seen: F,
    failure: Option<ArenaError>,
}

impl<F: FnMut(&Progress<'_>)> Keep<'_, F> {
    /// Takes what came of a game; says whether more are wanted.
    fn take(
        &mut self,
        fixture: &Fixture,
        played: Result<Option<(Vec<u8>, Ended)>, ArenaError>,
    ) -> bool {
        let kept = match played {
            // The host does not want to wait for its end.
            Ok(None) => return false,
            Ok(Some((text, ended))) => self.store.add(&text).map(|()| ended),
            Err(error) => Err(error),
        };
        match kept {
            Ok(ended) => {
                self.results.insert(fixture.number, ended);
                count(&mut self.scores, fixture, ended);
                self.done += 1;
            }
            Err(error) => {
                self.failure.get_or_insert(error);
                return false;
            }
        }
        if let Some(tested) = &mut self.tested {
            standing::follow(tested, self.schedule, self.results);
        }
        self.tell();
        self.failure.is_none() && self.tested.is_none_or(|tested| tested.accepted.is_none())
    }

    fn tell(&mut self) {
        (self.seen)(&Progress {
            done: self.done,
            of: self.of,
            scores: &self.scores,
            tested: self.tested.as_ref(),
        });
    }
}

fn scores(players: usize, schedule: &Schedule, results: &Results) -> Vec<Score> {
    let mut scores = vec![Score::default(); players];
    for (&number, &ended) in results {
        if let Some(fixture) = schedule.fixture(number) {
            count(&mut scores, &fixture, ended);
        }
    }
    scores
}

fn count(scores: &mut [Score], fixture: &Fixture, ended: Ended) {
    for player in [fixture.white, fixture.black] {
        scores[player].count(side(fixture, player, ended));
    }
}
