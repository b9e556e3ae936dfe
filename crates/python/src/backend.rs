//! Backends that are Python objects.

use std::fmt;
use std::sync::Arc;

use cheqqers_backend::{
    Backend, BackendError, FailureClass, Job, JobFailure, MeasurementId, Run, generator_of, sha256,
    shuffled_shots,
};
use cheqqers_circuit::{Bitstring, Optimization, optimize};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::circuit::Circuit;

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
        Ok(Self {
            name: object.getattr("name")?.extract()?,
            is_noisy: object.getattr("noisy")?.extract()?,
            object: object.clone().unbind(),
        })
    }

    fn runs(&self, py: Python<'_>, job: &Job<'_>, id: Option<&str>) -> PyResult<Vec<Run>> {
        let circuits: Vec<Circuit> = job
            .circuits
            .iter()
            .map(|circuit| Circuit::from(optimize(circuit, job.optimization).circuit))
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

/// Shots of a circuit: bit strings in the order taken, rows of bits, or counts by bit string.
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
            "{found} bits in a shot of {width}"
        )))
    };
    let shots = if let Ok(counts) = result.cast::<PyDict>() {
        let mut all = Vec::new();
        let mut total: u64 = 0;
        for (bits, count) in counts {
            let count: u64 = count.extract()?;
            total = total.saturating_add(count);
            all.push((read(bits.extract()?)?, count));
        }
        if total > most as u64 {
            return Err(PyValueError::new_err(format!(
                "counts of {total} shots where {most} were asked for"
            )));
        }
        shuffled_shots(all, &mut generator_of(key))
    } else {
        let mut shots = Vec::new();
        for shot in result.try_iter()? {
            let shot = shot?;
            if let Ok(text) = shot.extract::<&str>() {
                shots.push(read(text)?);
                continue;
            }
            let bits: Vec<u8> =
                PyList::new(shot.py(), shot.try_iter()?.collect::<PyResult<Vec<_>>>()?)?
                    .iter()
                    .map(|bit| bit.call_method0("__int__")?.extract())
                    .collect::<PyResult<_>>()?;
            let text: String = bits
                .iter()
                .map(|bit| if *bit == 0 { '0' } else { '1' })
                .collect();
            shots.push(read(&text)?);
        }
        shots
    };
    Ok(shots)
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
        // Every bit is measured by itself.
        Optimization::Gates
    }

    fn run(&mut self, job: &Job<'_>) -> Result<Vec<Run>, BackendError> {
        let id = job.measurement.map(identity);
        Python::attach(|py| self.runs(py, job, id.as_deref())).map_err(|error| {
            let failure = JobFailure {
                key: id,
                class: FailureClass::Terminal,
                source: Arc::new(error),
            };
            failure.into()
        })
    }
}
