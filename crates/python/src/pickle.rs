//! Pickles of values.

use pyo3::prelude::*;

/// Function that restores a value, and its arguments.
pub(crate) type PickleParts<'py, T> = (Bound<'py, PyAny>, T);

/// The answer of `__reduce__`: the class method `_restore` of the value's class, and its arguments.
pub(crate) fn reduced<'py, T>(
    value: &Bound<'py, PyAny>,
    arguments: T,
) -> PyResult<PickleParts<'py, T>> {
    Ok((value.get_type().getattr("_restore")?, arguments))
}
