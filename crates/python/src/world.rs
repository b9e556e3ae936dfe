//! Quantum slots without a game.

use std::collections::HashMap;
use std::sync::Arc;

use cheqqers_backend::{Backend, Job};
use cheqqers_circuit::{Bitstring, Gate};
use cheqqers_measure::Policy;
use cheqqers_players::{Stream, generator};
use cheqqers_sim::TOLERANCE;
use cheqqers_world::{
    Component as Inner, Control, Effect, Effects, Encoding, Recording, Slot, World as Slots,
    WorldError,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use rand_chacha::ChaCha8Rng;

use crate::backend::PythonBackend;
use crate::circuit::known_gate;
use crate::component::{Component, Names};
use crate::errors::{BackendError, CircuitError, backend_error, with_causes};
use crate::seed::random_seed;
use crate::shared::SharedValue;

/// Quantum slots without a game, for quantum board games of one's own.
///
/// A slot is whatever may be occupied or not, as a square; its name is a text, and one that was never set is empty. Its state
/// is exact, and its circuit is recorded.
///
/// Args:
///     seed: Seed of measurements; a new one by default.
#[pyclass(frozen, module = "cheqqers")]
pub(crate) struct World(SharedValue<WorldState>);

#[derive(Clone)]
struct WorldState {
    slots: Slots,
    /// Names of the slots, by number; of ancillas none.
    names: Vec<Option<String>>,
    numbers: HashMap<String, Slot>,
    /// Values of the slots that are not quantum; those that nobody has set are empty.
    classical: HashMap<Slot, bool>,
    /// Texts of the actions, in order.
    done: Vec<String>,
    rng: ChaCha8Rng,
}

/// Names of a world's slots at some time.
struct SlotNames {
    names: Vec<Option<String>>,
    done: Vec<String>,
}

impl Names for SlotNames {
    fn slot(&self, slot: Slot) -> String {
        let name = self.names.get(usize::from(slot.0)).cloned().flatten();
        name.unwrap_or_else(|| format!("ancilla {}", slot.0))
    }

    fn title(&self) -> Vec<String> {
        vec![format!("after: {}", self.done.join("; "))]
    }

    fn groups(&self) -> Vec<String> {
        self.done.clone()
    }
}

impl From<WorldState> for World {
    fn from(state: WorldState) -> Self {
        Self(SharedValue::new("this world", state))
    }
}

impl WorldState {
    /// The slot of a name, a new one where it is not known.
    fn slot(&mut self, name: &str) -> PyResult<Slot> {
        if name.is_empty() {
            return Err(CircuitError::new_err("a slot has a name"));
        }
        if let Some(&slot) = self.numbers.get(name) {
            return Ok(slot);
        }
        let slot = self.ancilla()?;
        self.names[usize::from(slot.0)] = Some(name.to_owned());
        self.numbers.insert(name.to_owned(), slot);
        Ok(slot)
    }

    /// A slot without a name.
    fn ancilla(&mut self) -> PyResult<Slot> {
        let number = u16::try_from(self.names.len());
        let number =
            number.map_err(|_| CircuitError::new_err("a world has at most 65,536 slots"))?;
        self.names.push(None);
        Ok(Slot(number))
    }

    /// Changes the world, or leaves it as it was where that fails.
    fn change<T>(&mut self, act: impl FnOnce(&mut Self) -> PyResult<T>) -> PyResult<T> {
        let mut changed = self.clone();
        let result = act(&mut changed)?;
        *self = changed;
        Ok(result)
    }

    fn known(&self, name: &str) -> PyResult<Slot> {
        let slot = self.numbers.get(name).copied();
        slot.ok_or_else(|| CircuitError::new_err(format!("there is no slot {name:?}")))
    }

    fn value_of(&self, slot: Slot) -> bool {
        self.classical.get(&slot).copied().unwrap_or(false)
    }

    fn refused(&self, error: &WorldError) -> PyErr {
        let text = match error {
            WorldError::RepeatedSlot { slot } => {
                format!("{} is named twice", self.name(*slot))
            }
            error => with_causes(error),
        };
        CircuitError::new_err(text)
    }

    fn name(&self, slot: Slot) -> String {
        let name = self.names[usize::from(slot.0)].clone();
        name.unwrap_or_else(|| format!("ancilla {}", slot.0))
    }

    /// Lets slots that are classical enter before a gate acts on them.
    fn enter(&self, effects: &mut Effects, slots: &[Slot]) {
        for &slot in slots {
            let is_new = !effects.iter().any(
                |effect| matches!(effect, Effect::Enter { slot: other, .. } if *other == slot),
            );
            if !self.slots.is_quantum(slot) && is_new {
                effects.enter(slot, self.value_of(slot));
            }
        }
    }

    /// Applies effects, all or none.
    fn apply(&mut self, effects: &[Effect], done: String) -> PyResult<()> {
        let ply = u32::try_from(self.done.len() + 1).unwrap_or(u32::MAX);
        let mut slots = self.slots.clone();
        let classical = slots
            .apply(ply, effects)
            .map_err(|error| self.refused(&error))?;
        self.slots = slots;
        self.done.push(done);
        self.classical.extend(classical);
        let Self {
            slots, classical, ..
        } = self;
        classical.retain(|&slot, _| !slots.is_quantum(slot));
        Ok(())
    }

    /// The condition of a dictionary, its classical slots checked: `None` if one of them does not hold.
    fn condition(
        &mut self,
        control: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<Vec<(Slot, bool)>>> {
        let mut values = Vec::new();
        for (name, value) in control.into_iter().flatten() {
            let slot = self.slot(name.extract()?)?;
            let value: bool = value.extract()?;
            if self.slots.is_quantum(slot) {
                values.push((slot, value));
            } else if self.value_of(slot) != value {
                return Ok(None);
            }
        }
        Ok(Some(values))
    }

    /// Applies gates where a condition holds.
    fn act(
        &mut self,
        gates: &[(Gate, Vec<Slot>)],
        control: Option<&Bound<'_, PyDict>>,
        done: String,
    ) -> PyResult<()> {
        let Some(values) = self.condition(control)? else {
            return Ok(());
        };
        let mut ancillas = Vec::new();
        for _ in values.iter().skip(1) {
            ancillas.push(self.ancilla()?);
        }
        let mut effects = Effects::new();
        for (_, slots) in gates {
            if let Some((slot, _)) = values.iter().find(|(slot, _)| slots.contains(slot)) {
                return Err(CircuitError::new_err(format!(
                    "{} controls itself",
                    self.name(*slot)
                )));
            }
            self.enter(&mut effects, slots);
        }
        if values.is_empty() {
            for (gate, slots) in gates {
                effects.gate(*gate, slots);
            }
        } else {
            let control = Control::Values {
                values: &values,
                ancillas: &ancillas,
            };
            effects.controlled_by(control, |effects, control| {
                for (gate, slots) in gates {
                    effects.controlled_gate(control, *gate, slots);
                }
            });
        }
        self.apply(&effects, done)
    }

    fn check_distinct(&self, slots: &[Slot]) -> PyResult<()> {
        for (at, slot) in slots.iter().enumerate() {
            if slots[..at].contains(slot) {
                return Err(CircuitError::new_err(format!(
                    "{} is named twice",
                    self.name(*slot)
                )));
            }
        }
        Ok(())
    }

    fn check_empty(&self, slots: &[Slot]) -> PyResult<()> {
        match slots
            .iter()
            .find(|&&slot| self.slots.is_quantum(slot) || self.value_of(slot))
        {
            None => Ok(()),
            Some(&slot) => Err(CircuitError::new_err(format!(
                "{} may be occupied already",
                self.name(slot)
            ))),
        }
    }

    fn slot_names(&self) -> Vec<String> {
        self.names.iter().flatten().cloned().collect()
    }

    fn probability(&self, slot: &str) -> PyResult<f64> {
        let slot = self.known(slot)?;
        Ok(match self.slots.component(slot) {
            Some(component) => component.probability(slot),
            None => f64::from(u8::from(self.value_of(slot))),
        })
    }

    fn names_now(&self) -> Arc<dyn Names> {
        Arc::new(SlotNames {
            names: self.names.clone(),
            done: self.done.clone(),
        })
    }

    /// Measures slots together, by default all, and returns their values; `answer` has the bits of slots of one
    /// component.
    fn measure(
        &mut self,
        names: Vec<String>,
        mut answer: impl FnMut(&Self, &Inner, &[Slot]) -> PyResult<Bitstring>,
    ) -> PyResult<Vec<(String, bool)>> {
        let names = if names.is_empty() {
            self.slot_names()
        } else {
            names
        };
        let slots = names
            .iter()
            .map(|name| self.known(name))
            .collect::<PyResult<Vec<_>>>()?;
        self.check_distinct(&slots)?;
        for &slot in &slots {
            let Some(component) = self.slots.component(slot) else {
                continue;
            };
            let linked = |other: &Slot| self.slots.linked(slot, *other);
            let together: Vec<Slot> = slots.iter().copied().filter(linked).collect();
            let bits = answer(self, component, &together)?;
            let collapsed = self.slots.collapse_part(&together, bits);
            let classical = collapsed.map_err(|error| self.refused(&error))?;
            self.classical.extend(classical);
        }
        self.done.push(format!("measure {}", names.join(" ")));
        let values = slots.into_iter().map(|slot| self.value_of(slot));
        Ok(names.iter().cloned().zip(values).collect())
    }

    /// [`Self::measure`], with these values as the outcome.
    fn measure_as(
        &mut self,
        names: Vec<String>,
        outcome: &[(String, bool)],
    ) -> PyResult<Vec<(String, bool)>> {
        let mut wanted: HashMap<Slot, bool> = HashMap::new();
        for (name, value) in outcome {
            let slot = self.known(name)?;
            if !names.is_empty() && !names.contains(name) {
                return Err(CircuitError::new_err(format!("{name} is not measured")));
            }
            wanted.insert(slot, *value);
        }
        let read = self.measure(names, |world, _, slots| {
            let mut bits = Bitstring::zeros(slots.len());
            for (k, slot) in slots.iter().enumerate() {
                let value = wanted.get(slot).copied();
                let value = value.ok_or_else(|| {
                    let name = world.name(*slot);
                    CircuitError::new_err(format!("the outcome says nothing of {name}"))
                })?;
                bits = bits.with_bit(k, value);
            }
            Ok(bits)
        })?;
        let other = wanted
            .iter()
            .find(|(slot, value)| self.value_of(**slot) != **value);
        if let Some((&slot, &value)) = other {
            let value = if value { "occupied" } else { "empty" };
            let name = self.name(slot);
            return Err(CircuitError::new_err(format!("{name} can't be {value}")));
        }
        Ok(read)
    }

    /// Bits of slots of one component, by a Python object: of a noisy one the first that is possible.
    fn ask(
        &self,
        component: &Inner,
        slots: &[Slot],
        object: &Bound<'_, PyAny>,
    ) -> PyResult<Bitstring> {
        let encoded = component.circuit(Encoding::Minimal);
        let circuit = encoded.and_then(|encoded| encoded.measured(slots));
        let circuit = circuit.map_err(|error| self.refused(&error))?;
        let mut backend = PythonBackend::new(object)?;
        let possible = component.marginal(slots);
        let is_possible = |bits: &Bitstring| {
            let known = possible.iter().find(|(other, _)| other == bits);
            known.is_some_and(|&(_, probability)| probability > TOLERANCE)
        };
        let policy = Policy::new(Encoding::Minimal);
        let mut attempts = vec![1];
        if backend.is_noisy() {
            attempts = vec![policy.shots];
            attempts.extend(policy.further_shots);
        }
        for shots in attempts {
            let job = Job::new(std::slice::from_ref(&circuit), shots);
            let runs = backend.run(&job.optimized(backend.optimization()));
            let runs = runs.map_err(|error| backend_error(backend.name(), &error))?;
            if let Some(&bits) = runs[0].shots.iter().find(|bits| is_possible(bits)) {
                return Ok(bits);
            }
        }
        Err(BackendError::new_err(format!(
            "{} returned no shot that is possible",
            backend.name()
        )))
    }
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (*, seed = None))]
    fn new(seed: Option<u64>) -> PyResult<Self> {
        let seed = seed.map_or_else(random_seed, Ok)?;
        let state = WorldState {
            slots: Slots::new(Recording::On),
            names: Vec::new(),
            numbers: HashMap::new(),
            classical: HashMap::new(),
            done: Vec::new(),
            rng: generator(seed, Stream::Measurements),
        };
        Ok(state.into())
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
        let number = world.slot(slot)?;
        if world.slots.is_quantum(number) {
            return Err(CircuitError::new_err(format!(
                "{slot} is in superposition: measure it first"
            )));
        }
        world.classical.insert(number, occupied);
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
            let slots = slots
                .iter()
                .map(|slot| world.slot(slot))
                .collect::<PyResult<Vec<_>>>()?;
            world.check_distinct(&slots)?;
            world.act(&[(gate, slots)], control, done)
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
        self.0.write()?.change(|world| {
            let done = format!("{source}-{target}");
            let slots = [world.slot(source)?, world.slot(target)?];
            world.check_distinct(&slots)?;
            world.check_empty(&slots[1..])?;
            if control.is_none() {
                if world.slots.is_quantum(slots[0]) {
                    world.apply(&[Effect::step(slots[0], slots[1])], done)?;
                    world.classical.insert(slots[0], false);
                    return Ok(());
                }
                let value = world.value_of(slots[0]);
                world.classical.insert(slots[0], false);
                world.classical.insert(slots[1], value);
                world.done.push(done);
                return Ok(());
            }
            world.act(&[(Gate::Iswap, slots.to_vec())], control, done)
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
        self.0.write()?.change(|world| {
            let done = format!("{source}^{first}{second}");
            let slots = [world.slot(source)?, world.slot(first)?, world.slot(second)?];
            world.check_distinct(&slots)?;
            world.check_empty(&slots[1..])?;
            if control.is_some() {
                let [source, first, second] = slots;
                let gates = [
                    (Gate::Siswap, vec![source, second]),
                    (Gate::Iswap, vec![source, first]),
                ];
                return world.act(&gates, control, done);
            }
            if !world.slots.is_quantum(slots[0]) && !world.value_of(slots[0]) {
                return Err(CircuitError::new_err(format!(
                    "{source} is empty: nothing can be split"
                )));
            }
            let [source, first, second] = slots;
            world.apply(&[Effect::split(source, [first, second])], done)?;
            world.classical.insert(source, false);
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
        self.0.write()?.change(|world| {
            let done = format!("{first}{second}^{target}");
            let slots = [world.slot(first)?, world.slot(second)?, world.slot(target)?];
            world.check_distinct(&slots)?;
            world.check_empty(&slots[2..])?;
            let [first, second, target] = slots;
            if control.is_some() {
                let gates = [
                    (Gate::Iswapdg, vec![target, first]),
                    (Gate::Siswapdg, vec![target, second]),
                ];
                return world.act(&gates, control, done);
            }
            world.act(&[(Gate::Merge, slots.to_vec())], None, done)
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
    fn amplitudes<'py>(&self, py: Python<'py>, slot: &str) -> PyResult<Bound<'py, PyAny>> {
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
        let outcome: Option<Vec<(String, bool)>> = match outcome {
            Some(outcome) => Some(outcome.items().extract()?),
            None => None,
        };
        let mut world = self.0.write()?;
        let Some(object) = backend else {
            let read = world.change(|world| match outcome {
                Some(outcome) => world.measure_as(slots, &outcome),
                None => {
                    let mut rng = world.rng.clone();
                    let read = world.measure(slots, |_, component, slots| {
                        Ok(component.sample_of(slots, &mut rng))
                    });
                    world.rng = rng;
                    read
                }
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

    /// A copy that goes on by itself, with a new seed unless one is given.
    #[pyo3(signature = (*, seed = None))]
    fn copy(&self, seed: Option<u64>) -> PyResult<Self> {
        let seed = seed.map_or_else(random_seed, Ok)?;
        let state = WorldState {
            rng: generator(seed, Stream::Measurements),
            ..self.0.read()?.clone()
        };
        Ok(state.into())
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.copy(None)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(None)
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
