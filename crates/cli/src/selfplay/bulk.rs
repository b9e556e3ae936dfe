//! Games that leave nothing but their number of plies and how they ended.

use std::sync::Mutex;

use cheqqers_checkers::Move;
use cheqqers_players::{PlayOutError, PlayedOut, game_seed, play_out};

use super::workers::{self, Games};
use super::{Job, Tally};
use crate::CliError;
use crate::interrupt::{Wish, wish};
use crate::setup::seats;

/// Plays all games.
pub(crate) fn play(job: &Job<'_>) -> Result<Tally, CliError> {
    let failure = Mutex::new(None);
    let tallies = workers::run(job, |games| work(job, games, &failure))?;
    if let Some(error) = failure.into_inner().expect("no thread panicked") {
        return Err(error);
    }
    let mut all = Tally::default();
    for tally in &tallies {
        all.add(tally);
    }
    Ok(all)
}

fn work(job: &Job<'_>, games: &Games, failure: &Mutex<Option<CliError>>) -> Tally {
    let mut tally = Tally::default();
    let mut legal = Vec::new();
    while let Some(game) = games.take() {
        match one(job, game, &mut legal) {
            Ok(PlayedOut {
                outcome: Some(outcome),
                plies,
            }) => tally.count(outcome, plies),
            // The user does not want to wait for its end.
            Ok(PlayedOut { outcome: None, .. }) => break,
            Err(error) => {
                games.stop();
                failure
                    .lock()
                    .expect("no thread panicked")
                    .get_or_insert(error);
                break;
            }
        }
    }
    tally
}

fn one(job: &Job<'_>, game: u64, legal: &mut Vec<Move>) -> Result<PlayedOut, CliError> {
    let seed = game_seed(job.setup.seed, game);
    let series = &job.setup.series;
    let mut measurer = series.measurer(seed);
    let mut seats = seats(seed, &job.args.white, &job.args.black);
    let mut made = series.open(seed, &mut measurer)?;
    let before = u32::try_from(made.len()).unwrap_or(u32::MAX);
    let last = made.pop();
    let start = last.map_or_else(|| series.start.clone(), |last| last.ply.position);
    let go_on = || wish() < Wish::Drop;
    let mut played =
        play_out(start, &mut seats, &mut measurer, legal, go_on).map_err(|error| match error {
            PlayOutError::Measure(source) => CliError::Measure { game, source },
            other => CliError::Game {
                game,
                ply: before,
                source: Box::new(other),
            },
        })?;
    played.plies += before;
    Ok(played)
}
