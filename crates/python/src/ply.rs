//! Plies that were played.

use std::sync::Arc;

use cheqqers_game::{Colour, Game, Measurement as Answered};
use pyo3::prelude::*;
use pyo3::types::PyType;
use serde_json::Value;

use crate::errors::RecordError;
use crate::json;
use crate::moves::{AnyMove, Move};
use crate::pickle::{PickleParts, reduced};
use crate::position::{colour_name, colour_of};

/// A measurement that was made.
#[pyclass(frozen, eq, module = "cheqqers")]
#[derive(Clone, PartialEq)]
pub(crate) struct Measurement {
    squares: Vec<String>,
    occupied: Vec<String>,
    bits: String,
    probability: f64,
    backend: String,
    provenance: Value,
}

impl Measurement {
    pub(crate) fn new<G: Game>(position: &G, measurement: &Answered) -> Self {
        let names = measurement
            .slots
            .iter()
            .map(|&slot| position.slot_name(slot));
        Self {
            squares: names.collect(),
            occupied: measurement.occupied_names(position),
            bits: measurement.bits.to_string(),
            probability: measurement.probability,
            backend: measurement.backend.clone(),
            provenance: measurement.provenance.clone().into(),
        }
    }
}

#[pymethods]
impl Measurement {
    /// Names of the squares measured, in the order of the bits.
    #[getter]
    fn squares(&self) -> Vec<String> {
        self.squares.clone()
    }

    /// Names of those found occupied.
    #[getter]
    fn occupied(&self) -> Vec<String> {
        self.occupied.clone()
    }

    /// The bits read, the first character that of the first square.
    #[getter]
    fn bits(&self) -> &str {
        &self.bits
    }

    /// Exact probability of the bits, in (0, 1].
    #[getter]
    fn probability(&self) -> f64 {
        self.probability
    }

    /// Name of the backend.
    #[getter]
    fn backend(&self) -> &str {
        &self.backend
    }

    /// Further provenance, by its keys in records: shots, accepted and rejected ones, jobs.
    #[getter]
    fn provenance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.provenance)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (&self.bits, self.squares.join(" "))
            .into_pyobject(py)?
            .hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<PickleParts<'py, PickledMeasurement>> {
        let measurement = slf.get().clone();
        let read = (measurement.squares, measurement.occupied, measurement.bits);
        let by = (measurement.backend, measurement.provenance.to_string());
        reduced(slf, (read, measurement.probability, by))
    }

    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        read: (Vec<String>, Vec<String>, String),
        probability: f64,
        by: (String, String),
    ) -> PyResult<Self> {
        let (squares, occupied, bits) = read;
        let (backend, provenance) = by;
        let provenance = serde_json::from_str(&provenance);
        Ok(Self {
            squares,
            occupied,
            bits,
            probability,
            backend,
            provenance: provenance.map_err(|error| RecordError::new_err(error.to_string()))?,
        })
    }

    fn __repr__(&self) -> String {
        format!(
            "<Measurement {} of {} by {}>",
            self.bits,
            self.squares.join(", "),
            self.backend
        )
    }
}

/// Squares and bits, their probability, and the backend with its provenance as JSON.
type PickledMeasurement = ((Vec<String>, Vec<String>, String), f64, (String, String));

/// A ply that was played. ``str`` writes the move, followed by its outcomes in braces.
#[pyclass(frozen, eq, module = "cheqqers")]
pub(crate) struct Ply {
    pub(crate) number: usize,
    pub(crate) mv: Arc<dyn AnyMove>,
    pub(crate) turn: Colour,
    pub(crate) measurements: Vec<Measurement>,
}

impl PartialEq for Ply {
    fn eq(&self, other: &Self) -> bool {
        let all = |ply: &Self| (ply.number, ply.turn, ply.mv.game(), ply.mv.text());
        all(self) == all(other) && self.measurements == other.measurements
    }
}

impl Ply {
    /// The move, followed by its outcomes in braces.
    fn with_outcomes(&self) -> String {
        let mut text = self.mv.text();
        for measured in &self.measurements {
            text.extend(["{", &measured.occupied.join(","), "}"]);
        }
        text
    }
}

/// Number, move, player and measurements.
type PickledPly<'py> = (usize, Move, &'static str, Bound<'py, PyAny>);

#[pymethods]
impl Ply {
    /// Number of the ply, from 1.
    #[getter]
    fn number(&self) -> usize {
        self.number
    }

    /// The move that was played, without outcomes.
    #[getter]
    fn r#move(&self) -> Move {
        Move(Arc::clone(&self.mv))
    }

    /// The player, ``white`` or ``black``.
    #[getter]
    fn turn(&self) -> &'static str {
        colour_name(self.turn)
    }

    /// Its measurements, in order.
    #[getter]
    fn measurements(slf: &Bound<'_, Self>) -> PyResult<Vec<Py<Measurement>>> {
        let measurements = slf.get().measurements.iter().cloned();
        let measurements = measurements.map(|measurement| Py::new(slf.py(), measurement));
        measurements.collect()
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.number, self.with_outcomes())
            .into_pyobject(py)?
            .hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<PickleParts<'py, PickledPly<'py>>> {
        let ply = slf.get();
        let measurements = Self::measurements(slf)?.into_pyobject(slf.py())?;
        reduced(slf, (ply.number, ply.r#move(), ply.turn(), measurements))
    }

    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        number: usize,
        mv: &Bound<'_, Move>,
        turn: &str,
        measurements: Vec<Bound<'_, Measurement>>,
    ) -> PyResult<Self> {
        let measurements = measurements.iter();
        Ok(Self {
            number,
            mv: Arc::clone(&mv.get().0),
            turn: colour_of(turn)?,
            measurements: measurements.map(|one| one.get().clone()).collect(),
        })
    }

    fn __str__(&self) -> String {
        self.with_outcomes()
    }

    fn __repr__(&self) -> String {
        format!("<Ply {}: {}>", self.number, self.with_outcomes())
    }
}
