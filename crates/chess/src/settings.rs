//! Settings of both games.

use cheqqers_game::settings::{Kind, Setting, SettingError};
use thiserror::Error;

use crate::fen::SetupError;

/// Error in the options of a chess game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum OptionError {
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error("attempts of the kind `hadamard` need `unequal` to be off")]
    HadamardUnequal,
    #[error("the position can't be set up: {0}")]
    Position(#[from] SetupError),
}

/// Turns without a capture and without a pawn's move that make a draw.
pub(crate) const DRAW_AFTER: Setting = Setting {
    key: "draw_after",
    kind: Kind::NumberOrOff(1, u32::MAX),
    default: Some("100"),
    about: "turns of both sides without a capture or a move of a pawn that make a draw, or off",
};

/// The setting `position`; `about` says how it is written.
pub(crate) const fn position(about: &'static str) -> Setting {
    Setting {
        key: "position",
        kind: Kind::Text,
        default: None,
        about,
    }
}
