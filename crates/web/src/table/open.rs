//! New games: from a request, or from a record.

use cheqqers_game::Encoding;
use cheqqers_game::notation::{outcomes, split_moves};
use cheqqers_game::record::Record;
use cheqqers_game::replay::{ReplayError, ReplayReason};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Stream, generator};
use cheqqers_session::{
    GameKind, MissingOutcomes, Opening, OpeningError, RecordingError, Recordings,
};

use super::error::{ROOM, TableError};
use super::game::Table;
use super::header_entries::HeaderEntries;
use crate::limits::MOST_LINES;

/// The most bytes of a record in a game's own form, for as much work.
const MOST_BYTES: usize = 256 << 10;

/// A game to be begun.
#[derive(Clone, Debug)]
pub(crate) struct GameRequest<'a> {
    pub(crate) preset: Option<&'a str>,
    /// Settings of the game, as texts.
    pub(crate) settings: &'a [(String, String)],
    /// Moves to be made first, with outcomes in braces.
    pub(crate) moves: &'a str,
    /// Their outcomes, apart.
    pub(crate) outcomes: &'a str,
    pub(crate) entries: &'a HeaderEntries,
}

/// Begins a game. Moves that come first are measured by the exact state.
///
/// # Errors
/// Returns an error if it can't be set up so.
pub(crate) fn open(kind: GameKind, request: &GameRequest<'_>) -> Result<Table, TableError> {
    let settings = kind.settings(request.preset, request.settings);
    let start = kind.start(&settings.map_err(TableError::setup)?);
    let start = start.map_err(TableError::setup)?;
    let opening = Opening {
        moves: split_moves(request.moves),
        outcomes: outcomes(request.outcomes)
            .ok_or_else(|| TableError::Setup("the outcomes can't be read".into()))?,
    };
    let seed = request.entries.seed;
    let mut session = kind.session(&start, request.entries.header(&start, None), ROOM);
    let rng = generator(seed, Stream::Measurements);
    let opened = session.play_opening(
        &opening,
        seed,
        MissingOutcomes::Measured,
        &mut MeasurerKind::Sparse.measurer(rng, Encoding::Minimal),
    );
    opened.map_err(|error| match error {
        OpeningError::Room { .. } => TableError::Room,
        error => TableError::setup(error),
    })?;
    Ok(Table::new(kind, session))
}

/// Goes on with a recorded game.
///
/// # Errors
/// Returns an error if the record does not follow the rules.
pub(crate) fn resume(kind: GameKind, record: &Record) -> Result<Table, TableError> {
    // One of this server's may hold more than a new one.
    let session = kind.resume(record, usize::MAX);
    let mut session = session.map_err(TableError::setup)?;
    session.set_room(ROOM);
    Ok(Table::new(kind, session))
}

/// Goes on with a game that was recorded elsewhere, under a header of its own.
///
/// # Errors
/// Returns an error if the record does not follow the rules to the last word.
pub(crate) fn load(
    kind: GameKind,
    record: &Record,
    entries: &HeaderEntries,
) -> Result<Table, TableError> {
    let session = kind.resume(record, ROOM);
    let mut session = session.map_err(|error| match error {
        ReplayError {
            reason: ReplayReason::Room,
            ..
        } => TableError::Room,
        error => TableError::setup(error),
    })?;
    let header = entries.header(&session.position_after(0), Some(&record.header));
    session.set_header(header);
    Ok(Table::new(kind, session))
}

/// Reads a game that was recorded elsewhere, as JSON Lines or in a form of a game's own.
///
/// # Errors
/// Returns an error if the text is no record of one game.
pub(crate) fn read(text: &str) -> Result<Record, TableError> {
    // Some editors begin a file by a mark that is no part of it.
    let text = text.trim_start_matches('\u{feff}');
    let recordings = Recordings::new(text.as_bytes()).map_err(RecordingError::from);
    let recordings = recordings.map_err(TableError::setup)?;
    // Another form is played while it is read.
    if !recordings.can_grow() && text.len() > MOST_BYTES {
        let message =
            format!("a draughts record is read up to {MOST_BYTES} bytes: leave out comments");
        return Err(TableError::Setup(message));
    }
    let record = recordings.only().map_err(TableError::setup)?;
    let lines = record.lines.len();
    if lines > MOST_LINES {
        let message = format!("the record has {lines} lines, and {MOST_LINES} are read at most");
        return Err(TableError::Setup(message));
    }
    if record.cut_off {
        let message = "the last line is cut off: complete it, or leave it out";
        return Err(TableError::Setup(message.into()));
    }
    Ok(record)
}
