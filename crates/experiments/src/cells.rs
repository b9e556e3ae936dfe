//! Experiments that are made of cells: each a number of games that is played and kept at once.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::journal::Journal;
use crate::{Crew, ExperimentError, Settings, Tally};

/// Plays the cells that a folder does not hold yet, and gives what came of each, in their order.
///
/// `cells` are what distinguishes each, no two alike, and `games` how many are played in it. What
/// was finished is kept in `EXPERIMENT.jsonl`; a cell that was interrupted is played again.
///
/// # Errors
/// When the folder holds the experiment with other settings, can't be written, the host wanted an
/// end, or a cell could not be played.
pub(crate) fn play(
    folder: &Path,
    settings: &Settings,
    cells: &[Map<String, Value>],
    games: u64,
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
        let (cell, tally) = read(line, cells).ok_or_else(|| ExperimentError::Line {
            path: path.clone(),
            line: number,
        })?;
        tallies[cell] = Some(tally);
    }
    let mut done = tallies.iter().flatten().count();
    for (cell, tally) in tallies.iter_mut().enumerate() {
        if tally.is_some() {
            continue;
        }
        let before = games * u64::try_from(done).unwrap_or(u64::MAX);
        let played = play(cell, &Crew { before, ..*crew })?;
        if played.games() < games {
            return Err(ExperimentError::Interrupted {
                done,
                all: cells.len(),
                what: "cells",
            });
        }
        journal.add(&json!({"cell": cells[cell], "games": played.to_json()}))?;
        *tally = Some(played);
        done += 1;
    }
    Ok(tallies.into_iter().flatten().collect())
}

/// What a line tells of which cell.
fn read(line: &Value, cells: &[Map<String, Value>]) -> Option<(usize, Tally)> {
    let named = line.get("cell")?.as_object()?;
    let cell = cells.iter().position(|cell| cell == named)?;
    Some((cell, Tally::from_json(line.get("games")?)?))
}
