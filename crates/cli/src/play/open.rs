//! Games as they begin in the terminal: new ones and recorded ones.

use std::path::{Path, PathBuf};

use cheqqers_engine::PlayerSpec;
use cheqqers_game::{Colour, Encoding, Status};
use cheqqers_measure::{Measurer, MeasurerKind};
use cheqqers_players::{PlayerKind, Stream, game_seed, generator};
use cheqqers_session::{GameKind, GamePool, Session};
use serde_json::{Map, Value};

use super::error::PlayError;
use super::kept_game::{self, KeptGame};
use super::measurer::{MeasurementSetup, PendingMove};
use super::terminal::Controller;
use crate::args::{Play, Seat};
use crate::error::Failure;
use crate::record::{RecordError, recorded_in};
use crate::record_file::{RecordFile, RecordWriter};
use crate::setup::{Setup, SetupError, new_seed, ready};

/// Black's player by default.
const DEFAULT_OPPONENT: PlayerSpec = PlayerSpec::BuiltIn(PlayerKind::Random);

/// A game with its players and its measurer.
pub(super) struct OpenGame {
    pub(super) game: GameKind,
    pub(super) session: Session,
    pub(super) writer: RecordWriter,
    /// The file of a new game that is kept without being asked for.
    pub(super) kept: Option<KeptGame>,
    /// Files of games that were kept and not finished, the last one first.
    pub(super) unfinished: Vec<PathBuf>,
    pub(super) seats: [Seat; 2],
    /// The players of the seats.
    pub(super) controllers: [Controller; 2],
    pub(super) measurer: Measurer,
    /// The move whose measurement was under way when the game was left.
    pub(super) pending: Option<PendingMove>,
    pub(super) encoding: Encoding,
    /// Description of the jobs that a new game takes, or a remark on those of a recorded one.
    pub(super) estimate: Option<String>,
    pub(super) pool: GamePool,
    /// `true` if the last line of the record was cut off.
    pub(super) cut_off: bool,
}

impl OpenGame {
    /// The side at the bottom of the board: that of the only person, else White.
    pub(super) fn bottom(&self) -> Colour {
        match self.seats {
            [Seat::Player(_), Seat::Human] => Colour::Black,
            _ => Colour::White,
        }
    }
}

/// The players of a game from this position. `seed` is that of their choices.
fn controllers(
    [white, black]: &[Seat; 2],
    seed: u64,
    game: GameKind,
    session: &Session,
) -> Result<[Controller; 2], SetupError> {
    let controller = |seat: &Seat, stream| match seat {
        Seat::Human => Ok(Controller::Person),
        Seat::Player(kind) => {
            ready(kind, generator(seed, stream), game, session).map(Controller::Player)
        }
    };
    Ok([
        controller(white, Stream::White)?,
        controller(black, Stream::Black)?,
    ])
}

/// A new game after the moves of the options.
pub(super) fn new_game(args: &Play) -> Result<OpenGame, Failure> {
    let setup = Setup::new(&args.game, MeasurerKind::Local)?;
    let seed = setup.seed;
    let white = args.white.clone().unwrap_or(Seat::Human);
    let black = args.black.clone().unwrap_or(Seat::Player(DEFAULT_OPPONENT));
    let seats = [white, black];
    let game = setup.series.game;
    let start = game.session(&setup.series.start, Map::new(), usize::MAX);
    let controllers = controllers(&seats, seed, game, &start)?;
    let writer = RecordWriter::default();
    let [white, black] = &seats;
    let header = setup.header([white, black], args.time);
    let mut by = MeasurementSetup::of_setup(args, &setup, header, seed, &writer)?;
    let header = by.header;
    let has_jobs = setup.remote.is_some();
    let open_record = |header| -> Result<Option<KeptGame>, Failure> {
        // Nothing is played in a dry run.
        if args.remote.dry_run {
            return Ok(None);
        }
        if let Some(path) = &args.record {
            writer.open(RecordFile::create(path, header)?);
            return Ok(None);
        }
        let Some((kept, file)) = kept_game::create(args.game.name(), header, has_jobs)? else {
            return Ok(None);
        };
        writer.open(file);
        Ok(Some(kept))
    };
    let unfinished = match args.record {
        None if !args.remote.dry_run => kept_game::unfinished(),
        _ => Vec::new(),
    };
    // Jobs that cost money need a record beforehand; wrong moves must leave no file.
    let (session, kept) = if has_jobs {
        let kept = open_record(&header)?;
        (setup.open(header, &mut by.measurer)?, kept)
    } else {
        let session = setup.open(header, &mut by.measurer)?;
        let kept = open_record(session.header())?;
        (session, kept)
    };
    let mut lines = session.lines().iter();
    lines.try_for_each(|line| writer.line(line))?;
    Ok(OpenGame {
        game,
        session,
        writer,
        kept,
        unfinished,
        seats,
        controllers,
        measurer: by.measurer,
        pending: None,
        encoding: setup.series.encoding,
        estimate: by.estimate,
        pool: by.pool,
        cut_off: false,
    })
}

/// A recorded game after its last ply.
pub(super) fn resume(args: &Play, path: &Path) -> Result<OpenGame, Failure> {
    let (mut file, record) = RecordFile::open(path)?;
    let game = recorded_in(path, &record)?;
    let session = game.resume(&record, usize::MAX);
    let session = session.map_err(|source| RecordError::replay(path, source))?;
    let text = |key: &str| record.header.get(key).and_then(Value::as_str);
    let seat = |given: &Option<Seat>, key: &'static str| match (given, text(key)) {
        (Some(seat), _) => Ok(seat.clone()),
        (None, Some(name)) => name.parse().map_err(|source| PlayError::RecordedPlayer {
            path: path.into(),
            colour: key,
            found: name.into(),
            source,
        }),
        (None, None) => Ok(Seat::Human),
    };
    let seats = [seat(&args.white, "white")?, seat(&args.black, "black")?];
    let given = args.game.seed;
    let seed = given.or_else(|| record.header.get("seed").and_then(Value::as_u64));
    let seed = match seed {
        Some(seed) => seed,
        None => new_seed()?,
    };
    // The record grew with every seed used so far, so this one is new.
    let seed = game_seed(seed, record.lines.len() as u64 + 2);
    let writer = RecordWriter::default();
    writer.go_on(&record);
    let by = MeasurementSetup::of_record(args, path, &record, &session, seed, &writer)?;
    // A finished game needs no players.
    let controllers = match session.status() {
        Status::InProgress => controllers(&seats, seed, game, &session)?,
        _ => [Controller::Person, Controller::Person],
    };
    // A finished game is not written to, unless it lacks the seeds of its pool.
    if session.status() == Status::InProgress || !by.pool.is_revealed() {
        file.repair(&record)?;
        writer.open(file);
    }
    Ok(OpenGame {
        game,
        session,
        writer,
        kept: None,
        unfinished: Vec::new(),
        seats,
        controllers,
        measurer: by.measurer,
        pending: by.pending,
        encoding: args.game.encoding,
        estimate: by.estimate,
        pool: by.pool,
        cut_off: record.cut_off,
    })
}
