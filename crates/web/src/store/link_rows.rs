//! Links on the disk, as their hashes.

use rusqlite::{Transaction, params};

use crate::links::StoredLink;

/// Adds a link of a game that is kept.
pub(super) fn insert_link(
    to: &Transaction<'_>,
    game: &str,
    link: &StoredLink,
) -> rusqlite::Result<()> {
    to.prepare_cached(
        "INSERT OR IGNORE INTO links (hash, game, white, black)
         SELECT ?1, id, ?3, ?4 FROM games WHERE id = ?2",
    )?
    .execute(params![
        link.hash.to_string(),
        game,
        link.sides.white,
        link.sides.black
    ])?;
    Ok(())
}
