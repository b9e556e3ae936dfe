//! Games that a server offers.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use cheqqers_game::record::Record;
use cheqqers_game::settings::{Kind, Setting};
use cheqqers_game::show::{Demo, Settings, capitalised};
use cheqqers_session::{GameKind, UnknownGame};
use serde_json::{Value, json};

use crate::table::TableError;

/// Games that a server offers: all there are, unless chosen otherwise.
#[derive(Clone, Debug)]
pub struct Catalogue {
    games: Vec<GameKind>,
    /// Options of all games, once they were asked for.
    options: OnceLock<Vec<Value>>,
}

impl Catalogue {
    /// The same with one more game.
    #[must_use]
    pub fn with(mut self, game: GameKind) -> Self {
        self.games.push(game);
        self.options.take();
        self
    }

    /// Options of all games, as JSON.
    pub(crate) fn options(&self) -> &[Value] {
        let games = self.games.iter();
        self.options
            .get_or_init(|| games.map(|&game| options(game)).collect())
    }

    /// All games, the usual one first.
    pub(crate) fn games(&self) -> &[GameKind] {
        &self.games
    }

    /// The game of this name, or the usual one.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub(crate) fn named(&self, name: Option<&str>) -> Result<GameKind, TableError> {
        let Some(name) = name else {
            return Ok(self.games[0]);
        };
        let found = self.games.iter().find(|game| game.name == name);
        found.copied().ok_or_else(|| {
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
    pub(crate) fn recorded(&self, record: &Record) -> Result<GameKind, TableError> {
        self.named(record.header.get("game").and_then(Value::as_str))
    }
}

impl Default for Catalogue {
    fn default() -> Self {
        Self {
            games: GameKind::all().collect(),
            options: OnceLock::new(),
        }
    }
}

fn options(game: GameKind) -> Value {
    let presets = game.presets.iter().map(|preset| {
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
        "name": game.name,
        "title": capitalised(game.called),
        "about": game.about,
        "first": by_key(game.first_game),
        "demo": game.demo.map(demo),
        "example": game.example(),
        "presets": presets.collect::<Vec<Value>>(),
        "settings": game.settings.iter().map(setting).collect::<Vec<Value>>(),
        "fields": game.fields,
        "forms": game.forms(),
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
