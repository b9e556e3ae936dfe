//! A client of any game: it draws the board, plays what is typed, lets a player answer, takes moves back, and records
//! the game in a file, which it goes on with the next time.
//!
//! ```text
//! cargo run --example client -- cheqqers:superposition game.jsonl
//! ```

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::{env, fs};

use cheqqers_game::record::Reader;
use cheqqers_game::show::Look;
use cheqqers_game::{Colour, Encoding, Status};
use cheqqers_measure::{Measurer, MeasurerKind};
use cheqqers_players::{Limit, PlayerKind, Stream, generator};
use cheqqers_session::{GameKind, KnownOutcomes, MeasuredPlies, Session};
use serde_json::{Map, Value};

type Failure = Box<dyn Error>;

fn main() -> Result<(), Failure> {
    let mut args = env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "cheqqers".into());
    let path = args.next().map(PathBuf::from);
    let recorded = path.as_ref().filter(|path| path.exists());
    let mut session = match recorded {
        Some(path) => resume(&fs::read_to_string(path)?)?,
        None => begin(&name)?,
    };
    play(&mut session, io::stdin().lock(), io::stdout())?;
    if let Some(path) = path {
        fs::write(path, session.to_record())?;
    }
    Ok(())
}

/// A new game of `NAME` or `NAME:PRESET`.
pub(crate) fn begin(name: &str) -> Result<Session, Failure> {
    let (name, preset) = match name.split_once(':') {
        Some((name, preset)) => (name, Some(preset)),
        None => (name, None),
    };
    let kind = GameKind::named(name)?;
    let start = kind.start(&kind.settings(preset, &[])?)?;
    let mut entries = Map::new();
    entries.insert("seed".into(), Value::from(1));
    Ok(kind.session(&start, start.header(entries), usize::MAX))
}

/// The game of a record.
pub(crate) fn resume(text: &str) -> Result<Session, Failure> {
    let record = Reader::new(text.as_bytes()).record()?;
    let record = record.ok_or("there is no game")?;
    let kind = GameKind::of_header(&record.header)?;
    Ok(kind.resume(&record, usize::MAX)?)
}

/// Plays White's moves as they are typed, and Black's by a player, until the input ends or the game does.
pub(crate) fn play(
    session: &mut Session,
    input: impl BufRead,
    mut output: impl Write,
) -> Result<(), Failure> {
    let rng = generator(session.lines().len() as u64, Stream::Measurements);
    let mut measurer = MeasurerKind::Sparse.measurer(rng, Encoding::Minimal);
    let mut opponent =
        GameKind::named(session.game())?.seat(&PlayerKind::Random, generator(1, Stream::Black));
    let stop = AtomicBool::new(false);
    let mut lines = input.lines();
    while session.status() == Status::InProgress {
        if session.turn() == Colour::Black {
            let chosen = opponent.choose(session, Limit::Own, &stop)?;
            make(session, &chosen.mv.text(), &mut measurer, &mut output)?;
            continue;
        }
        let last = session.last_move();
        let (board, legend) = session.picture(last.as_ref(), Look::default(), Colour::White);
        writeln!(output, "{board}{legend}{}.", session.words())?;
        let Some(line) = lines.next().transpose()? else {
            return Ok(());
        };
        match &*line {
            "moves" => writeln!(output, "{:?}", session.legal_moves())?,
            "undo" => match session.undoable(1, &[Colour::White], MeasuredPlies::TakenBack) {
                Ok(plies) => drop(session.undo(plies)),
                Err(refusal) => writeln!(output, "{refusal}")?,
            },
            text => {
                if let Err(error) = make(session, text, &mut measurer, &mut output) {
                    writeln!(output, "{error}")?;
                }
            }
        }
    }
    writeln!(output, "{}.", session.words())?;
    Ok(())
}

/// Makes a move and tells what came of it.
fn make(
    session: &mut Session,
    text: &str,
    measurer: &mut Measurer,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let mv = session.position().read_move(text)?;
    let ply = session.begin(&mv, KnownOutcomes::Used)?;
    session.append(ply.complete(measurer)?);
    let last = session.ply(session.num_plies() - 1);
    writeln!(output, "{}", last.description().join(" "))?;
    Ok(())
}
