//! What games on this board set alike: its size, the rows of men, and a draw after quiet turns.

use cheqqers_game::Game;
use cheqqers_game::settings::{Kind, Setting, SettingError, number};
use serde_json::{Map, Value};

use crate::RulesError;

/// How many files and ranks.
pub(crate) const SIZE: Setting = Setting {
    key: "size",
    kind: Kind::Number(4, 16),
    default: Some("8"),
    about: "files and ranks of the board",
};

/// How many rows of men.
pub(crate) const ROWS: Setting = Setting {
    key: "rows",
    kind: Kind::Number(1, 7),
    default: None,
    about: "rows of men on either side: 3, or as many as fit, unless chosen",
};

/// The most rows of men that leave an empty row between the players.
pub(crate) fn most_rows(size: u8) -> u8 {
    (size - 1) / 2
}

/// The size and the rows of a record's header; without rows, 3 or as many as fit.
///
/// # Errors
/// When one is of the wrong kind or out of range, or there is no size.
pub(crate) fn board<G: Game>(header: &Map<String, Value>) -> Result<(u8, u8), RulesError> {
    let small = |key| -> Result<u8, SettingError> {
        let number = number::<G>(header, key)?.expect("there is no off for it");
        Ok(u8::try_from(number).expect("the setting takes no more"))
    };
    let size = small(SIZE.key)?;
    let most = most_rows(size);
    let rows = if header.contains_key(ROWS.key) {
        small(ROWS.key)?
    } else {
        most.min(3)
    };
    if rows > most {
        let rows = rows.into();
        return Err(RulesError::Rows { rows, size });
    }
    Ok((size, rows))
}

/// How much of an advantage is left to be used before a limit of quiet plies or turns makes a draw,
/// in 0..=1.
pub(crate) fn liveliness(quiet: u32, limit: Option<u32>) -> f64 {
    limit.map_or(1.0, |limit| {
        let quiet = f64::from(quiet) / f64::from(limit);
        1.0 - (quiet * quiet).min(1.0)
    })
}
