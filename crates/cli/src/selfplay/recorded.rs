//! Games with records or traces.

use cheqqers_arena::{AdjustedScore, Batch, PliesByOutcome, WorkQueue, WorkerPool, seats};
use cheqqers_files::Existing;
use cheqqers_game::record::Detail;
use cheqqers_players::game_seed;
use cheqqers_session::{MissingOutcomes, play_game};

use super::error::SelfplayError;
use super::order::{Files, GameText, OrderedWriter};
use crate::args::Selfplay;
use crate::error::Failure;
use crate::interrupt::cancelled;

/// Plays all games, and writes them in order. Their count, and White's score adjusted by luck where it is counted.
pub(crate) fn play(
    batch: &Batch<'_>,
    args: &Selfplay,
    pool: &WorkerPool<'_>,
) -> Result<(PliesByOutcome, Option<AdjustedScore>), Failure> {
    let (trace, folder) = (args.trace.as_deref(), args.record.as_deref());
    let files = Files::create(trace, folder, args.games, Existing::of(args.force))?;
    let order = OrderedWriter::new(files);
    pool.run(args.games, |games| work(batch, args, games, &order))?;
    order.finish()
}

/// Plays games until none is left, or one fails or is stopped by the user.
fn work(batch: &Batch<'_>, args: &Selfplay, games: &WorkQueue<'_>, order: &OrderedWriter) {
    while let Some(game) = games.take() {
        if !order.wait_for_room(game) {
            break;
        }
        match one(batch, args, game) {
            Ok(Some(text)) => order.put(game, text),
            stopped => return order.close(stopped.err()),
        }
    }
}

/// A game from its header to its end; `None` when it was stopped.
fn one(batch: &Batch<'_>, args: &Selfplay, game: u64) -> Result<Option<GameText>, Failure> {
    let series = batch.series;
    let seed = game_seed(batch.seed, game);
    let mut measurer = series.measurer(seed);
    let mut seats = seats(series.game, seed, &args.white, &args.black);
    let mut header = series.header(seed, [&args.white, &args.black], args.time);
    if let Some(luck) = args.luck {
        header.insert("luck".into(), luck.get().into());
    }
    let detail = match args.trace {
        Some(_) => Detail::Trace,
        None => Detail::Record,
    };
    let missing = MissingOutcomes::Measured;
    let mut session = series.open(seed, header, detail, missing, &mut measurer)?;
    if args.luck.is_none() {
        session.keep_last_positions();
    }
    let (time, stop) = (args.time, cancelled());
    let played = play_game(&mut session, &mut seats, &mut measurer, time, None, stop);
    played.map_err(|source| SelfplayError::Ply {
        game,
        ply: session.next_ply(),
        source: Box::new(source),
    })?;
    let Some(outcome) = session.outcome() else {
        return Ok(None);
    };
    let mut luck = None;
    if let Some(nodes) = args.luck {
        luck = session.tell_luck(nodes, stop);
        if luck.is_none() {
            return Ok(None);
        }
    }
    let plies = session.next_ply() - 1;
    let mut text = GameText {
        outcome,
        plies,
        luck,
        trace: Vec::new(),
        record: Vec::new(),
    };
    if args.trace.is_some() {
        text.trace = session.to_record().into_bytes();
    }
    if args.record.is_some() {
        // Lines as records tell them.
        let header = session.header().clone();
        session.set_header(header);
        text.record = session.to_record().into_bytes();
    }
    Ok(Some(text))
}
