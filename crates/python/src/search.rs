//! Searches with exact chance nodes, of games of this package and of games in Python.

use std::error::Error;
use std::path::PathBuf;

use cheqqers_game::with_causes;
use cheqqers_players::Net as SessionNet;
use cheqqers_search::{
    DirichletNoise, Gumbel, NodeKind, Prediction, Puct, SearchError, SearchSettings, SearchSummary,
    Searches, Selection, Side, StochasticGame,
};
use cheqqers_session::{GameSearchError, GameSearches};
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::catalogue::kind_of;
use crate::errors::{RecordError, SettingError};
use crate::interrupt::interruptible;
use crate::position::Position;
use crate::shared::SharedValue;

/// A network in a file, as ``net:FILE`` plays with it: it predicts values and policies in Rust.
///
/// Args:
///     path: Name of the file.
///
/// Raises:
///     RecordError: The file holds something else, or can't be read.
#[pyclass(frozen, module = "cheqqers")]
pub(crate) struct Net(SessionNet);

#[pymethods]
impl Net {
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        let net = SessionNet::open(&path);
        let refused =
            |error: &(dyn Error + 'static)| format!("{}: {}", path.display(), with_causes(error));
        net.map(Self)
            .map_err(|error| RecordError::new_err(refused(&error)))
    }

    /// Reads a network from bytes, as a file has them.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<Self> {
        let net = SessionNet::read(bytes);
        net.map(Self)
            .map_err(|error| RecordError::new_err(with_causes(&error)))
    }

    /// The bytes of its file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let read = py.get_type::<Self>().getattr("from_bytes")?;
        Ok((read, (self.to_bytes(py),)))
    }

    /// First line of the file, as JSON.
    #[getter]
    fn header(&self) -> String {
        serde_json::to_string(self.0.header()).expect("a header is JSON")
    }

    fn __repr__(&self) -> String {
        format!("<Net {}>", self.header())
    }
}

/// Settings of a search, as Python gives them.
fn search_settings(options: &Bound<'_, PyDict>) -> PyResult<SearchSettings> {
    fn option<'py, T: for<'a> FromPyObject<'a, 'py, Error = PyErr>>(
        options: &Bound<'py, PyDict>,
        name: &str,
        default: T,
    ) -> PyResult<T> {
        match options.get_item(name)? {
            Some(value) if !value.is_none() => value.extract(),
            _ => Ok(default),
        }
    }
    let defaults = SearchSettings::default();
    let noise: f64 = option(options, "noise", 0.0)?;
    let selection: String = option(options, "selection", "gumbel".to_owned())?;
    let selection = match &*selection {
        "gumbel" => {
            let defaults = Gumbel::default();
            Selection::Gumbel(Gumbel {
                considered: option(options, "considered", defaults.considered)?,
                c_visit: option(options, "c_visit", defaults.c_visit)?,
                c_scale: option(options, "c_scale", defaults.c_scale)?,
                noise_scale: noise,
            })
        }
        "puct" => {
            let defaults = Puct::default();
            let concentration = option(options, "concentration", 0.3)?;
            Selection::Puct(Puct {
                c_base: option(options, "c_base", defaults.c_base)?,
                c_init: option(options, "c_init", defaults.c_init)?,
                first_play_reduction: option(
                    options,
                    "first_play_reduction",
                    defaults.first_play_reduction,
                )?,
                noise: (noise != 0.0).then_some(DirichletNoise {
                    concentration,
                    share: noise,
                }),
            })
        }
        _ => {
            return Err(SettingError::new_err(format!(
                "selection: {selection:?} is none of gumbel, puct"
            )));
        }
    };
    Ok(SearchSettings {
        simulations: option(options, "simulations", 64)?,
        parallel: option(options, "parallel", defaults.parallel)?,
        max_outcomes_at_once: option(options, "max_outcomes", defaults.max_outcomes_at_once)?,
        selection,
    })
}

