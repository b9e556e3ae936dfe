//! Files of a tournament: its plan, and its finished games.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use cheqqers_files::{Existing, LockError, LockedFile, is_locked, read_within, write_durably};
use serde_json::{Map, Value};

use crate::error::{ArenaError, PlanError};
use crate::plan::Plan;
use crate::scan::{self, ScanError, ScannedGame};

/// Name of the file of the plan.
const PLAN: &str = "arena.json";

/// Size limit of the plan, in bytes: more than a tournament of as many players as there may be takes.
const MAX_PLAN: u64 = 64 << 20;

/// File of games that only this process writes to.
#[derive(Debug)]
pub(crate) struct Store {
    path: PathBuf,
    file: LockedFile,
}

impl Store {
    /// Opens a file of games in a folder, or makes it, and reads its games; a game that was cut off is
    /// removed from its end.
    ///
    /// # Errors
    /// Returns an error if it can't be read or written, is in use, or holds something else.
    pub(crate) fn open(folder: &Path, name: &str) -> Result<(Self, Vec<ScannedGame>), ArenaError> {
        let path = folder.join(name);
        let mut file = LockedFile::open(&path).map_err(|error| match error {
            LockError::Io(source) => cannot_write(&path, source),
            LockError::NotRegular => cannot_write(&path, io::Error::other("it is no regular file")),
            LockError::InUse => ArenaError::InUse { path: path.clone() },
        })?;
        let scanned = scan::scan(BufReader::new(file.file()));
        let (games, end) = scanned.map_err(|error| of(&path, error))?;
        let cut = file.truncate(end);
        cut.map_err(|source| cannot_write(&path, source))?;
        Ok((Self { path, file }, games))
    }

    /// Path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a game, whole or not at all.
    ///
    /// # Errors
    /// Returns an error if it can't be written.
    pub(crate) fn add(&mut self, game: &[u8]) -> Result<(), ArenaError> {
        let added = self.file.append(game);
        added.map_err(|source| cannot_write(&self.path, source))
    }
}

/// Checks that no other process writes to a file of games.
///
/// # Errors
/// Returns an error if one does, or the file can't be opened.
pub(crate) fn check_free(path: &Path) -> Result<(), ArenaError> {
    match is_locked(path) {
        Ok(false) => Ok(()),
        Ok(true) => Err(ArenaError::InUse {
            path: path.to_owned(),
        }),
        Err(source) => Err(cannot_read(path, source)),
    }
}

/// Makes a folder for the tournament, or checks that it holds this one.
///
/// # Errors
/// Returns an error if it holds another one, or can't be written.
pub(crate) fn create(folder: &Path, plan: &Plan) -> Result<(), ArenaError> {
    fs::create_dir_all(folder).map_err(|source| cannot_write(folder, source))?;
    let path = folder.join(PLAN);
    let wanted = plan.to_json();
    if let Some(found) = read(&path)? {
        return compare(&path, &found, &wanted);
    }
    let failed = |source| cannot_write(&path, source);
    let text = serde_json::to_string_pretty(&wanted).map_err(|error| failed(error.into()))?;
    match write_durably(&path, format!("{text}\n").as_bytes(), Existing::Refuse) {
        Ok(()) => Ok(()),
        // Another process of the same tournament was faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => match read(&path)? {
            Some(found) => compare(&path, &found, &wanted),
            None => Err(failed(error)),
        },
        Err(error) => Err(failed(error)),
    }
}

/// Reads the plan in a folder; `None` if there is none.
///
/// # Errors
/// Returns an error if it can't be read or understood.
pub(crate) fn plan(folder: &Path) -> Result<Option<Plan>, ArenaError> {
    let path = folder.join(PLAN);
    let Some(found) = read(&path)? else {
        return Ok(None);
    };
    let plan = Plan::from_json(&found);
    plan.map(Some)
        .map_err(|source| ArenaError::NoPlan { path, source })
}

fn read(path: &Path) -> Result<Option<Map<String, Value>>, ArenaError> {
    let text = match File::open(path).and_then(|file| read_within(MAX_PLAN, file)) {
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

/// Checks that a folder holds this tournament.
///
/// # Errors
/// Returns an error if it holds another one or none, or can't be read.
pub(crate) fn check(folder: &Path, plan: &Plan) -> Result<(), ArenaError> {
    let path = folder.join(PLAN);
    match read(&path)? {
        Some(found) => compare(&path, &found, &plan.to_json()),
        None => Err(ArenaError::None {
            path: folder.to_owned(),
        }),
    }
}

/// Checks that a plan on disk is the wanted one.
fn compare(
    path: &Path,
    found: &Map<String, Value>,
    wanted: &Map<String, Value>,
) -> Result<(), ArenaError> {
    let text = |value: Option<&Value>| match value {
        None | Some(Value::Null) => "none".into(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
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

/// Files of games in a folder, in order of their names.
///
/// # Errors
/// Returns an error if the folder can't be read.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>, ArenaError> {
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

/// Reads the finished games of a file.
///
/// # Errors
/// Returns an error if it can't be read, or holds something else.
pub(crate) fn games(path: &Path) -> Result<Vec<ScannedGame>, ArenaError> {
    let file = File::open(path).map_err(|source| cannot_read(path, source))?;
    let scanned = scan::scan(BufReader::new(file));
    scanned
        .map(|(games, _)| games)
        .map_err(|error| of(path, error))
}

/// Reads the record of a game.
///
/// # Errors
/// Returns an error if it can't be read.
pub(crate) fn text(path: &Path, offset: u64, length: u64) -> Result<Vec<u8>, ArenaError> {
    let read = || {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(offset))?;
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
    ArenaError::Write { path, source }
}
