//! The benchmark of backends.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use cheqqers_backend::Backend;
use cheqqers_benchmark::{BenchmarkError, BenchmarkRun, BenchmarkSettings};
use cheqqers_game::with_causes;
use cheqqers_measure::MeasurerKind;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::backend::PythonBackend;
use crate::errors::{BackendError, backend_error, parsed};
use crate::interrupt::interruptible;
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
    if !(1..=1_000_000).contains(&shots) {
        return Err(PyValueError::new_err("shots: from 1 to 1000000"));
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

fn raised(error: &BenchmarkError) -> PyErr {
    match error {
        BenchmarkError::Backend { backend, source } => backend_error(backend, source),
        BenchmarkError::Write { .. } | BenchmarkError::Read { .. } => {
            PyOSError::new_err(with_causes(error))
        }
        _ => PyValueError::new_err(with_causes(error)),
    }
}
