//! Room for new games: others make it, those first that nobody will miss.

use rusqlite::{OptionalExtension, Row, Transaction};

use super::row::token;
use super::time::{DAY, now};
use crate::error::StoreError;
use crate::links::Token;

/// Seconds after which a game that nobody has played, nor opened beside the one who began it, is as little used as one
/// that was played is after all the days of a [`Capacity`].
const HOUR: i64 = 3600;

/// The most games that one new one replaces: more than one only after a limit was lowered.
const REPLACED: u64 = 64;

/// Limits of a store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capacity {
    /// Number of games, and of a tenth as many besides that are of classes: neither takes room from the other.
    pub(crate) games: u64,
    /// Days after which a game that was played is as little used as one that was not is after an hour.
    pub(crate) days: u32,
}

impl Capacity {
    fn of(self, class: Option<Token>) -> u64 {
        match class {
            None => self.games,
            Some(_) => self.games.div_ceil(10),
        }
    }
}

/// Makes room for a game, of a class perhaps: where there is none, the least used one is forgotten.
///
/// # Errors
/// Returns [`StoreError::Full`] if all of them go on by themselves.
pub(super) fn make_room(
    to: &Transaction<'_>,
    class: Option<Token>,
    capacity: Capacity,
) -> Result<(), StoreError> {
    let kept = count(
        to,
        if class.is_some() {
            "class games"
        } else {
            "games"
        },
    )?;
    let over = (kept + 1).saturating_sub(capacity.of(class)).min(REPLACED);
    for replaced in 0..over {
        match least_used(to, class.is_some(), capacity)? {
            Some(game) => forget(to, game)?,
            None if replaced == 0 => return Err(StoreError::Full),
            None => break,
        }
    }
    Ok(())
}

/// Number of things that are kept, which the database counts as they come and go.
pub(super) fn count(of: &Transaction<'_>, name: &str) -> rusqlite::Result<u64> {
    let mut select = of.prepare_cached("SELECT n FROM counts WHERE name = ?1")?;
    let count: i64 = select.query_row([name], |row| row.get(0))?;
    Ok(count.unsigned_abs())
}

pub(super) const OLDEST: &str = "SELECT id, touched FROM games
    WHERE NOT waiting AND (class IS NOT NULL) = ?1 AND played = ?2 ORDER BY touched LIMIT 1";

/// The game whose time since it was used last is the longest, beside the time that its kind is kept.
fn least_used(
    of: &Transaction<'_>,
    is_of_class: bool,
    capacity: Capacity,
) -> rusqlite::Result<Option<Token>> {
    let mut select = of.prepare_cached(OLDEST)?;
    let now = now();
    let mut oldest = |is_played: bool| -> rusqlite::Result<Option<(Token, i128)>> {
        let found = |row: &Row<'_>| Ok((token(row, 0)?, row.get::<_, i64>(1)?));
        let found = select
            .query_row([is_of_class, is_played], found)
            .optional()?;
        let age = |(game, touched): (Token, i64)| (game, i128::from(now.saturating_sub(touched)));
        Ok(found.map(age))
    };
    let days = i128::from(capacity.days.max(1)) * i128::from(DAY);
    Ok(match (oldest(false)?, oldest(true)?) {
        (Some((unplayed, age)), Some((played, other))) => {
            let is_less_used = age * days >= other * i128::from(HOUR);
            Some(if is_less_used { unplayed } else { played })
        }
        (one, other) => one.or(other).map(|(game, _)| game),
    })
}

fn forget(from: &Transaction<'_>, game: Token) -> rusqlite::Result<()> {
    from.prepare_cached("DELETE FROM games WHERE id = ?1")?
        .execute([game.to_string()])?;
    Ok(())
}

/// Notes that a game is used now.
pub(super) fn used(to: &Transaction<'_>, game: Token) -> rusqlite::Result<()> {
    to.prepare_cached("UPDATE games SET touched = ?2 WHERE id = ?1 AND touched < ?2 - ?3")?
        .execute(rusqlite::params![game.to_string(), now(), HOUR])?;
    Ok(())
}
