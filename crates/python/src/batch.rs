//! Many games stepped together, whose arrays are NumPy's.

use std::num::NonZeroU64;

use cheqqers_game::with_causes;
use cheqqers_session::{
    Autoreset, BatchArrays, BatchSettings, BatchStepError, BatchedGameRecord, FloatArray,
    PositionArrays,
};
use numpy::{
    Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray,
    PyReadwriteArrayDyn,
};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::catalogue::Start;
use crate::errors::{IllegalMoveError, SettingError};
use crate::position::Position;
use crate::shared::SharedValue;

/// Games stepped together, and the arrays that steps fill: what ``BatchedEnv`` is made of.
#[pyclass(frozen, module = "cheqqers")]
pub(crate) struct BatchedGames {
    shared: SharedValue<cheqqers_session::BatchedGames>,
    settings: BatchSettings,
    #[pyo3(get)]
    games: Py<PyArray1<u64>>,
    #[pyo3(get)]
    plies: Py<PyArray1<u32>>,
    #[pyo3(get)]
    to_play: Py<PyArray1<i8>>,
    #[pyo3(get)]
    rewards: Py<PyArrayDyn<f32>>,
    #[pyo3(get)]
    terminations: Py<PyArray1<bool>>,
    #[pyo3(get)]
    truncations: Py<PyArray1<bool>>,
    current: Positions,
    last: Positions,
}

/// Arrays of positions, as far as they are wanted.
#[derive(Default)]
struct Positions {
    mask: Option<Py<PyArrayDyn<i8>>>,
    planes: Option<Floats>,
    pairs: Option<Floats>,
}

enum Floats {
    Single(Py<PyArrayDyn<f32>>),
    Double(Py<PyArrayDyn<f64>>),
}

/// Shapes of the rows of arrays that are wanted.
struct RowShapes {
    mask: Option<Vec<usize>>,
    planes: Option<Vec<usize>>,
    pairs: Option<Vec<usize>>,
    double: bool,
}

impl Floats {
    fn new(py: Python<'_>, shape: Vec<usize>, double: bool) -> PyResult<Self> {
        Ok(if double {
            Self::Double(zeros(py, shape)?)
        } else {
            Self::Single(zeros(py, shape)?)
        })
    }

    fn bind<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match self {
            Self::Single(array) => array.bind(py).clone().into_any(),
            Self::Double(array) => array.bind(py).clone().into_any(),
        }
    }
}

/// An array of zeros, by NumPy itself, which raises where there is no memory.
fn zeros<T: Element>(py: Python<'_>, shape: Vec<usize>) -> PyResult<Py<PyArrayDyn<T>>> {
    let shape = PyTuple::new(py, shape)?;
    let zeros = py
        .import("numpy")?
        .call_method1("zeros", (shape, T::get_dtype(py)))?;
    Ok(zeros.cast_into::<PyArrayDyn<T>>()?.unbind())
}

impl Positions {
    fn new(py: Python<'_>, games: usize, wanted: &RowShapes) -> PyResult<Self> {
        let shape = |row: &Vec<usize>| [&[games], &row[..]].concat();
        let floats = |row: &Vec<usize>| Floats::new(py, shape(row), wanted.double);
        let mask = wanted.mask.as_ref().map(|row| zeros(py, shape(row)));
        Ok(Self {
            mask: mask.transpose()?,
            planes: wanted.planes.as_ref().map(floats).transpose()?,
            pairs: wanted.pairs.as_ref().map(floats).transpose()?,
        })
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        if let Some(planes) = &self.planes {
            dict.set_item("observation", planes.bind(py))?;
        }
        if let Some(pairs) = &self.pairs {
            dict.set_item("pairs", pairs.bind(py))?;
        }
        if let Some(mask) = &self.mask {
            dict.set_item("action_mask", mask.bind(py))?;
        }
        Ok(dict)
    }

    fn lock<'py>(&self, py: Python<'py>) -> PyResult<LockedArrays<'py>> {
        let floats = |floats: &Option<Floats>| match floats {
            None => Ok(LockedFloats::None),
            Some(Floats::Single(array)) => lock(array, py).map(LockedFloats::Single),
            Some(Floats::Double(array)) => lock(array, py).map(LockedFloats::Double),
        };
        Ok(LockedArrays {
            mask: self
                .mask
                .as_ref()
                .map(|array| lock(array, py))
                .transpose()?,
            planes: floats(&self.planes)?,
            pairs: floats(&self.pairs)?,
        })
    }
}

