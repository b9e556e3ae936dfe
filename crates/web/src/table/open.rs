//! From what is asked for, or a record, to a game under way.

use std::error::Error;

use cheqqers_game::notation::{outcomes, split_moves};
use cheqqers_game::record::{Reader, Record};
use cheqqers_game::settings::{self, Setting};
use cheqqers_game::show::Show;
use cheqqers_players::{Opening, Series};
use cheqqers_session::{Session, Task, recorded, with_game};
use serde_json::{Map, Value};

use super::live::Live;
use super::{Table, TableError, with_causes};

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
    /// Who plays and measures, as the record names them.
    pub(crate) white: &'a str,
    pub(crate) black: &'a str,
    pub(crate) backend: &'a str,
    pub(crate) seed: u64,
    /// What else the header says.
    pub(crate) more: Map<String, Value>,
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
        };
        let opened = series.open(order.seed, &mut series.measurer(order.seed));
        let opened = opened.map_err(|error| setup(&error))?;
        let mut header = series.header(order.seed, order.white, order.black, order.backend);
        header.extend(order.more.clone());
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

fn setup(error: &dyn Error) -> TableError {
    TableError::Setup(with_causes(error))
}
