//! Settings that the games share: size of the board, rows of men, and a draw after quiet turns.

use cheqqers_game::Game;
use cheqqers_game::settings::{Kind, Setting, SettingError, number};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::fen::FenError;

/// The sizes a board can have.
pub const SIZES: std::ops::RangeInclusive<u8> = 4..=16;

/// Error in the options of a game.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum RulesError {
    #[error("a board has 4 to 16 files and ranks, not {size}")]
    Size { size: u64 },
    #[error("the levels are 0, 1, 2 and 3, not {level}")]
    Level { level: u64 },
    #[error("a board of size {size} takes 1 to {most} rows of men, not {rows}", most = most_rows(*size))]
    Rows { rows: u64, size: u8 },
    #[error("a draw takes 1 or more plies without a capture, or \"off\", not {draw_after}")]
    DrawAfter { draw_after: String },
    #[error("the entanglement rules are single and unlimited, not {found:?}")]
    Entanglement { found: String },
    #[error("the option {key:?} is missing or is no {kind}")]
    Option {
        key: &'static str,
        kind: &'static str,
    },
    #[error(
        "games with the option {key} are no longer read: version 0.1.0 is the last that plays them"
    )]
    Removed { key: &'static str },
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error("the position can't be set up: {0}")]
    Position(#[from] FenError),
}

/// Files and ranks.
pub(crate) const SIZE: Setting = Setting {
    key: "size",
    kind: Kind::Number(4, 16),
    default: Some("8"),
    about: "files and ranks of the board",
};

/// Rows of men.
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

/// 3 rows of men, or as many as fit.
pub(crate) fn three_rows(size: u8) -> u8 {
    most_rows(size).min(3)
}

/// The size and the rows of a record's header; without rows, those that a board of the size usually
/// has.
///
/// # Errors
/// Returns an error if one is of the wrong kind or out of range, or there is no size.
pub(crate) fn board<G: Game>(
    header: &Map<String, Value>,
    usual_rows: fn(u8) -> u8,
) -> Result<(u8, u8), RulesError> {
    let small = |key| -> Result<u8, SettingError> {
        let number = number::<G>(header, key)?.expect("there is no off for it");
        Ok(u8::try_from(number).expect("the setting takes no more"))
    };
    let size = small(SIZE.key)?;
    let most = most_rows(size);
    let rows = if header.contains_key(ROWS.key) {
        small(ROWS.key)?
    } else {
        usual_rows(size)
    };
    if rows > most {
        let rows = rows.into();
        return Err(RulesError::Rows { rows, size });
    }
    Ok((size, rows))
}
