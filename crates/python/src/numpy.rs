//! Arrays of NumPy, which is imported when the first one is made.

use num_complex::Complex64;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

/// An array over a buffer of its own, which `numbers` fills without a copy of them.
fn array<'py>(
    py: Python<'py>,
    len: usize,
    numbers: impl Iterator<Item = f64>,
    dtype: &str,
) -> PyResult<Bound<'py, PyAny>> {
    const SIZE: usize = size_of::<f64>();
    let buffer = PyByteArray::new_with(py, SIZE * len, |bytes| {
        for (bytes, number) in bytes.as_chunks_mut::<SIZE>().0.iter_mut().zip(numbers) {
            *bytes = number.to_ne_bytes();
        }
        Ok(())
    })?;
    py.import("numpy")?
        .call_method1("frombuffer", (buffer, dtype))
}

/// A float64 array.
pub(crate) fn floats(
    py: Python<'_>,
    values: impl ExactSizeIterator<Item = f64>,
) -> PyResult<Bound<'_, PyAny>> {
    array(py, values.len(), values, "float64")
}

/// A complex128 array.
pub(crate) fn complexes<'py>(py: Python<'py>, values: &[Complex64]) -> PyResult<Bound<'py, PyAny>> {
    let parts = values.iter().flat_map(|value| [value.re, value.im]);
    array(py, 2 * values.len(), parts, "complex128")
}
