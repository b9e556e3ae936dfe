//! Backends that are Python objects.

use std::fmt;
use std::sync::Arc;

use cheqqers_backend::{
    Backend, BackendError, FailureClass, Job, JobFailure, MeasurementId, Run, generator_of, sha256,
    shuffled_shots,
};
use cheqqers_circuit::{Bitstring, Optimization, counted, optimize};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};

use crate::circuit::{Circuit, NamedCircuit};
use crate::errors::JobFailed;

/// An object with a method `run(circuits, shots, *, measurement_id)`.
pub(crate) struct PythonBackend {
    object: Py<PyAny>,
    name: String,
    is_noisy: bool,
}

impl fmt::Debug for PythonBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PythonBackend").field(&self.name).finish()
    }
}

impl PythonBackend {
    /// The backend of an object, by its attributes `name` and `noisy`.
    ///
    /// # Errors
    /// Returns an error if it lacks one of them.
    pub(crate) fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let lacking = |_| {
            PyTypeError::new_err(format!(
                "{} is no backend: that has a name, a flag noisy, and a method run; see cheqqers.backends",
                object
                    .get_type()
                    .name()
                    .map_or_else(|_| "this".to_owned(), |name| name.to_string())
            ))
        };
        let named = |key| object.getattr(key);
        object.getattr("run").map_err(lacking)?;
        Ok(Self {
            name: named("name")
                .and_then(|name| name.extract())
                .map_err(lacking)?,
            is_noisy: named("noisy")
                .and_then(|noisy| noisy.is_truthy())
                .map_err(lacking)?,
            object: object.clone().unbind(),
        })
    }

    fn runs(&self, py: Python<'_>, job: &Job<'_>, id: Option<&str>) -> PyResult<Vec<Run>> {
        let circuits: Vec<Circuit> = job
            .circuits
            .iter()
            .map(|circuit| NamedCircuit::from(optimize(circuit, job.optimization).circuit).into())
            .collect();
        let widths: Vec<usize> = job
            .circuits
            .iter()
            .map(cheqqers_circuit::Circuit::num_clbits)
            .collect();
        let keywords = PyDict::new(py);
        keywords.set_item("measurement_id", id)?;
        let object = self.object.bind(py);
        let results = object.call_method("run", (circuits, job.shots), Some(&keywords))?;
        let results: Vec<Bound<'_, PyAny>> = results.try_iter()?.collect::<PyResult<_>>()?;
        if results.len() != widths.len() {
            return Err(PyValueError::new_err(format!(
                "{} returned {} results for {} circuits",
                self.name,
                results.len(),
                widths.len()
            )));
        }
        let runs = results.iter().zip(&widths).zip(0..);
        runs.map(|((result, &width), number)| {
            let key = format!("{} {number}", id.unwrap_or_default());
            Ok(shots(result, width, job.shots, &key)?.into())
        })
        .collect()
    }
}

/// Shots of a circuit, given as bit strings in the order taken, rows of bits, or counts by bit string.
fn shots(
    result: &Bound<'_, PyAny>,
    width: usize,
    most: usize,
    key: &str,
) -> PyResult<Vec<Bitstring>> {
    let read = |text: &str| -> PyResult<Bitstring> {
        let bits: Bitstring = text
            .parse()
            .map_err(|_| PyValueError::new_err(format!("{text:?} is no bit string")))?;
        if bits.len() == width {
            return Ok(bits);
        }
        let found = bits.len();
        Err(PyValueError::new_err(format!(
            "{} in a shot of {width}",
            counted(found, "bit")
        )))
    };
    if let Ok(counts) = result.cast::<PyMapping>() {
        let mut all = Vec::new();
        let mut total: u64 = 0;
        for entry in counts.items()? {
            let (bits, count): (String, u64) = entry.extract()?;
            total = total.saturating_add(count);
            all.push((read(&bits)?, count));
        }
        check_number(total, most)?;
        return Ok(shuffled_shots(all, &mut generator_of(key)));
    }
    let mut shots = Vec::new();
    for shot in result.try_iter()? {
        let shot = shot?;
        if let Ok(text) = shot.extract::<&str>() {
            shots.push(read(text)?);
            continue;
        }
        let mut text = String::new();
        for bit in shot.try_iter()? {
            let bit = bit?;
            // Of whatever type numbers have there.
            let is = |value: u8| bit.eq(value);
            text.push(if is(0)? {
                '0'
            } else if is(1)? {
                '1'
            } else {
                return Err(PyValueError::new_err(format!("{bit} is no bit")));
            });
        }
        shots.push(read(&text)?);
    }
    check_number(shots.len() as u64, most)?;
    Ok(shots)
}

fn check_number(found: u64, most: usize) -> PyResult<()> {
    if found <= most as u64 {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "{found} shots where {most} were asked for"
    )))
}

/// A short name of a measurement, the same in every process.
fn identity(id: &MeasurementId) -> String {
    let MeasurementId {
        series,
        history,
        name,
        attempt,
    } = id;
    sha256(format!("{series}\n{history}\n{name}\n{attempt}").as_bytes())[..32].to_owned()
}

impl Backend for PythonBackend {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_noisy(&self) -> bool {
        self.is_noisy
    }

    fn optimization(&self) -> Optimization {
        // The object returns the clbits themselves, without post-processing.
        Optimization::Gates
    }

    fn run(&mut self, job: &Job<'_>) -> Result<Vec<Run>, BackendError> {
        let id = job.measurement.map(identity);
        Python::attach(|py| {
            self.runs(py, job, id.as_deref()).map_err(|error| {
                let failure = JobFailure {
                    key: id,
                    // After others the shots may still come, as where a journal was waited for long enough.
                    class: if error.is_instance_of::<JobFailed>(py) {
                        FailureClass::Terminal
                    } else {
                        FailureClass::Indeterminate
                    },
                    source: Arc::new(error),
                };
                failure.into()
            })
        })
    }
}
