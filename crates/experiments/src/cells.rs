//! Experiments that are made of cells, sets of games that are kept when all are finished.

use std::path::Path;

use cheqqers_arena::{PliesByOutcome, WorkerPool};
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

/// Plays the cells that a folder does not hold yet, and returns the counts of all, in their order.
///
/// Finished cells are kept in `EXPERIMENT.jsonl`; an interrupted cell is played again.
///
/// # Errors
/// Returns an error if the folder holds the experiment with other settings or can't be written, a
/// cell can't be played, or after cancellation.
pub(crate) fn play(
    folder: &Path,
    settings: &Settings,
    cells: &[Cell],
    pool: &WorkerPool<'_>,
    mut play: impl FnMut(usize, &WorkerPool<'_>) -> Result<PliesByOutcome, ExperimentError>,
) -> Result<Vec<PliesByOutcome>, ExperimentError> {
    let (mut journal, lines) = Journal::of(folder, settings)?;
    let mut tallies: Vec<Option<PliesByOutcome>> = vec![None; cells.len()];
    for (line, number) in lines.iter().zip(2..) {
        let finished = read(line, cells).filter(|(cell, tally)| {
            // A repeated line does no harm.
            let before = &tallies[*cell];
            before.as_ref().is_none_or(|before| before == tally)
        });
        let (cell, tally) = finished.ok_or_else(|| ExperimentError::Line {
            path: journal.path().to_owned(),
            line: number,
        })?;
        tallies[cell] = Some(tally);
    }
    let mut before = tallies.iter().flatten().map(PliesByOutcome::games).sum();
    for number in 0..cells.len() {
        if tallies[number].is_some() {
            continue;
        }
        let cell = &cells[number];
        let played = play(number, &WorkerPool { before, ..*pool })?;
        if played.games() < cell.games {
            let done = tallies.iter().flatten().count() as u64;
            return Err(ExperimentError::Interrupted {
                done,
                all: cells.len() as u64,
                what: "cells",
            });
        }
        journal.add(&json!({"cell": cell.named, "games": played.to_json()}))?;
        before += cell.games;
        tallies[number] = Some(played);
    }
    Ok(tallies.into_iter().flatten().collect())
}

/// Reads a line: the index of the cell, and the counts of all its games.
fn read(line: &Value, cells: &[Cell]) -> Option<(usize, PliesByOutcome)> {
    let named = line.get("cell")?.as_object()?;
    let cell = cells.iter().position(|cell| cell.named == *named)?;
    let tally = PliesByOutcome::from_json(line.get("games")?)?;
    (tally.games() == cells[cell].games).then_some((cell, tally))
}