/// The findings of a search, as Python has them: numbers, and arrays with an entry for each legal action.
#[derive(IntoPyObject)]
pub(crate) struct Findings<'py> {
    value: Option<f64>,
    action: Option<u32>,
    is_solved: bool,
    simulations: u32,
    predictions: u64,
    actions: Bound<'py, PyArray1<u32>>,
    visits: Bound<'py, PyArray1<u32>>,
    values: Bound<'py, PyArray1<f64>>,
    policy: Bound<'py, PyArray1<f64>>,
    prior: Bound<'py, PyArray1<f32>>,
}

fn findings<'py>(py: Python<'py>, summary: &SearchSummary) -> Findings<'py> {
    let actions = || summary.actions.iter();
    Findings {
        value: summary.value,
        action: summary.action(),
        is_solved: summary.is_solved,
        simulations: summary.simulations,
        predictions: summary.predictions,
        actions: PyArray1::from_iter(py, actions().map(|one| one.action)),
        visits: PyArray1::from_iter(py, actions().map(|one| one.visits)),
        values: PyArray1::from_iter(py, actions().map(|one| one.value.unwrap_or(f64::NAN))),
        policy: PyArray1::from_iter(py, actions().map(|one| one.policy)),
        prior: PyArray1::from_iter(py, actions().map(|one| one.prior)),
    }
}

fn refused<E: Error + 'static>(error: &SearchError<E>) -> PyErr {
    let text = with_causes(error);
    match error {
        SearchError::SettingOutOfRange { .. } => SettingError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}

/// Searches of positions side by side.
#[pyclass(frozen, module = "cheqqers")]
pub(crate) struct PositionSearches(SharedValue<GameSearches>);

fn refused_here(error: &GameSearchError) -> PyErr {
    match error {
        GameSearchError::Search(error) => refused(error),
        GameSearchError::Predictions { .. } => PyValueError::new_err(with_causes(error)),
        _ => SettingError::new_err(with_causes(error)),
    }
}

#[pymethods]
impl PositionSearches {
    #[new]
    fn new(
        py: Python<'_>,
        roots: Vec<(PyRef<'_, Position>, u64)>,
        threads: usize,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let settings = search_settings(options)?;
        let roots = roots.into_iter().map(|(root, seed)| (root.0.clone(), seed));
        let roots: Vec<_> = roots.collect();
        let Some((first, _)) = roots.first() else {
            return Err(PyValueError::new_err("there are no positions to search"));
        };
        let kind = kind_of(first.game())?;
        let searches = py.detach(|| kind.searches(&roots, &settings, threads));
        let searches = searches.map_err(|error| refused_here(&error))?;
        Ok(Self(SharedValue::new("this search", searches)))
    }

    /// Runs all searches up to leaves, and returns the number of these.
    fn select(&self, py: Python<'_>) -> PyResult<usize> {
        let mut searches = self.0.write()?;
        let searches = &mut *searches;
        let selected = py.detach(|| searches.select());
        selected.map_err(|error| refused_here(&error))
    }

    /// Planes of the leaves, one row of numbers for each, and their legal actions.
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn leaves<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyArray1<f32>>, Vec<Vec<u32>>)> {
        let searches = self.0.read()?;
        let searches = &*searches;
        let (planes, actions) = py.detach(|| (searches.leaf_planes(), searches.leaf_actions()));
        Ok((PyArray1::from_vec(py, planes), actions))
    }

    /// Gives predictions to the leaves.
    fn expand(
        &self,
        py: Python<'_>,
        values: PyReadonlyArray1<'_, f32>,
        logits: PyReadonlyArray2<'_, f32>,
    ) -> PyResult<()> {
        let (values, logits) = (values.as_slice()?, logits.as_slice()?);
        let mut searches = self.0.write()?;
        let searches = &mut *searches;
        let expanded = py.detach(|| searches.expand(values, logits));
        expanded.map_err(|error| refused_here(&error))
    }

    /// Completes all searches with the predictions of a network.
    fn run(&self, py: Python<'_>, net: &Bound<'_, Net>) -> PyResult<()> {
        let net = &net.get().0;
        let mut searches = self.0.write()?;
        let searches = &mut *searches;
        let done = interruptible(py, |stop| searches.run(net, stop))?;
        done.map_err(|error| refused_here(&error))
    }

