//! Games of which only the number of plies and the outcome are kept.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use cheqqers_engine::PlayerSpec;
use cheqqers_players::{Stream, game_seed, generator};
use cheqqers_session::{GameKind, OpeningError, PlayOutError, PlayedOut, Seats, Series};
use thiserror::Error;

use crate::plies::PliesByOutcome;
use crate::pool::{ThreadsError, WorkQueue, WorkerPool};

/// Games to play, of which only the number of plies and the outcome are counted.
#[derive(Debug)]
pub struct Batch<'a> {
    /// Start, opening and measurement of all games.
    pub series: &'a Series,
    /// Player of the white side.
    pub white: &'a PlayerSpec,
    /// Player of the black side.
    pub black: &'a PlayerSpec,
    /// Seed of the first game, from which the others are derived.
    pub seed: u64,
    /// Number of games.
    pub games: u64,
    /// Number of plies after which a game is stopped and counted as unfinished.
    pub ply_limit: Option<u32>,
}

/// Error of playing a batch of games.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BatchError {
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    #[error(transparent)]
    Opening(#[from] OpeningError),
    #[error("game {game} stopped")]
    Game {
        game: u64,
        #[source]
        source: PlayOutError,
    },
}

/// New players for the game with this seed, each with a random stream of its own.
pub fn seats(game: GameKind, seed: u64, white: &PlayerSpec, black: &PlayerSpec) -> Seats {
    Seats {
        white: white.seat(game, generator(seed, Stream::White)),
        black: black.seat(game, generator(seed, Stream::Black)),
    }
}

impl Batch<'_> {
    /// Plays the games, and counts those that were finished or reached the limit: fewer than all after
    /// cancellation. The result does not depend on the number of threads.
    ///
    /// Start without circuits unless the measurer needs them.
    ///
    /// # Errors
    /// Returns an error if there are no threads, or a game could not be played; nothing is counted
    /// then.
    pub fn play(&self, pool: &WorkerPool<'_>) -> Result<PliesByOutcome, BatchError> {
        let failure = Mutex::new(None);
        let tallies = pool.run(self.games, |games| self.work(games, &failure))?;
        if let Some(error) = failure.into_inner().expect("no thread panicked") {
            return Err(error);
        }
        let mut all = PliesByOutcome::default();
        for tally in &tallies {
            all.add(tally);
        }
        Ok(all)
    }

    fn work(&self, games: &WorkQueue<'_>, failure: &Mutex<Option<BatchError>>) -> PliesByOutcome {
        let mut tally = PliesByOutcome::default();
        while let Some(game) = games.take() {
            match self.one(game, games.drop_flag()) {
                Ok(PlayedOut { outcome: None, .. }) if games.is_dropped() => break,
                Ok(PlayedOut { outcome, plies }) => tally.count(outcome, plies),
                Err(error) => {
                    games.stop();
                    let mut failure = failure.lock().expect("no thread panicked");
                    failure.get_or_insert(error);
                    break;
                }
            }
        }
        tally
    }

    fn one(&self, game: u64, stop: &AtomicBool) -> Result<PlayedOut, BatchError> {
        let Self { series, .. } = self;
        let seed = game_seed(self.seed, game);
        let mut measurer = series.measurer(seed);
        let mut seats = seats(series.game, seed, self.white, self.black);
        let (start, before) = series.position(seed, &mut measurer)?;
        let limit = self.ply_limit.map_or(u32::MAX, |limit| limit.max(before));
        let most = limit - before;
        let mut played = seats
            .play_out(&start, &mut measurer, most, stop, &mut |_| {})
            .map_err(|source| BatchError::Game { game, source })?;
        played.plies += before;
        Ok(played)
    }
}
