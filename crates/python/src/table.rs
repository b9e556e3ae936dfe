//! Tables of solved boards.

use std::path::PathBuf;

use cheqqers_game::{Colour, with_causes};
use cheqqers_session::Position as AnyPosition;
use cheqqers_solve::{FileFormatError, SolvedPosition, ValueBounds};
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{RecordError, SettingError};
use crate::game::Game;
use crate::interrupt::abandonable;
use crate::json;
use crate::position::Position;

/// A solved board, in a file that ``cheqqers solve -o FILE`` wrote.
///
/// A player has it by the name ``table:FILE``.
///
/// Args:
///     path: The file.
///
/// Raises:
///     OSError: The file can't be read.
///     RecordError: It is no table, or a damaged one.
#[pyclass(frozen, module = "cheqqers")]
pub(crate) struct Table {
    table: cheqqers_solve::Table,
    path: PathBuf,
}

impl Table {
    /// The row of a game or a position, and the player to move there.
    fn row(&self, game: &Bound<'_, PyAny>) -> PyResult<(Option<SolvedPosition<String>>, Colour)> {
        let position: AnyPosition = if let Ok(game) = game.cast::<Game>() {
            game.get().0.read()?.session.position()
        } else if let Ok(position) = game.cast::<Position>() {
            position.get().0.clone()
        } else {
            return Err(PyTypeError::new_err(
                "a table has values of a Game or a Position",
            ));
        };
        let solved = position.look_up(&self.table);
        let solved = solved.map_err(|error| SettingError::new_err(error.to_string()))?;
        Ok((solved, position.turn()))
    }
}

/// Scale of the digits that are told: as many as the bounds agree in.
const DIGITS: f64 = 1e11;

/// An exact value for White.
fn for_white(bounds: ValueBounds, turn: Colour) -> Option<f64> {
    let value = (f64::midpoint(bounds.least, bounds.most) * DIGITS).round() / DIGITS;
    let value = match turn {
        Colour::White => value,
        Colour::Black => -value,
    };
    // No negative zero.
    bounds.is_exact().then_some(value + 0.0)
}

#[pymethods]
impl Table {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let file = path.clone();
        let table = abandonable(py, move || cheqqers_solve::Table::open(&file))?;
        let table = table.map_err(|error| {
            let reason = format!("{}: {}", path.display(), with_causes(&error));
            match error {
                FileFormatError::Read(_) => PyOSError::new_err(reason),
                _ => RecordError::new_err(reason),
            }
        })?;
        Ok(Self { table, path })
    }

    /// Settings of the start that was solved.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.table.header().game.settings.clone().into())
    }

    /// ``True`` if all positions that can be reached from the start are in it.
    #[getter]
    fn closed(&self) -> bool {
        self.table.header().closed
    }

    /// Value of a position for White, under perfect play of both: 1 a win, 0 a draw, -1 a loss, rounded to 11 digits. ``None``
    /// if the table does not have it, or not exactly.
    ///
    /// Args:
    ///     game: A game, or a position.
    ///
    /// Raises:
    ///     SettingError: The table is of another game, or of other rules.
    fn value(&self, game: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
        let (solved, turn) = self.row(game)?;
        Ok(solved.and_then(|solved| for_white(solved.bounds, turn)))
    }

    /// The same for each legal move, by its text: the mean over its outcomes.
    ///
    /// Args:
    ///     game: A game, or a position.
    ///
    /// Raises:
    ///     SettingError: The table is of another game, or of other rules.
    fn moves<'py>(&self, py: Python<'py>, game: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let (solved, turn) = self.row(game)?;
        let values = PyDict::new(py);
        for solved in solved.into_iter().flat_map(|solved| solved.moves) {
            values.set_item(solved.mv, for_white(solved.bounds, turn))?;
        }
        Ok(values)
    }

    /// Number of positions.
    fn __len__(&self) -> PyResult<usize> {
        Ok(usize::try_from(self.table.header().positions)?)
    }

    fn __repr__(&self) -> String {
        format!("<Table {}>", self.path.display())
    }
}
