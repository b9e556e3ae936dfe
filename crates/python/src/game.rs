//! Games as Python has them.

use std::fs::{self, File};
use std::io::{BufReader, Cursor, Write};
use std::num::NonZeroU64;
use std::path::PathBuf;

use cheqqers_files::{Existing, persist_durably, temporary_beside};
use cheqqers_game::notation::{Demand, outcomes, split_moves};
use cheqqers_game::record::{EndLine, Record};
use cheqqers_game::{Colour, with_causes};
use cheqqers_measure::{Fallback, MeasurerKind};
use cheqqers_session::{Recordings, Session};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyType};
use serde_json::Value;

use crate::backend::PythonBackend;
use crate::catalogue::Start;
use crate::circuit::Circuit;
use crate::component::Component;
use crate::errors::{BackendError, CircuitError, RecordError, SettingError, game_over, parsed};
use crate::interrupt::{abandonable, interruptible};
use crate::json;
use crate::live::{Answers, LiveGame, MeasurerOptions, PlyProgress};
use crate::moves::LegalMoves;
use crate::ply::Ply;
use crate::pool::PoolOptions;
use crate::position::{MoveOutcome, Position, colour_name, outcome_name};
use crate::seed::{random_id, random_seed};
use crate::shared::SharedValue;

/// A game under way.
///
/// Args:
///     name: Name of the game, or ``NAME:PRESET``.
///     seed: Seed of the measurements, below 2⁶⁴; a new one by default.
///     preset: Name of a preset, see :func:`presets`.
///     backend: Backend that measures: a simulator, ``sparse`` (the exact state, by default), ``local``, ``dense``,
///         ``noisy:P`` or ``noisy:DEVICE``; or an object as in :mod:`cheqqers.backends`.
///     fallback: Simulator, ``local``, ``dense`` or ``noisy:P``, that takes over for good from a backend that is an object,
///         from the first measurement on for which that raises :class:`backends.JobFailed` or has no legal shot.
///     pool: Circuits of which such a backend takes 64 shots each before the first measurement, in one call; measurements
///         of these use the shots. ``True`` for all that are known to be measured often in this game, the number of the
///         commonest, or a list of circuits. The record reveals the seeds of their order at its end; until then they are
///         kept with the game, which can be pickled, and not in its record.
///     encoding: Encoding of the circuits that it runs, ``minimal`` or ``paper``.
///     moves: Moves to make first, with outcomes in braces.
///     settings: Settings of the game, as ``level=3`` and ``draw_after=None``: see :func:`settings`.
///
/// Raises:
///     SettingError: There is no such game, preset or setting, or it does not take the value; or it is not known which
///         circuits are measured often.
///     BackendError: There is no such simulator.
///     CircuitError: A circuit can't be in a pool.
///     IllegalMoveError: One of the moves is not legal.
#[pyclass(frozen, weakref, module = "cheqqers")]
pub(crate) struct Game(pub(crate) SharedValue<LiveGame>);

/// Function that restores a game, its record and the rest of its state, and its backend where that is an object.
type ReducedGame<'py> = (Bound<'py, PyAny>, (String, String), Option<(Py<PyAny>,)>);

/// The one record of a text.
fn read_record(text: &str) -> PyResult<Record> {
    let read = Recordings::new(Cursor::new(text));
    let read = read.map_err(|error| RecordError::new_err(error.to_string()))?;
    read.only()
        .map_err(|error| RecordError::new_err(with_causes(&error)))
}

fn options(
    seed: Option<u64>,
    backend: &str,
    encoding: &str,
    id: Option<String>,
    fallback: Option<Fallback>,
) -> PyResult<MeasurerOptions> {
    Ok(MeasurerOptions {
        fallback,
        kind: parsed(backend, BackendError::new_err)?,
        encoding: parsed(encoding, CircuitError::new_err)?,
        seed: seed.map_or_else(random_seed, Ok)?,
        id: id.map_or_else(random_id, Ok)?,
    })
}

