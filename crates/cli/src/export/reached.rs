use std::path::Path;

use cheqqers_game::Game;
use cheqqers_game::replay::{Standing, Verify};
use cheqqers_players::MeasurerKind;
use cheqqers_session::Reached;

use crate::CliError;
use crate::args::Export;
use crate::record::Games;
use crate::setup::Setup;

/// After a ply of the one game of a file, the last if none is named.
pub(super) fn recorded<G: Game>(path: &Path, ply: Option<u32>) -> Result<Reached<G>, CliError> {
    let record = Games::open(path)?.only()?;
    let game = Standing::<G>::new(record, Verify::Moves);
    let mut game = game.map_err(|source| CliError::of_replay(path, source))?;
    let plies = game.num_plies();
    if let Some(ply) = ply {
        if ply > plies {
            return Err(CliError::NoSuchPly {
                path: path.to_owned(),
                ply,
                plies,
            });
        }
        game.cut(ply);
    }
    Ok(Reached {
        start: game.start().clone(),
        moves: game.plies().map(|(_, line)| line.mv.clone()).collect(),
        position: game.position().clone(),
    })
}

/// After the moves that the options give.
pub(super) fn set_up<G: Game>(args: &Export) -> Result<Reached<G>, CliError> {
    let setup = Setup::<G>::new(&args.game, MeasurerKind::Sparse)?;
    let openings = setup.open_without_chance()?;
    let moves = openings.iter().map(|o| o.mv.to_string()).collect();
    let last = openings.last().map(|last| last.ply.position.clone());
    Ok(Reached {
        position: last.unwrap_or_else(|| setup.series.start.clone()),
        start: setup.series.start,
        moves,
    })
}
