//! Header of a new game's record.

use cheqqers_game::show::Show;
use cheqqers_players::TimeControl;
use cheqqers_session::Series;
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
    /// The header of a game that starts here.
    pub(super) fn header<G: Show>(&self, start: &G) -> Map<String, Value> {
        let series = Series::of(start.clone());
        let players = [&self.white as _, &self.black as _];
        let mut header = series.header(self.seed, players, TimeControl::Own);
        header.insert("backend".into(), self.backend.clone().into());
        header.extend(self.more.clone());
        header
    }
}