/// Arrays that nobody else reads or writes by NumPy's counts.
struct LockedArrays<'py> {
    mask: Option<PyReadwriteArrayDyn<'py, i8>>,
    planes: LockedFloats<'py>,
    pairs: LockedFloats<'py>,
}

enum LockedFloats<'py> {
    None,
    Single(PyReadwriteArrayDyn<'py, f32>),
    Double(PyReadwriteArrayDyn<'py, f64>),
}

impl LockedArrays<'_> {
    fn slices(&mut self) -> PyResult<PositionArrays<'_>> {
        Ok(PositionArrays {
            mask: self
                .mask
                .as_mut()
                .map(slice)
                .transpose()?
                .unwrap_or_default(),
            planes: self.planes.slice()?,
            pairs: self.pairs.slice()?,
        })
    }
}

impl LockedFloats<'_> {
    fn slice(&mut self) -> PyResult<FloatArray<'_>> {
        Ok(match self {
            Self::None => FloatArray::None,
            Self::Single(array) => FloatArray::Single(slice(array)?),
            Self::Double(array) => FloatArray::Double(slice(array)?),
        })
    }
}

fn lock<'py, T: Element, D: numpy::ndarray::Dimension>(
    array: &Py<numpy::PyArray<T, D>>,
    py: Python<'py>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    Ok(array.bind(py).try_readwrite()?)
}

fn slice<'a, T: Element, D: numpy::ndarray::Dimension>(
    array: &'a mut PyReadwriteArray<'_, T, D>,
) -> PyResult<&'a mut [T]> {
    Ok(array.as_slice_mut()?)
}

impl BatchedGames {
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        run: impl FnOnce(&mut cheqqers_session::BatchedGames, BatchArrays<'_>) -> T + Send,
    ) -> PyResult<T> {
        let mut games = self.shared.write()?;
        let mut numbers = lock(&self.games, py)?;
        let mut plies = lock(&self.plies, py)?;
        let mut to_play = lock(&self.to_play, py)?;
        let mut rewards = lock(&self.rewards, py)?;
        let mut terminations = lock(&self.terminations, py)?;
        let mut truncations = lock(&self.truncations, py)?;
        let mut current = self.current.lock(py)?;
        let mut last = self.last.lock(py)?;
        let slices = BatchArrays {
            games: slice(&mut numbers)?,
            plies: slice(&mut plies)?,
            turns: slice(&mut to_play)?,
            rewards: slice(&mut rewards)?,
            terminated: slice(&mut terminations)?,
            truncated: slice(&mut truncations)?,
            current: current.slices()?,
            last: last.slices()?,
        };
        let games = &mut *games;
        Ok(py.detach(|| run(games, slices)))
    }

    fn with_games(
        py: Python<'_>,
        games: cheqqers_session::BatchedGames,
        settings: BatchSettings,
        wanted: &RowShapes,
    ) -> PyResult<Self> {
        let num = settings.games;
        let last = if settings.autoreset == Autoreset::SameStep {
            Positions::new(py, num, wanted)?
        } else {
            Positions::default()
        };
        Ok(Self {
            shared: SharedValue::new("this environment", games),
            settings,
            games: PyArray1::zeros(py, num, false).unbind(),
            plies: PyArray1::zeros(py, num, false).unbind(),
            to_play: PyArray1::zeros(py, num, false).unbind(),
            rewards: zeros(py, vec![num, 2])?,
            terminations: PyArray1::zeros(py, num, false).unbind(),
            truncations: PyArray1::zeros(py, num, false).unbind(),
            current: Positions::new(py, num, wanted)?,
            last,
        })
    }
}

/// Settings by the names that Python gives them.
fn batch_settings(
    num_envs: usize,
    seed: u64,
    threads: usize,
    autoreset: &str,
    max_plies: Option<u32>,
    luck: Option<u64>,
) -> PyResult<BatchSettings> {
    let at_least = |name: &str| SettingError::new_err(format!("{name}: 1 or more"));
    if threads == 0 {
        return Err(at_least("threads"));
    }
    if max_plies == Some(0) {
        return Err(at_least("max_plies"));
    }
    let autoreset = match autoreset {
        "next_step" => Autoreset::NextStep,
        "same_step" => Autoreset::SameStep,
        "disabled" => Autoreset::Disabled,
        _ => {
            return Err(SettingError::new_err(format!(
                "autoreset: {autoreset:?} is none of next_step, same_step, disabled"
            )));
        }
    };
    let luck = luck.map(|nodes| NonZeroU64::new(nodes).ok_or_else(|| at_least("luck_nodes")));
    Ok(BatchSettings {
        games: num_envs,
        seed,
        threads,
        autoreset,
        max_plies,
        luck: luck.transpose()?,
    })
}

