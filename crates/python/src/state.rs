//! Nodes of the trees of games.

use cheqqers_session::NodeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::catalogue::{Start, kind_of};
use crate::errors::{GameOverError, IllegalMoveError, RecordError, SettingError};
use crate::pickle::{PickleParts, reduced};
use crate::position::{Position, colour_name, outcome_name};
use crate::shared::SharedValue;

/// A state of a game with explicit chance: a position to move in, or part of a measurement.
///
/// Moves are numbers, as :attr:`Position.action_space` has them, and so are outcomes of chance: a measurement is a chain
/// of small chance nodes, each for the next square of a component that reads 1, with exact probabilities.
///
/// Args:
///     name: Name of the game, or ``NAME:PRESET``.
///     max_plies: Number of plies after which the game is drawn.
///     preset: Name of a preset, see :func:`presets`.
///     settings: Settings of the game.
///
/// Raises:
///     SettingError: There is no such game or setting, or it has no numbering of its moves.
#[pyclass(frozen, module = "cheqqers")]
pub(crate) struct GameState {
    shared: SharedValue<State>,
    /// Name of the game, settings of its start as JSON, and the limit of plies.
    start: (&'static str, String, Option<u32>),
}

#[derive(Clone)]
struct State {
    state: cheqqers_session::GameNode,
    /// Actions and outcomes until now.
    history: Vec<u32>,
}

impl GameState {
    fn of(start: &cheqqers_session::Position, max_plies: Option<u32>) -> PyResult<Self> {
        let state = kind_of(start.game())?.node(start, max_plies);
        let state = state.map_err(|error| SettingError::new_err(error.to_string()))?;
        let settings = serde_json::Value::Object(start.setup().clone()).to_string();
        let state = State {
            state,
            history: Vec::new(),
        };
        Ok(Self {
            shared: SharedValue::new("this state", state),
            start: (start.game(), settings, max_plies),
        })
    }
}

fn refused(error: &NodeError) -> PyErr {
    match error {
        NodeError::Over => GameOverError::new_err(error.to_string()),
        _ => IllegalMoveError::new_err(error.to_string()),
    }
}

#[pymethods]
impl GameState {
    #[new]
    #[pyo3(signature = (name = "cheqqers", *, max_plies = None, preset = None, **settings))]
    fn new(
        name: &str,
        max_plies: Option<u32>,
        preset: Option<String>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let start = Start::new(name, preset, settings)?;
        Self::of(&start.position(start.kind()?)?, max_plies)
    }

    /// The position; the one before the measurement while one is under way.
    #[getter]
    fn position(&self) -> PyResult<Position> {
        Ok(Position(self.shared.read()?.state.position()))
    }

    /// The player to move, ``white`` or ``black``; while a measurement is under way, the one whose move it is.
    #[getter]
    fn turn(&self) -> PyResult<&'static str> {
        Ok(colour_name(self.shared.read()?.state.turn()))
    }

    /// ``white``, ``black`` or ``draw``; ``None`` while the game is in progress.
    #[getter]
    fn outcome(&self) -> PyResult<Option<&'static str>> {
        Ok(self.shared.read()?.state.outcome().map(outcome_name))
    }

    /// ``True`` where chance decides.
    #[getter]
    fn is_chance(&self) -> PyResult<bool> {
        Ok(!self
            .shared
            .read()?
            .state
            .outcomes_of_measurement()
            .is_empty())
    }

    /// Actions and outcomes of chance until now.
    #[getter]
    fn history(&self) -> PyResult<Vec<u32>> {
        Ok(self.shared.read()?.history.clone())
    }

    /// Number of plies begun.
    #[getter]
    fn plies(&self) -> PyResult<u32> {
        Ok(self.shared.read()?.state.plies())
    }

    /// Outcomes of chance and their exact probabilities, ascending; none where a player is to move.
    fn chance_outcomes(&self) -> PyResult<Vec<(u32, f64)>> {
        Ok(self.shared.read()?.state.outcomes_of_measurement())
    }

    /// Numbers of the legal moves, ascending; none where chance decides or the game is over.
    fn legal_actions(&self) -> PyResult<Vec<u32>> {
        Ok(self.shared.read()?.state.legal_actions())
    }

    /// The move of a number as text, or the square that an outcome of chance is about.
    fn text(&self, number: u32) -> PyResult<String> {
        Ok(self.shared.read()?.state.text(number))
    }

    /// Follows a legal action, or an outcome of chance.
    ///
    /// Raises:
    ///     IllegalMoveError: It is none.
    ///     GameOverError: The game is over.
    fn apply(&self, number: u32) -> PyResult<()> {
        let mut state = self.shared.write()?;
        state.state.apply(number).map_err(|error| refused(&error))?;
        state.history.push(number);
        Ok(())
    }

    /// The same state, which goes on by itself.
    fn copy(&self) -> PyResult<Self> {
        Ok(Self {
            shared: SharedValue::new("this state", self.shared.read()?.clone()),
            start: self.start.clone(),
        })
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy()
    }

    fn __repr__(&self) -> PyResult<String> {
        let position = self.shared.read()?.state.position();
        Ok(format!(
            "<GameState {}: {}>",
            position.title(),
            position.status()
        ))
    }

    #[expect(clippy::type_complexity, reason = "all that makes a state")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<PickleParts<'py, (&'static str, String, Option<u32>, Vec<u32>)>> {
        let (game, settings, max_plies) = slf.get().start.clone();
        reduced(slf, (game, settings, max_plies, slf.get().history()?))
    }

    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        game: &str,
        settings: &str,
        max_plies: Option<u32>,
        history: Vec<u32>,
    ) -> PyResult<Self> {
        let unreadable = |error: &dyn std::fmt::Display| RecordError::new_err(error.to_string());
        let settings = serde_json::from_str(settings).map_err(|error| unreadable(&error))?;
        let start = kind_of(game)?.start(&settings);
        let state = Self::of(&start.map_err(|error| unreadable(&error))?, max_plies)?;
        for number in history {
            state.apply(number)?;
        }
        Ok(state)
    }
}
