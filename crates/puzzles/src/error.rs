use cheqqers_game::settings::SettingError;
use cheqqers_session::{PlyError, UnknownGame};
use thiserror::Error;

/// Error of making, opening or checking puzzles.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PuzzleError {
    #[error(transparent)]
    Game(#[from] UnknownGame),
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error("games from {source_text} can't begin: {reason}")]
    Start { source_text: String, reason: String },
    #[error("puzzle {id} can't be played: {reason}")]
    Moves { id: String, reason: String },
    #[error("a game of puzzles could not be played")]
    Ply(#[from] PlyError),
    #[error("a player of puzzles forfeits: {0}")]
    Forfeit(#[from] cheqqers_players::Forfeit),
    #[error("puzzle {id} is unsound: {reason}")]
    Unsound { id: String, reason: &'static str },
}
