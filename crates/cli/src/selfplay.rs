//! Many games between players, in parallel.
//!
//! A game depends on its seed alone, and games are counted and written in order, so the number of
//! threads changes nothing but the time. With clocks, other programs, or players that think for so
//! much time (`expert`, `expert:MS`), games differ from run to run.

mod error;
mod order;
mod recorded;
mod statistics;

use std::time::Instant;

use cheqqers_arena::{Batch, BatchError, WorkerPool};
use cheqqers_players::TimeControl;
use cheqqers_session::PlayOutError;

use self::error::SelfplayError;
use self::statistics::Statistics;
use crate::args::Selfplay;
use crate::error::Failure;
use crate::progress::GamesProgress;
use crate::setup::{Setup, ready_all};
use crate::stdio::print;

/// Plays the games, writes records and traces where asked for, prints the statistics.
pub(crate) fn run(args: &Selfplay) -> Result<(), Failure> {
    let mut setup = Setup::in_bulk(&args.game)?;
    let series = &mut setup.series;
    if !series.measurer(setup.seed).needs_circuits() {
        series.start = series.start.without_circuits();
    }
    if args.luck.is_some() && !series.is_exact() {
        return Err(SelfplayError::NoisyLuck.into());
    }
    let kinds = [&args.white, &args.black];
    ready_all(kinds, setup.seed, series.game, &series.start)?;
    let batch = Batch {
        series,
        white: &args.white,
        black: &args.black,
        seed: setup.seed,
        games: args.games,
        ply_limit: None,
    };
    let monitor = GamesProgress::new(args.games);
    let pool = WorkerPool::new(args.threads.map(usize::from), &monitor);
    let start = Instant::now();
    let watched = args.trace.is_some()
        || args.record.is_some()
        || args.luck.is_some()
        || args.time != TimeControl::Own
        || args.white.is_engine()
        || args.black.is_engine();
    let played = if watched {
        recorded::play(&batch, args, &pool)
    } else {
        let tally = batch.play(&pool).map_err(batch_failure);
        tally.map(|tally| (tally, None))
    };
    monitor.close();
    let (tally, adjusted) = played?;
    let played = tally.games();
    let statistics = Statistics {
        tally,
        luck: args.luck.zip(adjusted),
        seconds: start.elapsed().as_secs_f64(),
        seed: setup.seed,
    };
    print(if args.json {
        format!("{}\n", statistics.to_json())
    } else {
        statistics.to_string()
    })?;
    if played < args.games {
        let games = args.games;
        return Err(SelfplayError::Interrupted { played, games }.into());
    }
    Ok(())
}

fn batch_failure(error: BatchError) -> Failure {
    match error {
        BatchError::Opening(error) => error.into(),
        BatchError::Game {
            game,
            source: PlayOutError::Measure(source),
        } => SelfplayError::Measure { game, source }.into(),
        BatchError::Threads(error) => error.into(),
        other @ BatchError::Game { .. } => SelfplayError::Batch(Box::new(other)).into(),
    }
}
