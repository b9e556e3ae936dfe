//! Classes on the disk.

use rusqlite::types::Type;
use rusqlite::{Connection, Error, Row, ToSql, Transaction, params};

use super::link_rows::insert_link;
use super::room::Capacity;
use super::schema::NewGame;
use super::time::now;
use crate::error::StoreError;
use crate::links::{StoredLink, Token};

/// A class as it is stored, and the games that begin with the change that is written.
#[derive(Clone, Debug)]
pub(crate) struct StoredClass {
    pub(crate) id: Token,
    /// Code by which pupils join it.
    pub(crate) code: String,
    /// All of it, as JSON.
    pub(crate) record: String,
    /// Seconds since 1970 when it was changed last.
    pub(crate) touched: i64,
    pub(crate) begins: Vec<NewGame>,
    /// Links that are added to games.
    pub(crate) links: Vec<(Token, StoredLink)>,
}

impl StoredClass {
    /// One that is changed now.
    pub(crate) fn new(id: Token, code: String, record: String, begins: Vec<NewGame>) -> Self {
        Self {
            id,
            code,
            record,
            touched: now(),
            begins,
            links: Vec::new(),
        }
    }

    /// # Errors
    /// Returns an error if the database refuses, as when another class has the code.
    pub(super) fn write(&self, to: &Transaction<'_>, capacity: Capacity) -> Result<(), StoreError> {
        to.prepare_cached(
            "INSERT INTO classes (id, code, record, touched) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (id) DO UPDATE SET record = ?3, touched = ?4",
        )?
        .execute(params![
            self.id.to_string(),
            self.code,
            self.record,
            self.touched
        ])?;
        for game in &self.begins {
            game.write(to, capacity)?;
        }
        for (game, link) in &self.links {
            insert_link(to, &game.to_string(), link)?;
        }
        Ok(())
    }
}

/// Classes to be forgotten.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ForgottenClasses {
    /// Those that nobody has changed since then, in seconds since 1970.
    Before(i64),
    One(Token),
}

/// The classes that are kept.
pub(super) fn all(from: &Connection) -> rusqlite::Result<Vec<StoredClass>> {
    let mut select = from.prepare_cached("SELECT id, code, record, touched FROM classes")?;
    let classes = select.query_map([], |row: &Row<'_>| {
        Ok(StoredClass {
            id: token(row)?,
            code: row.get(1)?,
            record: row.get(2)?,
            touched: row.get(3)?,
            begins: Vec::new(),
            links: Vec::new(),
        })
    })?;
    classes.collect()
}

/// Forgets the classes that nobody has changed since then, or one of them; their games are kept like all others.
pub(super) fn forget(from: &Transaction<'_>, which: ForgottenClasses) -> rusqlite::Result<()> {
    let (condition, value): (_, &dyn ToSql) = match &which {
        ForgottenClasses::Before(before) => ("touched < ?1", before),
        ForgottenClasses::One(class) => ("id = ?1", &class.to_string()),
    };
    let of = format!("SELECT id FROM classes WHERE {condition}");
    from.prepare_cached(&format!(
        "UPDATE games SET class = NULL WHERE class IN ({of})"
    ))?
    .execute([value])?;
    from.prepare_cached(&format!("DELETE FROM classes WHERE {condition}"))?
        .execute([value])?;
    Ok(())
}

fn token(row: &Row<'_>) -> rusqlite::Result<Token> {
    let text: String = row.get(0)?;
    let wrong = |_| Error::FromSqlConversionFailure(0, Type::Text, "no token".into());
    text.parse().map_err(wrong)
}
