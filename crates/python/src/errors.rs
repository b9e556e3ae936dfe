//! Errors, which are classes of `cheqqers.errors` and `cheqqers.backends`.

use std::error::Error;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use cheqqers_game::settings::quoted;
use cheqqers_game::with_causes;
use cheqqers_session::{MoveError, UnknownGame};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

pyo3::import_exception!(cheqqers.errors, IllegalMoveError);
pyo3::import_exception!(cheqqers.errors, GameOverError);
pyo3::import_exception!(cheqqers.errors, SettingError);
pyo3::import_exception!(cheqqers.errors, RecordError);
pyo3::import_exception!(cheqqers.errors, CircuitError);
pyo3::import_exception!(cheqqers.errors, BackendError);
pyo3::import_exception!(cheqqers.errors, BusyError);
pyo3::import_exception!(cheqqers.errors, PlayerError);
pyo3::import_exception!(cheqqers.errors, ForkError);
pyo3::import_exception!(cheqqers.backends, JobFailed);

/// Parses an argument; `raise` makes the exception of what it refuses.
pub(crate) fn parsed<T: FromStr<Err: Display>>(
    text: &str,
    raise: impl FnOnce(String) -> PyErr,
) -> PyResult<T> {
    text.parse()
        .map_err(|error: T::Err| raise(error.to_string()))
}

/// The exception of a name that no game has.
pub(crate) fn unknown_game(error: UnknownGame) -> PyErr {
    SettingError::new_err(error.to_string())
}

/// The exception of a text that is no move.
pub(crate) fn unreadable_move(text: &str, error: &MoveError) -> PyErr {
    IllegalMoveError::new_err(format!("{}: {}", quoted(text), with_causes(error)))
}

/// The exception of a call that needs a game that goes on.
pub(crate) fn game_over(status: &str) -> PyErr {
    GameOverError::new_err(format!("the game is over: {status}"))
}

/// The exception of an error of a backend: a Python exception that caused it is its cause, and comes through itself
/// where it is none of a backend's or one of ours.
pub(crate) fn backend_error(prefix: &str, error: &(dyn Error + 'static)) -> PyErr {
    let Some(cause) = python_cause(error) else {
        return BackendError::new_err(format!("{prefix}: {}", with_causes(error)));
    };
    Python::attach(|py| {
        let cause = cause.clone_ref(py);
        if cause.is_instance_of::<BackendError>(py) || !cause.is_instance_of::<PyException>(py) {
            return cause;
        }
        let raised = BackendError::new_err(format!("{prefix}: {cause}"));
        raised.set_cause(py, Some(cause));
        raised
    })
}

/// The Python exception among the causes of an error.
fn python_cause<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a PyErr> {
    let mut cause = Some(error);
    while let Some(error) = cause {
        // Shared by those who clone the error.
        let shared = error.downcast_ref::<Arc<dyn Error + Send + Sync>>();
        let inner: &(dyn Error + 'static) = match shared {
            Some(shared) => shared.as_ref(),
            None => error,
        };
        if let Some(python) = inner.downcast_ref::<PyErr>() {
            return Some(python);
        }
        cause = inner.source();
    }
    None
}
