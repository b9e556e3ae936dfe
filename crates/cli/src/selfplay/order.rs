use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard};

use cheqqers_experiments::Tally;
use cheqqers_game::Outcome;

use crate::{CliError, lock};

/// How many games may wait for one before them.
const WINDOW: u64 = 256;

/// A game as it goes into files.
#[derive(Debug)]
pub(crate) struct GameText {
    pub(crate) outcome: Outcome,
    pub(crate) plies: u32,
    /// Its lines in a trace; empty when there is none.
    pub(crate) trace: Vec<u8>,
    /// Its lines in a record of its own; empty when there is none.
    pub(crate) record: Vec<u8>,
}

/// Takes games as they get ready, and writes and counts them in order: what is written is always
/// the first so many games, whole.
#[derive(Debug)]
pub(crate) struct InOrder {
    state: Mutex<State>,
    moved: Condvar,
}

#[derive(Debug)]
struct State {
    /// The game to be written next.
    next: u64,
    waiting: BTreeMap<u64, GameText>,
    /// Set when a game will never come: those behind it are not waited for.
    closed: bool,
    tally: Tally,
    error: Option<CliError>,
    files: Files,
}

/// Where games are written.
#[derive(Debug)]
pub(crate) struct Files {
    trace: Option<(PathBuf, File, u64)>,
    folder: Option<PathBuf>,
    /// How many digits the numbers of the games have.
    digits: usize,
}

impl Files {
    /// Makes the files and folders that `games` games go into.
    ///
    /// # Errors
    /// When they can't be made, or somebody else writes to the trace.
    pub(crate) fn create(
        trace: Option<&Path>,
        folder: Option<&Path>,
        games: u64,
    ) -> Result<Self, CliError> {
        let open = |path: &Path| lock::replace(path).map(|file| (path.to_owned(), file, 0));
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(|source| cannot_write(folder, source))?;
        }
        Ok(Self {
            trace: trace.map(open).transpose()?,
            folder: folder.map(Path::to_owned),
            digits: games.to_string().len(),
        })
    }

    fn write(&mut self, game: u64, text: &GameText) -> Result<(), CliError> {
        if let Some(folder) = &self.folder {
            let path = folder.join(format!("game-{game:0width$}.jsonl", width = self.digits));
            if let Err(source) = lock::replace(&path)?.write_all(&text.record) {
                // Better no file than a part of one; the error tells more than a failure to remove.
                let _ = fs::remove_file(&path);
                return Err(cannot_write(&path, source));
            }
        }
        if let Some((path, file, whole)) = &mut self.trace {
            if let Err(source) = file.write_all(&text.trace) {
                // Back to whole games, where the file lets itself be cut.
                let _ = file.set_len(*whole);
                return Err(cannot_write(path, source));
            }
            *whole += text.trace.len() as u64;
        }
        Ok(())
    }
}

impl InOrder {
    /// Nothing has come yet.
    pub(crate) fn new(files: Files) -> Self {
        Self {
            state: Mutex::new(State {
                next: 1,
                waiting: BTreeMap::new(),
                closed: false,
                tally: Tally::default(),
                error: None,
                files,
            }),
            moved: Condvar::new(),
        }
    }

    /// Waits until the game is not too far ahead of the others; says whether it is still wanted.
    pub(crate) fn wait_for_room(&self, game: u64) -> bool {
        let mut state = self.lock();
        while !state.closed && game >= state.next + WINDOW {
            state = self.moved.wait(state).expect("no thread panicked");
        }
        !state.closed
    }

    /// Takes a game.
    pub(crate) fn put(&self, game: u64, text: GameText) {
        let mut guard = self.lock();
        let state = &mut *guard;
        state.waiting.insert(game, text);
        while state.error.is_none()
            && let Some(text) = state.waiting.remove(&state.next)
        {
            match state.files.write(state.next, &text) {
                Ok(()) => {
                    state.tally.count(Some(text.outcome), text.plies);
                    state.next += 1;
                }
                Err(error) => {
                    state.error = Some(error);
                    state.closed = true;
                }
            }
        }
        drop(guard);
        self.moved.notify_all();
    }

    /// A game will never come, for this reason or because the user wants no more.
    pub(crate) fn close(&self, error: Option<CliError>) {
        let mut state = self.lock();
        state.closed = true;
        if let Some(error) = error {
            state.error.get_or_insert(error);
        }
        drop(state);
        self.moved.notify_all();
    }

    /// What was counted.
    ///
    /// # Errors
    /// The first error that occurred.
    pub(crate) fn finish(self) -> Result<Tally, CliError> {
        let state = self.state.into_inner().expect("no thread panicked");
        state.error.map_or(Ok(state.tally), Err)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panicked")
    }
}

fn cannot_write(path: &Path, source: io::Error) -> CliError {
    CliError::Write {
        path: path.to_owned(),
        source,
    }
}
