//! The games that are compared: one game by level, or any games by preset.

use std::fmt::Debug;
use std::ops::RangeInclusive;
use std::sync::Arc;

use cheqqers_arena::{Monitor, WorkerPool};
use cheqqers_game::settings;
use cheqqers_session::{GameVisitor, KNOWN, Playable, with_game};
use serde_json::Value;

use super::growth::{Generation, growth};
use super::survey::{Games, Survey, survey};
use crate::ExperimentError;
use crate::start::{rules, unrecorded};

/// Variants of games, each with its start, that one run of [`GameStatistics`](crate::GameStatistics)
/// compares.
#[derive(Clone, Debug)]
pub struct Variants {
    pub(super) all: Vec<Variant>,
    /// Settings that tell which they are, by name.
    pub(super) settings: Vec<(&'static str, Value)>,
}

/// A game with one of its presets, or at one of its levels.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    /// Name of the game.
    pub(super) game: &'static str,
    /// Name of the preset; `None` for the settings that the game has by itself.
    pub(super) preset: Option<&'static str>,
    /// Level, in a game that has levels.
    pub(super) level: Option<u64>,
    pub(super) start: Arc<dyn Start>,
}

/// Statistics of a variant.
#[derive(Debug)]
pub(super) struct VariantStatistics {
    pub(super) variant: Variant,
    pub(super) survey: Survey,
    pub(super) growth: Vec<Generation>,
}

/// Start of the games of some game.
pub(super) trait Start: Debug + Send + Sync {
    /// Plays games, as [`survey`] does.
    fn survey(&self, games: &Games<'_>, pool: &WorkerPool<'_>) -> Result<Survey, ExperimentError>;

    /// Counts positions, as [`growth`] does.
    fn growth(&self, depth: u32, limit: usize, monitor: &dyn Monitor) -> Option<Vec<Generation>>;
}

impl<G: Playable> Start for G {
    fn survey(&self, games: &Games<'_>, pool: &WorkerPool<'_>) -> Result<Survey, ExperimentError> {
        survey(self, games, pool)
    }

    fn growth(&self, depth: u32, limit: usize, monitor: &dyn Monitor) -> Option<Vec<Generation>> {
        growth(self, depth, limit, monitor)
    }
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
        let rules_of = |level| rules(size, rows, level);
        let starts = levels.clone().map(|level| rules_of(level).map(unrecorded));
        let all: Vec<_> = starts
            .map(|start| Ok(Variant::new(None, start?)))
            .collect::<Result<_, ExperimentError>>()?;
        let settings = vec![
            ("size", size.into()),
            ("rows", rules_of(*levels.start())?.rows().into()),
            (
                "levels",
                format!("{}..{}", levels.start(), levels.end()).into(),
            ),
        ];
        Ok(Self { all, settings })
    }

    /// Games by name, each once: `NAME:PRESET`, or `NAME` for all presets, and for the game by itself
    /// where that is none of them.
    ///
    /// # Errors
    /// Returns an error if there is no such game or preset.
    pub fn games(names: &[String]) -> Result<Self, ExperimentError> {
        let mut all: Vec<Variant> = Vec::new();
        for (game, preset) in named_presets(names) {
            let variant = with_game(game, NewVariant { preset })?;
            let is_same =
                |other: &Variant| (other.game, other.preset) == (variant.game, variant.preset);
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

struct NewVariant<'a> {
    preset: Option<&'a str>,
}

impl GameVisitor for NewVariant<'_> {
    type Done = Variant;
    type Error = ExperimentError;

    fn with<G: Playable>(self) -> Result<Variant, ExperimentError> {
        let header = settings::header::<G>(self.preset, [])?;
        let mut start = G::from_header(&header).expect("a preset sets up its game");
        start.world_mut().stop_recording();
        let preset = G::PRESETS
            .iter()
            .map(|preset| preset.name)
            .find(|&name| Some(name) == self.preset);
        Ok(Variant::new(preset, start))
    }
}

impl Variant {
    fn new<G: Playable>(preset: Option<&'static str>, start: G) -> Self {
        Self {
            game: G::NAME,
            preset,
            level: start.header().get("level").and_then(Value::as_u64),
            start: Arc::new(start),
        }
    }

    /// Name among variants of its own game.
    pub(super) fn short_name(&self) -> String {
        match (self.preset, self.level) {
            (Some(preset), _) => preset.to_owned(),
            (None, Some(level)) => format!("level {level}"),
            (None, None) => self.game.to_owned(),
        }
    }

    /// Name among variants of any games.
    pub(super) fn full_name(&self) -> String {
        match (self.preset, self.level) {
            (Some(preset), _) => format!("{}:{preset}", self.game),
            (None, Some(level)) => format!("{} level {level}", self.game),
            (None, None) => self.game.to_owned(),
        }
    }
}
