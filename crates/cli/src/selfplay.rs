//! Many games between players, in parallel.
//!
//! What a game is depends on its seed alone, and games are counted and written in order, so the
//! number of threads changes nothing but the time.

mod bulk;
mod order;
mod recorded;
mod statistics;
mod workers;

use std::io::{self, Write};
use std::time::Instant;

use cheqqers_game::Game;
use cheqqers_players::{MeasurerKind, Stream, TimeControl, generator};

use crate::args::Selfplay;
use crate::setup::{Setup, ready};
use crate::{CliError, interrupt};
use statistics::{Statistics, Tally};

/// Plays the games, writes what is asked for, prints the statistics.
pub(crate) fn run(args: &Selfplay) -> Result<(), CliError> {
    let mut setup = Setup::new(&args.game, MeasurerKind::Sparse)?;
    if let Some((backend, _)) = setup.remote {
        return Err(CliError::RemoteInBulk { backend });
    }
    if !setup.series.measurer(setup.seed).needs_circuits() {
        setup.series.start.world_mut().stop_recording();
    }
    let job = Job {
        setup,
        args,
        threads: threads(args),
    };
    // What is wrong with the moves to make first should show before a file is made.
    let setup = &job.setup;
    setup.open(&mut setup.series.measurer(setup.seed))?;
    // And so should players who can't play.
    for kind in [&args.white, &args.black] {
        if kind.is_foreign() {
            let rng = generator(setup.seed, Stream::White);
            drop(ready(kind, rng, &setup.series.start)?);
        }
    }
    interrupt::watch();
    let start = Instant::now();
    let watched = args.trace.is_some()
        || args.record.is_some()
        || args.time != TimeControl::Own
        || args.white.is_foreign()
        || args.black.is_foreign();
    let tally = if watched {
        recorded::play(&job)?
    } else {
        bulk::play(&job)?
    };
    let statistics = Statistics {
        tally,
        seconds: start.elapsed().as_secs_f64(),
        seed: job.setup.seed,
    };
    print(&statistics, args.json).map_err(CliError::Output)?;
    if tally.games < args.games {
        return Err(CliError::InterruptedAfter {
            played: tally.games,
            games: args.games,
        });
    }
    Ok(())
}

/// What all threads share.
#[derive(Debug)]
struct Job<'a> {
    setup: Setup,
    args: &'a Selfplay,
    threads: usize,
}

fn threads(args: &Selfplay) -> usize {
    let wanted = args.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        usize::from,
    );
    wanted.min(usize::try_from(args.games).unwrap_or(usize::MAX))
}

fn print(statistics: &Statistics, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        writeln!(out, "{}", statistics.to_json())?;
    } else {
        write!(out, "{statistics}")?;
    }
    out.flush()
}
