//! Errors, which are classes of `cheqqers.errors`.

use std::error::Error;
use std::fmt::Write;
use std::sync::Arc;

use pyo3::exceptions::PyException;
use pyo3::prelude::*;

pyo3::import_exception!(cheqqers.errors, IllegalMoveError);
pyo3::import_exception!(cheqqers.errors, GameOverError);
pyo3::import_exception!(cheqqers.errors, SettingError);
pyo3::import_exception!(cheqqers.errors, RecordError);
pyo3::import_exception!(cheqqers.errors, CircuitError);
pyo3::import_exception!(cheqqers.errors, BackendError);
pyo3::import_exception!(cheqqers.errors, PlayerError);
pyo3::import_exception!(cheqqers.errors, ForkError);

/// An error and its causes, in one line.
pub(crate) fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let _ = write!(text, ": {error}");
        cause = error.source();
    }
    text
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
