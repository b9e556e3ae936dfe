//! Games on disk: nothing that was answered is lost, whatever ends the process.

mod classes;
mod hashes;
mod jobs;
mod link_rows;
mod room;
mod row;
mod schema;
mod time;
mod writer;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::Path;
use std::sync::Arc;

use etcetera::BaseStrategy;
use rusqlite::{Connection, OptionalExtension, Row};
use tokio::sync::Mutex;

use crate::error::{StartError, StoreError};
use crate::links::{Sides, Token};
use crate::studies::Study;
pub(crate) use classes::{ForgottenClasses, StoredClass};
pub(crate) use jobs::NamedJob;
pub(crate) use room::Capacity;
use row::{json, token};
pub(crate) use schema::{
    Change, GameExtras, MeasurementFailure, NewGame, Offer, PendingMove, StoredGame,
};
pub(crate) use time::now;
use time::{DAY, days_ago};
use writer::{Write, Writer};

/// The games of a server: one connection reads, another one on a thread of its own writes.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    reader: Arc<Mutex<Connection>>,
    writer: Writer,
    /// Dropped last, when all is written.
    _lock: Lock,
}

/// Keeps other servers away as long as it lives.
#[derive(Debug)]
struct Lock {
    file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing it is not enough: a child that another thread is starting holds it for a moment.
        let _ = self.file.unlock();
    }
}

const FILE: &str = "games.sqlite";

/// Default folder of games, below the user's folder for data: `~/.local/share/cheqqers/games` on Linux.
pub(crate) fn usual_folder() -> Result<std::path::PathBuf, StartError> {
    let strategy = etcetera::choose_base_strategy().map_err(|_| StartError::NoHome)?;
    Ok(strategy.data_dir().join("cheqqers").join("games"))
}

