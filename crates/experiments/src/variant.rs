//! Games of an experiment: one game by level, or any games by preset.

use std::ops::RangeInclusive;

use cheqqers_session::{GameKind, KNOWN, Position};
use cheqqers_solve::Table;
use serde_json::Value;

use crate::ExperimentError;
use crate::start::{cheqqers, start};

/// Variants of games, each with its start, that one run of an experiment plays.
#[derive(Clone, Debug)]
pub struct Variants {
    pub(crate) all: Vec<Variant>,
    /// Settings that tell which they are, by name.
    pub(crate) settings: Vec<(&'static str, Value)>,
}

/// A game with one of its presets, or at one of its levels.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) game: GameKind,
    /// Name of the preset; `None` for the settings that the game has by itself.
    pub(crate) preset: Option<&'static str>,
    /// Level, in a game that has levels.
    pub(crate) level: Option<u64>,
    /// Position that its games start from, without circuits.
    pub(crate) start: Position,
}

impl Variants {
    /// Cheqqers at these levels; with the usual number of rows of men if `rows` is `None`.
    ///
    /// # Errors
    /// Returns an error if there is no such board or level.
    pub fn levels(
        size: u8,
        rows: Option<u8>,
        levels: RangeInclusive<u8>,
    ) -> Result<Self, ExperimentError> {
        let start_of = |level: u8| match rows {
            None => start([("size", size.to_string()), ("level", level.to_string())]),
            Some(rows) => start([
                ("size", size.to_string()),
                ("level", level.to_string()),
                ("rows", rows.to_string()),
            ]),
        };
        let all: Vec<_> = levels
            .clone()
            .map(|level| Ok(Variant::new(cheqqers(), None, &start_of(level)?)))
            .collect::<Result<_, ExperimentError>>()?;
        let settings = vec![
            ("size", size.into()),
            (
                "rows",
                start_of(*levels.start())?.settings()["rows"].clone(),
            ),
            (
                "levels",
                format!("{}..{}", levels.start(), levels.end()).into(),
            ),
        ];
        Ok(Self { all, settings })
    }

    /// Cheqqers at each of its levels, and every other game by itself.
    ///
    /// # Errors
    /// Never: all of them are on the list.
    pub fn all_games() -> Result<Self, ExperimentError> {
        let mut variants = Self::levels(8, None, 0..=3)?;
        for known in KNOWN.iter().filter(|known| known.name != cheqqers().name) {
            let game = GameKind::named(known.name)?;
            let start = game.start(&game.settings(None, &[])?)?;
            variants.all.push(Variant::new(game, None, &start));
        }
        variants.settings = vec![("game", "all".into())];
        Ok(variants)
    }

    /// Games by name, each once: `NAME:PRESET`, or `NAME` for all presets, and for the game by itself
    /// where that is none of them.
    ///
    /// # Errors
    /// Returns an error if there is no such game or preset.
    pub fn games(names: &[String]) -> Result<Self, ExperimentError> {
        let mut all: Vec<Variant> = Vec::new();
        for (game, preset) in named_presets(names) {
            let game = GameKind::named(game)?;
            let start = game.start(&game.settings(preset, &[])?)?;
            let variant = Variant::new(game, preset, &start);
            let is_same = |other: &Variant| {
                (other.game.name, other.preset) == (variant.game.name, variant.preset)
            };
            if !all.iter().any(is_same) {
                all.push(variant);
            }
        }
        let settings = vec![("game", names.join(" ").into())];
        Ok(Self { all, settings })
    }
}

/// Games and presets by name: `NAME:PRESET`, or `NAME` for all presets, and for the game by itself where
/// that is none of them.
pub(crate) fn named_presets(names: &[String]) -> Vec<(&str, Option<&str>)> {
    let named = names.iter().flat_map(|name| match name.split_once(':') {
        Some((game, preset)) => vec![(game, Some(preset))],
        None => presets(name)
            .into_iter()
            .map(|preset| (&**name, preset))
            .collect(),
    });
    named.collect()
}

/// All presets of a game, and none where they do not include the settings it has by itself.
fn presets(game: &str) -> Vec<Option<&'static str>> {
    let known = KNOWN.iter().find(|entry| entry.name == game);
    let presets = known.map_or(&[][..], |entry| entry.presets);
    let is_plain = presets.iter().any(|preset| preset.values.is_empty());
    let plain = (!is_plain).then_some(None);
    let named = presets.iter().map(|preset| Some(preset.name));
    plain.into_iter().chain(named).collect()
}

impl Variant {
    fn new(game: GameKind, preset: Option<&str>, start: &Position) -> Self {
        let mut presets = game.presets.iter().map(|preset| preset.name);
        Self {
            game,
            preset: presets.find(|&name| Some(name) == preset),
            level: start.settings().get("level").and_then(Value::as_u64),
            start: start.without_circuits(),
        }
    }

    /// The game that a table has solved.
    pub(crate) fn of_table(table: &Table) -> Result<Self, ExperimentError> {
        let solved = &table.header().game;
        let game = GameKind::named(&solved.name)?;
        Ok(Self::new(game, None, &game.start(&solved.settings)?))
    }

    /// Name among variants in names of files.
    pub(crate) fn file_name(&self) -> String {
        match (self.preset, self.level) {
            (None, Some(level)) if self.game.name == cheqqers().name => format!("level-{level}"),
            _ => self.full_name().replace([':', ' '], "-"),
        }
    }

    /// Name among variants of its own game.
    pub(crate) fn short_name(&self) -> String {
        match (self.preset, self.level) {
            (Some(preset), _) => preset.to_owned(),
            (None, Some(level)) => format!("level {level}"),
            (None, None) => self.game.name.to_owned(),
        }
    }

    /// Name among variants of any games.
    pub(crate) fn full_name(&self) -> String {
        match (self.preset, self.level) {
            (Some(preset), _) => format!("{}:{preset}", self.game.name),
            (None, Some(level)) => format!("{} level {level}", self.game.name),
            (None, None) => self.game.name.to_owned(),
        }
    }
}
