use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard};

use cheqqers_arena::{AdjustedScore, PlayerOutcome, PliesByOutcome};
use cheqqers_files::Existing;
use cheqqers_game::{Colour, Outcome};

use crate::error::Failure;
use crate::files::{FileError, GrowingFile, check_free, create_folder, write};

/// The most games whose files are looked for before the first is played.
const MAX_CHECKED: u64 = 100_000;

/// Number of games that may wait for one before them.
const WINDOW: u64 = 256;

/// A game as it goes into files.
#[derive(Debug)]
pub(crate) struct GameText {
    pub(crate) outcome: Outcome,
    pub(crate) plies: u32,
    /// White's luck in points, where it is counted.
    pub(crate) luck: Option<f64>,
    /// Its lines in a trace; empty when there is none.
    pub(crate) trace: Vec<u8>,
    /// Its lines in a record of its own; empty when there is none.
    pub(crate) record: Vec<u8>,
}

/// Writer of games that finish in any order: it writes and counts them in the order of their numbers,
/// so the files always hold the first games, each of them whole.
#[derive(Debug)]
pub(crate) struct OrderedWriter {
    state: Mutex<State>,
    moved: Condvar,
}

#[derive(Debug)]
struct State {
    /// Number of the next game to write.
    next: u64,
    waiting: BTreeMap<u64, GameText>,
    /// Set when a game will never be put: those behind it are not waited for.
    closed: bool,
    tally: PliesByOutcome,
    /// White's score adjusted by luck, where it is counted.
    adjusted: Option<AdjustedScore>,
    error: Option<Failure>,
    files: Files,
}

/// Files that games are written to.
#[derive(Debug)]
pub(crate) struct Files {
    trace: Option<GrowingFile>,
    folder: Option<PathBuf>,
    existing: Existing,
    /// Number of digits in file names.
    digits: usize,
}

impl Files {
    /// Creates the files and folders for `games` games.
    ///
    /// # Errors
    /// Returns an error if they can't be created, or are there and may not be replaced.
    pub(crate) fn create(
        trace: Option<&Path>,
        folder: Option<&Path>,
        games: u64,
        existing: Existing,
    ) -> Result<Self, FileError> {
        let mut files = Self {
            trace: None,
            folder: folder.map(Path::to_owned),
            existing,
            digits: games.to_string().len(),
        };
        if let Some(folder) = folder {
            create_folder(folder)?;
            // Before hours of games, if another process does not add one meanwhile.
            for game in 1..=games.min(MAX_CHECKED) {
                check_free(&files.of_game(folder, game), existing)?;
            }
        }
        let trace = trace.map(|path| GrowingFile::create(path, existing));
        files.trace = trace.transpose()?;
        Ok(files)
    }

    fn of_game(&self, folder: &Path, game: u64) -> PathBuf {
        folder.join(format!("game-{game:0width$}.jsonl", width = self.digits))
    }

    fn write(&mut self, game: u64, text: &GameText) -> Result<(), FileError> {
        if let Some(folder) = &self.folder {
            let path = self.of_game(folder, game);
            check_free(&path, self.existing)?;
            write(&path, &text.record, self.existing)?;
        }
        self.trace
            .as_mut()
            .map_or(Ok(()), |trace| trace.append(&text.trace))
    }
}

impl OrderedWriter {
    /// Before the first game.
    pub(crate) fn new(files: Files) -> Self {
        Self {
            state: Mutex::new(State {
                next: 1,
                waiting: BTreeMap::new(),
                closed: false,
                tally: PliesByOutcome::default(),
                adjusted: None,
                error: None,
                files,
            }),
            moved: Condvar::new(),
        }
    }

    /// Waits until the game is not too far ahead of the others; returns `false` if it is no longer
    /// needed.
    pub(crate) fn wait_for_room(&self, game: u64) -> bool {
        let mut state = self.lock();
        while !state.closed && game >= state.next + WINDOW {
            state = self.moved.wait(state).expect("no thread panicked");
        }
        !state.closed
    }

    /// Hands in a finished game.
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
                    if let Some(luck) = text.luck {
                        let points = PlayerOutcome::of(text.outcome, Colour::White).points();
                        let adjusted = state.adjusted.get_or_insert_default();
                        adjusted.count(state.next, points, luck);
                    }
                    state.next += 1;
                }
                Err(error) => {
                    state.error = Some(error.into());
                    state.closed = true;
                }
            }
        }
        drop(guard);
        self.moved.notify_all();
    }

    /// Ends the waiting for a game that failed or that the user stopped.
    pub(crate) fn close(&self, error: Option<Failure>) {
        let mut state = self.lock();
        state.closed = true;
        if let Some(error) = error {
            state.error.get_or_insert(error);
        }
        drop(state);
        self.moved.notify_all();
    }

    /// The count of the games written, and White's score adjusted by luck, where it is counted.
    ///
    /// # Errors
    /// The first error that occurred.
    pub(crate) fn finish(self) -> Result<(PliesByOutcome, Option<AdjustedScore>), Failure> {
        let state = self.state.into_inner().expect("no thread panicked");
        if let Some(error) = state.error {
            return Err(error);
        }
        state.files.trace.map_or(Ok(()), GrowingFile::finish)?;
        Ok((state.tally, state.adjusted))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panicked")
    }
}
