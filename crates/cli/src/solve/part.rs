//! An unfinished exploration, in a file beside the table that it is for.

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

use crate::error::{CommandError, printable};
use crate::files::{FileError, save};

/// Time between two writes of the file.
const INTERVAL: Duration = Duration::from_mins(10);

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
    #[error("could not open {}, an unfinished exploration", path.display())]
    Open {
        path: PathBuf,
        #[source]
        source: FileFormatError,
    },
    #[error("{} is the unfinished exploration of another board", path.display())]
    Mismatch {
        path: PathBuf,
        #[source]
        source: GameMismatch,
    },
    #[error("{} is an unfinished exploration from another start, or --distinct differs", path.display())]
    Start { path: PathBuf },
}

impl CommandError for PartError {
    fn advice(&self) -> Option<&'static str> {
        Some("Delete it to begin anew, or write this table to another file.")
    }
}

/// File of an unfinished exploration.
pub(super) struct Part {
    path: PathBuf,
    /// Time of the last attempt to write it.
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

    /// Text of where to go on after an interrupt.
    pub(super) fn notice(&self) -> String {
        let path = printable(&self.path.display().to_string());
        format!("What was found is in {path}. The same command goes on with it.")
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
        let is_start = start.is_start_of(&exploration);
        let is_start = is_start.map_err(|source| PartError::Mismatch {
            path: path(),
            source,
        })?;
        if is_start && exploration.game().sameness() == sameness {
            Ok(Some(exploration))
        } else {
            Err(PartError::Start { path: path() })
        }
    }

    /// Returns `true` if it was written so long ago that it has to be written again.
    pub(super) fn is_due(&self) -> bool {
        self.written.elapsed() > INTERVAL
    }

    /// Writes the exploration.
    pub(super) fn write(&mut self, exploration: &Exploration) -> Result<(), FileError> {
        self.written = Instant::now();
        let bytes = exploration.to_bytes();
        let bytes = bytes.map_err(|source| FileError::write(&self.path, source))?;
        save(&self.path, &bytes, Existing::Replace)
    }

    /// Removes the file, which is of no use any more.
    pub(super) fn remove(self) {
        // It may not be there.
        let _ = fs::remove_file(&self.path);
    }
}
