//! Moves of any game.

use std::sync::atomic::{AtomicUsize, Ordering};

use cheqqers_game::with_causes;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyType};

use crate::catalogue::kind_of;
use crate::errors::IllegalMoveError;
use crate::pickle::{PickleParts, reduced};

/// A move and the squares that it jumps over.
type PickledMove = (String, Vec<String>);

/// Restores moves that were pickled.
fn restored(game: &str, moves: &[PickledMove]) -> PyResult<LegalMoves> {
    let read = kind_of(game)?.read_legal_moves(moves);
    let read = read.map_err(|error| IllegalMoveError::new_err(with_causes(&error)))?;
    Ok(LegalMoves(read))
}

/// A move of one ply. ``str`` writes it as the command does, and it equals that text.
#[pyclass(frozen, module = "cheqqers")]
#[derive(Clone, PartialEq)]
pub(crate) struct Move(pub(crate) cheqqers_session::Move);

#[pymethods]
impl Move {
    /// Kind of the move, such as ``step`` or ``capture``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    /// Names of the squares it starts from.
    #[getter]
    fn sources(&self) -> Vec<String> {
        self.0.sources()
    }

    /// Names of the squares it leads to.
    #[getter]
    fn targets(&self) -> Vec<String> {
        self.0.targets()
    }

    /// Names of the squares it jumps over.
    #[getter]
    fn over(&self) -> Vec<String> {
        self.0.over()
    }

    fn __str__(&self) -> String {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.0.text())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<PickleParts<'py, (&'static str, PickledMove)>> {
        let mv = &slf.get().0;
        reduced(slf, (mv.game(), (mv.text(), mv.over())))
    }

    #[classmethod]
    fn _restore(_: &Bound<'_, PyType>, game: &str, mv: PickledMove) -> PyResult<Self> {
        Ok(Self(restored(game, &[mv])?.0.at(0)))
    }

    /// Equal to the text of the same move, so that its hash is that of the text.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.0.text().into_pyobject(py)?.hash()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<bool> {
        let equal = if let Ok(other) = other.cast::<Self>() {
            self == other.get()
        } else if let Ok(text) = other.extract::<&str>() {
            self.0.text() == text
        } else {
            false
        };
        match op {
            CompareOp::Eq => Ok(equal),
            CompareOp::Ne => Ok(!equal),
            _ => Err(pyo3::exceptions::PyTypeError::new_err(
                "moves have no order: compare their texts",
            )),
        }
    }
}

/// The legal moves of a position, a sequence in ascending order. It equals those of the same moves in the same game.
///
/// A move is built when it is looked at, so that ``random.choice(game.legal_moves)`` builds one.
#[pyclass(frozen, sequence, eq, module = "cheqqers")]
pub(crate) struct LegalMoves(pub(crate) cheqqers_session::LegalMoves);

impl PartialEq for LegalMoves {
    fn eq(&self, other: &Self) -> bool {
        self.0.game() == other.0.game() && self.texts() == other.texts()
    }
}

impl LegalMoves {
    fn texts(&self) -> Vec<String> {
        self.0.iter().map(|mv| mv.text()).collect()
    }

    /// Place of a move, given as itself or as text.
    fn place(&self, mv: &Bound<'_, PyAny>) -> Option<usize> {
        if let Ok(text) = mv.extract::<&str>() {
            return self.0.find(text);
        }
        let mv = mv.cast::<Move>().ok()?;
        let mv = &mv.get().0;
        (mv.game() == self.0.game()).then(|| self.0.find(&mv.text()))?
    }
}

#[pymethods]
impl LegalMoves {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, len) = (index.py(), self.0.len());
        if let Ok(slice) = index.cast::<PySlice>() {
            let bounds = slice.indices(isize::try_from(len)?)?;
            let places = (0..bounds.slicelength).map(|k| {
                let at = bounds.start + isize::try_from(k).unwrap_or(0) * bounds.step;
                Move(self.0.at(at.unsigned_abs()))
            });
            return Ok(PyList::new(py, places.collect::<Vec<_>>())?.into_any());
        }
        let index: isize = index.extract()?;
        let at = if index < 0 {
            len.checked_sub(index.unsigned_abs())
        } else {
            Some(index.unsigned_abs())
        };
        match at.filter(|&at| at < len) {
            Some(at) => Ok(Bound::new(py, Move(self.0.at(at)))?.into_any()),
            None => Err(PyIndexError::new_err("there are fewer legal moves")),
        }
    }

    fn __contains__(&self, mv: &Bound<'_, PyAny>) -> bool {
        self.place(mv).is_some()
    }

    /// Index of a move.
    ///
    /// Raises:
    ///     ValueError: It is not legal.
    fn index(&self, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
        let place = self.place(r#move);
        place.ok_or_else(|| PyValueError::new_err(format!("{move} is not legal", r#move = r#move)))
    }

    /// 1 for a legal move, 0 for others.
    fn count(&self, r#move: &Bound<'_, PyAny>) -> usize {
        usize::from(self.place(r#move).is_some())
    }

    fn __reversed__(&self) -> MovesIterator {
        MovesIterator {
            moves: self.0.clone(),
            next: AtomicUsize::new(0),
            backwards: true,
        }
    }

    fn __iter__(&self) -> MovesIterator {
        MovesIterator {
            moves: self.0.clone(),
            next: AtomicUsize::new(0),
            backwards: false,
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.0.game(), self.texts().join(" "))
            .into_pyobject(py)?
            .hash()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<PickleParts<'py, (&'static str, Vec<PickledMove>)>> {
        let moves = &slf.get().0;
        let all = moves.iter().map(|mv| (mv.text(), mv.over())).collect();
        reduced(slf, (moves.game(), all))
    }

    #[classmethod]
    fn _restore(_: &Bound<'_, PyType>, game: &str, moves: Vec<PickledMove>) -> PyResult<Self> {
        restored(game, &moves)
    }

    fn __repr__(&self) -> String {
        format!("<LegalMoves: {}>", self.texts().join(", "))
    }
}

/// Iterator over legal moves.
#[pyclass(frozen, module = "cheqqers")]
pub(crate) struct MovesIterator {
    moves: cheqqers_session::LegalMoves,
    /// Number of moves that were returned.
    next: AtomicUsize,
    /// `true` from the last move to the first.
    backwards: bool,
}

#[pymethods]
impl MovesIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<Move> {
        let len = self.moves.len();
        let step = |next| (next < len).then_some(next + 1);
        let at = self
            .next
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, step)
            .ok()?;
        let at = if self.backwards { len - 1 - at } else { at };
        Some(Move(self.moves.at(at)))
    }
}
