//! Values of rows.

use rusqlite::Row;
use serde::de::DeserializeOwned;

use crate::links::Token;

/// A token of a row.
pub(super) fn token(row: &Row<'_>, column: usize) -> rusqlite::Result<Token> {
    let text: String = row.get(column)?;
    text.parse().map_err(|_| wrong(column, "no token"))
}

/// JSON of a row.
pub(super) fn json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| wrong(column, &error.to_string()))
}

fn wrong(column: usize, text: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, text.into())
}
