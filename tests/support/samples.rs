//! Samples of the games, each in a file of its own: `tests/samples/NAME.toml`.

#![allow(dead_code, reason = "some tests have no use for all of it")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cheqqers_session::KNOWN;
use serde::Deserialize;
use serde_json::{Value, json};

/// Samples of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameSamples {
    /// A position to start from.
    pub(crate) position: String,
    /// Texts that are no positions, each with a part of its refusal.
    pub(crate) refused: BTreeMap<String, String>,
    samples: Vec<Sample>,
}

/// Settings of a game with moves to something quantum; small boards for those that take long.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sample {
    preset: Option<String>,
    #[serde(default)]
    settings: BTreeMap<String, String>,
    /// Moves from the start.
    pub(crate) moves: String,
    /// A square of a component after these moves.
    pub(crate) square: String,
    /// Probabilities of the bits of that component.
    pub(crate) probabilities: BTreeMap<String, f64>,
    #[serde(skip)]
    game: &'static str,
}

impl GameSamples {
    /// The samples of a game; there are some.
    pub(crate) fn of(game: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
        let path = folder.join(game).with_extension("toml");
        let text = fs::read_to_string(&path);
        let text = text.unwrap_or_else(|error| panic!("samples of {game}: {error}"));
        let found: Self = toml::from_str(&text).unwrap_or_else(|e| panic!("{game}: {e}"));
        assert!(!found.samples.is_empty(), "{game} has no samples");
        found
    }
}

/// The samples of all games.
pub(crate) fn samples() -> Vec<Sample> {
    let samples = KNOWN.iter().flat_map(|known| {
        let samples = GameSamples::of(known.name).samples.into_iter();
        samples.map(|sample| Sample {
            game: known.name,
            ..sample
        })
    });
    samples.collect()
}

impl Sample {
    /// Options of the command that choose the game and its settings.
    pub(crate) fn options(&self) -> Vec<String> {
        let game = match &self.preset {
            Some(preset) => format!("{}:{preset}", self.game),
            None => self.game.into(),
        };
        let settings = self.settings.iter();
        let settings = settings.flat_map(|(key, value)| ["--set".into(), format!("{key}={value}")]);
        ["--game".into(), game]
            .into_iter()
            .chain(settings)
            .collect()
    }

    /// The same, as the API takes it.
    pub(crate) fn asked(&self) -> Value {
        json!({"game": self.game, "preset": self.preset, "settings": self.settings})
    }
}
