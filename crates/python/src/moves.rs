//! Moves of any game.

use std::any::Any;
use std::sync::Arc;

use cheqqers_game::show::Show;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

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
pub(crate) struct MoveOf<G: Show>(pub(crate) G::Move);

impl<G: Show> AnyMove for MoveOf<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn text(&self) -> String {
        self.0.to_string()
    }

    fn kind(&self) -> &'static str {
        G::kind(self.0)
    }

    fn sources(&self) -> Vec<String> {
        G::sources(self.0)
    }

    fn targets(&self) -> Vec<String> {
        G::targets(self.0)
    }

    fn over(&self) -> Vec<String> {
        G::over(self.0)
    }
}

/// The legal moves of a position.
pub(crate) trait AnyMoves: Send + Sync {
    fn len(&self) -> usize;
    fn get(&self, index: usize) -> Move;
    fn contains(&self, text: &str) -> bool;
}

/// Legal moves of the game `G`, ascending.
pub(crate) struct MovesOf<G: Show>(pub(crate) Vec<G::Move>);

impl<G: Show> AnyMoves for MovesOf<G> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, index: usize) -> Move {
        Move(Arc::new(MoveOf::<G>(self.0[index])))
    }

    fn contains(&self, text: &str) -> bool {
        text.parse()
            .is_ok_and(|mv| self.0.binary_search(&mv).is_ok())
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
        any.downcast_ref::<MoveOf<G>>().map(|mv| mv.0)
    }
}

#[pymethods]
impl Move {
    /// Kind of the move, such as ``step`` or ``capture``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    /// Names of the places it starts from.
    #[getter]
    fn sources(&self) -> Vec<String> {
        self.0.sources()
    }

    /// Names of the places it leads to.
    #[getter]
    fn targets(&self) -> Vec<String> {
        self.0.targets()
    }

    /// Names of the places it jumps over.
    #[getter]
    fn over(&self) -> Vec<String> {
        self.0.over()
    }

    fn __str__(&self) -> String {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("Move({:?})", self.0.text())
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

/// The legal moves of a position, a sequence in ascending order.
///
/// A move is built when it is looked at, so that ``random.choice(game.legal_moves)`` builds one.
#[pyclass(frozen, sequence, module = "cheqqers")]
pub(crate) struct LegalMoves(pub(crate) Arc<dyn AnyMoves>);

#[pymethods]
impl LegalMoves {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Move> {
        let len = self.0.len();
        let at = if index < 0 {
            len.checked_sub(index.unsigned_abs())
        } else {
            Some(index.unsigned_abs())
        };
        match at.filter(|&at| at < len) {
            Some(at) => Ok(self.0.get(at)),
            None => Err(PyIndexError::new_err("there are fewer legal moves")),
        }
    }

    fn __contains__(&self, mv: &Bound<'_, PyAny>) -> bool {
        if let Ok(text) = mv.extract::<&str>() {
            return self.0.contains(text);
        }
        let mv = mv.cast::<Move>();
        mv.is_ok_and(|mv| self.0.contains(&mv.get().0.text()))
    }

    fn __iter__(&self) -> MovesIterator {
        MovesIterator {
            moves: Arc::clone(&self.0),
            next: 0,
        }
    }

    fn __repr__(&self) -> String {
        let texts: Vec<String> = (0..self.0.len())
            .map(|at| self.0.get(at).0.text())
            .collect();
        format!("<LegalMoves: {}>", texts.join(", "))
    }
}

/// Iterator over legal moves.
#[pyclass(module = "cheqqers")]
pub(crate) struct MovesIterator {
    moves: Arc<dyn AnyMoves>,
    next: usize,
}

#[pymethods]
impl MovesIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<Move> {
        let at = self.next;
        (at < self.moves.len()).then(|| {
            self.next += 1;
            self.moves.get(at)
        })
    }
}
