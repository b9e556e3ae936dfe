//! The position whose circuits are written.

use std::path::Path;

use cheqqers_game::Game;
use cheqqers_game::replay::{Standing, Verify};
use cheqqers_measure::MeasurerKind;
use cheqqers_session::ReachedPosition;
use serde_json::Map;

use crate::args::Export;
use crate::error::Failure;
use crate::record::{Games, RecordError};
use crate::setup::Setup;

/// The position after a ply of the only game of a file, the last ply if none is named.
pub(super) fn recorded<G: Game>(
    path: &Path,
    ply: Option<u32>,
) -> Result<ReachedPosition<G>, Failure> {
    let record = Games::open(path)?.only()?;
    let game = Standing::<G>::new(record, Verify::Moves);
    let mut game = game.map_err(|source| RecordError::replay(path, source))?;
    let plies = game.num_plies();
    if let Some(ply) = ply {
        if ply > plies {
            let path = path.to_owned();
            return Err(RecordError::NoSuchPly { path, ply, plies }.into());
        }
        game.cut(ply);
    }
    Ok(ReachedPosition {
        start: game.start().clone(),
        moves: game.plies().map(|(_, ply)| ply.mv.to_string()).collect(),
        position: game.position().clone(),
    })
}

/// The position after the moves of the options.
pub(super) fn set_up<G: Game>(args: &Export) -> Result<ReachedPosition<G>, Failure> {
    let setup = Setup::<G>::new(&args.game, MeasurerKind::Sparse)?;
    let session = setup.open_without_chance(Map::new())?;
    Ok(ReachedPosition {
        start: session.start().clone(),
        moves: session
            .plies()
            .iter()
            .map(|ply| ply.mv.to_string())
            .collect(),
        position: session.into_position(),
    })
}
