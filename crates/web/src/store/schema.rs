//! Tables of games, and the values in them.

use std::path::Path;
use std::time::Duration;

use cheqqers_game::Colour;
use cheqqers_measure::pool::PoolSeeds;
use rusqlite::{Connection, Transaction, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::hashes;
use super::link_rows::insert_link;
use super::room::{Capacity, count, make_room};
use super::time::now;
use crate::clock::Clock;
use crate::error::StoreError;
use crate::limits::MOST_STUDIES;
use crate::links::{Sides, StoredLink, Token};

/// A step from one form of the file to the next.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Sql(&'static str),
    Code(fn(&Transaction<'_>) -> Result<(), StoreError>),
}

/// The steps from an empty file to the form that is known; each is made once.
pub(super) const STEPS: [Step; 7] = [
    Step::Sql(
        "
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        header TEXT NOT NULL,
        asked TEXT NOT NULL,
        white TEXT NOT NULL,
        black TEXT NOT NULL,
        backend TEXT NOT NULL,
        chance INTEGER NOT NULL,
        links TEXT NOT NULL,
        created INTEGER NOT NULL,
        touched INTEGER NOT NULL,
        around TEXT NOT NULL,
        waiting INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX games_touched ON games (touched);
    CREATE INDEX games_waiting ON games (id) WHERE waiting;
    CREATE TABLE links (
        token TEXT PRIMARY KEY,
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        white INTEGER NOT NULL,
        black INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX links_game ON links (game);
    CREATE TABLE lines (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        n INTEGER NOT NULL,
        json TEXT NOT NULL,
        PRIMARY KEY (game, n)
    ) STRICT, WITHOUT ROWID;
",
    ),
    Step::Sql(
        "
    CREATE TABLE classes (
        id TEXT PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        record TEXT NOT NULL,
        touched INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX classes_touched ON classes (touched);
",
    ),
    Step::Sql(
        "
    CREATE TABLE studies (
        id TEXT PRIMARY KEY,
        created INTEGER NOT NULL,
        json TEXT NOT NULL
    ) STRICT;
",
    ),
    Step::Sql(
        "
    ALTER TABLE studies ADD COLUMN opened INTEGER NOT NULL DEFAULT 0;
    UPDATE studies SET opened = created;
    CREATE INDEX studies_opened ON studies (opened);
",
    ),
    Step::Sql(
        "
    ALTER TABLE games ADD COLUMN class TEXT;
    ALTER TABLE games ADD COLUMN played INTEGER NOT NULL DEFAULT 0;
    UPDATE games SET played = EXISTS (SELECT 1 FROM lines WHERE lines.game = games.id);
    UPDATE games SET class = known.class FROM (
        SELECT classes.id AS class, json_extract(game.value, '$.id') AS id
        FROM classes, json_each(classes.record, '$.games') AS game
    ) AS known WHERE games.id = known.id;
    DROP INDEX games_touched;
    CREATE INDEX games_used ON games (class IS NOT NULL, played, touched) WHERE NOT waiting;
    CREATE INDEX games_class ON games (class) WHERE class IS NOT NULL;
    CREATE TABLE counts (name TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO counts VALUES
        ('games', (SELECT count(*) FROM games WHERE class IS NULL)),
        ('class games', (SELECT count(*) FROM games WHERE class IS NOT NULL)),
        ('studies', (SELECT count(*) FROM studies));
    CREATE TRIGGER game_begun AFTER INSERT ON games BEGIN
        UPDATE counts SET n = n + 1
        WHERE name = iif(NEW.class IS NULL, 'games', 'class games');
    END;
    CREATE TRIGGER game_forgotten AFTER DELETE ON games BEGIN
        UPDATE counts SET n = n - 1
        WHERE name = iif(OLD.class IS NULL, 'games', 'class games');
    END;
    CREATE TRIGGER game_left AFTER UPDATE OF class ON games
    WHEN OLD.class IS NOT NULL AND NEW.class IS NULL BEGIN
        UPDATE counts SET n = n - 1 WHERE name = 'class games';
        UPDATE counts SET n = n + 1 WHERE name = 'games';
    END;
    CREATE TRIGGER study_kept AFTER INSERT ON studies BEGIN
        UPDATE counts SET n = n + 1 WHERE name = 'studies';
    END;
    CREATE TRIGGER study_forgotten AFTER DELETE ON studies BEGIN
        UPDATE counts SET n = n - 1 WHERE name = 'studies';
    END;
",
    ),
    Step::Code(hashes::write),
    Step::Sql(
        "
    CREATE TABLE jobs (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        n INTEGER NOT NULL,
        lines INTEGER NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (game, n)
    ) STRICT, WITHOUT ROWID;
",
    ),
];

/// A game that begins.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) id: Token,
    /// The class that it is of.
    pub(crate) class: Option<Token>,
    pub(crate) links: Vec<StoredLink>,
    pub(crate) stored: StoredGame,
}

/// A game as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct StoredGame {
    /// The header of its record.
    pub(crate) header: String,
    /// Request that began it, as JSON.
    pub(crate) asked: String,
    /// Player of White.
    pub(crate) white: String,
    pub(crate) black: String,
    /// Name of the backend.
    pub(crate) backend: String,
    /// Seed of all that is random. The header has another number, so that nobody foresees outcomes.
    pub(crate) seed: u64,
    pub(crate) extras: GameExtras,
    /// The lines of its record below the header.
    pub(crate) lines: Vec<String>,
    /// Jobs that were named before they were sent, each with the number of lines before it.
    pub(crate) jobs: Vec<(usize, Value)>,
}

/// A change of a game.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) game: Token,
    /// The next lines of its record, each with its number from 0.
    pub(crate) lines: Vec<(usize, String)>,
    /// The state beside the record from now on.
    pub(crate) extras: GameExtras,
    /// The game that begins with it.
    pub(crate) begins: Option<Box<NewGame>>,
}

/// State of a game beside its record.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct GameExtras {
    /// Standing offer of a player.
    pub(crate) offer: Option<Offer>,
    /// The move that is measured apart from it.
    pub(crate) waiting: Option<PendingMove>,
    /// `true` if a player agreed to the cost of measurements.
    pub(crate) agreed: bool,
    /// Name of the rematch that was begun.
    pub(crate) next: Option<Token>,
    /// Links of the rematch for those who have offered it.
    #[serde(default)]
    pub(crate) rematch: Vec<StoredLink>,
    /// Clocks as of when this was written. Games of older versions have none.
    #[serde(default)]
    pub(crate) clock: Option<Clock>,
    /// The sides whose players have opened the game, where each has a link.
    #[serde(default)]
    pub(crate) joined: Sides,
    /// Seeds of the pool, which the record reveals when the game is over, and nobody sees before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seeds: Option<PoolSeeds>,
}

impl GameExtras {
    /// Returns `true` if the game goes on by itself: by a measurement, or until a clock has run out.
    fn goes_on(&self) -> bool {
        let asked = self.waiting.as_ref();
        let is_measured = asked.is_some_and(|asked| asked.failed.is_none());
        is_measured || self.clock.as_ref().is_some_and(Clock::is_on)
    }
}

/// A proposal that the other side may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Offer {
    Draw {
        by: Colour,
    },
    Undo {
        by: Colour,
        plies: usize,
        /// `true` if one of them measured.
        measured: bool,
    },
    Rematch {
        by: Colour,
    },
}