fn refused(error: &BatchStepError) -> PyErr {
    match error {
        BatchStepError::Illegal { .. } => IllegalMoveError::new_err(error.to_string()),
        _ => SettingError::new_err(with_causes(error)),
    }
}

#[pymethods]
impl BatchedGames {
    #[new]
    #[pyo3(signature = (name, num_envs, *, seed, threads, autoreset, max_plies, luck, mask, planes, pairs, double, preset, settings))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    #[expect(clippy::fn_params_excessive_bools, reason = "they are keywords")]
    fn new(
        py: Python<'_>,
        name: &str,
        num_envs: usize,
        seed: u64,
        threads: usize,
        autoreset: &str,
        max_plies: Option<u32>,
        luck: Option<u64>,
        mask: bool,
        planes: bool,
        pairs: bool,
        double: bool,
        preset: Option<String>,
        settings: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let start = Start::new(name, preset, Some(settings))?;
        let kind = start.kind()?;
        let start = start.position(kind)?;
        let settings = batch_settings(num_envs, seed, threads, autoreset, max_plies, luck)?;
        let games = kind
            .batched_games(&start, settings)
            .map_err(|error| refused(&error))?;
        let none = |of: &str| SettingError::new_err(format!("{name} has no {of}"));
        let layout = start.plane_layout();
        let cells = layout.map_or(0, |layout| layout.num_cells());
        let space = start
            .action_space()
            .ok_or_else(|| none("numbering of moves"))?;
        if planes && layout.is_none() {
            return Err(none("planes"));
        }
        if pairs && start.pairs().is_none() {
            return Err(none("planes of pairs: its qubits are not squares"));
        }
        let wanted = RowShapes {
            mask: mask.then(|| vec![space.shape.iter().product()]),
            planes: layout
                .filter(|_| planes)
                .map(|layout| vec![layout.planes.len(), layout.rows, layout.columns]),
            pairs: pairs.then(|| vec![cheqqers_game::PAIR_PLANES.len(), cells, cells]),
            double,
        };
        Self::with_games(py, games, settings, &wanted)
    }

    /// Steps every game by its action.
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        if actions.len() != self.settings.games {
            return Err(PyValueError::new_err(format!(
                "{} actions for {} games",
                actions.len(),
                self.settings.games
            )));
        }
        let stepped = self.run(py, |games, arrays| games.step(actions, arrays))?;
        stepped.map_err(|error| refused(&error))
    }

    /// Begins the next game in rows.
    fn reset(&self, py: Python<'_>, rows: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let rows = rows.as_slice()?;
        if rows.len() != self.settings.games {
            return Err(PyValueError::new_err(format!(
                "a mask of {} rows for {} games",
                rows.len(),
                self.settings.games
            )));
        }
        self.run(py, |games, arrays| games.reset(rows, arrays))
    }

    /// Begins all games anew, with a seed.
    fn restart(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.run(py, |games, arrays| games.restart(seed, arrays))
    }

    /// The position of a game.
    fn position(&self, index: usize) -> PyResult<Position> {
        if index >= self.settings.games {
            return Err(PyIndexError::new_err(format!(
                "there are {} games, counted from 0",
                self.settings.games
            )));
        }
        Ok(Position(self.shared.read()?.position(index)))
    }

    /// The games as they are: their numbers, and the actions of each.
    fn records(&self) -> PyResult<Vec<(u64, Vec<i32>)>> {
        let records = self.shared.read()?.records().into_iter();
        Ok(records
            .map(|record| (record.game, record.actions))
            .collect())
    }

    /// Plays games again that were recorded, with their seed.
    fn restore(&self, py: Python<'_>, seed: u64, records: Vec<(u64, Vec<i32>)>) -> PyResult<()> {
        if records.len() != self.settings.games {
            return Err(PyValueError::new_err("there are other numbers of games"));
        }
        let records: Vec<_> = records
            .into_iter()
            .map(|(game, actions)| BatchedGameRecord { game, actions })
            .collect();
        let restored = self.run(py, |games, arrays| {
            games.restart(seed, arrays);
            games.restore(&records)
        })?;
        restored.map_err(|error| refused(&error))
    }

    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.current.dict(py)
    }

    #[getter]
    fn last_observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.last.dict(py)
    }
}
