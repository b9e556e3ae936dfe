//! Quantum slots without a game.

mod state;

use std::collections::BTreeSet;
use std::sync::Arc;

use cheqqers_players::{Stream, generator};
use cheqqers_world::{Component as Inner, Slot};
use num_complex::Complex64;
use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyType};

use crate::circuit::known_gate;
use crate::component::Component;
use crate::errors::CircuitError;
use crate::pickle::{PickleParts, reduced};
use crate::seed::random_seed;
use crate::shared::SharedValue;
use state::{Call, ReducedWorld, WorldState};

/// Quantum slots without a game, for quantum board games of one's own.
///
/// A slot is whatever may be occupied or not, as a square; its name is a text, and one that was never set is empty. Its state
/// is exact, and its circuit is recorded.
///
/// Args:
///     seed: Seed of measurements; a new one by default.
#[pyclass(frozen, weakref, module = "cheqqers")]
pub(crate) struct World(SharedValue<WorldState>);

impl From<WorldState> for World {
    fn from(state: WorldState) -> Self {
        Self(SharedValue::new("this world", state))
    }
}

/// The values of a dictionary of slots.
fn values(dict: Option<&Bound<'_, PyDict>>) -> PyResult<Option<Vec<(String, bool)>>> {
    dict.map(|dict| dict.items().extract()).transpose()
}

