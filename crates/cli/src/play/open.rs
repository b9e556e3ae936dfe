//! From the command line to a game that can go on: a new one, or one that was recorded.

use std::path::Path;

use cheqqers_game::{Colour, Encoding, Game, Status};
use cheqqers_players::{
    Measurer, MeasurerKind, PlayerKind, Stream, TimeControl, game_seed, generator,
};
use cheqqers_session::Session;
use serde_json::Value;

use super::by::By;
use super::keep::{Keeper, RecordFile};
use super::session::Kept;
use super::table::Chair;
use crate::CliError;
use crate::args::{Play, Seat};
use crate::setup::{Setup, new_seed, ready};

/// Who plays Black unless chosen otherwise.
const DEFAULT_OPPONENT: PlayerKind = PlayerKind::Random;

/// A game, and who plays and measures it.
pub(super) struct Opened<G: Game> {
    pub(super) session: Kept<G>,
    pub(super) seats: [Seat; 2],
    /// The same, ready to play.
    pub(super) chairs: [Chair<G>; 2],
    pub(super) measurer: Measurer,
    /// The move whose measurement was under way when the game was left.
    pub(super) waiting: Option<G::Move>,
    pub(super) encoding: Encoding,
    /// Whether the last line of the record was cut off.
    pub(super) cut_off: bool,
}

impl<G: Game> Opened<G> {
    /// Whose side of the board belongs at the bottom: that of the only person, else White's.
    pub(super) fn bottom(&self) -> Colour {
        match self.seats {
            [Seat::Player(_), Seat::Human] => Colour::Black,
            _ => Colour::White,
        }
    }
}

/// Chairs for those who play from this position. `seed` is that of the players' choices.
fn chairs<G: Game>(
    [white, black]: &[Seat; 2],
    seed: u64,
    start: &G,
) -> Result<[Chair<G>; 2], CliError> {
    let chair = |seat: &Seat, stream| match seat {
        Seat::Human => Ok(Chair::Person),
        Seat::Player(kind) => ready(kind, generator(seed, stream), start).map(Chair::Player),
    };
    Ok([chair(white, Stream::White)?, chair(black, Stream::Black)?])
}

/// A new game, its first moves made.
pub(super) fn new_game<G: Game>(args: &Play) -> Result<Opened<G>, CliError> {
    let setup = Setup::<G>::new(&args.game, MeasurerKind::Local)?;
    let seed = setup.seed;
    let white = args.white.clone().unwrap_or(Seat::Human);
    let black = args.black.clone().unwrap_or(Seat::Player(DEFAULT_OPPONENT));
    let seats = [white, black];
    let chairs = chairs(&seats, seed, &setup.series.start)?;
    let mut by: By<G::Move> = By::of_setup(args, &setup, seed)?;
    let [white, black] = &seats;
    let mut header = setup.header(&white.to_string(), &black.to_string());
    if args.time != TimeControl::Own {
        header.insert("time".into(), args.time.to_string().into());
    }
    header.extend(by.header);
    let keeper = |header| match &args.record {
        None => Ok(Keeper::Nowhere),
        Some(path) => RecordFile::create(path, header).map(Keeper::File),
    };
    // Jobs that are paid for must have a file to go to; moves that are wrong must leave none.
    let (keeper, opening) = if setup.remote.is_some() {
        let keeper = keeper(&header)?;
        (keeper, setup.open(&mut by.measurer)?)
    } else {
        let opening = setup.open(&mut by.measurer)?;
        (keeper(&header)?, opening)
    };
    let session = Session::new(setup.series.start.clone(), header);
    let mut session = Kept::new(session, keeper);
    for made in opening {
        session.push(made.mv, made.ply)?;
    }
    Ok(Opened {
        session,
        seats,
        chairs,
        measurer: by.measurer,
        waiting: None,
        encoding: setup.series.encoding,
        cut_off: false,
    })
}

/// A recorded game where it stopped.
pub(super) fn resume<G: Game>(args: &Play, path: &Path) -> Result<Opened<G>, CliError> {
    let (mut file, record) = RecordFile::open(path)?;
    let session = Session::<G>::of_record(&record);
    let session = session.map_err(|source| CliError::of_replay(path, source))?;
    let text = |key: &str| record.header.get(key).and_then(Value::as_str);
    let seat = |given: &Option<Seat>, key: &'static str| match (given, text(key)) {
        (Some(seat), _) => Ok(seat.clone()),
        (None, Some(name)) => name.parse().map_err(|_| CliError::RecordedPlayer {
            path: path.into(),
            colour: key,
            found: name.into(),
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
    // Every line that was drawn for made the record longer, so this seed was not used before.
    let seed = game_seed(seed, record.lines.len() as u64 + 2);
    let by = By::of_record(args, path, &record, session.plies(), seed)?;
    let mut session = Kept::new(session, Keeper::Nowhere);
    // In a finished game nobody plays.
    let chairs = match session.status() {
        Status::InProgress => chairs(&seats, seed, session.start())?,
        _ => [Chair::Person, Chair::Person],
    };
    // A finished game is not written to.
    if session.status() == Status::InProgress {
        file.repair(&record)?;
        session.keeper = Keeper::File(file);
    }
    Ok(Opened {
        session,
        seats,
        chairs,
        measurer: by.measurer,
        waiting: by.waiting,
        encoding: args.game.encoding,
        cut_off: record.cut_off,
    })
}
