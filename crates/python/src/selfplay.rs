//! Games between computers, many at a time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cheqqers_arena::{Batch, Cancellation, Monitor, WorkerPool};
use cheqqers_game::with_causes;
use cheqqers_session::Series;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::catalogue::Start;
use crate::errors::{PlayerError, SettingError, parsed};
use crate::interrupt::watched;
use crate::pickle::{PickleParts, reduced};
use crate::seed::random_seed;

/// Outcomes of many games.
///
/// Attributes:
///     games: Number of games.
///     white_won: Number of games that White won.
///     black_won: Number of games that Black won.
///     draws: Number of drawn games.
///     unfinished: Number of games that were stopped by ``max_plies``.
///     plies: Number of plies of all games together.
///     seed: Seed of the games.
#[pyclass(frozen, get_all, eq, hash, module = "cheqqers")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SelfplayCounts {
    games: u64,
    white_won: u64,
    black_won: u64,
    draws: u64,
    unfinished: u64,
    /// Plies of all games together.
    plies: u64,
    seed: u64,
}

#[pymethods]
impl SelfplayCounts {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<PickleParts<'py, ([u64; 5], u64, u64)>> {
        let counts = slf.get();
        let ends = [
            counts.games,
            counts.white_won,
            counts.black_won,
            counts.draws,
            counts.unfinished,
        ];
        reduced(slf, (ends, counts.plies, counts.seed))
    }

    #[classmethod]
    fn _restore(_: &Bound<'_, PyType>, ends: [u64; 5], plies: u64, seed: u64) -> Self {
        let [games, white_won, black_won, draws, unfinished] = ends;
        Self {
            games,
            white_won,
            black_won,
            draws,
            unfinished,
            plies,
            seed,
        }
    }

    fn __repr__(&self) -> String {
        let Self {
            games,
            white_won,
            black_won,
            draws,
            unfinished,
            ..
        } = self;
        let unfinished = match unfinished {
            0 => String::new(),
            many => format!(", {many} unfinished"),
        };
        format!(
            "<{games} games: White won {white_won}, Black {black_won}, {draws} draws{unfinished}>"
        )
    }
}

/// Cancellation of games, and the number of those that have begun.
#[derive(Debug)]
struct Watch<'a> {
    stop: &'a AtomicBool,
    begun: &'a AtomicU64,
}

impl Monitor for Watch<'_> {
    fn cancellation(&self) -> Cancellation {
        if self.stop.load(Ordering::Relaxed) {
            Cancellation::Drop
        } else {
            Cancellation::None
        }
    }

    fn show(&self, begun: u64) {
        self.begun.store(begun, Ordering::Relaxed);
    }
}

/// A progress bar, where there is one to show.
struct Bar(Option<Py<PyAny>>);

impl Bar {
    fn new(py: Python<'_>, games: u64) -> PyResult<Self> {
        let progress = py.import("cheqqers.progress")?;
        let bar = progress.call_method1("bar", (games, "games"))?;
        Ok(Self((!bar.is_none()).then(|| bar.unbind())))
    }

    fn show(&self, py: Python<'_>, begun: u64) -> PyResult<()> {
        let Some(bar) = &self.0 else {
            return Ok(());
        };
        let bar = bar.bind(py);
        bar.setattr("n", begun)?;
        bar.call_method0("refresh").map(|_| ())
    }

    fn close(&self, py: Python<'_>) -> PyResult<()> {
        match &self.0 {
            None => Ok(()),
            Some(bar) => bar.bind(py).call_method0("close").map(|_| ()),
        }
    }
}

/// Plays many games between players of this package on several threads, without records: as ``cheqqers selfplay``.
///
/// Args:
///     name: Name of the game, or ``NAME:PRESET``.
///     games: Number of games.
///     white: Name of White's player.
///     black: Name of Black's player.
///     seed: Seed of all games.
///     threads: Number of games at a time; by default one for each core.
///     max_plies: Number of plies after which a game is stopped.
///     preset: Name of a preset, see :func:`presets`.
///     settings: Settings of the game.
///
/// Raises:
///     SettingError: There is no such game, player or setting.
///     PlayerError: An engine failed.
#[pyfunction]
#[pyo3(signature = (name = "cheqqers", *, games = 100, white = "random", black = "random", seed = None, threads = None, max_plies = None, preset = None, **settings))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn selfplay(
    py: Python<'_>,
    name: &str,
    games: u64,
    white: &str,
    black: &str,
    seed: Option<u64>,
    threads: Option<usize>,
    max_plies: Option<u32>,
    preset: Option<String>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<SelfplayCounts> {
    if threads == Some(0) {
        return Err(SettingError::new_err("threads: 1 or more"));
    }
    let start = Start::new(name, preset, settings)?;
    let seed = seed.map_or_else(random_seed, Ok)?;
    let [white, black] = [white, black].map(|name| parsed(name, SettingError::new_err));
    let (white, black) = (white?, black?);
    let kind = start.kind()?;
    let batch = Batch {
        series: &Series::of(kind, start.position(kind)?.without_circuits()),
        white: &white,
        black: &black,
        seed,
        games,
        ply_limit: max_plies,
    };
    let begun = AtomicU64::new(0);
    let bar = Bar::new(py, games)?;
    let show = |py: Python<'_>| bar.show(py, begun.load(Ordering::Relaxed));
    let played = watched(py, show, |stop| {
        let monitor = Watch {
            stop,
            begun: &begun,
        };
        batch.play(&WorkerPool::new(threads, &monitor))
    });
    bar.close(py)?;
    let played = played?.map_err(|error| PlayerError::new_err(with_causes(&error)))?;
    let [white_won, black_won, draws, unfinished] = played.named().map(|(_, plies)| plies.len());
    let plies = played.named().iter().map(|(_, plies)| plies.sum()).sum();
    Ok(SelfplayCounts {
        games: played.games(),
        white_won,
        black_won,
        draws,
        unfinished,
        plies,
        seed,
    })
}