impl World {
    /// Makes a call that was made before.
    fn again(&self, py: Python<'_>, (method, slots, gate, values): Call) -> PyResult<()> {
        let values = values.map(|values| values.into_py_dict(py)).transpose()?;
        let control = values.as_ref();
        let named: Vec<&str> = slots.iter().map(String::as_str).collect();
        match (&*method, &named[..], gate) {
            ("set", &[slot], None) => {
                let value = control.and_then(|values| values.get_item(slot).transpose());
                self.set(
                    slot,
                    value
                        .transpose()?
                        .is_some_and(|value| value.is_truthy().unwrap_or(false)),
                )
            }
            ("gate", _, Some((name, angle))) => self.gate(&name, slots, angle, control),
            ("step", &[source, target], None) => self.step(source, target, control),
            ("split", &[source, first, second], None) => self.split(source, first, second, control),
            ("merge", &[first, second, target], None) => self.merge(first, second, target, control),
            ("measure", _, None) => self.measure(py, slots, control, None).map(drop),
            _ => Err(CircuitError::new_err(format!(
                "a world has no call {method}"
            ))),
        }
    }
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (*, seed = None))]
    fn new(seed: Option<u64>) -> PyResult<Self> {
        let seed = seed.map_or_else(random_seed, Ok)?;
        Ok(WorldState::new(seed).into())
    }

    /// Names of the slots, in the order they were first used.
    #[getter(slots)]
    fn slot_names(&self) -> PyResult<Vec<String>> {
        Ok(self.0.read()?.slot_names())
    }

    /// Sets a slot that is not in superposition.
    ///
    /// Raises:
    ///     CircuitError: It is.
    #[pyo3(signature = (slot, occupied = true))]
    fn set(&self, slot: &str, occupied: bool) -> PyResult<()> {
        let mut world = self.0.write()?;
        let number = world.slot_of(slot)?;
        if world.slots.is_quantum(number) {
            return Err(CircuitError::new_err(format!(
                "{slot} is in superposition: measure it first"
            )));
        }
        world.classical.insert(number, occupied);
        world.log(
            "set",
            &[slot],
            None,
            Some(vec![(slot.to_owned(), occupied)]),
        );
        Ok(())
    }

    /// The value of a slot; ``None`` while it is in superposition.
    ///
    /// Raises:
    ///     CircuitError: There is no such slot.
    fn value(&self, slot: &str) -> PyResult<Option<bool>> {
        let world = self.0.read()?;
        let slot = world.known(slot)?;
        Ok((!world.slots.is_quantum(slot)).then(|| world.value_of(slot)))
    }

    /// Applies a gate of the gate table.
    ///
    /// Args:
    ///     name: Name of the gate, as ``h`` or ``iswap``.
    ///     slots: Its slots, controls first.
    ///     angle: Angle in radians, of gates that have one.
    ///     control: Slots and the values they must have for the gate to act.
    ///
    /// Raises:
    ///     CircuitError: There is no such gate, or it does not fit the slots. Nothing has changed then.
    #[pyo3(signature = (name, *slots, angle = None, control = None))]
    fn gate(
        &self,
        name: &str,
        slots: Vec<String>,
        angle: Option<f64>,
        control: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let control = values(control)?;
        self.0.write()?.change(|world| {
            let gate = known_gate(name, angle.as_slice())?;
            if slots.len() != gate.num_qubits() {
                return Err(CircuitError::new_err(format!(
                    "{name} acts on {} slots, not {}",
                    gate.num_qubits(),
                    slots.len()
                )));
            }
            let done = format!("{name} {}", slots.join(" "));
            let numbers = slots
                .iter()
                .map(|slot| world.slot_of(slot))
                .collect::<PyResult<Vec<_>>>()?;
            world.check_distinct(&numbers)?;
            world.act(&[(gate, numbers)], control.as_deref(), done)?;
            world.log("gate", &slots, Some((name.to_owned(), angle)), control);
            Ok(())
        })
    }

    /// Moves what is on a slot to an empty one, with a phase of i, as an iSWAP does.
    ///
    /// Args:
    ///     source: The slot it leaves.
    ///     target: The slot it moves to.
    ///     control: As for :meth:`gate`.
    #[pyo3(signature = (source, target, *, control = None))]
    fn step(
        &self,
        source: &str,
        target: &str,
        control: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let control = values(control)?;
        let slots = [source, target];
        self.0.write()?.change(|world| {
            world.step(source, target, control.as_deref())?;
            world.log("step", &slots, None, control);
            Ok(())
        })
    }

    /// Splits what is on a slot over two empty ones, with an amplitude of i/√2 each.
    ///
    /// Args:
    ///     source: The slot it leaves.
    ///     first: The one slot.
    ///     second: The other.
    ///     control: As for :meth:`gate`.
    #[pyo3(signature = (source, first, second, *, control = None))]
    fn split(
        &self,
        source: &str,
        first: &str,
        second: &str,
        control: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let control = values(control)?;
        let slots = [source, first, second];
        self.0.write()?.change(|world| {
            world.split(source, first, second, control.as_deref())?;
            world.log("split", &slots, None, control);
            Ok(())
        })
    }

    /// Merges what is on two slots into an empty one, the inverse of :meth:`split`: what does not interfere stays on ``second``.
    ///
    /// Args:
    ///     first: The one slot.
    ///     second: The other.
    ///     target: The slot where they meet.
    ///     control: As for :meth:`gate`.
    #[pyo3(signature = (first, second, target, *, control = None))]
    fn merge(
        &self,
        first: &str,
        second: &str,
        target: &str,
        control: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let control = values(control)?;
        let slots = [first, second, target];
        self.0.write()?.change(|world| {
            world.merge(first, second, target, control.as_deref())?;
            world.log("merge", &slots, None, control);
            Ok(())
        })
    }

    /// Probability that a slot is occupied.
    ///
    /// Raises:
    ///     CircuitError: There is no such slot.
    fn probability(&self, slot: &str) -> PyResult<f64> {
        self.0.read()?.probability(slot)
    }

    /// The probability of each slot.
    fn probabilities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let world = self.0.read()?;
        for name in world.names.iter().flatten() {
            dict.set_item(name, world.probability(name)?)?;
        }
        Ok(dict)
    }

    /// Probability that slots have these values together.
    ///
    /// Raises:
    ///     CircuitError: There is no such slot.
    fn joint(&self, values: &Bound<'_, PyDict>) -> PyResult<f64> {
        let world = self.0.read()?;
        let mut readings = Vec::new();
        for (name, value) in values {
            let (slot, value) = (world.known(name.extract()?)?, value.extract()?);
            if world.slots.is_quantum(slot) {
                readings.push((slot, value));
            } else if world.value_of(slot) != value {
                return Ok(0.0);
            }
        }
        Ok(if readings.is_empty() {
            1.0
        } else {
            // Of no amplitude the sum is -0.
            0.0 + world.slots.joint(&readings)
        })
    }

    /// The components: slots that share a circuit.
    fn components(&self) -> PyResult<Vec<Component>> {
        let world = self.0.read()?;
        let names = world.names_now();
        let mut components = world.slots.components().to_vec();
        components.sort_by_key(Inner::slots);
        let components = components.into_iter();
        Ok(components
            .map(|inner| Component::new(inner, Arc::clone(&names)))
            .collect())
    }

    /// The component of a slot.
    ///
    /// Raises:
    ///     CircuitError: It is not in superposition.
    fn component(&self, slot: &str) -> PyResult<Component> {
        let world = self.0.read()?;
        let inner = world.slots.component(world.known(slot)?).cloned();
        let inner = inner
            .ok_or_else(|| CircuitError::new_err(format!("{slot} is not in superposition")))?;
        Ok(Component::new(inner, world.names_now()))
    }

    /// The circuit of the component of a slot: see :meth:`Component.circuit`.
    #[pyo3(signature = (slot, *, encoding = "minimal", measured = false))]
    fn circuit(
        &self,
        slot: &str,
        encoding: &str,
        measured: bool,
    ) -> PyResult<crate::circuit::Circuit> {
        self.component(slot)?.circuit(encoding, measured)
    }

    /// The amplitudes of the component of a slot: see :meth:`Component.amplitudes`.
    fn amplitudes<'py>(
        &self,
        py: Python<'py>,
        slot: &str,
    ) -> PyResult<Bound<'py, PyArray1<Complex64>>> {
        self.component(slot)?.amplitudes(py)
    }

    /// Measures slots together, by default all, and returns their values. Others that they are linked with change, too.
    ///
    /// Args:
    ///     slots: Names of slots.
    ///     outcome: The values they are to have, where it is not left to chance.
    ///     backend: What measures, as for :meth:`Game.push`.
    ///
    /// Raises:
    ///     CircuitError: There is no such slot, or the outcome is impossible.
    ///     BackendError: The backend gave no answer.
    ///     BusyError: Another thread uses the world.
    ///
    /// Nothing has changed where an error is raised.
    #[pyo3(signature = (*slots, outcome = None, backend = None))]
    fn measure<'py>(
        &self,
        py: Python<'py>,
        slots: Vec<String>,
        outcome: Option<&Bound<'_, PyDict>>,
        backend: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        if outcome.is_some() && backend.is_some() {
            return Err(PyTypeError::new_err(
                "give an outcome or a backend, not both",
            ));
        }
        let outcome = values(outcome)?;
        let mut world = self.0.write()?;
        let Some(object) = backend else {
            let read = world.change(|world| {
                if let Some(outcome) = outcome {
                    return world.measure_as(slots, &outcome);
                }
                let mut rng = world.rng.clone();
                let read = world.measure(slots, |_, component, slots| {
                    Ok(component.sample_of(slots, &mut rng))
                });
                world.rng = rng;
                read
            })?;
            return read.into_py_dict(py);
        };
        let mut measured = world.clone();
        // It may take hours, in which the world is looked at.
        let measurement = self.0.measure(world);
        let read = measured.measure(slots, |world, component, slots| {
            world.ask(component, slots, object)
        })?;
        measurement.finish(py, |world| *world = measured);
        read.into_py_dict(py)
    }

    /// A copy that goes on by itself, with a new seed unless one is given. ``copy.copy`` and ``copy.deepcopy`` make exact
    /// copies, as pickling does, which measure what the original would.
    #[pyo3(signature = (*, seed = None))]
    fn copy(&self, seed: Option<u64>) -> PyResult<Self> {
        let seed = seed.map_or_else(random_seed, Ok)?;
        let state = WorldState {
            seed,
            rng: generator(seed, Stream::Measurements),
            ..self.0.read()?.clone()
        };
        Ok(state.into())
    }

    fn __copy__(&self) -> PyResult<Self> {
        Ok(self.0.read()?.clone().into())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__()
    }

    /// Equal if the slots, their names, values and states are.
    fn __eq__(&self, other: &Self) -> PyResult<bool> {
        let (one, other) = (self.0.read()?.clone(), other.0.read()?.clone());
        let values = |world: &WorldState| {
            let named = world.numbers.iter();
            named
                .map(|(name, slot)| (name.clone(), *slot, world.value_of(*slot)))
                .collect::<BTreeSet<_>>()
        };
        let components = |world: &WorldState| {
            let mut components = world.slots.components().to_vec();
            components.sort_by_key(Inner::slots);
            components
        };
        let (first, second) = (components(&one), components(&other));
        Ok(values(&one) == values(&other)
            && first.len() == second.len()
            && first.iter().zip(&second).all(|(a, b)| a.is_same_state(b)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<PickleParts<'py, ReducedWorld>> {
        reduced(slf, slf.get().0.read()?.reduced())
    }

    fn _of_slot(&self, slot: u16) -> PyResult<Option<Component>> {
        let world = self.0.read()?;
        let inner = world.slots.component(Slot(slot)).cloned();
        Ok(inner.map(|inner| Component::new(inner, world.names_now())))
    }

    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        seed: u64,
        drawn: &str,
        calls: Vec<Call>,
        py: Python<'_>,
    ) -> PyResult<Self> {
        let world = Self::new(Some(seed))?;
        for call in calls {
            world.again(py, call)?;
        }
        let drawn = drawn.parse();
        let drawn = drawn.map_err(|_| CircuitError::new_err("this is no state of a world"))?;
        world.0.write()?.rng.set_word_pos(drawn);
        Ok(world)
    }

    fn __repr__(&self) -> PyResult<String> {
        let world = self.0.read()?;
        let names = world.slot_names();
        let slots = names.iter().map(|name| match world.probability(name) {
            Ok(probability) => format!("{name} {probability:.4}"),
            Err(_) => name.clone(),
        });
        Ok(format!("<World: {}>", slots.collect::<Vec<_>>().join(", ")))
    }
}
