//! A tournament on disk: its plan, and files of its finished games.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use cheqqers_game::Game;
use serde_json::{Map, Value};

use super::scan::{self, Kept, ScanError};
use super::{ArenaError, Plan, PlanError};
use crate::settings::word;
use crate::{ExperimentError, file};

/// The name of the file of the plan.
const PLAN: &str = "arena.json";

/// A file of games that this process writes to, and no other.
#[derive(Debug)]
pub(super) struct Store {
    path: PathBuf,
    file: File,
    /// How many bytes of it hold whole games.
    whole: u64,
}

impl Drop for Store {
    fn drop(&mut self) {
        // Closing it is not enough: a child that another thread is starting holds it for a moment.
        let _ = self.file.unlock();
    }
}

impl Store {
    /// Opens a file of games in a folder, and makes it where there is none; a game that was cut off
    /// is removed from its end. Gives the games that it holds.
    ///
    /// # Errors
    /// When it can't be read or written, is in use, or holds something else.
    pub(super) fn open(folder: &Path, name: &str) -> Result<(Self, Vec<Kept>), ArenaError> {
        let path = folder.join(name);
        let failed = |source| cannot_write(&path, source);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&path).map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(failed(io::Error::other("it is no regular file")));
        }
        // Where files can't be locked, nobody is kept from them.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(ArenaError::InUse { path });
        }
        let whole = 0;
        let mut store = Self { path, file, whole };
        let games = store.read()?;
        Ok((store, games))
    }

    /// The games that it holds; what was cut off is removed, and writing goes on behind them.
    fn read(&mut self) -> Result<Vec<Kept>, ArenaError> {
        let Self { path, file, whole } = self;
        let (games, end) = scan::scan(BufReader::new(&*file)).map_err(|error| of(path, error))?;
        let cut = file
            .set_len(end)
            .and_then(|()| file.seek(SeekFrom::Start(end)));
        cut.map_err(|source| cannot_write(path, source))?;
        *whole = end;
        Ok(games)
    }

    /// Its file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a game, whole or not at all.
    ///
    /// # Errors
    /// When it can't be written.
    pub(super) fn add(&mut self, game: &[u8]) -> Result<(), ArenaError> {
        if let Err(source) = self.file.write_all(game) {
            // Back to whole games; what can't be cut off now is when the file is opened again.
            let _ = self.file.set_len(self.whole);
            let _ = self.file.seek(SeekFrom::Start(self.whole));
            return Err(cannot_write(&self.path, source));
        }
        self.whole += game.len() as u64;
        Ok(())
    }
}

/// Checks that no other process writes to a file of games.
///
/// # Errors
/// When one does, or the file can't be opened.
pub(super) fn check_free(path: &Path) -> Result<(), ArenaError> {
    let file = File::open(path).map_err(|source| cannot_read(path, source))?;
    match file.try_lock_shared() {
        // A child that another thread is starting would hold it for a moment if it were only closed.
        Ok(()) => file.unlock().map_err(|source| cannot_read(path, source)),
        // Where files can't be locked, nobody is kept from them.
        Err(TryLockError::Error(_)) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(ArenaError::InUse {
            path: path.to_owned(),
        }),
    }
}

/// Makes a folder that holds the tournament, or checks that it does.
///
/// # Errors
/// When it holds another one, or can't be written.
pub(super) fn found<G: Game>(folder: &Path, plan: &Plan<G>) -> Result<(), ArenaError> {
    fs::create_dir_all(folder).map_err(|source| cannot_write(folder, source))?;
    let path = folder.join(PLAN);
    let wanted = plan.to_json();
    if let Some(found) = read(&path)? {
        return compare(&path, &found, &wanted);
    }
    let failed = |source| cannot_write(&path, source);
    let mut file = file::temporary(folder).map_err(failed)?;
    let text = serde_json::to_string_pretty(&wanted).map_err(|error| failed(error.into()))?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    file.write_all(b"\n").map_err(failed)?;
    match file.persist_noclobber(&path) {
        Ok(_) => Ok(()),
        // Another process of the same tournament was faster.
        Err(error) => match read(&path)? {
            Some(found) => compare(&path, &found, &wanted),
            None => Err(failed(error.error)),
        },
    }
}

/// The plan of the tournament that a folder holds; `None` where it holds none.
///
/// # Errors
/// When it can't be read or understood.
pub(super) fn plan<G: Game>(folder: &Path) -> Result<Option<Plan<G>>, ArenaError> {
    let path = folder.join(PLAN);
    let Some(found) = read(&path)? else {
        return Ok(None);
    };
    let plan = Plan::from_json(&found);
    plan.map(Some)
        .map_err(|source| ArenaError::NoPlan { path, source })
}

