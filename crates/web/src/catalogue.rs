//! Games that a server offers.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use cheqqers_game::record::Record;
use cheqqers_game::settings::{Kind, Setting};
use cheqqers_game::show::{Demo, Lesson, Settings, Show, capitalised};
use cheqqers_session::{GameVisitor, KNOWN, Playable, UnknownGame, with_game};
use serde_json::{Value, json};

use crate::dto::{FormName, SetupPosition};
use crate::table::{self, Arrangement, GameRequest, HeaderEntries, Table, TableError};

type BoxedTable = Result<Box<dyn Table>, TableError>;

/// A game that a server offers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfferedGame {
    pub(crate) name: &'static str,
    pub(crate) lessons: &'static [Lesson],
    pub(crate) settings: &'static [Setting],
    /// Begins a game.
    pub(crate) open: fn(&GameRequest<'_>) -> BoxedTable,
    /// Goes on with a game of this server.
    pub(crate) resume: fn(&Record) -> BoxedTable,
    /// Goes on with a game that was recorded elsewhere.
    pub(crate) load: fn(&Record, &HeaderEntries) -> BoxedTable,
    /// Sets up a position that is not played yet.
    pub(crate) arrange: fn(&Arrangement) -> Result<SetupPosition, TableError>,
    /// Forms of record beside JSON Lines.
    pub(crate) forms: fn() -> Vec<FormName>,
    /// Settings, presets and forms of record, as JSON.
    options: fn() -> Value,
}

impl OfferedGame {
    fn of<G: Playable>() -> Self {
        Self {
            name: G::NAME,
            lessons: G::LESSONS,
            settings: G::SETTINGS,
            open: table::open::<G>,
            resume: table::resume::<G>,
            load: table::load::<G>,
            arrange: table::arrange::<G>,
            forms: table::forms::<G>,
            options: options::<G>,
        }
    }
}

/// Games that a server offers: all there are, unless chosen otherwise.
#[derive(Clone, Debug)]
pub struct Catalogue {
    games: Vec<OfferedGame>,
    /// Options of all games, once they were asked for.
    options: OnceLock<Vec<Value>>,
}

impl Catalogue {
    /// The same with one more game.
    #[must_use]
    pub fn with<G: Playable>(mut self) -> Self {
        self.games.push(OfferedGame::of::<G>());
        self.options.take();
        self
    }

    /// Options of all games, as JSON.
    pub(crate) fn options(&self) -> &[Value] {
        let games = self.games.iter();
        self.options
            .get_or_init(|| games.map(|game| (game.options)()).collect())
    }

    /// All games, the usual one first.
    pub(crate) fn games(&self) -> &[OfferedGame] {
        &self.games
    }

    /// The game of this name, or the usual one.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub(crate) fn named(&self, name: Option<&str>) -> Result<&OfferedGame, TableError> {
        let Some(name) = name else {
            return Ok(&self.games[0]);
        };
        let found = self.games.iter().find(|game| game.name == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = self.games.iter().map(|game| game.name).collect();
            let error = UnknownGame {
                found: name.into(),
                known: known.join(", "),
            };
            TableError::Setup(error.to_string())
        })
    }

    /// The game of a record. Where it names none, the usual one refuses it.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub(crate) fn recorded(&self, record: &Record) -> Result<&OfferedGame, TableError> {
        self.named(record.header.get("game").and_then(Value::as_str))
    }
}

impl Default for Catalogue {
    fn default() -> Self {
        let entry = |known: &cheqqers_session::GameEntry| with_game(known.name, Entry);
        let games = KNOWN.iter().map(entry).collect::<Result<_, _>>();
        Self {
            games: games.expect("games have the names they are listed by"),
            options: OnceLock::new(),
        }
    }
}

/// Makes the entry of a game.
struct Entry;

impl GameVisitor for Entry {
    type Done = OfferedGame;
    type Error = UnknownGame;

    fn with<G: Playable>(self) -> Result<OfferedGame, UnknownGame> {
        Ok(OfferedGame::of::<G>())
    }
}

fn options<G: Show>() -> Value {
    let presets = G::PRESETS.iter().map(|preset| {
        let settings = preset.values.iter().copied();
        json!({
            "name": preset.name,
            "about": preset.about,
            "settings": settings.collect::<BTreeMap<_, _>>(),
        })
    });
    let by_key = |settings: Settings| settings.iter().copied().collect::<BTreeMap<_, _>>();
    let demo = |demo: Demo| json!({"settings": by_key(demo.settings), "moves": demo.moves});
    json!({
        "name": G::NAME,
        "title": capitalised(G::CALLED),
        "about": G::ABOUT,
        "first": by_key(G::FIRST_GAME),
        "demo": G::DEMO.map(demo),
        "example": table::example::<G>(),
        "presets": presets.collect::<Vec<Value>>(),
        "settings": G::SETTINGS.iter().map(setting).collect::<Vec<Value>>(),
        "fields": G::FIELDS,
        "forms": table::forms::<G>(),
    })
}

fn setting(setting: &Setting) -> Value {
    let most = |most: u32| (most < u32::MAX).then_some(most);
    let takes = match setting.kind {
        Kind::Flag => json!({"kind": "words", "words": ["true", "false"]}),
        Kind::Word(words) => json!({"kind": "words", "words": words}),
        Kind::Number(least, last) => {
            json!({"kind": "number", "least": least, "most": most(last), "off": false})
        }
        Kind::NumberOrOff(least, last) => {
            json!({"kind": "number", "least": least, "most": most(last), "off": true})
        }
        Kind::Text => json!({"kind": "text"}),
    };
    json!({
        "key": setting.key,
        "kind": setting.kind.to_string(),
        "takes": takes,
        "default": setting.default,
        "about": setting.about,
    })
}
