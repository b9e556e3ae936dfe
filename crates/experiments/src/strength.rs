//! Table of strength: players rated at every level by a fixed protocol.

mod design;
mod regrets;
mod report;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use cheqqers_arena::{Shard, WorkerPool};

use crate::{ExperimentError, tournaments};

pub use design::Strength;
pub use regrets::SolvedBoard;

impl Strength {
    /// Plays the games that the folder does not hold yet, of one shard or all. Once all are there writes the table and
    /// a plot, and returns what was found in some lines.
    ///
    /// Each [`Tournament`](cheqqers_arena::Tournament) has a folder of its own in it, as `level-3`. Beside them are the
    /// table `strength` (a row for each player and level), the plot, and `strength.md`, the table in Markdown; with solved
    /// boards `strength-regret` too (a row for each board and player). `stop` drops the games under way.
    ///
    /// # Errors
    /// Returns an error if the folder holds other tournaments or can't be written, a level does not exist, a tournament
    /// can't be held, or after cancellation; the next run goes on from there.
    pub fn run(
        &self,
        folder: &Path,
        shard: Option<Shard>,
        pool: &WorkerPool<'_>,
        stop: &AtomicBool,
    ) -> Result<String, ExperimentError> {
        let boards = self.boards()?;
        let plans = self.levels.clone().map(|level| {
            let plan = self.plan(level)?;
            Ok((format!("level-{level}"), plan))
        });
        let plans = plans.collect::<Result<_, ExperimentError>>()?;
        let standings = tournaments::hold(folder, plans, shard, pool, stop)?;
        let played: u64 = standings.iter().map(|standing| standing.games).sum();
        let all = self.num_games();
        if played < all {
            return Ok(format!(
                "{played} of {all} games: the table is written when the other parts are played\n"
            ));
        }
        let regrets = match &boards[..] {
            [] => Vec::new(),
            boards => match regrets::play(folder, self, boards, pool) {
                Err(ExperimentError::InUse { .. }) if shard.is_some() => {
                    return Ok(
                        "the table is written by another part, which measures regret\n".into(),
                    );
                }
                played => played?,
            },
        };
        let standings: Vec<_> = self.levels.clone().zip(standings).collect();
        report::write(folder, self, &standings, &regrets)?;
        Ok(report::markdown(self, &standings, &regrets))
    }
}

#[cfg(test)]
mod tests;
