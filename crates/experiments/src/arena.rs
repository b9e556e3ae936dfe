//! Tournaments between players.

mod error;
mod game;
mod gather;
mod plan;
mod run;
mod scan;
mod schedule;
mod standing;
mod store;
mod table;

use std::path::{Path, PathBuf};

use cheqqers_game::Game;

pub use error::{ArenaError, PlanError};
pub use plan::{Entrant, Plan};
pub use run::Progress;
pub use scan::Ended;
pub use schedule::{Format, ParseFormatError, ParseShardError, Shard};
pub use standing::{Meeting, Row, Standing};

use crate::sprt::Tested;
use gather::Gathered;
use schedule::{Fixture, Schedule};
use standing::Results;
use store::Store;

/// A tournament that is held in a folder, from which it can go on at any time.
///
/// The folder holds `arena.json`, the plan, and `games.jsonl`, the records of all finished games in
/// the order in which they ended, or a file of that kind for each part that is played by a process
/// of its own. Each game is written at once and whole: what ends the process costs the games under
/// way, which are played again. A game between players of this program depends on its seed alone,
/// so that the table is the same however often the tournament was broken off; with clocks or foreign
/// programs, or where players think for so much time, that is not so.
#[derive(Debug)]
pub struct Arena<G: Game> {
    plan: Plan<G>,
    schedule: Schedule,
    shard: Option<Shard>,
    store: Store,
    results: Results,
}

impl<G: Game> Arena<G> {
    /// Opens the tournament in a folder, and makes it where there is none. With a part, only its
    /// games are to be played, beside other processes that play the others.
    ///
    /// # Errors
    /// When it can't be held, the folder holds another one or can't be read or written, or another
    /// process plays some of the same games: this part, or one of another number of parts.
    pub fn open(
        mut plan: Plan<G>,
        folder: &Path,
        shard: Option<Shard>,
    ) -> Result<Self, ArenaError> {
        plan.check()?;
        store::found(folder, &plan)?;
        let file = shard.map_or_else(|| ALL.into(), Shard::file);
        let (store, games) = Store::open(folder, &file)?;
        let files = store::files(folder)?;
        let others = || files.iter().filter(|path| *path != store.path());
        // Players that don't repeat would give a game two ends. This file is locked before others
        // are looked at: of two processes that begin at the same time one sees the other.
        let apart = |path: &Path| shard.is_some_and(|shard| shard.is_apart_from(path));
        for path in others().filter(|path| !apart(path)) {
            store::check_free(path)?;
        }
        let mut gathered = Gathered::new(&plan);
        gathered.add(store.path(), games)?;
        for path in others() {
            gathered.add(path, store::games(path)?)?;
        }
        let results = gathered.into_results();
        // Records are compared with the plan before, as the start's world tells it.
        if !plan.series.measurer(plan.seed).needs_circuits() {
            plan.series.start.world_mut().stop_recording();
        }
        Ok(Self {
            schedule: plan.schedule(),
            plan,
            shard,
            store,
            results,
        })
    }

    /// The plan of the tournament that a folder holds; `None` where it holds none.
    ///
    /// # Errors
    /// When it can't be read or understood.
    pub fn plan_of(folder: &Path) -> Result<Option<Plan<G>>, ArenaError> {
        store::plan(folder)
    }

    /// The plan.
    pub fn plan(&self) -> &Plan<G> {
        &self.plan
    }

    /// How the tournament stands by the games that are finished.
    pub fn standing(&self) -> Standing {
        Standing::new(&self.plan, &self.results)
    }

    /// How many games it has, in this part where it is one.
    pub fn size(&self) -> u64 {
        self.mine().count() as u64
    }

    /// How many games are to be played yet, in this part where it is one: none once the test has
    /// found something.
    pub fn left(&self) -> u64 {
        self.missing().len() as u64
    }

    fn missing(&self) -> Vec<u64> {
        if self
            .tested()
            .is_some_and(|tested| tested.accepted.is_some())
        {
            return Vec::new();
        }
        let mine = self.mine();
        let missing = mine.filter(|game| !self.results.contains_key(&game.number));
        missing.map(|game| game.number).collect()
    }

    /// The games of this part.
    fn mine(&self) -> impl Iterator<Item = Fixture> {
        let held = |game: &Fixture| self.shard.is_none_or(|shard| shard.holds(game));
        self.schedule.fixtures().filter(held)
    }

    /// How far the test is, where there is one.
    fn tested(&self) -> Option<Tested> {
        let test = self.plan.sprt?;
        Some(standing::tested(test, &self.schedule, &self.results))
    }
}

impl Standing {
    /// How the tournament in a folder stands, whoever plays it.
    ///
    /// # Errors
    /// When there is none, or it can't be read.
    pub fn of<G: Game>(folder: &Path) -> Result<Self, ArenaError> {
        let plan = plan_in::<G>(folder)?;
        let mut gathered = Gathered::new(&plan);
        for path in store::files(folder)? {
            gathered.add(&path, store::games(&path)?)?;
        }
        Ok(Self::new(&plan, &gathered.into_results()))
    }
}

/// Brings the games of a tournament into one folder and one file, in order, and tells how it stands
/// then. `from` are folders that hold parts of it, or files of games in such folders; the games that
/// the folder holds already stay there.
///
/// # Errors
/// When they are not of one tournament, a game was played twice and ended otherwise, something can't
/// be read or written, or another process plays in the folder.
pub fn merge<G: Game>(folder: &Path, from: &[PathBuf]) -> Result<Standing, ArenaError> {
    let first = from.first().map_or(folder, |path| home(path));
    let plan = plan_in::<G>(first)?;
    for path in from {
        store::check(home(path), &plan)?;
    }
    store::found(folder, &plan)?;
    let (mut store, games) = Store::open(folder, ALL)?;
    let mut gathered = Gathered::new(&plan);
    gathered.add(store.path(), games)?;
    for path in from {
        let files = if path.is_dir() {
            store::files(path)?
        } else {
            vec![path.clone()]
        };
        for path in files.iter().filter(|path| !is_same(path, store.path())) {
            gathered.add(path, store::games(path)?)?;
        }
    }
    gathered.copy_to(&mut store)?;
    Ok(Standing::new(&plan, &gathered.into_results()))
}

/// The name of the game of the tournament that a folder holds, or to which a file of games belongs;
/// `None` where there is none.
///
/// # Errors
/// When it can't be read or understood.
pub fn game_of(path: &Path) -> Result<Option<String>, ArenaError> {
    store::game_of(home(path))
}

/// The file of games that are no part.
const ALL: &str = "games.jsonl";

/// The folder with the plan of a folder or a file of games.
fn home(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if path.is_file() && parent == Path::new("") => Path::new("."),
        Some(parent) if path.is_file() => parent,
        _ => path,
    }
}

fn is_same(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

fn plan_in<G: Game>(folder: &Path) -> Result<Plan<G>, ArenaError> {
    store::plan(folder)?.ok_or_else(|| ArenaError::None {
        path: folder.to_owned(),
    })
}

#[cfg(test)]
mod tests;
