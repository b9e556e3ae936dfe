//! Arrays of NumPy, which is imported when the first one is made.

use num_complex::Complex64;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

fn array<'py>(py: Python<'py>, bytes: &[u8], dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy")?;
    numpy.call_method1("frombuffer", (PyByteArray::new(py, bytes), dtype))
}

/// A float64 array.
pub(crate) fn floats<'py>(py: Python<'py>, values: &[f64]) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = values
        .iter()
        .flat_map(|value| value.to_ne_bytes())
        .collect();
    array(py, &bytes, "float64")
}

/// A complex128 array.
pub(crate) fn complexes<'py>(py: Python<'py>, values: &[Complex64]) -> PyResult<Bound<'py, PyAny>> {
    let parts = values.iter().flat_map(|value| [value.re, value.im]);
    let bytes: Vec<u8> = parts.flat_map(f64::to_ne_bytes).collect();
    array(py, &bytes, "complex128")
}
