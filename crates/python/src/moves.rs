//! Moves of any game.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cheqqers_game::show::Show;
use cheqqers_session::{GameVisitor, Playable, with_game};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyType};

use crate::errors::{IllegalMoveError, VisitError, with_causes};
use crate::pickle::{PickleParts, reduced};

/// A move of some game.
pub(crate) trait AnyMove: Any + Send + Sync {
    fn game(&self) -> &'static str;
    fn text(&self) -> String;
    fn kind(&self) -> &'static str;
    fn sources(&self) -> Vec<String>;
    fn targets(&self) -> Vec<String>;
    fn over(&self) -> Vec<String>;
}

/// A move of the game `G`.
pub(crate) struct MoveOf<G: Show> {
    mv: G::Move,
    over: Vec<String>,
}

impl<G: Show> MoveOf<G> {
    /// The move that `text` writes, which jumps over these squares.
    fn read(text: &str, over: Vec<String>) -> PyResult<Self> {
        let mv = text.parse();
        let mv = mv.map_err(|error| IllegalMoveError::new_err(with_causes(&error)))?;
        Ok(Self { mv, over })
    }

    /// A legal move of a position.
    pub(crate) fn new(position: &G, mv: G::Move) -> Self {
        let over = position.over(mv);
        Self { mv, over }
    }
}

impl<G: Show> AnyMove for MoveOf<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn text(&self) -> String {
        self.mv.to_string()
    }

    fn kind(&self) -> &'static str {
        G::kind(self.mv)
    }

    fn sources(&self) -> Vec<String> {
        G::sources(self.mv)
    }

    fn targets(&self) -> Vec<String> {
        G::targets(self.mv)
    }

    fn over(&self) -> Vec<String> {
        self.over.clone()
    }
}

/// The legal moves of a position.
pub(crate) trait AnyMoves: Send + Sync {
    fn len(&self) -> usize;
    fn get(&self, index: usize) -> Move;
    fn game(&self) -> &'static str;
    /// Place of a move in the list.
    fn find(&self, text: &str) -> Option<usize>;
}

/// A move and the squares that it jumps over.
type PickledMove = (String, Vec<String>);

/// Legal moves that were pickled, ascending.
struct RestoredMoves<G: Show>(Vec<MoveOf<G>>);

impl<G: Show> AnyMoves for RestoredMoves<G> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, index: usize) -> Move {
        let MoveOf { mv, over } = &self.0[index];
        let over = over.clone();
        Move(Arc::new(MoveOf::<G> { mv: *mv, over }))
    }

    fn game(&self) -> &'static str {
        G::NAME
    }

    fn find(&self, text: &str) -> Option<usize> {
        let wanted: G::Move = text.parse().ok()?;
        self.0.binary_search_by(|mv| mv.mv.cmp(&wanted)).ok()
    }
}

/// Restores moves that were pickled.
struct Restore(Vec<PickledMove>);

impl GameVisitor for Restore {
    type Done = LegalMoves;
    type Error = VisitError;

    fn with<G: Playable>(self) -> Result<LegalMoves, VisitError> {
        let moves = self.0.into_iter();
        let moves = moves.map(|(text, over)| MoveOf::<G>::read(&text, over));
        let moves = moves.collect::<PyResult<Vec<_>>>()?;
        Ok(LegalMoves(Arc::new(RestoredMoves(moves))))
    }
}

/// Legal moves of the game `G`, ascending.
pub(crate) struct MovesOf<G: Show> {
    pub(crate) position: G,
    pub(crate) moves: Vec<G::Move>,
}

impl<G: Show> AnyMoves for MovesOf<G> {
    fn len(&self) -> usize {
        self.moves.len()
    }

    fn get(&self, index: usize) -> Move {
        Move(Arc::new(MoveOf::new(&self.position, self.moves[index])))
    }

    fn game(&self) -> &'static str {
        G::NAME
    }

    fn find(&self, text: &str) -> Option<usize> {
        self.moves.binary_search(&text.parse().ok()?).ok()
    }
}

/// A move of one ply. ``str`` writes it as the command does, and it equals that text.
#[pyclass(frozen, module = "cheqqers")]
#[derive(Clone)]
pub(crate) struct Move(pub(crate) Arc<dyn AnyMove>);

impl Move {
    /// The move, if it is one of this game.
    pub(crate) fn of<G: Show>(&self) -> Option<G::Move> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref::<MoveOf<G>>().map(|mv| mv.mv)
    }
}

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
        Ok(with_game(game, Restore(vec![mv]))?.0.get(0))
    }

    /// Equal to the text of the same move, so that its hash is that of the text.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.0.text().into_pyobject(py)?.hash()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<bool> {
        let equal = if let Ok(other) = other.cast::<Self>() {
            let other = other.get();
            self.0.game() == other.0.game() && self.0.text() == other.0.text()
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
pub(crate) struct LegalMoves(pub(crate) Arc<dyn AnyMoves>);

impl PartialEq for LegalMoves {
    fn eq(&self, other: &Self) -> bool {
        self.0.game() == other.0.game() && self.texts() == other.texts()
    }
}

impl LegalMoves {
    fn texts(&self) -> Vec<String> {
        let moves = (0..self.0.len()).map(|at| self.0.get(at));
        moves.map(|mv| mv.0.text()).collect()
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
                self.0.get(at.unsigned_abs())
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
            Some(at) => Ok(Bound::new(py, self.0.get(at))?.into_any()),
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
            moves: Arc::clone(&self.0),
            next: AtomicUsize::new(0),
            backwards: true,
        }
    }

    fn __iter__(&self) -> MovesIterator {
        MovesIterator {
            moves: Arc::clone(&self.0),
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
        let all = (0..moves.len()).map(|at| moves.get(at).0);
        let all = all.map(|mv| (mv.text(), mv.over())).collect();
        reduced(slf, (moves.game(), all))
    }

    #[classmethod]
    fn _restore(_: &Bound<'_, PyType>, game: &str, moves: Vec<PickledMove>) -> PyResult<Self> {
        Ok(with_game(game, Restore(moves))?)
    }

    fn __repr__(&self) -> String {
        format!("<LegalMoves: {}>", self.texts().join(", "))
    }
}

/// Iterator over legal moves.
#[pyclass(frozen, module = "cheqqers")]
pub(crate) struct MovesIterator {
    moves: Arc<dyn AnyMoves>,
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
        Some(
            self.moves
                .get(if self.backwards { len - 1 - at } else { at }),
        )
    }
}
