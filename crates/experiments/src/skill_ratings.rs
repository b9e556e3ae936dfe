//! Ratings of players, by board size and level.

mod design;
mod results;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use cheqqers_arena::WorkerPool;

use self::design::Cell;
use crate::journal::Journal;
use crate::{ExperimentError, tournaments};

pub use design::SkillRatings;

impl SkillRatings {
    /// Plays the games that the folder does not hold yet, writes tables and a plot of all, and returns
    /// what was found in some lines.
    ///
    /// Each [`Tournament`](cheqqers_arena::Tournament) has a folder of its own in it, as `size-8-level-3`. Beside them are
    /// `trueskill.jsonl` (the settings), the tables `trueskill` (a row for each player) and
    /// `trueskill-meetings` (one for each pairing), and the plot `trueskill`. `stop` drops the games under
    /// way.
    ///
    /// # Errors
    /// Returns an error if the folder holds other tournaments or can't be written, a board or level
    /// does not exist, a tournament can't be held, or after cancellation; the next run goes on from
    /// there.
    pub fn run(
        &self,
        folder: &Path,
        pool: &WorkerPool<'_>,
        stop: &AtomicBool,
    ) -> Result<String, ExperimentError> {
        let cells = self.cells();
        let plans: Vec<_> = cells
            .iter()
            .map(|&cell| self.plan(cell))
            .collect::<Result<_, _>>()?;
        // Results of other settings are not replaced.
        let _journal = Journal::of(folder, &self.settings())?;
        let name = |cell: &Cell| format!("size-{}-level-{}", cell.size, cell.level);
        let tournaments = cells.iter().map(name).zip(plans).collect();
        let standings = tournaments::hold(folder, tournaments, None, pool, stop)?;
        let standings: Vec<_> = cells.into_iter().zip(standings).collect();
        results::write(folder, self, &standings)?;
        Ok(results::summary(&standings))
    }
}

#[cfg(test)]
mod tests;
