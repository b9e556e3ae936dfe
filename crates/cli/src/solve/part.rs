//! An exploration under way, in a file beside the table that it is for.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cheqqers_files::Existing;
use cheqqers_game::Sameness;
use cheqqers_session::Position;
use cheqqers_solve::{Exploration, FileFormatError, GameMismatch};
use thiserror::Error;

use crate::error::CommandError;
use crate::files::{FileError, save};

/// Time between two writes of the file.
const INTERVAL: Duration = Duration::from_mins(10);

/// Time whose work is not worth a file.
const SHORT: Duration = Duration::from_secs(30);

/// Set when an interrupt has come.
pub(super) static STOP: AtomicBool = AtomicBool::new(false);

/// Held while positions are explored, or a table is written.
static EXPLORING: Mutex<()> = Mutex::new(());

/// Asks for an end of the exploration, and waits for it.
pub(super) fn stop_exploring() -> MutexGuard<'static, ()> {
    STOP.store(true, Ordering::Relaxed);
    exploring()
}

/// Makes an interrupt wait as long as the guard is held.
pub(super) fn exploring() -> MutexGuard<'static, ()> {
    EXPLORING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Error of going on with an exploration.
#[derive(Debug, Error)]
pub(super) enum PartError {
    #[error("could not open {}, an exploration under way", path.display())]
    Open {
        path: PathBuf,
        #[source]
        source: FileFormatError,
    },
    #[error("{} is the exploration of another board", path.display())]
    Mismatch {
        path: PathBuf,
        #[source]
        source: GameMismatch,
    },
    #[error("{} is an exploration from another start, or --distinct differs", path.display())]
    Start { path: PathBuf },
}

impl CommandError for PartError {
    fn advice(&self) -> Option<&'static str> {
        Some("Delete it to begin anew, or write this table to another file.")
    }
}

/// File of an exploration under way.
pub(super) struct Part {
    path: PathBuf,
    written: Instant,
}

impl Part {
    /// That of a table; `None` where the table goes to a pipe or a device.
    pub(super) fn of(table: &Path) -> Option<Self> {
        if fs::metadata(table).is_ok_and(|known| !known.is_file()) {
            return None;
        }
        let mut path = table.as_os_str().to_owned();
        path.push(".part");
        Some(Self {
            path: path.into(),
            written: Instant::now(),
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The exploration that an earlier run left; `None` if there is none.
    pub(super) fn open(
        &self,
        start: &Position,
        sameness: Sameness,
    ) -> Result<Option<Exploration>, PartError> {
        if !self.path.exists() {
            return Ok(None);
        }
        let path = || self.path.clone();
        let opened = Exploration::open(&self.path);
        let exploration = opened.map_err(|source| PartError::Open {
            path: path(),
            source,
        })?;
        let begins = start.begins(&exploration);
        let begins = begins.map_err(|source| PartError::Mismatch {
            path: path(),
            source,
        })?;
        if begins && exploration.game().sameness() == sameness {
            Ok(Some(exploration))
        } else {
            Err(PartError::Start { path: path() })
        }
    }

    /// Returns `true` if it is old: at the end of the exploration sooner than before.
    pub(super) fn is_due(&self, is_done: bool) -> bool {
        self.written.elapsed() > if is_done { SHORT } else { INTERVAL }
    }

    /// Writes the exploration.
    pub(super) fn write(&mut self, exploration: &Exploration) -> Result<(), FileError> {
        let bytes = exploration.to_bytes();
        let bytes = bytes.map_err(|source| FileError::write(&self.path, source))?;
        save(&self.path, &bytes, Existing::Replace)?;
        self.written = Instant::now();
        Ok(())
    }

    /// Removes the file, which is of no use any more.
    pub(super) fn remove(self) {
        // It may not be there.
        let _ = fs::remove_file(&self.path);
    }
}
