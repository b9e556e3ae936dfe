//! Slots, circuits and values of a world.

use std::collections::HashMap;
use std::sync::Arc;

use cheqqers_backend::{Backend, Job};
use cheqqers_circuit::{Bitstring, Gate};
use cheqqers_game::with_causes;
use cheqqers_measure::Policy;
use cheqqers_players::{Stream, generator};
use cheqqers_sim::TOLERANCE;
use cheqqers_world::{
    Component as Inner, Control, Effect, Effects, Encoding, Recording, Slot, World as Slots,
    WorldError,
};
use pyo3::prelude::*;
use rand_chacha::ChaCha8Rng;

use crate::backend::PythonBackend;
use crate::component::Names;
use crate::errors::{BackendError, CircuitError, backend_error};

/// The slots of a world, and all that was done with them.
#[derive(Clone)]
pub(super) struct WorldState {
    pub(super) slots: Slots,
    /// Names of the slots, by number; of ancillas none.
    pub(super) names: Vec<Option<String>>,
    pub(super) numbers: HashMap<String, Slot>,
    /// Values of the slots that are not quantum; those that nobody has set are empty.
    pub(super) classical: HashMap<Slot, bool>,
    /// Texts of the actions, in order.
    pub(super) done: Vec<String>,
    /// Calls that made it from nothing.
    pub(super) calls: Vec<Call>,
    pub(super) seed: u64,
    pub(super) rng: ChaCha8Rng,
}

/// A call that changed a world: its method, slots, gate with its angle, and values that slots have in it.
pub(super) type Call = (
    String,
    Vec<String>,
    Option<(String, Option<f64>)>,
    Option<Vec<(String, bool)>>,
);

impl Names for WorldState {
    fn slot(&self, slot: Slot) -> String {
        self.name(slot)
    }

    fn title(&self) -> Vec<String> {
        vec![format!("after: {}", self.done.join("; "))]
    }

    fn groups(&self) -> Vec<String> {
        self.done.clone()
    }

    fn players(&self) -> Vec<String> {
        Vec::new()
    }

    fn owner(self: Arc<Self>, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let class = py.import("cheqqers._core")?.getattr("World")?;
        class.call_method1("_restore", self.reduced())
    }
}