impl Offer {
    pub(crate) fn by(self) -> Colour {
        match self {
            Self::Draw { by } | Self::Undo { by, .. } | Self::Rematch { by } => by,
        }
    }
}

/// A measurement that is asked for apart from its move: of a remote backend, or of this program in place of
/// one that failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct PendingMove {
    pub(crate) ply: usize,
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) afresh: bool,
    /// `true` if this program measures in place of the game's backend.
    pub(crate) here: bool,
    /// `true` if a player wants it withdrawn, unless it has an answer already.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) withdrawn: bool,
    /// Price that a player agreed to, as it was shown, of a job that costs more than others of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agreed_price: Option<String>,
    /// Failure after which it waits for a decision.
    pub(crate) failed: Option<MeasurementFailure>,
}

/// Failure of a measurement.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct MeasurementFailure {
    pub(crate) message: String,
    /// `true` if the answer may still come, so that no other backend may be asked.
    pub(crate) open: bool,
    /// `true` if it waits for a player to agree to its cost.
    #[serde(default)]
    pub(crate) price: bool,
}

/// A connection that is safe against whatever ends the process or the machine.
pub(super) fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

/// Brings a file to the form that is known.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let known = i64::try_from(STEPS.len()).unwrap_or(i64::MAX);
    let version = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
    let found = connection.query_row("PRAGMA user_version", [], version)?;
    let done = usize::try_from(found).unwrap_or(usize::MAX);
    let Some(steps) = STEPS.get(done..) else {
        return Err(StoreError::Newer { found, known });
    };
    // What a step removes is no more to be found in the file.
    connection.pragma_update(None, "secure_delete", true)?;
    let transaction = connection.transaction()?;
    for step in steps {
        match step {
            Step::Sql(text) => transaction.execute_batch(text)?,
            Step::Code(change) => change(&transaction)?,
        }
    }
    transaction.pragma_update(None, "user_version", known)?;
    transaction.commit()?;
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
    Ok(connection.query_row(checkpoint, [], |_| Ok(()))?)
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is kept is JSON")
}

