//! JSON as Python objects.

use pyo3::prelude::*;
use serde_json::Value;

/// The Python object of a JSON value.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?
        .call_method1("loads", (value.to_string(),))
}