impl WorldState {
    /// The slot of a name, a new one where it is not known.
    pub(super) fn slot_of(&mut self, name: &str) -> PyResult<Slot> {
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
    pub(super) fn ancilla(&mut self) -> PyResult<Slot> {
        let number = u16::try_from(self.names.len());
        let number =
            number.map_err(|_| CircuitError::new_err("a world has at most 65,536 slots"))?;
        self.names.push(None);
        Ok(Slot(number))
    }

    /// Changes the world, or leaves it as it was where that fails.
    pub(super) fn change<T>(&mut self, act: impl FnOnce(&mut Self) -> PyResult<T>) -> PyResult<T> {
        let mut changed = self.clone();
        let result = act(&mut changed)?;
        *self = changed;
        Ok(result)
    }

    pub(super) fn known(&self, name: &str) -> PyResult<Slot> {
        let slot = self.numbers.get(name).copied();
        slot.ok_or_else(|| CircuitError::new_err(format!("there is no slot {name:?}")))
    }

    pub(super) fn value_of(&self, slot: Slot) -> bool {
        self.classical.get(&slot).copied().unwrap_or(false)
    }

    pub(super) fn refused(&self, error: &WorldError) -> PyErr {
        let text = match error {
            WorldError::RepeatedSlot { slot } => {
                format!("{} is named twice", self.name(*slot))
            }
            error => with_causes(error),
        };
        CircuitError::new_err(text)
    }

    pub(super) fn name(&self, slot: Slot) -> String {
        let name = self.names.get(usize::from(slot.0)).cloned().flatten();
        name.unwrap_or_else(|| format!("ancilla {}", slot.0))
    }

    /// Lets slots that are classical enter before a gate acts on them.
    pub(super) fn enter(&self, effects: &mut Effects, slots: &[Slot]) {
        for &slot in slots {
            let is_new = !effects.iter().any(
                |effect| matches!(effect, Effect::Enter { slot: other, .. } if *other == slot),
            );
            if !self.slots.is_quantum(slot) && is_new {
                effects.enter(slot, self.value_of(slot));
            }
        }
    }

    /// Number of the next call that changes the world, which its gates have as ply.
    fn next_ply(&self) -> u32 {
        u32::try_from(self.done.len() + 1).unwrap_or(u32::MAX)
    }

    /// Applies effects, all or none.
    pub(super) fn apply(&mut self, effects: &[Effect], done: String) -> PyResult<()> {
        let ply = self.next_ply();
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

    /// A condition on slots, its classical slots checked: `None` if one of them does not hold.
    pub(super) fn condition(
        &mut self,
        control: Option<&[(String, bool)]>,
    ) -> PyResult<Option<Vec<(Slot, bool)>>> {
        let mut values = Vec::new();
        for &(ref name, value) in control.into_iter().flatten() {
            let slot = self.slot_of(name)?;
            if self.slots.is_quantum(slot) {
                values.push((slot, value));
            } else if self.value_of(slot) != value {
                return Ok(None);
            }
        }
        Ok(Some(values))
    }

    /// Applies gates where a condition holds.
    pub(super) fn act(
        &mut self,
        gates: &[(Gate, Vec<Slot>)],
        control: Option<&[(String, bool)]>,
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

    pub(super) fn check_distinct(&self, slots: &[Slot]) -> PyResult<()> {
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

    pub(super) fn check_empty(&self, slots: &[Slot]) -> PyResult<()> {
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

    pub(super) fn step(
        &mut self,
        source: &str,
        target: &str,
        control: Option<&[(String, bool)]>,
    ) -> PyResult<()> {
        let done = format!("{source}-{target}");
        let slots = [self.slot_of(source)?, self.slot_of(target)?];
        self.check_distinct(&slots)?;
        self.check_empty(&slots[1..])?;
        if control.is_none() {
            if self.slots.is_quantum(slots[0]) {
                self.apply(&[Effect::step(slots[0], slots[1])], done)?;
                self.classical.insert(slots[0], false);
                return Ok(());
            }
            let value = self.value_of(slots[0]);
            self.classical.insert(slots[0], false);
            self.classical.insert(slots[1], value);
            self.done.push(done);
            return Ok(());
        }
        self.act(&[(Gate::Iswap, slots.to_vec())], control, done)
    }

    pub(super) fn split(
        &mut self,
        source: &str,
        first: &str,
        second: &str,
        control: Option<&[(String, bool)]>,
    ) -> PyResult<()> {
        let done = format!("{source}^{first}{second}");
        let slots = [
            self.slot_of(source)?,
            self.slot_of(first)?,
            self.slot_of(second)?,
        ];
        self.check_distinct(&slots)?;
        self.check_empty(&slots[1..])?;
        if control.is_some() {
            let [source, first, second] = slots;
            let gates = [
                (Gate::Siswap, vec![source, second]),
                (Gate::Iswap, vec![source, first]),
            ];
            return self.act(&gates, control, done);
        }
        if !self.slots.is_quantum(slots[0]) && !self.value_of(slots[0]) {
            return Err(CircuitError::new_err(format!(
                "{source} is empty: nothing can be split"
            )));
        }
        let [source, first, second] = slots;
        self.apply(&[Effect::split(source, [first, second])], done)?;
        self.classical.insert(source, false);
        Ok(())
    }

    pub(super) fn merge(
        &mut self,
        first: &str,
        second: &str,
        target: &str,
        control: Option<&[(String, bool)]>,
    ) -> PyResult<()> {
        let done = format!("{first}{second}^{target}");
        let slots = [
            self.slot_of(first)?,
            self.slot_of(second)?,
            self.slot_of(target)?,
        ];
        self.check_distinct(&slots)?;
        self.check_empty(&slots[2..])?;
        let [first, second, target] = slots;
        if control.is_some() {
            let gates = [
                (Gate::Iswapdg, vec![target, first]),
                (Gate::Siswapdg, vec![target, second]),
            ];
            return self.act(&gates, control, done);
        }
        self.act(&[(Gate::Merge, slots.to_vec())], None, done)
    }

    /// Remembers a call that changed the world.
    pub(super) fn log(
        &mut self,
        method: &str,
        slots: &[impl ToString],
        gate: Option<(String, Option<f64>)>,
        values: Option<Vec<(String, bool)>>,
    ) {
        let slots = slots.iter().map(ToString::to_string).collect();
        self.calls.push((method.to_owned(), slots, gate, values));
    }

    pub(super) fn slot_names(&self) -> Vec<String> {
        self.names.iter().flatten().cloned().collect()
    }

    pub(super) fn probability(&self, slot: &str) -> PyResult<f64> {
        let slot = self.known(slot)?;
        Ok(match self.slots.component(slot) {
            Some(component) => component.probability(slot),
            None => f64::from(u8::from(self.value_of(slot))),
        })
    }

    pub(super) fn names_now(&self) -> Arc<dyn Names> {
        Arc::new(self.clone())
    }

    /// Measures slots together, by default all, and returns their values; `answer` has the bits of slots of one
    /// component.
    pub(super) fn measure(
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
            let collapsed = self.slots.collapse_part(self.next_ply(), &together, bits);
            let classical = collapsed.map_err(|error| self.refused(&error))?;
            self.classical.extend(classical);
        }
        self.done.push(format!("measure {}", names.join(" ")));
        let values = slots.into_iter().map(|slot| self.value_of(slot));
        let read: Vec<(String, bool)> = names.iter().cloned().zip(values).collect();
        self.log("measure", &names, None, Some(read.clone()));
        Ok(read)
    }

    /// [`Self::measure`], with these values as the outcome.
    pub(super) fn measure_as(
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
    pub(super) fn ask(
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

    /// A world without slots.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            slots: Slots::new(Recording::On),
            names: Vec::new(),
            numbers: HashMap::new(),
            classical: HashMap::new(),
            done: Vec::new(),
            calls: Vec::new(),
            seed,
            rng: generator(seed, Stream::Measurements),
        }
    }

    /// All that makes it again.
    pub(super) fn reduced(&self) -> ReducedWorld {
        let drawn = self.rng.get_word_pos().to_string();
        (self.seed, drawn, self.calls.clone())
    }
}

/// Seed, words drawn, and the calls that made it.
pub(super) type ReducedWorld = (u64, String, Vec<Call>);
