//! Many games between players, in parallel.
//!
//! What a game is depends on its seed alone, and games are counted and written in order, so the
//! number of threads changes nothing but the time. With clocks, other programs, or players that
//! think for so much time (`expert`, `expert:MS`), games differ from run to run.

mod order;
mod recorded;
mod statistics;

use std::io::{self, Write};
use std::time::Instant;

use cheqqers_experiments::{Bulk, BulkError, Crew};
use cheqqers_game::Game;
use cheqqers_game::show::Show;
use cheqqers_players::{MeasurerKind, PlayOutError, TimeControl};
use cheqqers_session::{Task, with_game};

use crate::CliError;
use crate::args::Selfplay;
use crate::host::Terminal;
use crate::setup::{Setup, ready_all};
use statistics::Statistics;

/// Plays the games, writes what is asked for, prints the statistics.
pub(crate) fn run(args: &Selfplay) -> Result<(), CliError> {
    with_game(args.game.name(), Playing { args })
}

/// Many games, played.
struct Playing<'a> {
    args: &'a Selfplay,
}

impl Task for Playing<'_> {
    type Done = ();
    type Error = CliError;

    fn with<G: Show>(self) -> Result<(), CliError> {
        play::<G>(self.args)
    }
}

fn play<G: Game>(args: &Selfplay) -> Result<(), CliError> {
    let mut setup = Setup::<G>::new(&args.game, MeasurerKind::Sparse)?;
    if let Some((backend, _)) = setup.remote {
        return Err(CliError::RemoteInBulk { backend });
    }
    if !setup.series.measurer(setup.seed).needs_circuits() {
        setup.series.start.world_mut().stop_recording();
    }
    // What is wrong with the moves to make first should show before a file is made.
    setup.open(&mut setup.series.measurer(setup.seed))?;
    // And so should players who can't play.
    let kinds = [&args.white, &args.black];
    ready_all(kinds, setup.seed, &setup.series.start)?;
    let bulk = Bulk {
        series: &setup.series,
        white: &args.white,
        black: &args.black,
        seed: setup.seed,
        games: args.games,
        ply_limit: None,
    };
    let host = Terminal::new(args.games);
    let crew = Crew::new(args.threads.map(usize::from), &host);
    let start = Instant::now();
    let watched = args.trace.is_some()
        || args.record.is_some()
        || args.time != TimeControl::Own
        || args.white.is_foreign()
        || args.black.is_foreign();
    let played = if watched {
        recorded::play(&bulk, args, &crew)
    } else {
        bulk.play(&crew).map_err(of_bulk)
    };
    host.close();
    let tally = played?;
    let played = tally.games();
    let statistics = Statistics {
        tally,
        seconds: start.elapsed().as_secs_f64(),
        seed: setup.seed,
    };
    print(&statistics, args.json).map_err(CliError::Output)?;
    if played < args.games {
        let games = args.games;
        return Err(CliError::InterruptedAfter { played, games });
    }
    Ok(())
}

/// Why games that leave only counts were not played.
fn of_bulk<G: Game>(error: BulkError<G>) -> CliError {
    match error {
        BulkError::Opening(error) => error.into(),
        BulkError::Game {
            game,
            source: PlayOutError::Measure(source),
        } => CliError::Measure { game, source },
        BulkError::Crew(error) => error.into(),
        other => CliError::Bulk(Box::new(other)),
    }
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
