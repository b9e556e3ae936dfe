use std::path::Path;

use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_game::Game;
use cheqqers_game::record::Line;
use cheqqers_game::replay::{Replay, Verify};
use cheqqers_players::MeasurerKind;

use crate::CliError;
use crate::args::Export;
use crate::record::Games;
use crate::setup::Setup;

/// A position, and how it was reached.
pub(super) struct Reached {
    pub(super) start: Position,
    pub(super) moves: Vec<String>,
    pub(super) position: Position,
}

impl Reached {
    /// After a ply of the one game of a file, the last if none is named.
    pub(super) fn recorded(path: &Path, ply: Option<u32>) -> Result<Self, CliError> {
        let record = Games::open(path)?.only()?;
        let wrong = |source| CliError::Replay {
            path: path.to_owned(),
            source,
        };
        let mut replay = Replay::<Position>::new(&record, Verify::Moves).map_err(wrong)?;
        let mut moves = Vec::new();
        while let Some(step) = replay.step().map_err(wrong)? {
            match step.line {
                Line::Ply(line) => moves.push(line.mv.clone()),
                Line::Undo(plies) => moves.truncate(moves.len().saturating_sub(*plies as usize)),
                Line::End(_) => {}
            }
        }
        let positions = replay.into_positions();
        let plies = u32::try_from(moves.len()).unwrap_or(u32::MAX);
        let ply = ply.unwrap_or(plies);
        match (positions.first(), positions.get(ply as usize)) {
            (Some(start), Some(position)) => {
                moves.truncate(ply as usize);
                Ok(Self {
                    start: start.clone(),
                    moves,
                    position: position.clone(),
                })
            }
            _ => Err(CliError::NoSuchPly {
                path: path.to_owned(),
                ply,
                plies,
            }),
        }
    }

    /// After the moves that the options give.
    pub(super) fn set_up(args: &Export) -> Result<Self, CliError> {
        let setup = Setup::new(&args.game, MeasurerKind::Sparse)?;
        let openings = setup.open_without_chance()?;
        let moves = openings.iter().map(|o| o.mv.to_string()).collect();
        let last = openings.last().map(|last| last.ply.position.clone());
        Ok(Self {
            position: last.unwrap_or_else(|| setup.start.clone()),
            start: setup.start,
            moves,
        })
    }

    /// In what the game started otherwise than games do by themselves.
    pub(super) fn options(&self) -> Option<String> {
        let ordinary = Position::initial(Rules::new(Level::Interference)).header();
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
