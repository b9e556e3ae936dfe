//! Tournaments that are held one after the other, each in a folder of its own.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use cheqqers_arena::{Cancellation, Monitor, Plan, Shard, Standings, Tournament, WorkerPool};

use crate::ExperimentError;

/// Plays the games that the folders do not hold yet, of one shard or all, and returns the standings of each tournament
/// by the games of all shards.
///
/// # Errors
/// Returns an error if a folder holds another tournament or can't be written, a tournament can't be held, or after
/// cancellation; the next run goes on from there.
pub(crate) fn hold(
    folder: &Path,
    tournaments: Vec<(String, Plan)>,
    shard: Option<Shard>,
    pool: &WorkerPool<'_>,
    stop: &AtomicBool,
) -> Result<Vec<Standings>, ExperimentError> {
    let mut standings = Vec::new();
    let (mut before, all) = (
        0,
        tournaments.iter().map(|(_, plan)| plan.num_games()).sum(),
    );
    for (name, plan) in tournaments {
        let monitor = Offset {
            monitor: pool.monitor,
            before,
        };
        let pool = WorkerPool {
            monitor: &monitor,
            ..*pool
        };
        let mut arena = Tournament::open(plan, &folder.join(name), shard)?;
        let standing = arena.run(&pool, stop, |_| ())?;
        if arena.left() > 0 {
            return Err(ExperimentError::Interrupted {
                done: before + standing.games,
                all,
                what: "games",
            });
        }
        before += standing.games;
        standings.push(standing);
    }
    Ok(standings)
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