impl NewGame {
    /// # Errors
    /// Returns an error if there is no room for it, or the database refuses.
    pub(super) fn write(&self, to: &Transaction<'_>, capacity: Capacity) -> Result<(), StoreError> {
        make_room(to, self.class, capacity)?;
        let (id, stored) = (self.id.to_string(), &self.stored);
        to.prepare_cached(
            "INSERT INTO games (id, header, asked, white, black, backend, chance, created, touched,
             around, waiting, class)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9, ?10, ?11)",
        )?
        .execute(params![
            id,
            stored.header,
            stored.asked,
            stored.white,
            stored.black,
            stored.backend,
            stored.seed.cast_signed(),
            now(),
            text(&stored.extras),
            stored.extras.goes_on(),
            self.class.map(|class| class.to_string()),
        ])?;
        for link in &self.links {
            insert_link(to, &id, link)?;
        }
        for (n, line) in stored.lines.iter().enumerate() {
            insert(to, &id, n, line)?;
        }
        Ok(())
    }
}

impl Change {
    /// # Errors
    /// Returns an error if the game was forgotten, or the database refuses.
    pub(super) fn write(&self, to: &Transaction<'_>, capacity: Capacity) -> Result<(), StoreError> {
        let id = self.game.to_string();
        let mut update = to.prepare_cached(
            "UPDATE games SET touched = ?2, around = ?3, waiting = ?4, played = played OR ?5
             WHERE id = ?1",
        )?;
        let found = update.execute(params![
            id,
            now(),
            text(&self.extras),
            self.extras.goes_on(),
            !self.lines.is_empty() || self.extras.joined.are_both(),
        ])?;
        if found == 0 {
            return Err(StoreError::Forgotten);
        }
        for (n, line) in &self.lines {
            insert(to, &id, *n, line)?;
        }
        if let Some(game) = &self.begins {
            game.write(to, capacity)?;
        }
        Ok(())
    }
}

/// Keeps a study that is not there yet, after those that nobody has opened since `before` are forgotten. Where there
/// is no room, the one that nobody has opened for longest makes it.
pub(super) fn keep_study(
    to: &Transaction<'_>,
    study: Token,
    json: &str,
    before: i64,
) -> rusqlite::Result<()> {
    to.prepare_cached("DELETE FROM studies WHERE opened < ?1")?
        .execute([before])?;
    to.prepare_cached(
        "INSERT OR IGNORE INTO studies (id, created, opened, json) VALUES (?1, ?2, ?2, ?3)",
    )?
    .execute(params![study.to_string(), now(), json])?;
    if count(to, "studies")? > MOST_STUDIES {
        to.prepare_cached(
            "DELETE FROM studies WHERE rowid = (SELECT rowid FROM studies ORDER BY opened LIMIT 1)",
        )?
        .execute([])?;
    }
    Ok(())
}

/// Notes that a study was opened now.
pub(super) fn study_opened(to: &Transaction<'_>, study: Token) -> rusqlite::Result<()> {
    to.prepare_cached("UPDATE studies SET opened = ?2 WHERE id = ?1")?
        .execute(params![study.to_string(), now()])?;
    Ok(())
}

fn insert(to: &Transaction<'_>, game: &str, n: usize, line: &str) -> rusqlite::Result<()> {
    to.prepare_cached("INSERT INTO lines (game, n, json) VALUES (?1, ?2, ?3)")?
        .execute(params![game, i64::try_from(n).unwrap_or(i64::MAX), line])?;
    Ok(())
}