/// The game of a record.
fn of_record(py: Python<'_>, record: Record, seed: Option<u64>) -> PyResult<Game> {
    let text = |key: &str| record.header.get(key).and_then(Value::as_str);
    // Remote and Python backends are not at hand: the game goes on with the fallback, or the exact state.
    let backend = text("backend").filter(|name| name.parse::<MeasurerKind>().is_ok());
    let fallback = Fallback::of_header(&record.header);
    let instead = fallback.map_or_else(|| "sparse".into(), |fallback| fallback.to_string());
    let id = text("id").map(str::to_owned);
    let backend = backend.unwrap_or(&instead);
    let options = options(seed, backend, "minimal", id, fallback)?;
    let game = abandonable(py, move || LiveGame::of_record(&record, options))?;
    Ok(game?.into())
}

/// Outcomes as Python gives them: whether the move succeeds, squares that are found occupied, or those of each
/// measurement.
fn demand(outcome: &Bound<'_, PyAny>) -> PyResult<Demand> {
    if let Ok(succeeds) = outcome.cast::<PyBool>() {
        return Ok(Demand::Succeeds(succeeds.is_true()));
    }
    if let Ok(text) = outcome.extract::<String>() {
        let text = if text.contains('{') {
            text
        } else {
            format!("{{{text}}}")
        };
        let read = outcomes(&text);
        return read.map(Demand::Occupied).ok_or_else(|| {
            SettingError::new_err(format!(
                "{text:?} is no outcome: write the squares found occupied, as in \"b4,d4\""
            ))
        });
    }
    if let Ok(squares) = outcome.extract::<Vec<String>>() {
        return Ok(Demand::Occupied(vec![squares]));
    }
    let each = outcome.extract::<Vec<Vec<String>>>();
    each.map(Demand::Occupied).map_err(|_| {
        PyTypeError::new_err("an outcome is True, False, the squares found occupied, or a list of them for each measurement")
    })
}

impl From<LiveGame> for Game {
    fn from(game: LiveGame) -> Self {
        Self(SharedValue::new("this game", game))
    }
}

impl Game {
    fn end(&self, end: impl FnOnce(&Session) -> EndLine) -> PyResult<()> {
        let session = &mut self.0.write()?.session;
        if session.outcome().is_some() {
            return Err(game_over(&session.words()));
        }
        let end = end(session);
        session.finish(end);
        Ok(())
    }

    /// The position that it stands at.
    fn now(&self) -> PyResult<Position> {
        Ok(Position(self.0.read()?.session.position()))
    }
}