    /// The findings of each search.
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Findings<'py>>> {
        let summaries = self.0.read()?.summaries();
        Ok(summaries
            .iter()
            .map(|summary| findings(py, summary))
            .collect())
    }
}

/// A game in Python.
struct PythonGame(Py<PyAny>);

impl StochasticGame for PythonGame {
    type State = Py<PyAny>;
    type Error = PyErr;

    fn kind(&self, state: &Py<PyAny>) -> PyResult<NodeKind> {
        Python::attach(|py| {
            let game = self.0.bind(py);
            let value: Option<f64> = game.call_method1("value", (state,))?.extract()?;
            if let Some(value) = value {
                return Ok(NodeKind::Terminal(value));
            }
            let turn: Option<u8> = game.call_method1("turn", (state,))?.extract()?;
            match turn {
                None => Ok(NodeKind::Random),
                Some(0) => Ok(NodeKind::Decision(Side::First)),
                Some(1) => Ok(NodeKind::Decision(Side::Second)),
                Some(other) => Err(PyValueError::new_err(format!(
                    "turn: {other} is none of 0, 1, None"
                ))),
            }
        })
    }

    fn actions(&self, state: &Py<PyAny>, actions: &mut Vec<u32>) -> PyResult<()> {
        Python::attach(|py| {
            *actions = self
                .0
                .bind(py)
                .call_method1("actions", (state,))?
                .extract()?;
            Ok(())
        })
    }

    fn outcomes(&self, state: &Py<PyAny>, outcomes: &mut Vec<(u32, f64)>) -> PyResult<()> {
        Python::attach(|py| {
            *outcomes = self
                .0
                .bind(py)
                .call_method1("outcomes", (state,))?
                .extract()?;
            Ok(())
        })
    }

    fn next(&self, state: &Py<PyAny>, step: u32) -> PyResult<Py<PyAny>> {
        Python::attach(|py| {
            Ok(self
                .0
                .bind(py)
                .call_method1("next", (state, step))?
                .unbind())
        })
    }
}

fn refused_there(error: SearchError<PyErr>) -> PyErr {
    match error {
        SearchError::Game(error) => error,
        other => refused(&other),
    }
}

/// Searches of states of a game in Python, side by side.
#[pyclass(frozen, module = "cheqqers")]
pub(crate) struct StateSearches(SharedValue<Searches<PythonGame>>);

#[pymethods]
impl StateSearches {
    #[new]
    fn new(
        game: Py<PyAny>,
        roots: Vec<(Py<PyAny>, u64)>,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let searches = Searches::new(PythonGame(game), search_settings(options)?, roots);
        let searches = searches.map_err(refused_there)?;
        Ok(Self(SharedValue::new("this search", searches)))
    }

    /// Runs all searches up to leaves, and returns the number of these.
    fn select(&self) -> PyResult<usize> {
        let mut searches = self.0.write()?;
        searches.select().map_err(refused_there)?;
        Ok(searches.leaves().len())
    }

    /// States of the leaves, and their legal actions.
    #[expect(clippy::type_complexity, reason = "two lists")]
    fn leaves(&self, py: Python<'_>) -> PyResult<(Vec<Py<PyAny>>, Vec<Vec<u32>>)> {
        let searches = self.0.read()?;
        let leaves = searches.leaves();
        let leaves = leaves.map(|leaf| (leaf.state.clone_ref(py), leaf.actions().collect()));
        Ok(leaves.unzip())
    }

    /// Gives predictions to the leaves, with logits for the legal actions of each.
    fn expand(&self, values: Vec<f32>, logits: Vec<Vec<f32>>) -> PyResult<()> {
        let predictions = values.into_iter().zip(logits);
        let predictions: Vec<_> = predictions
            .map(|(value, logits)| Prediction { value, logits })
            .collect();
        let mut searches = self.0.write()?;
        searches.expand(&predictions).map_err(refused_there)
    }

    /// The findings of each search.
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Findings<'py>>> {
        let searches = self.0.read()?;
        let summaries = searches.summaries();
        Ok(summaries.map(|summary| findings(py, &summary)).collect())
    }
}