/// The name of the game of the tournament that a folder holds; `None` where it holds none.
///
/// # Errors
/// When it can't be read or understood.
pub(super) fn game_of(folder: &Path) -> Result<Option<String>, ArenaError> {
    let path = folder.join(PLAN);
    let Some(found) = read(&path)? else {
        return Ok(None);
    };
    let game = found.get("start").and_then(|start| start["game"].as_str());
    let source = PlanError::Field { name: "start" };
    game.map(|game| Some(game.to_owned()))
        .ok_or(ArenaError::NoPlan { path, source })
}

fn read(path: &Path) -> Result<Option<Map<String, Value>>, ArenaError> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => {
            let path = path.to_owned();
            return Err(ArenaError::Read { path, source });
        }
    };
    match serde_json::from_slice(&text) {
        Ok(Value::Object(plan)) => Ok(Some(plan)),
        _ => Err(ArenaError::NoPlan {
            path: path.to_owned(),
            source: PlanError::Field { name: "format" },
        }),
    }
}

/// Checks that a folder holds the tournament.
///
/// # Errors
/// When it holds another one or none, or can't be read.
pub(super) fn check<G: Game>(folder: &Path, plan: &Plan<G>) -> Result<(), ArenaError> {
    let path = folder.join(PLAN);
    match read(&path)? {
        Some(found) => compare(&path, &found, &plan.to_json()),
        None => Err(ArenaError::None {
            path: folder.to_owned(),
        }),
    }
}

/// Checks that a plan on disk is the one wanted.
fn compare(
    path: &Path,
    found: &Map<String, Value>,
    wanted: &Map<String, Value>,
) -> Result<(), ArenaError> {
    let text = |value: Option<&Value>| match value {
        None | Some(Value::Null) => "none".into(),
        Some(value) => word(value),
    };
    for name in wanted.keys().chain(found.keys()) {
        let (before, now) = (found.get(name), wanted.get(name));
        if let (Some(Value::Object(before)), Some(Value::Object(now))) = (before, now) {
            compare(path, before, now)?;
        } else if before != now {
            return Err(ArenaError::OtherPlan {
                path: path.to_owned(),
                name: name.clone(),
                before: text(before),
                now: text(now),
            });
        }
    }
    Ok(())
}

/// The files of games that a folder holds, in order of their names.
///
/// # Errors
/// When the folder can't be read.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, ArenaError> {
    let failed = |source| ArenaError::Read {
        path: folder.to_owned(),
        source,
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("games") && name.ends_with(".jsonl") {
            files.push(folder.join(&*name));
        }
    }
    files.sort_unstable();
    Ok(files)
}

/// The finished games of a file.
///
/// # Errors
/// When it can't be read, or holds something else.
pub(super) fn games(path: &Path) -> Result<Vec<Kept>, ArenaError> {
    let file = File::open(path).map_err(|source| cannot_read(path, source))?;
    let scanned = scan::scan(BufReader::new(file));
    scanned
        .map(|(games, _)| games)
        .map_err(|error| of(path, error))
}

/// The record of a game, which takes so many bytes of a file.
///
/// # Errors
/// When it can't be read.
pub(super) fn text(path: &Path, at: u64, length: u64) -> Result<Vec<u8>, ArenaError> {
    let read = || {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(at))?;
        let mut text = Vec::new();
        file.take(length).read_to_end(&mut text)?;
        Ok(text)
    };
    read().map_err(|source| cannot_read(path, source))
}

fn of(path: &Path, error: ScanError) -> ArenaError {
    match error {
        ScanError::Io(source) => cannot_read(path, source),
        ScanError::Line { line, reason } => ArenaError::Stray {
            path: path.to_owned(),
            line,
            reason,
        },
    }
}

fn cannot_read(path: &Path, source: io::Error) -> ArenaError {
    let path = path.to_owned();
    ArenaError::Read { path, source }
}

fn cannot_write(path: &Path, source: io::Error) -> ArenaError {
    let path = path.to_owned();
    ExperimentError::Write { path, source }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_writes_to_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Store::open(folder.path(), "games.jsonl");
        let (store, _) = open().unwrap();
        assert!(matches!(open(), Err(ArenaError::InUse { .. })));
        // As a child has it that is being started.
        let _inherited = store.file.try_clone().unwrap();
        drop(store);
        open().unwrap();
    }
}
