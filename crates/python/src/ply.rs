//! Plies that were played.

use cheqqers_game::Colour;
use cheqqers_session::{NamedMeasurement, PlayedPly};
use pyo3::prelude::*;
use pyo3::types::PyType;
use serde_json::Value;

use crate::errors::RecordError;
use crate::json;
use crate::moves::Move;
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

impl From<NamedMeasurement> for Measurement {
    fn from(measurement: NamedMeasurement) -> Self {
        Self {
            squares: measurement.slots,
            occupied: measurement.occupied,
            bits: measurement.bits.to_string(),
            probability: measurement.probability,
            backend: measurement.backend,
            provenance: measurement.provenance.into(),
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
#[derive(PartialEq)]
pub(crate) struct Ply {
    number: usize,
    mv: Move,
    turn: Colour,
    measurements: Vec<Measurement>,
}

impl Ply {
    /// A ply of a game, by its number from 1.
    pub(crate) fn new(number: usize, ply: &PlayedPly) -> Self {
        Self {
            number,
            mv: Move(ply.mv()),
            turn: ply.turn(),
            measurements: ply.measurements().into_iter().map(Into::into).collect(),
        }
    }

    /// The move, followed by its outcomes in braces.
    fn with_outcomes(&self) -> String {
        let mut text = self.mv.0.text();
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
        self.mv.clone()
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
            mv: mv.get().clone(),
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
