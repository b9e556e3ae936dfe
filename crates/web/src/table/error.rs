//! Errors of a game under way.

use std::error::Error;

use cheqqers_game::with_causes;

/// The most amplitudes that the positions of a game may hold together, but for one that a measurement leads
/// to: 64 MiB. Games played at random on boards up to 10 x 10 hold less; blocking on 16 x 16 without draws comes
/// to it after 800 to 1,500 plies.
pub(super) const ROOM: usize = 1 << 21;

/// The most characters of an error of setting up a game.
const MOST_CHARS: usize = 500;

/// Error of asking something of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum TableError {
    #[error("{0}")]
    Illegal(String),
    #[error("ply {found} is not the next one, which is {next}")]
    Stale { found: usize, next: usize },
    #[error("the game is over")]
    Over,
    #[error(
        "this server keeps {ROOM} amplitudes of a game, and its positions would hold more; moves that are taken back make room"
    )]
    Room,
    #[error("there is no ply {0}")]
    NoSuchPly(usize),
    #[error("there is no square {0:?} on this board")]
    NoSuchSquare(String),
    #[error("nothing on {0} is uncertain, so it has no circuit")]
    Certain(String),
    #[error("{0}")]
    NoText(String),
    #[error("{0}")]
    Setup(String),
}

impl TableError {
    /// Error of setting up a game, with its causes.
    pub(crate) fn setup(error: impl Error + 'static) -> Self {
        let mut text = with_causes(&error);
        // It may repeat what was sent, however long that is.
        if let Some((end, _)) = text.char_indices().nth(MOST_CHARS) {
            text.truncate(end);
            text.push('…');
        }
        Self::Setup(text)
    }
}
