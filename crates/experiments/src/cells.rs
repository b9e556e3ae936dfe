//! Experiments that are made of cells, sets of games that are kept when all are finished.

use std::path::Path;

use cheqqers_arena::{GameRegret, PliesByOutcome, WorkerPool};
use serde_json::{Map, Value, json};

use crate::journal::Journal;
use crate::{ExperimentError, Settings};

/// Set of games that are kept together.
#[derive(Debug)]
pub(crate) struct Cell {
    /// Parameters that distinguish it from the other cells.
    pub(crate) named: Map<String, Value>,
    /// Number of games.
    pub(crate) games: u64,
}

/// Result of the games of a cell.
pub(crate) trait CellResult: Clone + PartialEq {
    /// Returns `true` if it is of so many games, all of the cell.
    fn is_complete(&self, games: u64) -> bool;

    fn to_json(&self) -> Value;

    fn from_json(value: &Value) -> Option<Self>;
}

impl CellResult for PliesByOutcome {
    fn is_complete(&self, games: u64) -> bool {
        self.games() == games
    }

    fn to_json(&self) -> Value {
        self.to_json()
    }

    fn from_json(value: &Value) -> Option<Self> {
        Self::from_json(value)
    }
}

impl CellResult for Vec<GameRegret> {
    fn is_complete(&self, games: u64) -> bool {
        self.len() as u64 == games
    }

    fn to_json(&self) -> Value {
        let games = self.iter();
        let games = games.map(|game| json!([game.moves, game.lost, game.best]));
        games.collect()
    }

    fn from_json(value: &Value) -> Option<Self> {
        let game = |game: &Value| {
            let small = |place: usize| u32::try_from(game.get(place)?.as_u64()?).ok();
            Some(GameRegret {
                moves: small(0)?,
                lost: game.get(1)?.as_f64()?,
                best: small(2)?,
            })
        };
        value.as_array()?.iter().map(game).collect()
    }
}

/// Plays the cells that a folder does not hold yet, and returns the results of all, in their order.
///
/// Finished cells are kept in `EXPERIMENT.jsonl`; an interrupted cell is played again.
///
/// # Errors
/// Returns an error if the folder holds the experiment with other settings or can't be written, a
/// cell can't be played, or after cancellation.
pub(crate) fn play<R: CellResult>(
    folder: &Path,
    settings: &Settings,
    cells: &[Cell],
    pool: &WorkerPool<'_>,
    mut play: impl FnMut(usize, &WorkerPool<'_>) -> Result<R, ExperimentError>,
) -> Result<Vec<R>, ExperimentError> {
    let (mut journal, lines) = Journal::of(folder, settings)?;
    let mut results: Vec<Option<R>> = vec![None; cells.len()];
    for (line, number) in lines.iter().zip(2..) {
        let finished = read(line, cells).filter(|(cell, result)| {
            // A repeated line does no harm.
            let before = &results[*cell];
            before.as_ref().is_none_or(|before| before == result)
        });
        let (cell, result) = finished.ok_or_else(|| ExperimentError::Line {
            path: journal.path().to_owned(),
            line: number,
        })?;
        results[cell] = Some(result);
    }
    let finished = cells.iter().zip(&results);
    let finished = finished.filter(|(_, result)| result.is_some());
    let mut before = pool.before + finished.map(|(cell, _)| cell.games).sum::<u64>();
    for number in 0..cells.len() {
        if results[number].is_some() {
            continue;
        }
        let cell = &cells[number];
        let played = play(number, &WorkerPool { before, ..*pool })?;
        if !played.is_complete(cell.games) {
            let done = results.iter().flatten().count() as u64;
            return Err(ExperimentError::Interrupted {
                done,
                all: cells.len() as u64,
                what: "cells",
            });
        }
        journal.add(&json!({"cell": cell.named, "games": played.to_json()}))?;
        before += cell.games;
        results[number] = Some(played);
    }
    Ok(results.into_iter().flatten().collect())
}

/// Reads a line: the index of the cell, and the result of all its games.
fn read<R: CellResult>(line: &Value, cells: &[Cell]) -> Option<(usize, R)> {
    let named = line.get("cell")?.as_object()?;
    let cell = cells.iter().position(|cell| cell.named == *named)?;
    let result = R::from_json(line.get("games")?)?;
    result
        .is_complete(cells[cell].games)
        .then_some((cell, result))
}
