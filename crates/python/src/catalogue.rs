//! The games there are, and what can be set in them.

use cheqqers_game::with_causes;
use cheqqers_session::{GameKind, Position};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::errors::{SettingError, unknown_game};

/// Names of all games, the usual one first.
#[pyfunction]
pub(crate) fn game_names() -> Vec<&'static str> {
    GameKind::all().map(|kind| kind.name).collect()
}

/// Seed of a game of many, ``game`` counting from 1: that of ``cheqqers selfplay --seed SEED``.
///
/// Raises:
///     SettingError: ``game`` is 0.
#[pyfunction]
pub(crate) fn game_seed(seed: u64, game: u64) -> PyResult<u64> {
    if game == 0 {
        return Err(SettingError::new_err("games are counted from 1"));
    }
    Ok(cheqqers_players::game_seed(seed, game))
}

/// Settings of a game: for each its values, its default (``None`` where the game finds it) and its effect.
///
/// Raises:
///     SettingError: There is no such game.
#[pyfunction]
pub(crate) fn settings<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for setting in kind_of(game)?.settings {
        let kind = setting.kind.to_string();
        dict.set_item(setting.key, (kind, setting.default, setting.about))?;
    }
    Ok(dict)
}

/// Presets of a game, each with its effect.
///
/// Raises:
///     SettingError: There is no such game.
#[pyfunction]
pub(crate) fn presets<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for preset in kind_of(game)?.presets {
        dict.set_item(preset.name, preset.about)?;
    }
    Ok(dict)
}

/// The game of this name.
///
/// # Errors
/// Returns an error if there is none.
pub(crate) fn kind_of(game: &str) -> PyResult<GameKind> {
    GameKind::named(game).map_err(unknown_game)
}

/// A start as Python describes it.
#[derive(Debug)]
pub(crate) struct Start {
    /// Name of the game.
    game: String,
    preset: Option<String>,
    changes: Vec<(String, String)>,
}

impl Start {
    /// The start of `name`, which may be `NAME:PRESET`, with the settings of keyword arguments.
    ///
    /// # Errors
    /// Returns an error if a preset is named twice.
    pub(crate) fn new(
        name: &str,
        preset: Option<String>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (game, named) = match name.split_once(':') {
            Some((game, preset)) => (game, Some(preset.to_owned())),
            None => (name, None),
        };
        if named.is_some() && preset.is_some() {
            return Err(SettingError::new_err("the preset is given twice"));
        }
        let mut changes = Vec::new();
        for (key, value) in settings.into_iter().flatten() {
            changes.push((key.extract()?, written(&value)?));
        }
        Ok(Self {
            game: game.to_owned(),
            preset: preset.or(named),
            changes,
        })
    }

    /// The game that starts.
    ///
    /// # Errors
    /// Returns an error if there is none of this name.
    pub(crate) fn kind(&self) -> PyResult<GameKind> {
        kind_of(&self.game)
    }

    /// Sets the position of the game up.
    ///
    /// # Errors
    /// Returns an error if the game has no such preset or setting, or it does not take the value.
    pub(crate) fn position(&self, kind: GameKind) -> PyResult<Position> {
        let settings = kind.settings(self.preset.as_deref(), &self.changes);
        let settings = settings.map_err(|error| SettingError::new_err(error.to_string()))?;
        let start = kind.start(&settings);
        start.map_err(|error| SettingError::new_err(with_causes(&error)))
    }
}

/// A value as settings are written.
fn written(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_none() {
        return Ok("off".to_owned());
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().to_string());
    }
    Ok(value.str()?.to_string())
}
