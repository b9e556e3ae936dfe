//! Length of games between random players and frequency of draws, by board and level.

mod design;
mod results;

use std::path::Path;

use cheqqers_arena::{Batch, PliesByOutcome, WorkerPool};
use cheqqers_players::PlayerKind;
use cheqqers_session::{Position, Series};

use crate::start::cheqqers;
use crate::{ExperimentError, cells};

pub use design::Complexity;

use design::Cell;

impl Complexity {
    /// Plays the games that the folder does not hold yet, writes tables and plots of all, and
    /// returns what was found on the largest board in some lines.
    ///
    /// The folder then holds `complexity.jsonl` (the finished sets), the tables `complexity` (a row
    /// for each set of games) and `complexity-lengths` (how many games had how many plies), and the
    /// plots `complexity-length`, `complexity-draws` and `complexity-endless`.
    ///
    /// # Errors
    /// Returns an error if the folder holds the experiment with other settings or can't be written,
    /// a size or level does not exist, or after cancellation; the next run goes on from there.
    pub fn run(&self, folder: &Path, pool: &WorkerPool<'_>) -> Result<String, ExperimentError> {
        let all = self.cells();
        let starts: Vec<_> = all
            .iter()
            .map(|cell| cell.start())
            .collect::<Result<_, _>>()?;
        let named = |cell: &Cell| cells::Cell {
            named: cell.to_json(),
            games: self.games,
        };
        let named: Vec<_> = all.iter().map(named).collect();
        let settings = self.settings();
        let tallies = cells::play(folder, &settings, &named, pool, |cell, pool| {
            self.play(&starts[cell], all[cell].seed(self.seed), pool)
        })?;
        let cells: Vec<_> = all.into_iter().zip(tallies).collect();
        results::write(folder, self, &cells)?;
        Ok(results::summary(&cells))
    }

    fn play(
        &self,
        start: &Position,
        seed: u64,
        pool: &WorkerPool<'_>,
    ) -> Result<PliesByOutcome, ExperimentError> {
        let bulk = Batch {
            series: &Series::of(cheqqers(), start.clone()),
            white: &PlayerKind::Random.into(),
            black: &PlayerKind::Random.into(),
            seed,
            games: self.games,
            ply_limit: Some(self.ply_limit),
        };
        Ok(bulk.play(pool)?)
    }
}

#[cfg(test)]
mod tests;
