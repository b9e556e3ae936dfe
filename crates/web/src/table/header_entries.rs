//! Header of a new game's record.

use cheqqers_session::Position;
use serde_json::{Map, Value};

/// Key of the header under which a loaded game keeps what its record said of its players, event and date.
pub(super) const SOURCE: &str = "loaded";

/// Entries of a record's header beside the game's own.
#[derive(Clone, Debug)]
pub(crate) struct HeaderEntries {
    /// Player of White.
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) backend: String,
    pub(crate) seed: u64,
    /// Further entries of the header.
    pub(crate) more: Map<String, Value>,
}

impl HeaderEntries {
    /// The header of a game that starts here; one that is loaded has a record with another header.
    pub(super) fn header(
        &self,
        start: &Position,
        loaded: Option<&Map<String, Value>>,
    ) -> Map<String, Value> {
        let mut own = Map::new();
        own.insert("seed".into(), self.seed.into());
        own.insert("white".into(), self.white.clone().into());
        own.insert("black".into(), self.black.clone().into());
        own.insert("backend".into(), self.backend.clone().into());
        let mut header = start.header(own);
        header.extend(self.more.clone());
        let source = loaded.map_or_else(Map::new, |loaded| source(loaded, &header));
        if !source.is_empty() {
            header.insert(SOURCE.into(), source.into());
        }
        header
    }
}

/// Entries of a loaded record's header that the game has its own of, or that say nothing about the rules: players,
/// seed, backend, event, date. What a record was loaded from before is kept for good.
fn source(loaded: &Map<String, Value>, own: &Map<String, Value>) -> Map<String, Value> {
    if let Some(Value::Object(source)) = loaded.get(SOURCE) {
        return source.clone();
    }
    let others = loaded
        .iter()
        .filter(|&(key, value)| own.get(key) != Some(value));
    others
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}
