//! Plies that were played.

use std::sync::Arc;

use cheqqers_game::{Colour, Game, Measurement as Answered};
use pyo3::prelude::*;
use serde_json::Value;

use crate::json;
use crate::moves::{AnyMove, Move};
use crate::position::colour_name;

/// A measurement that was made.
#[pyclass(frozen, module = "cheqqers")]
#[derive(Clone)]
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

    fn __repr__(&self) -> String {
        format!(
            "<Measurement {} of {} by {}>",
            self.bits,
            self.squares.join(", "),
            self.backend
        )
    }
}

/// A ply that was played. ``str`` writes the move, followed by its outcomes in braces.
#[pyclass(frozen, module = "cheqqers")]
pub(crate) struct Ply {
    pub(crate) number: usize,
    pub(crate) mv: Arc<dyn AnyMove>,
    pub(crate) turn: Colour,
    pub(crate) measurements: Vec<Measurement>,
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

    fn __str__(&self) -> String {
        self.with_outcomes()
    }

    fn __repr__(&self) -> String {
        format!("<Ply {}: {}>", self.number, self.with_outcomes())
    }
}
