//! International draughts among the games there are.

use cheqqers_session::{GameKind, Session, UnknownGame};
use serde_json::{Map, Value};

use super::board::Board;

const NAME: &str = "international";
const LEVEL: u64 = 0;
const SIZE: u64 = 10;

/// International draughts of this program.
pub(super) fn kind() -> Result<GameKind, UnknownGame> {
    GameKind::named(NAME)
}

/// Returns `true` if a header is one of the game as Hub has it.
pub(super) fn is_game(header: &Map<String, Value>) -> bool {
    let number = |key| header.get(key).and_then(Value::as_u64);
    let name = header.get("game").and_then(Value::as_str);
    name == Some(NAME) && number("level") == Some(LEVEL) && number("size") == Some(SIZE)
}

/// A game that starts from a position.
///
/// # Errors
/// Returns the reason if the game has no such start.
pub(super) fn open(board: &Board) -> Result<Session, String> {
    let kind = kind().map_err(|error| error.to_string())?;
    let settings = [
        ("level", LEVEL.to_string()),
        ("size", SIZE.to_string()),
        ("position", board.to_fen()),
    ];
    let settings = settings.map(|(key, value)| (key.to_owned(), value));
    let settings = kind.settings(None, &settings);
    let settings = settings.map_err(|error| error.to_string())?;
    let start = kind.start(&settings).map_err(|error| error.to_string())?;
    let header = start.header(Map::new());
    Ok(kind.session(&start.without_circuits(), header, usize::MAX))
}