/// The number of a ply, from 0 for the start; `None` is the last one, and negative numbers count from the end.
fn index(session: &Session, ply: Option<isize>) -> PyResult<usize> {
    let played = session.num_plies();
    let Some(ply) = ply else {
        return Ok(played);
    };
    let index = if ply < 0 {
        (played + 1).checked_sub(ply.unsigned_abs())
    } else {
        Some(ply.unsigned_abs())
    };
    index.filter(|&index| index <= played).ok_or_else(|| {
        PyIndexError::new_err(format!("there is no ply {ply}: {played} were played"))
    })
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name = "cheqqers", *, seed = None, preset = None, backend = None, fallback = None, pool = None, encoding = "minimal", moves = None, **settings))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        name: &str,
        seed: Option<u64>,
        preset: Option<String>,
        backend: Option<&Bound<'_, PyAny>>,
        fallback: Option<&str>,
        pool: Option<&Bound<'_, PyAny>>,
        encoding: &str,
        moves: Option<&str>,
        settings: Option<&Bound<'_, PyDict>>,
        py: Python<'_>,
    ) -> PyResult<Self> {
        let start = Start::new(name, preset, settings)?;
        let kind = backend.map_or(Some("sparse"), |backend| backend.extract().ok());
        let fallback = fallback.map(|name| parsed(name, BackendError::new_err));
        let fallback = fallback.transpose()?;
        let options = options(seed, kind.unwrap_or("sparse"), encoding, None, fallback)?;
        let mut game = LiveGame::begin(&start, options)?;
        match (kind, backend) {
            (None, Some(object)) => {
                PythonBackend::new(object)?;
                game.object = Some(object.clone().unbind());
                if let Some(pool) = pool {
                    let encoding = game.options.encoding;
                    game.pool = PoolOptions::of_argument(pool, &game.start(), encoding)?;
                }
            }
            _ if fallback.is_some() || pool.is_some() => {
                return Err(PyTypeError::new_err(
                    "a fallback and a pool are for a backend that is an object",
                ));
            }
            _ => {}
        }
        for mv in split_moves(moves.unwrap_or_default()) {
            let pushed = game.push(mv.into_pyobject(py)?.as_any(), Answers::Own)?;
            if let PlyProgress::Waiting(waiting) = pushed {
                let answered = waiting.measure(py)?;
                game.complete(answered)?;
            }
        }
        Ok(game.into())
    }

    /// The game of a record, as the command writes it: JSON Lines or, at level 0, a draughts record. The record is verified; a last line
    /// that was cut off is left out.
    ///
    /// Raises:
    ///     RecordError: The text is no record, has several games, or does not follow the rules.
    #[classmethod]
    #[pyo3(signature = (text, *, seed = None))]
    fn from_record(class: &Bound<'_, PyType>, text: &str, seed: Option<u64>) -> PyResult<Self> {
        of_record(class.py(), read_record(text)?, seed)
    }

    /// The game of a file with one record: see :meth:`from_record`.
    ///
    /// Raises:
    ///     RecordError: The file holds no such record.
    ///     OSError: The file can't be read.
    #[classmethod]
    #[pyo3(signature = (path, *, seed = None))]
    fn load(class: &Bound<'_, PyType>, path: PathBuf, seed: Option<u64>) -> PyResult<Self> {
        let file = BufReader::new(File::open(&path)?);
        let failed = |error: &(dyn std::error::Error + 'static)| {
            RecordError::new_err(format!("{}: {}", path.display(), with_causes(error)))
        };
        let read = Recordings::new(file).map_err(|error| failed(&error))?;
        let record = read.only().map_err(|error| failed(&error))?;
        of_record(class.py(), record, seed)
    }

    /// Name of the game.
    #[getter]
    fn name(&self) -> PyResult<&'static str> {
        Ok(self.0.read()?.session.game())
    }

    /// Seed of the measurements from where the game was begun, loaded or copied.
    #[getter]
    fn seed(&self) -> PyResult<u64> {
        Ok(self.0.read()?.options.seed)
    }

    /// The game and its main options.
    #[getter]
    fn title(&self) -> PyResult<String> {
        Ok(self.0.read()?.start().title())
    }

    /// All settings of the game.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let settings = self.0.read()?.start().settings();
        json::to_python(py, &settings.into())
    }

    /// ``white`` or ``black``.
    #[getter]
    fn turn(&self) -> PyResult<&'static str> {
        Ok(colour_name(self.0.read()?.session.turn()))
    }

    /// ``white``, ``black`` or ``draw``; ``None`` while the game goes on.
    #[getter]
    fn outcome(&self) -> PyResult<Option<&'static str>> {
        Ok(self.0.read()?.session.outcome().map(outcome_name))
    }

    /// Whose turn it is and what must be done, or how the game ended.
    #[getter]
    fn status(&self) -> PyResult<String> {
        Ok(self.0.read()?.session.words())
    }

    /// The legal moves; none when the game is over.
    #[getter]
    fn legal_moves(&self) -> PyResult<LegalMoves> {
        Ok(LegalMoves(self.0.read()?.session.legal_moves()))
    }

    /// Plays a move, and measures what it asks for.
    ///
    /// Args:
    ///     move: A move or its text, which may be followed by outcomes, as in ``"d4xf6{d4}"``.
    ///     outcome: What is measured, where it is not left to chance: ``True`` for a capture that succeeds and ``False`` for one
    ///         that does not; or the squares found occupied, as ``"b4,d4"`` or a list; or a list of lists for several
    ///         measurements.
    ///     backend: Backend of this move: the name of a simulator, or an object as in :mod:`cheqqers.backends`. By default
    ///         that of the game. While it is asked, the game can be looked at and saved, but takes no other move.
    ///
    /// Returns:
    ///     The ply, with its measurements.
    ///
    /// Raises:
    ///     IllegalMoveError: The move is not legal, or its outcome impossible.
    ///     BackendError: A measurement got no answer.
    ///     BusyError: Another thread searches, measures or changes the game.
    ///
    /// The game stays as it was where an error is raised.
    #[pyo3(signature = (r#move, *, outcome = None, backend = None))]
    fn push(
        slf: &Bound<'_, Self>,
        r#move: &Bound<'_, PyAny>,
        outcome: Option<&Bound<'_, PyAny>>,
        backend: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Ply> {
        let answers = match (outcome, backend) {
            (None, None) => Answers::Own,
            (Some(outcome), None) => Answers::Given(demand(outcome)?),
            (None, Some(backend)) => match backend.extract::<&str>() {
                Ok(name) => Answers::Simulator(parsed(name, BackendError::new_err)?),
                Err(_) => Answers::Backend(backend.clone()),
            },
            (Some(_), Some(_)) => {
                return Err(PyTypeError::new_err(
                    "give an outcome or a backend, not both",
                ));
            }
        };
        let shared = &slf.get().0;
        let mut game = shared.write()?;
        match game.push(r#move, answers)? {
            PlyProgress::Played(ply) => Ok(ply),
            PlyProgress::Waiting(waiting) => {
                // It may take hours, in which the game is looked at and saved.
                let measurement = shared.measure(game);
                let answered = waiting.measure(slf.py())?;
                measurement.finish(slf.py(), |game| game.complete(answered))
            }
        }
    }

    /// Takes the last ply back, and returns it. It is not recorded.
    ///
    /// The same move played again is the same measurement for a backend: a :class:`backends.Journal` answers it by the
    /// same job.
    ///
    /// Raises:
    ///     IndexError: No ply was played.
    ///     GameOverError: The game ended by agreement or resignation.
    fn pop(&self) -> PyResult<Ply> {
        self.0.write()?.pop()
    }

    /// The plies that were played.
    #[getter]
    fn plies(&self) -> PyResult<Vec<Ply>> {
        let game = self.0.read()?;
        Ok((0..game.session.num_plies())
            .map(|index| game.ply(index))
            .collect())
    }

    /// The moves with their outcomes, as the option ``--moves`` of the command and ``moves`` of :class:`Game` take them.
    #[getter]
    fn moves(&self) -> PyResult<String> {
        Ok(self.0.read()?.session.moves().trim_end().to_owned())
    }

    /// Describes a ply in sentences; by default the last one.
    ///
    /// Raises:
    ///     IndexError: There is no such ply.
    #[pyo3(signature = (ply = None))]
    fn describe(&self, ply: Option<isize>) -> PyResult<String> {
        let session = &self.0.read()?.session;
        match index(session, ply)? {
            0 => Err(PyIndexError::new_err("no ply was played")),
            ply => Ok(session.ply(ply - 1).description().join(" ")),
        }
    }

    /// Counts how lucky the measurements were: for each ply White's gain in points (a win is 1, a draw 0.5), beyond what was
    /// expected of its measurements by the exact probabilities. The mean is 0 for every ply, whatever the search finds, so
    /// that a result less its luck has the mean of the result, and varies less. With a noisy backend it may have another
    /// mean. Outcomes that were given, not measured, are no luck.
    ///
    /// Args:
    ///     nodes: Number of positions searched for each outcome, at least a ply deep.
    ///
    /// Returns:
    ///     The gain in each of :attr:`plies`, 0.0 where nothing was measured.
    ///
    /// Raises:
    ///     ValueError: ``nodes`` is 0.
    #[pyo3(signature = (nodes = 1))]
    fn luck(&self, py: Python<'_>, nodes: u64) -> PyResult<Vec<f64>> {
        let nodes = NonZeroU64::new(nodes);
        let nodes = nodes.ok_or_else(|| PyValueError::new_err("nodes is 1 or more"))?;
        let session = self.0.read()?.session.copy();
        let luck = interruptible(py, |stop| session.luck(nodes, stop))?;
        // A search is stopped by an exception only.
        luck.ok_or_else(|| PyRuntimeError::new_err("the search was stopped"))
    }

    /// The position it stands at. It stays as it is when the game goes on.
    #[getter]
    fn position(&self) -> PyResult<Position> {
        self.now()
    }

    /// The position after a ply; 0 is the start, and negative numbers count from the end.
    ///
    /// Raises:
    ///     IndexError: There is no such ply.
    #[pyo3(signature = (ply))]
    fn position_after(&self, ply: isize) -> PyResult<Position> {
        let session = &self.0.read()?.session;
        let ply = index(session, Some(ply))?;
        Ok(Position(session.position_after(ply)))
    }

    /// The ways in which a legal move may end, before it is made: see :meth:`Position.outcomes`.
    fn outcomes(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<MoveOutcome>> {
        self.now()?.outcomes(r#move)
    }

    /// The components of the position.
    fn components(&self) -> PyResult<Vec<Component>> {
        Ok(self.now()?.all_components())
    }

    /// The component that holds a square: see :meth:`Position.component`.
    fn component(&self, square: &str) -> PyResult<Component> {
        self.now()?.component_of(square)
    }

    /// The circuit of the component that holds a square: see :meth:`Component.circuit`.
    #[pyo3(signature = (square, *, encoding = "minimal", measured = false))]
    fn circuit(&self, square: &str, encoding: &str, measured: bool) -> PyResult<Circuit> {
        self.component(square)?.circuit(encoding, measured)
    }

    /// A move that a player chooses; the game stays as it is.
    ///
    /// Args:
    ///     player: Name of a player, or an object with a method ``choose``.
    ///     time: Seconds to think.
    ///     nodes: Positions to search, for those who count them.
    ///
    /// Raises:
    ///     GameOverError: The game is over.
    ///     PlayerError: An engine failed.
    ///     SettingError: There is no such player.
    #[pyo3(signature = (player, *, time = None, nodes = None))]
    fn choose<'py>(
        slf: &Bound<'py, Self>,
        player: &Bound<'py, PyAny>,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let player = match player.extract::<&str>() {
            Ok(name) => {
                let color = PyDict::new(py);
                color.set_item("color", slf.get().turn()?)?;
                let players = py.import("cheqqers._core")?.getattr("Player")?;
                players.call((name,), Some(&color))?
            }
            Err(_) => player.clone(),
        };
        let keywords = PyDict::new(py);
        if let Some(time) = time {
            keywords.set_item("time", time)?;
        }
        if let Some(nodes) = nodes {
            keywords.set_item("nodes", nodes)?;
        }
        player.call_method("choose", (slf,), Some(&keywords))
    }

    /// Number of ways to play so many whole turns from here: see :meth:`Position.perft`.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        self.now()?.count(py, depth)
    }

    /// Resigns for the player to move.
    ///
    /// Raises:
    ///     GameOverError: The game is over.
    fn resign(&self) -> PyResult<()> {
        self.end(|session| EndLine::resigned(session.turn()))
    }

    /// Ends the game as a draw by agreement.
    ///
    /// Raises:
    ///     GameOverError: The game is over.
    fn agree_draw(&self) -> PyResult<()> {
        self.end(|_| EndLine::agreed())
    }

    /// Names of White's and Black's player, as records have them.
    #[getter]
    fn players(&self) -> PyResult<(String, String)> {
        let [white, black] = self.0.read()?.players.clone();
        Ok((white, black))
    }

    #[setter]
    fn set_players(&self, players: (String, String)) -> PyResult<()> {
        self.0.write()?.players = [players.0, players.1];
        Ok(())
    }

    /// The header of the record.
    fn header<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let header = self.0.read()?.header();
        json::to_python(py, &header.into())
    }

    /// The game as a record: JSON Lines, as the command writes them.
    fn record(&self) -> PyResult<String> {
        Ok(self.0.read()?.record())
    }

    /// The game as a draughts record (PDN, or QPDN where it is not classical).
    ///
    /// Raises:
    ///     RecordError: The game has no such form.
    fn pdn(&self) -> PyResult<String> {
        let game = self.0.read()?;
        let written = game.session.form("pdn", &game.header());
        written.map(|written| written.text).ok_or_else(|| {
            RecordError::new_err(format!(
                "the game {} can't be written as a draughts record",
                game.session.game()
            ))
        })
    }

    /// Writes the record to a file, as a whole or not at all.
    ///
    /// Raises:
    ///     OSError: The file can't be written.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let text = self.record()?;
        let path = fs::canonicalize(&path).unwrap_or(path);
        let known = fs::metadata(&path).ok();
        if known.as_ref().is_some_and(|known| !known.is_file()) {
            // A device or a pipe is written to, not replaced.
            return Ok(fs::write(&path, text)?);
        }
        let mut file = temporary_beside(&path)?;
        if let Some(known) = known {
            file.as_file().set_permissions(known.permissions())?;
        }
        file.write_all(text.as_bytes())?;
        persist_durably(file, &path, Existing::Replace)?;
        Ok(())
    }

    /// A copy that goes on by itself, with new measurements: a new seed unless one is given, and an identity of its own.
    /// ``copy.copy`` and ``copy.deepcopy`` make exact copies, as pickling does, which measure what the original would.
    #[pyo3(signature = (*, seed = None))]
    fn copy(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<Self> {
        let seed = seed.map_or_else(random_seed, Ok)?;
        Ok(self.0.read()?.copy(py, seed, random_id()?).into())
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        let game = self.0.read()?;
        let mut copy = game.exact_copy();
        copy.object = game.object.as_ref().map(|object| object.clone_ref(py));
        Ok(copy.into())
    }

    fn __deepcopy__<'py>(
        slf: &Bound<'py, Self>,
        memo: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, Self>> {
        let py = slf.py();
        let (copy, object) = {
            let game = slf.get().0.read()?;
            let object = game.object.as_ref().map(|object| object.clone_ref(py));
            (game.exact_copy(), object)
        };
        let copy = Bound::new(py, Self::from(copy))?;
        // Before the backend is copied, which may refer to the game.
        memo.set_item(slf.as_ptr() as usize, &copy)?;
        if let Some(object) = object {
            let copies = py.import("copy")?;
            let object = copies.call_method1("deepcopy", (object, memo))?;
            copy.get().0.write()?.object = Some(object.unbind());
        }
        Ok(copy)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<ReducedGame<'py>> {
        let py = slf.py();
        let game = slf.get().0.read()?;
        let state = game.state();
        let text = serde_json::to_string(&state).expect("all keys are texts");
        let restore = slf.get_type().getattr("_restore")?;
        let object = game.object.as_ref().map(|object| (object.clone_ref(py),));
        Ok((restore, (game.record_of_state(), text), object))
    }

    #[classmethod]
    fn _restore(_: &Bound<'_, PyType>, record: &str, state: &str) -> PyResult<Self> {
        let record = read_record(record)?;
        let state = serde_json::from_str(state);
        let state = state.map_err(|error| RecordError::new_err(error.to_string()))?;
        Ok(LiveGame::of_state(&record, state)?.into())
    }

    fn __setstate__(&self, state: (Py<PyAny>,)) -> PyResult<()> {
        self.0.write()?.object = Some(state.0);
        Ok(())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // One that is in use is reachable.
        let game = self.0.read_unless_used();
        game.map_or(Ok(()), |game| visit.call(game.object.as_ref()))
    }

    fn __clear__(&self) {
        if let Ok(mut game) = self.0.write() {
            game.object = None;
        }
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.0.read()?.session.num_plies())
    }

    #[expect(clippy::unused_self, reason = "Python calls it as a method")]
    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> PyResult<String> {
        let session = &self.0.read()?.session;
        let position = Position(session.position());
        Ok(format!("{}\n{}", position.__str__(), session.words()))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(self.now()?.draw(Colour::White))
    }

    fn __repr__(&self) -> PyResult<String> {
        let game = self.0.read()?;
        Ok(format!(
            "<Game of {}, {} plies: {}>",
            game.start().title(),
            game.session.num_plies(),
            game.session.words()
        ))
    }
}

/// The games of a file of records, each verified.
///
/// Raises:
///     RecordError: The file holds something else.
///     OSError: The file can't be read.
#[pyfunction]
pub(crate) fn read_games(py: Python<'_>, path: PathBuf) -> PyResult<Vec<Game>> {
    let failed = |error: &(dyn std::error::Error + 'static)| {
        RecordError::new_err(format!("{}: {}", path.display(), with_causes(error)))
    };
    let mut read =
        Recordings::new(BufReader::new(File::open(&path)?)).map_err(|error| failed(&error))?;
    let mut games = Vec::new();
    while let Some(record) = read.record().map_err(|error| failed(&error))? {
        games.push(of_record(py, record, None)?);
    }
    Ok(games)
}
