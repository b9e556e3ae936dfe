//! Tournaments in folders.

use std::path::{Path, PathBuf};

use crate::error::ArenaError;
use crate::gather::GameIndex;
use crate::plan::Plan;
use crate::schedule::{Fixture, Schedule, Shard};
use crate::sprt::SprtState;
use crate::standings::{self, GameEnds, Standings};
use crate::store::{self, Store};

/// Tournament in a folder, which can be interrupted and resumed at any time.
///
/// The folder holds `arena.json`, the plan, and `games.jsonl`, the records of all finished games in
/// the order in which they ended, or a file of that kind for each shard. Each game is written at once
/// and whole: an end of the process costs the games under way, which are played again. A game between
/// players of this program depends on its seed alone, so interruptions do not change the standings;
/// games with clocks, engines or players with a time limit differ from run to run.
#[derive(Debug)]
pub struct Tournament {
    pub(crate) plan: Plan,
    pub(crate) schedule: Schedule,
    shard: Option<Shard>,
    pub(crate) store: Store,
    pub(crate) ends: GameEnds,
}

impl Tournament {
    /// Opens the tournament in a folder, or begins it. With a shard, only the games of that shard are
    /// played, beside other processes that play the others.
    ///
    /// # Errors
    /// Returns an error if the plan can't be held, the folder holds another tournament or can't be
    /// read or written, or another process plays some of the same games: this shard, or one of
    /// another number of shards.
    pub fn open(mut plan: Plan, folder: &Path, shard: Option<Shard>) -> Result<Self, ArenaError> {
        plan.check()?;
        begin(folder, &plan)?;
        let file = shard.map_or_else(|| ALL.into(), Shard::file);
        let (store, games) = Store::open(folder, &file)?;
        let files = store::files(folder)?;
        let others = || files.iter().filter(|path| *path != store.path());
        // Players that don't repeat would give a game two ends. This file is locked before others
        // are checked: of two processes that begin at the same time one sees the other.
        let disjoint = |path: &Path| shard.is_some_and(|shard| shard.is_disjoint_from(path));
        for path in others().filter(|path| !disjoint(path)) {
            store::check_free(path)?;
        }
        let mut index = GameIndex::new(&plan);
        index.add(store.path(), games)?;
        for path in others() {
            index.add(path, store::games(path)?)?;
        }
        let ends = index.into_ends();
        // Only now, as headers of records are compared with that of the start.
        if !plan.series.measurer(plan.seed).needs_circuits() {
            plan.series.start = plan.series.start.without_circuits();
        }
        Ok(Self {
            schedule: plan.schedule(),
            plan,
            shard,
            store,
            ends,
        })
    }

    /// Reads the plan of the tournament in a folder; `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if it can't be read or understood.
    pub fn plan_of(folder: &Path) -> Result<Option<Plan>, ArenaError> {
        store::plan(folder)
    }

    /// Plan of the tournament.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Standings by the finished games.
    pub fn standings(&self) -> Standings {
        Standings::new(&self.plan, &self.ends)
    }

    /// Number of games, in this shard if it is one.
    pub fn size(&self) -> u64 {
        self.mine().count() as u64
    }

    /// Number of games left to play, in this shard if it is one: none once the test has accepted a
    /// hypothesis.
    pub fn left(&self) -> u64 {
        self.missing().len() as u64
    }

    /// Numbers of the games left to play.
    pub(crate) fn missing(&self) -> Vec<u64> {
        if self
            .sprt_state()
            .is_some_and(|sprt| sprt.accepted.is_some())
        {
            return Vec::new();
        }
        let mine = self.mine();
        let missing = mine.filter(|game| !self.ends.contains_key(&game.number));
        missing.map(|game| game.number).collect()
    }

    /// Games of this shard.
    fn mine(&self) -> impl Iterator<Item = Fixture> {
        let held = |game: &Fixture| self.shard.is_none_or(|shard| shard.holds(game));
        self.schedule.fixtures().filter(held)
    }

    /// State of the sequential test, if there is one.
    pub(crate) fn sprt_state(&self) -> Option<SprtState> {
        let test = self.plan.sprt?;
        Some(standings::sprt_state(test, &self.plan, &self.ends))
    }
}

impl Standings {
    /// Standings of the tournament in a folder, which may be under way in other processes.
    ///
    /// # Errors
    /// Returns an error if there is no tournament, or it can't be read.
    pub fn of(folder: &Path) -> Result<Self, ArenaError> {
        let plan = plan_in(folder)?;
        Ok(Self::new(&plan, &games_in(folder, &plan)?.into_ends()))
    }
}

/// Copies the games of a tournament into one file of a folder, in order, and returns the standings.
///
/// `from` are folders that hold shards, or files of games in such folders; games that the folder
/// holds already stay there.
///
/// # Errors
/// Returns an error if they are not of one tournament, a game was played twice with different ends,
/// a file can't be read or written, or another process plays in the folder.
pub fn merge(folder: &Path, from: &[PathBuf]) -> Result<Standings, ArenaError> {
    let first = from.first().map_or(folder, |path| home(path));
    let plan = plan_in(first)?;
    for path in from {
        store::check(home(path), &plan)?;
    }
    begin(folder, &plan)?;
    let (mut store, games) = Store::open(folder, ALL)?;
    let mut index = GameIndex::new(&plan);
    index.add(store.path(), games)?;
    for path in from {
        let files = if path.is_dir() {
            store::files(path)?
        } else {
            vec![path.clone()]
        };
        for path in files.iter().filter(|path| !is_same(path, store.path())) {
            index.add(path, store::games(path)?)?;
        }
    }
    index.copy_to(&mut store)?;
    Ok(Standings::new(&plan, &index.into_ends()))
}

/// File of the games of a tournament without shards.
const ALL: &str = "games.jsonl";

/// The folder with the plan, of a folder or of a file of games in it.
fn home(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if path.is_file() && parent == Path::new("") => Path::new("."),
        Some(parent) if path.is_file() => parent,
        _ => path,
    }
}

/// Makes a folder for the tournament, or checks that it holds this one.
fn begin(folder: &Path, plan: &Plan) -> Result<(), ArenaError> {
    // A folder with games of others gets no plan.
    if folder.is_dir() && matches!(store::plan(folder), Ok(None)) {
        games_in(folder, plan)?;
    }
    store::create(folder, plan)
}

/// The finished games in a folder.
fn games_in<'a>(folder: &Path, plan: &'a Plan) -> Result<GameIndex<'a>, ArenaError> {
    let mut index = GameIndex::new(plan);
    for path in store::files(folder)? {
        index.add(&path, store::games(&path)?)?;
    }
    Ok(index)
}

fn is_same(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

fn plan_in(folder: &Path) -> Result<Plan, ArenaError> {
    store::plan(folder)?.ok_or_else(|| ArenaError::None {
        path: folder.to_owned(),
    })
}

#[cfg(test)]
mod tests;
