//! From what is asked for, or a record, to a game under way.

use std::error::Error;

use cheqqers_game::notation::{outcomes, split_moves};
use cheqqers_game::record::{Reader, Record};
use cheqqers_game::replay::ReplayReason;
use cheqqers_game::settings::{self, Setting};
use cheqqers_game::show::Show;
use cheqqers_players::{Opening, OpeningError, Series};
use cheqqers_session::{RecordingError, Recordings, Session, Task, recorded, with_game};
use serde_json::{Map, Value};

use super::live::Live;
use super::{ROOM, Table, TableError};
use crate::error::with_causes;

/// The most lines of a record that is loaded: some seconds of work for the worst there are. Games
/// played at random on 16 x 16 without draws come near it.
const MOST_LINES: usize = 3000;

/// The most bytes of a draughts record that is loaded, for as much work.
const MOST_DRAUGHTS: usize = 64 << 10;

/// The most characters that are said of what is wrong.
const MOST_TOLD: usize = 500;

/// What is asked for when a game is begun.
#[derive(Clone, Debug)]
pub(crate) struct Order<'a> {
    pub(crate) game: &'a str,
    pub(crate) preset: Option<&'a str>,
    /// Settings of the game, as texts.
    pub(crate) settings: &'a [(String, String)],
    /// Moves to be made first, with outcomes in braces.
    pub(crate) moves: &'a str,
    /// Their outcomes, apart.
    pub(crate) outcomes: &'a str,
    pub(crate) names: &'a Names,
}

/// What the header of a record says beside the game itself.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// Who plays and measures.
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) backend: String,
    pub(crate) seed: u64,
    /// What else there is.
    pub(crate) more: Map<String, Value>,
}

impl Names {
    /// The header of a game that starts here.
    pub(super) fn header<G: Show>(&self, start: &G) -> Map<String, Value> {
        let series = Series::of(start.clone());
        let mut header = series.header(self.seed, &self.white, &self.black, &self.backend);
        header.extend(self.more.clone());
        header
    }
}

/// Begins a game. Moves that come first are measured by the exact state.
///
/// # Errors
/// When it can't be set up so.
pub(crate) fn open(order: &Order<'_>) -> Result<Box<dyn Table>, TableError> {
    with_game(order.game, Opens { order })
}

/// Goes on with a recorded game.
///
/// # Errors
/// When the record is none, or does not follow the rules.
pub(crate) fn resume(record: &str) -> Result<Box<dyn Table>, TableError> {
    let read = Reader::new(record.as_bytes()).record();
    let record = read.map_err(|error| setup(&error))?;
    let record = record.ok_or_else(|| TableError::Setup("the record is empty".into()))?;
    with_game(recorded(&record.header)?, Resumes { record })
}

/// Goes on with a game that was recorded elsewhere, in our own lines or as a draughts record, under
/// a header of its own.
///
/// # Errors
/// When the text is no record of one game, or does not follow the rules to the last word.
pub(crate) fn load(text: &str, names: &Names) -> Result<Box<dyn Table>, TableError> {
    // Some editors begin a file by a mark that is no part of it.
    let text = text.trim_start_matches('\u{feff}');
    let read = Recordings::new(text.as_bytes()).map_err(RecordingError::from);
    let recordings = read.map_err(|error| setup(&error))?;
    // All of a draughts record is played while it is read.
    if !recordings.can_grow() && text.len() > MOST_DRAUGHTS {
        let message =
            format!("a draughts record is read up to {MOST_DRAUGHTS} bytes: leave out comments");
        return Err(TableError::Setup(message));
    }
    let record = recordings.only().map_err(|error| setup(&error))?;
    let lines = record.lines.len();
    if lines > MOST_LINES {
        let message = format!("the record has {lines} lines, and {MOST_LINES} are read at most");
        return Err(TableError::Setup(message));
    }
    if record.cut_off {
        let message = "the last line is cut off: complete it, or leave it out";
        return Err(TableError::Setup(message.into()));
    }
    with_game(recorded(&record.header)?, Loads { record, names })
}

struct Opens<'a> {
    order: &'a Order<'a>,
}

impl Task for Opens<'_> {
    type Done = Box<dyn Table>;
    type Error = TableError;

    fn with<G: Show>(self) -> Result<Box<dyn Table>, TableError> {
        let order = self.order;
        let changes = order.settings.iter();
        let changes = changes.map(|(key, value)| Ok((known::<G>(key)?, value.as_str())));
        let changes = changes.collect::<Result<Vec<_>, TableError>>()?;
        let header = settings::header::<G>(order.preset, changes).map_err(|error| setup(&error))?;
        let mut series = Series::of(G::from_header(&header).map_err(|error| setup(&error))?);
        let moves = split_moves(order.moves);
        let moves: Result<_, _> = moves.iter().map(|word| word.parse()).collect();
        series.opening = Opening {
            moves: moves.map_err(|error| setup(&error))?,
            outcomes: outcomes(order.outcomes)
                .ok_or_else(|| TableError::Setup("the outcomes can't be read".into()))?,
            room: ROOM,
        };
        let seed = order.names.seed;
        let opened = series.open(seed, &mut series.measurer(seed));
        let opened = opened.map_err(|error| match error {
            OpeningError::Room { .. } => TableError::Room,
            error => setup(&error),
        })?;
        let header = order.names.header(&series.start);
        let mut session = Session::new(series.start, header);
        for made in opened {
            session.push(made.mv, made.ply);
        }
        Ok(Box::new(Live::of(session)))
    }
}

/// The game's own name of a setting.
fn known<G: Show>(key: &str) -> Result<&'static str, TableError> {
    let mut keys = G::SETTINGS.iter().map(|setting: &Setting| setting.key);
    keys.find(|&known| known == key)
        .ok_or_else(|| TableError::Setup(format!("the game {} has no option {key:?}", G::NAME)))
}

struct Resumes {
    record: Record,
}

impl Task for Resumes {
    type Done = Box<dyn Table>;
    type Error = TableError;

    fn with<G: Show>(self) -> Result<Box<dyn Table>, TableError> {
        let session = Session::<G>::of_record(&self.record);
        Ok(Box::new(Live::of(session.map_err(|error| setup(&error))?)))
    }
}

struct Loads<'a> {
    record: Record,
    names: &'a Names,
}

impl Task for Loads<'_> {
    type Done = Box<dyn Table>;
    type Error = TableError;

    fn with<G: Show>(self) -> Result<Box<dyn Table>, TableError> {
        let session = Session::<G>::of_record_within(&self.record, ROOM);
        let session = session.map_err(|error| match error.reason {
            ReplayReason::Room => TableError::Room,
            _ => setup(&error),
        })?;
        let header = self.names.header(session.start());
        Ok(Box::new(Live::of(session.under(header))))
    }
}

fn setup(error: &dyn Error) -> TableError {
    let mut text = with_causes(error);
    // What was sent may be repeated in it, however long that is.
    if let Some((end, _)) = text.char_indices().nth(MOST_TOLD) {
        text.truncate(end);
        text.push('…');
    }
    TableError::Setup(text)
}
