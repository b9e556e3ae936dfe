//! Tables of a dataset.

use std::path::Path;

use super::game::{AnalysedGame, AnalysedPly};
use crate::{ExperimentError, Settings, Table};

/// Names of the files of a part, without their extension.
fn names(stem: &str) -> [String; 2] {
    ["plies", "outcomes"].map(|what| format!("dataset-{what}-{stem}"))
}

/// Returns `true` if the files of a part are there, and not empty.
pub(super) fn are_there(folder: &Path, stem: &str) -> bool {
    names(stem).iter().all(|name| {
        let path = folder.join(name).with_extension("parquet");
        path.metadata()
            .is_ok_and(|file| file.is_file() && file.len() > 0)
    })
}

/// Writes the tables of some games of a variant.
///
/// # Errors
/// Returns an error if the folder takes no files.
pub(super) fn write(
    folder: &Path,
    settings: &Settings,
    stem: &str,
    games: &[AnalysedGame],
) -> Result<(), ExperimentError> {
    let [of_plies, of_outcomes] = names(stem);
    plies(settings, games).write_parquet(folder, &of_plies)?;
    outcomes(settings, games).write_parquet(folder, &of_outcomes)
}

/// A row for each ply.
fn plies(settings: &Settings, games: &[AnalysedGame]) -> Table {
    let rows: Vec<(&AnalysedGame, u64, &AnalysedPly)> = rows(games).collect();
    let plies = || rows.iter().map(|&(_, _, ply)| ply);
    let choices = || plies().map(|ply| ply.choice.as_ref());
    Table::new(settings, rows.len())
        .integers("number", rows.iter().map(|(game, ..)| game.number))
        .integers("ply", rows.iter().map(|&(_, ply, _)| ply))
        .words("turn", plies().map(|ply| ply.turn.to_string()))
        .words("move", plies().map(|ply| ply.mv.clone()))
        .words("played", plies().map(|ply| ply.text.clone()))
        .integers("action", plies().map(|ply| ply.action.map(u64::from)))
        .integers("legal_moves", plies().map(|ply| ply.num_legal as u64))
        .integers("random", plies().map(|ply| u64::from(ply.is_random)))
        .numbers("score", plies().map(|ply| ply.score))
        .integers("exact", plies().map(|ply| u64::from(ply.is_exact)))
        .numbers("expected", choices().map(|choice| Some(choice?.expected)))
        .words("best", choices().map(|choice| Some(choice?.best.0.clone())))
        .numbers("best_score", choices().map(|choice| Some(choice?.best.1)))
        .numbers("loss", choices().map(|choice| Some(choice?.loss)))
        .numbers("luck", plies().map(AnalysedPly::luck))
        .numbers("probability", plies().map(AnalysedPly::probability))
        .numbers("result", rows.iter().map(|(game, ..)| game.points))
}

/// A row for each outcome of the plies that had several.
fn outcomes(settings: &Settings, games: &[AnalysedGame]) -> Table {
    let mut rows_of = Vec::new();
    for (game, ply, analysed) in rows(games) {
        let outcomes = analysed.outcomes().iter();
        rows_of.extend(outcomes.map(|outcome| (game.number, ply, analysed, outcome)));
    }
    let outcomes = || rows_of.iter().map(|&(.., outcome)| outcome);
    // Others that lead to the same position may be written in another way.
    let played = rows_of.iter().map(|&(.., ply, outcome)| {
        let text = if outcome.is_actual {
            &ply.text
        } else {
            &outcome.mv
        };
        text.clone()
    });
    Table::new(settings, rows_of.len())
        .integers("number", rows_of.iter().map(|&(number, ..)| number))
        .integers("ply", rows_of.iter().map(|&(_, ply, ..)| ply))
        .words("played", played)
        .numbers("probability", outcomes().map(|outcome| outcome.probability))
        .numbers("score", outcomes().map(|outcome| outcome.score))
        .integers(
            "came",
            outcomes().map(|outcome| u64::from(outcome.is_actual)),
        )
}

/// The plies of some games, each with its game and its number, from 1.
fn rows(games: &[AnalysedGame]) -> impl Iterator<Item = (&AnalysedGame, u64, &AnalysedPly)> {
    games.iter().flat_map(|game| {
        game.plies
            .iter()
            .zip(1..)
            .map(move |(ply, number)| (game, number, ply))
    })
}
