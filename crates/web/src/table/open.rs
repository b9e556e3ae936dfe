//! New games: from a request, or from a record.

use cheqqers_game::notation::{outcomes, split_moves};
use cheqqers_game::record::Record;
use cheqqers_game::replay::{Replay, ReplayReason, Verify};
use cheqqers_game::settings;
use cheqqers_session::{
    MissingOutcomes, Opening, OpeningError, Playable, RecordingError, Recordings, Series,
    TypedSession,
};

use super::api::Table;
use super::error::{ROOM, TableError};
use super::header_entries::HeaderEntries;
use super::live::Live;
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
pub(crate) fn open<G: Playable>(request: &GameRequest<'_>) -> Result<Box<dyn Table>, TableError> {
    let changes = request.settings.iter();
    let changes = changes.map(|(key, value)| (&**key, &**value));
    let header = settings::header::<G>(request.preset, changes).map_err(TableError::setup)?;
    let mut series = Series::of(G::from_header(&header).map_err(TableError::setup)?);
    let moves = split_moves(request.moves);
    let moves: Result<_, _> = moves.iter().map(|word| word.parse()).collect();
    series.opening = Opening {
        moves: moves.map_err(TableError::setup)?,
        outcomes: outcomes(request.outcomes)
            .ok_or_else(|| TableError::Setup("the outcomes can't be read".into()))?,
    };
    let seed = request.entries.seed;
    let header = request.entries.header(&series.start, None);
    let mut session = TypedSession::new(series.start.clone(), header).within(ROOM);
    let opened = series.opening.play(
        &mut session,
        seed,
        MissingOutcomes::Measured,
        &mut series.measurer(seed),
    );
    opened.map_err(|error| match error {
        OpeningError::Room { .. } => TableError::Room,
        error => TableError::setup(error),
    })?;
    Ok(Box::new(Live::of(session)))
}

/// Goes on with a recorded game.
///
/// # Errors
/// Returns an error if the record does not follow the rules.
pub(crate) fn resume<G: Playable>(record: &Record) -> Result<Box<dyn Table>, TableError> {
    let session = TypedSession::<G>::of_record(record).map_err(TableError::setup)?;
    Ok(Box::new(Live::of(session)))
}

/// Goes on with a game that was recorded elsewhere, under a header of its own.
///
/// # Errors
/// Returns an error if the record does not follow the rules to the last word.
pub(crate) fn load<G: Playable>(
    record: &Record,
    entries: &HeaderEntries,
) -> Result<Box<dyn Table>, TableError> {
    let replay = Replay::<G>::new(record, Verify::Everything);
    let session = replay.and_then(|replay| TypedSession::of_replay(replay.within(ROOM)));
    let mut session = session.map_err(|error| match error.reason {
        ReplayReason::Room => TableError::Room,
        _ => TableError::setup(error),
    })?;
    let header = entries.header(session.start(), Some(&record.header));
    session.set_header(header);
    Ok(Box::new(Live::of(session)))
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