impl Store {
    /// Opens the games in a folder, which is made where it is missing. Nobody but the user may look
    /// into it. New games replace others beyond this capacity.
    ///
    /// # Errors
    /// Returns an error if another server uses it, or it can't be read or written.
    pub(crate) fn open(folder: &Path, capacity: Capacity) -> Result<Self, StartError> {
        let failed = |source| StartError::Folder {
            folder: folder.into(),
            source,
        };
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder).map_err(failed)?;
        let lock = private(&folder.join("lock")).map_err(failed)?;
        let lock = match lock.try_lock() {
            Ok(()) => Lock { file: lock },
            Err(TryLockError::WouldBlock) => {
                return Err(StartError::InUse {
                    folder: folder.into(),
                });
            }
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        };
        let path = folder.join(FILE);
        // What the database makes beside its file has the same permissions.
        private(&path).map_err(failed)?;
        let store = |source| StartError::Store {
            path: path.clone(),
            source,
        };
        let mut connection = schema::connect(&path).map_err(store)?;
        schema::migrate(&mut connection).map_err(store)?;
        let reader = schema::connect(&path).map_err(store)?;
        let writer = Writer::start(connection, capacity).map_err(failed)?;
        Ok(Self {
            inner: Arc::new(Inner {
                reader: Arc::new(Mutex::new(reader)),
                writer,
                _lock: lock,
            }),
        })
    }

    /// Keeps a new game, with its links and the lines of its record. Where there is no room, the game that is used
    /// least is forgotten.
    ///
    /// # Errors
    /// Returns an error if it is not on the disk.
    pub(crate) async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        self.inner.writer.write(Write::Create(Box::new(game))).await
    }

    /// Keeps what happened in a game.
    ///
    /// # Errors
    /// Returns an error if it is not on the disk.
    pub(crate) async fn change(&self, change: Change) -> Result<(), StoreError> {
        self.inner
            .writer
            .write(Write::Change(Box::new(change)))
            .await
    }

    /// Keeps a job before it is sent, in a thread that may wait for the disk.
    ///
    /// # Errors
    /// Returns an error if it is not on the disk.
    pub(crate) fn name_job(&self, job: NamedJob) -> Result<(), StoreError> {
        self.inner.writer.write_blocking(Write::Job(Box::new(job)))
    }

    /// Keeps a class as it stands now, with the games that begin in it.
    ///
    /// # Errors
    /// Returns an error if it is not on the disk.
    pub(crate) async fn keep_class(&self, class: StoredClass) -> Result<(), StoreError> {
        self.inner.writer.write(Write::Class(Box::new(class))).await
    }

    /// The classes that are kept.
    ///
    /// # Errors
    /// Returns an error if the database refuses.
    pub(crate) async fn classes(&self) -> Result<Vec<StoredClass>, StoreError> {
        self.read(classes::all).await
    }

    /// Forgets classes; their games are kept like all others.
    ///
    /// # Errors
    /// Returns an error if the database refuses.
    pub(crate) async fn forget_classes(&self, which: ForgottenClasses) -> Result<(), StoreError> {
        self.inner.writer.write(Write::ForgetClasses(which)).await
    }

    /// Notes that a game is used, where it was not for an hour. Errors are only logged: reading works on a full disk.
    pub(crate) async fn used(&self, game: Token) {
        if let Err(error) = self.inner.writer.write(Write::Used(game)).await {
            tracing::warn!(%error, "that a game was opened is not written down");
        }
    }

    /// The game of a link, and the sides that the link moves for.
    ///
    /// # Errors
    /// Returns an error if the database refuses.
    pub(crate) async fn link(&self, link: Token) -> Result<Option<(Token, Sides)>, StoreError> {
        self.read(move |reader| {
            let mut select =
                reader.prepare_cached("SELECT game, white, black FROM links WHERE hash = ?1")?;
            let found = |row: &Row<'_>| {
                let (white, black) = (row.get(1)?, row.get(2)?);
                Ok((token(row, 0)?, Sides { white, black }))
            };
            select
                .query_row([link.hash().to_string()], found)
                .optional()
        })
        .await
    }

    /// A game with all that is known of it.
    ///
    /// # Errors
    /// Returns an error if the database refuses.
    pub(crate) async fn load(&self, game: Token) -> Result<Option<StoredGame>, StoreError> {
        self.read(move |reader| {
            let name = game.to_string();
            let mut select = reader.prepare_cached(
                "SELECT header, asked, white, black, backend, chance, around
                 FROM games WHERE id = ?1",
            )?;
            let found = select.query_row([&name], stored).optional()?;
            let Some(mut stored) = found else {
                return Ok(None);
            };
            let mut select =
                reader.prepare_cached("SELECT json FROM lines WHERE game = ?1 ORDER BY n")?;
            let lines = select.query_map([&name], |row| row.get(0))?;
            stored.lines = lines.collect::<Result<_, _>>()?;
            stored.jobs = jobs::of_game(reader, &name)?;
            Ok(Some(stored))
        })
        .await
    }

    /// The study of this name, which is opened.
    ///
    /// # Errors
    /// Returns an error if the database refuses.
    pub(crate) async fn study(&self, study: Token) -> Result<Option<Study>, StoreError> {
        let found = self.read(move |reader| {
            let mut select =
                reader.prepare_cached("SELECT json, opened FROM studies WHERE id = ?1")?;
            let found = |row: &Row<'_>| Ok((json(row, 0)?, row.get::<_, i64>(1)?));
            select.query_row([study.to_string()], found).optional()
        });
        let Some((found, opened)) = found.await? else {
            return Ok(None);
        };
        if opened < now() - DAY {
            let writer = &self.inner.writer;
            // Reading works on a full disk.
            if let Err(error) = writer.write(Write::StudyOpened(study)).await {
                tracing::warn!(%error, "that a study was opened is not written down");
            }
        }
        Ok(Some(found))
    }

    /// Keeps a study, as JSON; one that is there already stays. Those that nobody has opened for so many days are
    /// forgotten.
    ///
    /// # Errors
    /// Returns an error if it is not on the disk.
    pub(crate) async fn keep_study(
        &self,
        study: Token,
        json: String,
        days: u32,
    ) -> Result<(), StoreError> {
        let before = days_ago(days);
        let kept = Write::Study {
            study,
            json,
            before,
        };
        self.inner.writer.write(kept).await
    }

    /// The games that go on by themselves.
    ///
    /// # Errors
    /// Returns an error if the database refuses.
    pub(crate) async fn waiting(&self) -> Result<Vec<Token>, StoreError> {
        self.read(|reader| {
            let mut select = reader.prepare_cached("SELECT id FROM games WHERE waiting")?;
            let games = select.query_map([], |row| token(row, 0))?;
            games.collect()
        })
        .await
    }

    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        // No thread waits for another one to have read.
        let reader = Arc::clone(&self.inner.reader).lock_owned().await;
        let done = tokio::task::spawn_blocking(move || read(&reader));
        let done = done.await.map_err(|_| StoreError::Ended)?;
        done.map_err(StoreError::from)
    }
}

/// A file that nobody but the user may read.
fn private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn stored(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    Ok(StoredGame {
        header: row.get(0)?,
        asked: row.get(1)?,
        white: row.get(2)?,
        black: row.get(3)?,
        backend: row.get(4)?,
        seed: row.get::<_, i64>(5)?.cast_unsigned(),
        extras: json(row, 6)?,
        lines: Vec::new(),
        jobs: Vec::new(),
    })
}

#[cfg(test)]
mod tests;
