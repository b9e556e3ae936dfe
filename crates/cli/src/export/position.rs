//! The position whose circuits are written.

use std::path::Path;

use cheqqers_game::replay::Verify;
use cheqqers_measure::MeasurerKind;
use cheqqers_session::{RecordReplay, Session};
use serde_json::Map;

use crate::args::Export;
use crate::error::Failure;
use crate::record::{Games, RecordError, recorded_in};
use crate::setup::Setup;

/// The game that the options name, and the number of the ply after which its position is taken.
pub(super) fn reached(args: &Export) -> Result<(Session, u32), Failure> {
    match &args.file {
        Some(path) => recorded(path, args.ply),
        None => set_up(args),
    }
}

/// The game of a file, the only one, and the number of a ply: the last one if none is named.
fn recorded(path: &Path, ply: Option<u32>) -> Result<(Session, u32), Failure> {
    let record = Games::open(path)?.only()?;
    let replay = recorded_in(path, &record)?.replay(&record, Verify::Moves, usize::MAX);
    let session = replay.and_then(RecordReplay::finish);
    let session = session.map_err(|source| RecordError::replay(path, source))?;
    let plies = session.next_ply() - 1;
    let ply = ply.unwrap_or(plies);
    if ply > plies {
        let path = path.to_owned();
        return Err(RecordError::NoSuchPly { path, ply, plies }.into());
    }
    Ok((session, ply))
}

/// The game of the moves of the options, and the number of its last ply.
fn set_up(args: &Export) -> Result<(Session, u32), Failure> {
    let setup = Setup::new(&args.game, MeasurerKind::Sparse)?;
    let session = setup.open_without_chance(Map::new())?;
    let last = session.next_ply() - 1;
    Ok((session, last))
}
