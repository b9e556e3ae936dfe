//! Games that are written down.

use std::io;
use std::ops::ControlFlow;

use cheqqers_experiments::{Bulk, Crew, Games, Tally, seats};
use cheqqers_game::Game;
use cheqqers_game::record::{Detail, Line, PlyLine, Recorder};
use cheqqers_players::{Begun, Played, TimeControl, game_seed, play_game};

use super::order::{Files, GameText, InOrder};
use crate::CliError;
use crate::args::Selfplay;
use crate::interrupt::dropped;

/// Plays all games, and writes them in order.
pub(crate) fn play<G: Game>(
    bulk: &Bulk<'_, G>,
    args: &Selfplay,
    crew: &Crew<'_>,
) -> Result<Tally, CliError> {
    let files = Files::create(args.trace.as_deref(), args.record.as_deref(), args.games)?;
    let order = InOrder::new(files);
    let job = Job { bulk, args };
    crew.run(args.games, |games| work(&job, games, &order))?;
    order.finish()
}

/// What all threads share.
#[derive(Debug)]
struct Job<'a, G: Game> {
    bulk: &'a Bulk<'a, G>,
    args: &'a Selfplay,
}

fn work<G: Game>(job: &Job<'_, G>, games: &Games<'_>, order: &InOrder) {
    while let Some(game) = games.take() {
        if !order.wait_for_room(game) {
            break;
        }
        match one(job, game) {
            Ok(Some(text)) => order.put(game, text),
            // The user does not want to wait for its end.
            Ok(None) => {
                order.close(None);
                break;
            }
            Err(error) => {
                order.close(Some(error));
                break;
            }
        }
    }
}

/// A game from its header to its end; `None` when it was stopped.
fn one<G: Game>(job: &Job<'_, G>, game: u64) -> Result<Option<GameText>, CliError> {
    let (series, args) = (job.bulk.series, job.args);
    let seed = game_seed(job.bulk.seed, game);
    let mut measurer = series.measurer(seed);
    let mut seats = seats(seed, &args.white, &args.black);
    let (white, black) = (args.white.to_string(), args.black.to_string());
    let mut header = series.header(seed, &white, &black, &series.backend.to_string());
    if args.time != TimeControl::Own {
        header.insert("time".into(), args.time.to_string().into());
    }
    let mut text = Texts {
        trace: start(args.trace.is_some(), &header)?,
        record: start(args.record.is_some(), &header)?,
    };
    let mut ply = 0;
    let made = series.open(seed, &mut measurer)?;
    for opened in &made {
        ply += 1;
        text.ply(opened.line(ply, Detail::Trace))?;
    }
    let begun = Begun::after(series.start.clone(), made);
    let mut failure = None;
    let observe = |played: Played<'_, G>| {
        ply += 1;
        if let Err(error) = text.ply(PlyLine::new(
            ply,
            played.before,
            played.mv,
            played.ply.measured.clone(),
            &played.ply.position,
            Detail::Trace,
        )) {
            failure = Some(error);
        }
        if failure.is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let finished = play_game(
        begun,
        &mut seats,
        &mut measurer,
        args.time,
        dropped(),
        observe,
    );
    if let Some(error) = failure {
        return Err(error);
    }
    let finished = finished.map_err(|source| CliError::Game {
        game,
        ply: ply + 1,
        source: Box::new(source),
    })?;
    if let Some(end) = finished.end() {
        text.line(&Line::End(end))?;
    }
    let into_bytes = |recorder: Option<Recorder<Vec<u8>>>| {
        recorder.map(Recorder::into_inner).unwrap_or_default()
    };
    Ok(finished.outcome().map(|outcome| GameText {
        outcome,
        plies: ply,
        trace: into_bytes(text.trace),
        record: into_bytes(text.record),
    }))
}

/// A game in the forms that are wanted.
struct Texts {
    trace: Option<Recorder<Vec<u8>>>,
    record: Option<Recorder<Vec<u8>>>,
}

impl Texts {
    /// Adds a ply, told as a trace tells it.
    fn ply(&mut self, mut line: PlyLine) -> Result<(), CliError> {
        if let Some(trace) = &mut self.trace {
            let whole = Line::Ply(Box::new(line.clone()));
            trace.line(&whole).map_err(in_memory)?;
        }
        if let Some(record) = &mut self.record {
            line.legal = None;
            line.board = None;
            record.line(&Line::Ply(Box::new(line))).map_err(in_memory)?;
        }
        Ok(())
    }

    /// Adds a line that is no ply.
    fn line(&mut self, line: &Line) -> Result<(), CliError> {
        for recorder in [&mut self.trace, &mut self.record].into_iter().flatten() {
            recorder.line(line).map_err(in_memory)?;
        }
        Ok(())
    }
}

fn start(
    wanted: bool,
    header: &serde_json::Map<String, serde_json::Value>,
) -> Result<Option<Recorder<Vec<u8>>>, CliError> {
    wanted
        .then(|| Recorder::start(Vec::new(), header))
        .transpose()
        .map_err(in_memory)
}

/// Memory takes all that is written to it; this is for what can't be put into JSON.
fn in_memory(source: io::Error) -> CliError {
    CliError::Write {
        path: "a line of the record".into(),
        source,
    }
}
