//! Games that leave nothing but their number of plies and how they ended.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use cheqqers_game::Game;
use cheqqers_players::{
    OpeningError, PlayOutError, PlayedOut, PlayerKind, Seats, Series, Stream, game_seed, generator,
    play_out,
};
use thiserror::Error;

use crate::crew::Games;
use crate::{Crew, ExperimentError, Tally};

/// Games to be played, of which only counts are kept.
#[derive(Debug)]
pub struct Bulk<'a, G: Game> {
    /// What they have in common.
    pub series: &'a Series<G>,
    /// Who plays White.
    pub white: &'a PlayerKind,
    /// Who plays Black.
    pub black: &'a PlayerKind,
    /// The seed of the first game.
    pub seed: u64,
    /// How many.
    pub games: u64,
    /// After how many plies a game is stopped and counted as unfinished.
    pub ply_limit: Option<u32>,
}

/// Why games were not played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BulkError<G: Game> {
    /// No threads.
    #[error(transparent)]
    Crew(#[from] ExperimentError),
    /// The moves that come first can't be made.
    #[error(transparent)]
    Opening(#[from] OpeningError<G>),
    /// A game could not be played to its end.
    #[error("game {game} stopped")]
    Game {
        /// Which, from 1.
        game: u64,
        /// Why.
        #[source]
        source: PlayOutError,
    },
}

impl<G: Game> BulkError<G> {
    /// The error of games that begin where they start.
    pub(crate) fn into_plain(self) -> ExperimentError {
        match self {
            Self::Crew(error) => error,
            Self::Game { game, source } => ExperimentError::Game { game, source },
            Self::Opening(_) => unreachable!("there are no moves to make first"),
        }
    }
}

/// The players of the game with this seed.
pub fn seats<G: Game>(seed: u64, white: &PlayerKind, black: &PlayerKind) -> Seats<G> {
    Seats {
        white: white.player(generator(seed, Stream::White)),
        black: black.player(generator(seed, Stream::Black)),
    }
}

impl<G> Bulk<'_, G>
where
    G: Game,
    BulkError<G>: Send,
{
    /// Plays them, and counts those that were finished or reached the limit: fewer than all when
    /// the crew's host wanted an end. How many threads there are changes nothing else.
    ///
    /// Tell the start's world to stop recording unless the measurer needs circuits.
    ///
    /// # Errors
    /// When there are no threads, or a game could not be played; nothing is counted then.
    pub fn play(&self, crew: &Crew<'_>) -> Result<Tally, BulkError<G>> {
        let failure = Mutex::new(None);
        let tallies = crew.run(self.games, |games| self.work(games, &failure))?;
        if let Some(error) = failure.into_inner().expect("no thread panicked") {
            return Err(error);
        }
        let mut all = Tally::default();
        for tally in &tallies {
            all.add(tally);
        }
        Ok(all)
    }

    fn work(&self, games: &Games<'_>, failure: &Mutex<Option<BulkError<G>>>) -> Tally {
        let mut tally = Tally::default();
        let mut legal = Vec::new();
        while let Some(game) = games.take() {
            match self.one(game, &mut legal, games.dropped()) {
                // The host does not want to wait for its end.
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

    fn one(
        &self,
        game: u64,
        legal: &mut Vec<G::Move>,
        stop: &AtomicBool,
    ) -> Result<PlayedOut, BulkError<G>> {
        let seed = game_seed(self.seed, game);
        let mut measurer = self.series.measurer(seed);
        let mut seats = seats(seed, self.white, self.black);
        let mut made = self.series.open(seed, &mut measurer)?;
        let before = u32::try_from(made.len()).unwrap_or(u32::MAX);
        let last = made.pop();
        let start = last.map_or_else(|| self.series.start.clone(), |last| last.ply.position);
        let limit = self.ply_limit.map_or(u32::MAX, |limit| limit.max(before));
        let most = limit - before;
        let mut played = play_out(start, &mut seats, &mut measurer, legal, most, stop)
            .map_err(|source| BulkError::Game { game, source })?;
        played.plies += before;
        Ok(played)
    }
}
