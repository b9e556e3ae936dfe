//! Jobs on the disk before they are sent.

use rusqlite::{Connection, Transaction, params};
use serde_json::Value;

use super::row::json;
use crate::error::StoreError;
use crate::links::Token;

/// A job that is about to be sent for a game.
#[derive(Clone, Debug)]
pub(crate) struct NamedJob {
    pub(crate) game: Token,
    /// Its number among those of the game, from 0.
    pub(crate) n: usize,
    /// Number of lines of the record before it.
    pub(crate) lines: usize,
    /// Its entry of the journal.
    pub(crate) entry: Value,
}

impl NamedJob {
    /// # Errors
    /// Returns an error if the game was forgotten, or the database refuses.
    pub(super) fn write(&self, to: &Transaction<'_>) -> Result<(), StoreError> {
        let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        to.prepare_cached("INSERT INTO jobs (game, n, lines, entry) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![
                self.game.to_string(),
                number(self.n),
                number(self.lines),
                self.entry.to_string(),
            ])?;
        Ok(())
    }
}

/// The jobs of a game in their order, each with the number of lines before it.
pub(super) fn of_game(from: &Connection, game: &str) -> rusqlite::Result<Vec<(usize, Value)>> {
    let mut select =
        from.prepare_cached("SELECT lines, entry FROM jobs WHERE game = ?1 ORDER BY n")?;
    let jobs = select.query_map([game], |row| {
        let lines = usize::try_from(row.get::<_, i64>(0)?).unwrap_or(usize::MAX);
        Ok((lines, json(row, 1)?))
    })?;
    jobs.collect()
}
