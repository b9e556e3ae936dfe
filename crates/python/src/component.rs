//! Components: squares that share one circuit.

use std::collections::BTreeMap;
use std::sync::Arc;

use cheqqers_circuit::Qubit;
use cheqqers_game::{Encoding, with_causes};
use cheqqers_world::{Component as Inner, Slot};
use num_complex::Complex64;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::circuit::{Circuit, GateMoves, MAX_QUBITS, NamedCircuit, too_large};
use crate::errors::{CircuitError, parsed};
use crate::pickle::{PickleParts, reduced};

/// Names of a component's slots, and of what its gates belong to.
pub(crate) trait Names: Send + Sync {
    fn slot(&self, slot: Slot) -> String;
    fn title(&self) -> Vec<String>;
    /// Names of the groups of gates.
    fn groups(&self) -> Vec<String>;
    /// Player of each group, where there are players.
    fn players(&self) -> Vec<String>;
    /// The position or world whose slots they are.
    fn owner(self: Arc<Self>, py: Python<'_>) -> PyResult<Bound<'_, PyAny>>;
}

/// Squares that share one circuit, as they are linked by moves: bit ``k`` is ``squares[k]``. It equals another one of the
/// same squares in the same state, by whatever gates.
#[pyclass(frozen, eq, module = "cheqqers")]
pub(crate) struct Component {
    inner: Inner,
    names: Arc<dyn Names>,
}

impl PartialEq for Component {
    fn eq(&self, other: &Self) -> bool {
        self.squares() == other.squares() && self.inner.is_same_state(&other.inner)
    }
}

impl Component {
    pub(crate) fn new(inner: Inner, names: Arc<dyn Names>) -> Self {
        Self { inner, names }
    }

    /// The gates of a component, qubit `k` being that of its `k`-th slot, ascending; qubits that no slot has any more
    /// come after them.
    fn gates(&self, encoding: Encoding) -> PyResult<NamedCircuit> {
        let encoded = self.inner.circuit(encoding);
        let encoded = encoded.map_err(|error| CircuitError::new_err(with_causes(&error)))?;
        let num_qubits = encoded.circuit().num_qubits();
        let qubit = |slot: Slot| encoded.qubit(slot).expect("the slot is in the component");
        let mut order: Vec<Qubit> = self.inner.slots().into_iter().map(qubit).collect();
        let others = (0..num_qubits).map(Qubit::from_index);
        let others: Vec<Qubit> = others.filter(|qubit| !order.contains(qubit)).collect();
        order.extend(others);
        let place = |qubit: Qubit| {
            let place = order.iter().position(|&other| other == qubit);
            Qubit::from_index(place.expect("every qubit has its place"))
        };
        let inner = encoded.circuit().relabelled(num_qubits, place);
        let carried = encoded.carried_slots();
        let names = order.iter().map(|qubit| {
            let slots = carried[qubit.index()].iter();
            slots.map(|carried| self.names.slot(carried.slot)).collect()
        });
        Ok(NamedCircuit {
            inner: inner.expect("every qubit has a place of its own"),
            title: self.names.title(),
            qubits: names.collect(),
            clbits: Vec::new(),
            groups: GateMoves {
                moves: self.names.groups(),
                players: self.names.players(),
                prepared: encoded.prepared_plies().to_vec(),
            },
        })
    }

    fn check_size(&self) -> PyResult<()> {
        match self.inner.num_slots() {
            few if few <= MAX_QUBITS => Ok(()),
            many => Err(too_large(many)),
        }
    }
}

#[pymethods]
impl Component {
    /// Names of the squares, in the order of the bits.
    #[getter]
    fn squares(&self) -> Vec<String> {
        let slots = self.inner.slots().into_iter();
        slots.map(|slot| self.names.slot(slot)).collect()
    }

    /// The circuit that prepares the component; qubit ``k`` is ``squares[k]``.
    ///
    /// Args:
    ///     encoding: ``minimal``, with the fewest qubits, or ``paper``, with the gates of the paper. Qubits that no longer
    ///         stand for a square come last.
    ///     measured: Adds clbit ``k`` for ``squares[k]``.
    #[pyo3(signature = (*, encoding = "minimal", measured = false))]
    pub(crate) fn circuit(&self, encoding: &str, measured: bool) -> PyResult<Circuit> {
        let mut circuit = self.gates(parsed(encoding, CircuitError::new_err)?)?;
        if measured {
            for qubit in (0..self.inner.num_slots()).map(Qubit::from_index) {
                let clbit = circuit.inner.add_clbit();
                circuit
                    .inner
                    .measure(qubit, clbit)
                    .expect("the circuit has both");
            }
            circuit.clbits = self.squares();
        }
        Ok(circuit.into())
    }

    /// Exact probabilities by basis index.
    ///
    /// Returns:
    ///     An array of float64 of length 2ⁿ.
    ///
    /// Raises:
    ///     CircuitError: There are more than 26 squares.
    fn probabilities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        self.check_size()?;
        let mut values = vec![0.0; 1 << self.inner.num_slots()];
        for (bits, probability) in self.inner.outcomes() {
            values[usize::try_from(bits.index()).expect("it is below the length")] = probability;
        }
        Ok(PyArray1::from_vec(py, values))
    }

    /// Exact amplitudes by basis index, up to a global phase those of :meth:`circuit`.
    ///
    /// Returns:
    ///     An array of complex128 of length 2ⁿ.
    ///
    /// Raises:
    ///     CircuitError: There are more than 26 squares.
    pub(crate) fn amplitudes<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyArray1<Complex64>>> {
        self.check_size()?;
        let mut values = vec![Complex64::ZERO; 1 << self.inner.num_slots()];
        for (bits, amplitude) in self.inner.amplitudes() {
            values[usize::try_from(bits.index()).expect("it is below the length")] = amplitude;
        }
        Ok(PyArray1::from_vec(py, values))
    }

    /// Possible bit strings and their probabilities, however many squares there are.
    fn outcomes(&self) -> BTreeMap<String, f64> {
        let outcomes = self.inner.outcomes().into_iter();
        outcomes
            .map(|(bits, probability)| (bits.to_string(), probability))
            .collect()
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.squares().join(" ").into_pyobject(py)?.hash()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<PickleParts<'py, (Bound<'py, PyAny>, u16)>> {
        let component = slf.get();
        let owner = Arc::clone(&component.names).owner(slf.py())?;
        reduced(slf, (owner, component.inner.slots()[0].0))
    }

    #[classmethod]
    fn _restore<'py>(
        _: &Bound<'py, PyType>,
        owner: &Bound<'py, PyAny>,
        slot: u16,
    ) -> PyResult<Bound<'py, PyAny>> {
        owner.call_method1("_of_slot", (slot,))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.circuit("minimal", true)?.svg()
    }

    fn __len__(&self) -> usize {
        self.inner.num_slots()
    }

    fn __repr__(&self) -> String {
        format!("<Component of {}>", self.squares().join(", "))
    }
}
