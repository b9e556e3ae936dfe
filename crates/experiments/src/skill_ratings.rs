//! Ratings of players, by board size and level.

mod design;
mod results;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use cheqqers_arena::{Cancellation, Monitor, Tournament, WorkerPool};

use crate::ExperimentError;
use crate::journal::Journal;

pub use design::SkillRatings;

impl SkillRatings {
    /// Plays the games that the folder does not hold yet, writes tables and a plot of all, and returns
    /// what was found in some lines.
    ///
    /// Each [`Tournament`] has a folder of its own in it, as `size-8-level-3`. Beside them are
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
        let mut standings = Vec::new();
        for (cell, plan) in cells.iter().zip(plans) {
            let before = self.games_of_one() * standings.len() as u64;
            let monitor = Offset {
                monitor: pool.monitor,
                before,
            };
            let pool = WorkerPool {
                monitor: &monitor,
                ..*pool
            };
            let folder = folder.join(format!("size-{}-level-{}", cell.size, cell.level));
            let mut arena = Tournament::open(plan, &folder, None)?;
            let standing = arena.run(&pool, stop, |_| ())?;
            if arena.left() > 0 {
                return Err(ExperimentError::Interrupted {
                    done: before + standing.games,
                    all: self.num_games(),
                    what: "games",
                });
            }
            standings.push((*cell, standing));
        }
        results::write(folder, self, &standings)?;
        Ok(results::summary(&standings))
    }
}

/// Monitor of one of several tournaments, played one after the other.
#[derive(Debug)]
struct Offset<'a> {
    monitor: &'a dyn Monitor,
    /// Number of games of the tournaments before.
    before: u64,
}

impl Monitor for Offset<'_> {
    fn cancellation(&self) -> Cancellation {
        self.monitor.cancellation()
    }

    fn show(&self, begun: u64) {
        self.monitor.show(self.before + begun);
    }
}

#[cfg(test)]
mod tests;
