//! Classes on the disk.

use rusqlite::types::Type;
use rusqlite::{Connection, Error, Row, Transaction, params};

use super::schema::{NewGame, now};
use crate::error::StoreError;
use crate::links::Token;

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
        }
    }

    /// # Errors
    /// Returns an error if the database refuses, as when another class has the code.
    pub(super) fn write(&self, to: &Transaction<'_>) -> Result<(), StoreError> {
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
            game.write(to)?;
        }
        Ok(())
    }
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
        })
    })?;
    classes.collect()
}

pub(super) fn forget(from: &Transaction<'_>, before: i64) -> rusqlite::Result<()> {
    from.prepare_cached("DELETE FROM classes WHERE touched < ?1")?
        .execute([before])?;
    Ok(())
}

fn token(row: &Row<'_>) -> rusqlite::Result<Token> {
    let text: String = row.get(0)?;
    let wrong = |_| Error::FromSqlConversionFailure(0, Type::Text, "no token".into());
    text.parse().map_err(wrong)
}
