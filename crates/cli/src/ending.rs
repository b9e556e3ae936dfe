//! The end of a game in words, the same while it is played and where it is replayed.

use cheqqers_game::record::EndLine;
use cheqqers_game::show::capitalised;
use cheqqers_session::{Position, in_words};

use crate::error::printable;

/// The way in which a game ended and the reason, in a sentence; `None` while it goes on.
pub(crate) fn ending(position: &Position, off_board: Option<&EndLine>) -> Option<String> {
    let on_board = || position.outcome().map(|_| position.status());
    let words = off_board.map(in_words).or_else(on_board)?;
    Some(format!("{}.", capitalised(&printable(&words))))
}
