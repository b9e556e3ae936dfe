use std::path::Path;

use cheqqers_game::Game;
use cheqqers_game::replay::{Standing, Verify};
use cheqqers_game::settings;
use cheqqers_players::MeasurerKind;

use crate::CliError;
use crate::args::Export;
use crate::record::Games;
use crate::setup::Setup;

/// A position, and how it was reached.
pub(super) struct Reached<G> {
    pub(super) start: G,
    pub(super) moves: Vec<String>,
    pub(super) position: G,
}

impl<G: Game> Reached<G> {
    /// After a ply of the one game of a file, the last if none is named.
    pub(super) fn recorded(path: &Path, ply: Option<u32>) -> Result<Self, CliError> {
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
        Ok(Self {
            start: game.start().clone(),
            moves: game.plies().map(|(_, line)| line.mv.clone()).collect(),
            position: game.position().clone(),
        })
    }

    /// After the moves that the options give.
    pub(super) fn set_up(args: &Export) -> Result<Self, CliError> {
        let setup = Setup::<G>::new(&args.game, MeasurerKind::Sparse)?;
        let openings = setup.open_without_chance()?;
        let moves = openings.iter().map(|o| o.mv.to_string()).collect();
        let last = openings.last().map(|last| last.ply.position.clone());
        Ok(Self {
            position: last.unwrap_or_else(|| setup.series.start.clone()),
            start: setup.series.start,
            moves,
        })
    }

    /// In what the game started otherwise than games do by themselves.
    pub(super) fn options(&self) -> Option<String> {
        let ordinary = settings::header::<G>(None, [])
            .ok()
            .and_then(|header| G::from_header(&header).ok())
            .map(|start| start.header())
            .unwrap_or_default();
        let options = self.start.header().into_iter();
        let others = options.filter(|(key, value)| ordinary.get(key) != Some(value));
        let texts: Vec<String> = others
            .map(|(key, value)| match value.as_str() {
                Some(text) => format!("{key} {text}"),
                None => format!("{key} {value}"),
            })
            .collect();
        (!texts.is_empty()).then(|| format!("start: {}", texts.join(", ")))
    }
}
