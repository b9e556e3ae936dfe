//! The position whose circuits are written.

use std::path::Path;

use cheqqers_game::replay::{Replay, Verify};
use cheqqers_measure::MeasurerKind;
use cheqqers_session::{Playable, TypedSession};
use serde_json::Map;

use crate::args::Export;
use crate::error::Failure;
use crate::record::{Games, RecordError};
use crate::setup::Setup;

/// The game that the options name, and the number of the ply after which its position is taken.
pub(super) fn reached<G: Playable>(args: &Export) -> Result<(TypedSession<G>, u32), Failure> {
    match &args.file {
        Some(path) => recorded(path, args.ply),
        None => set_up(args),
    }
}

/// The game of a file, the only one, and the number of a ply: the last one if none is named.
fn recorded<G: Playable>(path: &Path, ply: Option<u32>) -> Result<(TypedSession<G>, u32), Failure> {
    let record = Games::open(path)?.only()?;
    let replay = Replay::new(&record, Verify::Moves);
    let session = replay.and_then(TypedSession::of_replay);
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
fn set_up<G: Playable>(args: &Export) -> Result<(TypedSession<G>, u32), Failure> {
    let setup = Setup::<G>::new(&args.game, MeasurerKind::Sparse)?;
    let session = setup.open_without_chance(Map::new())?;
    let last = session.next_ply() - 1;
    Ok((session, last))
}
