//! Experiments that are made of cells: each a number of games that is played and kept at once.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::journal::Journal;
use crate::{Crew, ExperimentError, Settings, Tally};

/// A number of games that are kept together.
#[derive(Debug)]
pub(crate) struct Cell {
    /// What distinguishes it from all others.
    pub(crate) named: Map<String, Value>,
    /// How many games.
    pub(crate) games: u64,
}

/// Plays the cells that a folder does not hold yet, and gives what came of each, in their order.
///
/// What was finished is kept in `EXPERIMENT.jsonl`; a cell that was interrupted is played again.
///
/// # Errors
/// When the folder holds the experiment with other settings, can't be written, the host wanted an
/// end, or a cell could not be played.
pub(crate) fn play(
    folder: &Path,
    settings: &Settings,
    cells: &[Cell],
    crew: &Crew<'_>,
    mut play: impl FnMut(usize, &Crew<'_>) -> Result<Tally, ExperimentError>,
) -> Result<Vec<Tally>, ExperimentError> {
    fs::create_dir_all(folder).map_err(|source| ExperimentError::Write {
        path: folder.to_owned(),
        source,
    })?;
    let path = folder.join(settings.experiment()).with_extension("jsonl");
    let (mut journal, lines) = Journal::open(&path, settings)?;
    let mut tallies: Vec<Option<Tally>> = vec![None; cells.len()];
    for (line, number) in lines.iter().zip(2..) {
        let known = read(line, cells).filter(|(cell, tally)| {
            // Twice the same does no harm.
            let before = &tallies[*cell];
            before.as_ref().is_none_or(|before| before == tally)
        });
        let (cell, tally) = known.ok_or_else(|| ExperimentError::Line {
            path: path.clone(),
            line: number,
        })?;
        tallies[cell] = Some(tally);
    }
    let mut before = tallies.iter().flatten().map(Tally::games).sum();
    for number in 0..cells.len() {
        if tallies[number].is_some() {
            continue;
        }
        let cell = &cells[number];
        let played = play(number, &Crew { before, ..*crew })?;
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

/// What a line tells of which cell: all of its games.
fn read(line: &Value, cells: &[Cell]) -> Option<(usize, Tally)> {
    let named = line.get("cell")?.as_object()?;
    let cell = cells.iter().position(|cell| cell.named == *named)?;
    let tally = Tally::from_json(line.get("games")?)?;
    (tally.games() == cells[cell].games).then_some((cell, tally))
}
