//! The benchmark of backends.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use cheqqers_backend::Backend;
use cheqqers_benchmark::{Analysis, BenchmarkError, BenchmarkRun, BenchmarkSettings, Suite};
use cheqqers_game::with_causes;
use cheqqers_measure::MeasurerKind;
use pyo3::exceptions::{PyOSError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};

use crate::backend::PythonBackend;
use crate::circuit::{Circuit, NamedCircuit};
use crate::errors::{BackendError, backend_error, parsed};
use crate::interrupt::{abandonable, interruptible};
use crate::json::to_python;
use crate::seed::random_id;

/// Backend that runs the circuits.
enum Runner {
    Here(MeasurerKind),
    Python(PythonBackend),
}

/// Runs the circuits of games on a backend, and tells how well it did: as ``cheqqers benchmark``.
///
/// Args:
///     backend: ``local``, ``dense``, ``noisy:P`` or another simulator of this package; or an object as in
///         :mod:`cheqqers.backends`.
///     folder: Folder for counts, report and plots; a run that was interrupted goes on there.
///     quick: Runs only ten circuits of up to 8 qubits.
///     shots: Number of shots of each circuit.
///     seed: Seed of a simulator of this package.
///
/// Returns:
///     The counts of each circuit as ``circuits``, and as ``analysis`` the score, the size, and all that is computed of
///     each size and circuit, each with its 95 % interval.
///
/// Raises:
///     BackendError: The backend failed.
///     OSError: The folder can't be written.
///     ValueError: The folder holds something else.
#[pyfunction]
#[pyo3(signature = (backend, folder, *, quick = false, shots = 200, seed = None))]
pub(crate) fn benchmark<'py>(
    py: Python<'py>,
    backend: &Bound<'py, PyAny>,
    folder: PathBuf,
    quick: bool,
    shots: u64,
    seed: Option<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    if !(20..=1_000_000).contains(&shots) {
        return Err(PyValueError::new_err("shots: from 20 to 1000000"));
    }
    let (runner, name) = if let Ok(name) = backend.extract::<&str>() {
        let kind: MeasurerKind = parsed(name, BackendError::new_err)?;
        (Runner::Here(kind), name.to_owned())
    } else {
        let backend = PythonBackend::new(backend)?;
        let name = backend.name().to_owned();
        (Runner::Python(backend), name)
    };
    let settings = BenchmarkSettings {
        backend: name,
        quick,
        shots,
        seed,
        identity: random_id()?,
    };
    let done = interruptible(py, move |stop| {
        let mut run = BenchmarkRun::open(&folder, &settings)?;
        let left = run.left();
        match runner {
            Runner::Python(mut backend) => run.measure(&mut backend, &left)?,
            Runner::Here(kind) => {
                for circuit in left {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let rng = run.generator(circuit);
                    run.measure(&mut *kind.circuit_backend(rng), &[circuit])?;
                }
            }
        }
        run.finish()
    })?;
    let done = done.map_err(|error| raised(&error))?;
    let value = serde_json::to_value(&done).expect("the result is JSON");
    to_python(py, &value)
}

/// Circuits of the benchmark by name, in the order of its suite. Each measures all its clbits at the end.
///
/// Args:
///     quick: Only the ten circuits of up to 8 qubits.
#[pyfunction]
#[pyo3(signature = (*, quick = false))]
pub(crate) fn benchmark_circuits(py: Python<'_>, quick: bool) -> PyResult<Bound<'_, PyDict>> {
    let circuits = PyDict::new(py);
    for circuit in Suite::v1().chosen(quick) {
        let named = NamedCircuit::from(circuit.circuit().clone());
        circuits.set_item(&circuit.name, Circuit::from(named))?;
    }
    Ok(circuits)
}

/// The score of counts of :func:`benchmark_circuits` that were measured by any means, with all that is computed of
/// them: ``analysis`` as :func:`benchmark` returns it.
///
/// Args:
///     counts: For each circuit its number of shots by bit string. The first character of a bit string is clbit 0,
///         while Qiskit writes it last; there are no blanks.
///
/// Raises:
///     ValueError: The circuits are neither all of the suite nor all of its quick part, one of them has no shots, or a
///         bit string is not of its clbits.
#[pyfunction]
pub(crate) fn benchmark_analysis<'py>(
    py: Python<'py>,
    counts: &Bound<'py, PyMapping>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut named: Vec<(String, Vec<(String, u64)>)> = Vec::new();
    for entry in counts.items()? {
        let (name, counts): (String, Bound<'_, PyMapping>) = entry.extract()?;
        let counts = counts.items()?.into_iter().map(|entry| {
            let (bits, count): (String, Bound<'_, PyAny>) = entry.extract()?;
            let count = count
                .extract()
                .map_err(|error| not_a_count(py, &name, error))?;
            Ok((bits, count))
        });
        let counts: PyResult<_> = counts.collect();
        named.push((name, counts?));
    }
    let analysis = abandonable(py, move || Analysis::of_counts(Suite::v1(), named))?;
    let analysis = analysis.map_err(|error| raised(&error))?;
    let value = serde_json::to_value(&analysis).expect("the analysis is JSON");
    to_python(py, &value)
}

/// The exception of a number of shots that is negative or needs more than 64 bits.
fn not_a_count(py: Python<'_>, name: &str, error: PyErr) -> PyErr {
    if error.is_instance_of::<PyOverflowError>(py) {
        PyValueError::new_err(format!("shots of {name}: from 0 to 2^53"))
    } else {
        error
    }
}

fn raised(error: &BenchmarkError) -> PyErr {
    match error {
        BenchmarkError::Backend { backend, source } => backend_error(backend, source),
        BenchmarkError::Write { .. } | BenchmarkError::Read { .. } => {
            PyOSError::new_err(with_causes(error))
        }
        _ => PyValueError::new_err(with_causes(error)),
    }
}
