mod joined;
mod perform;

use cheqqers_circuit::Bitstring;
use cheqqers_sim::TOLERANCE;
use num_complex::Complex64;
use smallvec::SmallVec;

use crate::component::{Component, Rest};
use crate::effect::Effect;
use crate::error::WorldError;
use crate::limits::MAX_AMPLITUDES;
use crate::record::{Moment, Recording};
use crate::slot::{ClassicalSlots, Slot};

/// Owner of a slot that no component holds.
const CLASSICAL: u16 = u16::MAX;

/// Quantum slots, in independent components.
///
/// A slot that no component holds is classical; its value is the game's knowledge, not the world's.
/// Effects keep each component's exact state up to date and, while recording, the record from which
/// its circuit is written.
#[derive(Debug)]
pub struct World {
    components: Vec<Component>,
    /// The component of each slot, by the slot's number; [`CLASSICAL`] for none.
    owners: Vec<u16>,
    recording: Recording,
    /// Slots that become certain stay in their components.
    keeps_certain: bool,
    /// Number of changes so far.
    time: u64,
}

impl Clone for World {
    fn clone(&self) -> Self {
        Self {
            components: self.components.clone(),
            owners: self.owners.clone(),
            ..*self
        }
    }

    /// Copies `other` into the memory of `self`.
    fn clone_from(&mut self, other: &Self) {
        let Self {
            components,
            owners,
            recording,
            keeps_certain,
            time,
        } = self;
        // Most worlds have nothing quantum: worth a test.
        if !(components.is_empty() && other.components.is_empty()) {
            components.clone_from(&other.components);
        }
        if !(owners.is_empty() && other.owners.is_empty()) {
            owners.clone_from(&other.owners);
        }
        *recording = other.recording;
        *keeps_certain = other.keeps_certain;
        *time = other.time;
    }
}

impl World {
    /// The most amplitudes a component may come to hold: 2²², about 128 MiB.
    pub const MAX_AMPLITUDES: usize = MAX_AMPLITUDES;

    /// Creates a world in which every slot is classical.
    pub fn new(recording: Recording) -> Self {
        Self {
            components: Vec::new(),
            owners: Vec::new(),
            recording,
            keeps_certain: false,
            time: 0,
        }
    }

    /// Stops recording: components keep their state but lose their circuits.
    pub fn stop_recording(&mut self) {
        self.recording = Recording::Off;
        for component in &mut self.components {
            component.stop_recording();
        }
    }

    /// Leaves slots that effects make certain in their components, so that circuits show all gates of
    /// the effects. For that alone: games take a slot of a component for an uncertain one.
    pub fn keep_certain(&mut self) {
        self.keeps_certain = true;
    }

    /// Number of amplitudes of all components together.
    pub fn num_amplitudes(&self) -> usize {
        let components = self.components().iter();
        components.map(Component::num_amplitudes).sum()
    }

    /// The components, in no particular order.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The component that holds the slot; `None` when the slot is classical.
    pub fn component(&self, slot: Slot) -> Option<&Component> {
        self.owner(slot).map(|index| &self.components[index])
    }

    /// Returns `true` if a component holds the slot.
    pub fn is_quantum(&self, slot: Slot) -> bool {
        self.owner(slot).is_some()
    }

    /// Returns `true` if one component holds both slots.
    pub fn linked(&self, a: Slot, b: Slot) -> bool {
        self.owner(a).is_some() && self.owner(a) == self.owner(b)
    }

    /// Returns `true` if the components of the slots, joined, have room for so many more slots and so
    /// many times their amplitudes.
    pub fn has_room(
        &self,
        slots: impl IntoIterator<Item = Slot>,
        more_slots: usize,
        times: usize,
    ) -> bool {
        let (num_slots, num_amplitudes) = self.joined_size(slots);
        num_slots + more_slots <= Bitstring::MAX_LEN
            && num_amplitudes.saturating_mul(times) <= Self::MAX_AMPLITUDES
    }

    /// Numbers of slots and amplitudes of the components of the quantum slots among these, joined.
    fn joined_size(&self, slots: impl IntoIterator<Item = Slot>) -> (usize, usize) {
        let mut joined: SmallVec<[usize; 8]> = SmallVec::new();
        let (mut num_slots, mut num_amplitudes) = (0, 1_usize);
        for index in slots.into_iter().filter_map(|slot| self.owner(slot)) {
            if !joined.contains(&index) {
                joined.push(index);
                let component = &self.components[index];
                num_slots += component.num_slots();
                num_amplitudes = num_amplitudes.saturating_mul(component.num_amplitudes());
            }
        }
        (num_slots, num_amplitudes)
    }

    /// Applies the effects of one action of a ply, and returns the slots that became classical: those
    /// whose probability fell below [`TOLERANCE`] are vacated, and a component that has one legal basis
    /// state left dissolves.
    ///
    /// Cost: a few passes over the amplitudes of the components touched.
    ///
    /// # Errors
    /// Returns an error if an effect does not fit the slots, or a component would grow past
    /// [`Self::MAX_AMPLITUDES`] or 128 slots. A single effect then has changed nothing; of several,
    /// those before it have taken place.
    pub fn apply(&mut self, ply: u32, effects: &[Effect]) -> Result<ClassicalSlots, WorldError> {
        for &effect in effects {
            let index = self.perform(effect)?;
            let moment = self.moment(ply);
            self.components[index].record(moment, effect);
        }
        let mut classical = ClassicalSlots::new();
        if self.keeps_certain {
            return Ok(classical);
        }
        for effect in effects {
            self.reduce(ply, effect, &mut classical);
        }
        Ok(classical)
    }

    /// Makes a component in a given state: amplitudes of different bits over `slots`, which are
    /// classical until now. The state is normalised, and a state below [`TOLERANCE`] left out.
    ///
    /// Cost: linear in the amplitudes; their gates are found only when a circuit is asked for, in
    /// time quadratic in the amplitudes.
    ///
    /// # Errors
    /// Returns an error if a slot belongs to a component or stands there twice, bits have another
    /// length, or some slot would be certain. Nothing has changed then.
    pub fn prepare(
        &mut self,
        ply: u32,
        slots: &[Slot],
        amplitudes: &[(Bitstring, Complex64)],
    ) -> Result<(), WorldError> {
        for &slot in slots {
            self.check_classical(slot)?;
        }
        Self::check_distinct(slots)?;
        let component = Component::prepared(self.moment(ply), slots, amplitudes, self.recording)?;
        for &slot in slots {
            self.set_owner(slot, self.components.len());
        }
        self.components.push(component);
        Ok(())
    }

    /// Replaces the component that holds `slot` by the reading of its measurement, `bits` being those of
    /// its slots in ascending order.
    ///
    /// # Errors
    /// Returns an error if the slot is classical, or the bits are not legal. Nothing has changed
    /// then.
    pub fn collapse(&mut self, slot: Slot, bits: Bitstring) -> Result<ClassicalSlots, WorldError> {
        let index = self.owner(slot).ok_or(WorldError::NotQuantum { slot })?;
        let settled = self.components[index].read(bits)?;
        self.remove(index);
        Ok(settled)
    }

    /// Collapses some slots of one component to the reading of their measurement, `bits` in the order
    /// of `slots`. Slots that stay quantum are prepared anew from their amplitudes, by gates of this ply,
    /// so that no later shot must agree with the reading; independent ones are components of their own.
    ///
    /// Cost: a pass over the amplitudes for each pair of slots; their gates as in [`Self::prepare`].
    ///
    /// # Errors
    /// Returns an error if a slot is classical, they are of different components, one stands there
    /// twice, or the bits are not legal. Nothing has changed then.
    pub fn collapse_part(
        &mut self,
        ply: u32,
        slots: &[Slot],
        bits: Bitstring,
    ) -> Result<ClassicalSlots, WorldError> {
        let Some(&first) = slots.first() else {
            return Ok(ClassicalSlots::new());
        };
        let index = self
            .owner(first)
            .ok_or(WorldError::NotQuantum { slot: first })?;
        if let Some(&slot) = slots.iter().find(|&&slot| !self.linked(first, slot)) {
            return Err(WorldError::DifferentComponents {
                slots: [first, slot],
            });
        }
        Self::check_distinct(slots)?;
        let rest = self.components[index].conditioned(slots, bits)?;
        self.remove(index);
        Ok(self.prepare_rest(ply, rest))
    }

    /// Prepares a component for each independent factor.
    fn prepare_rest(&mut self, ply: u32, rest: Rest) -> ClassicalSlots {
        for (slots, amplitudes) in &rest.factors {
            self.prepare(ply, slots, amplitudes)
                .expect("what is certain was left out");
        }
        rest.classical
    }

    /// Joint probability of values of quantum slots; classical ones are ignored, their values being the
    /// caller's knowledge.
    ///
    /// Cost: one pass over the amplitudes of each component that holds one of them.
    pub fn joint(&self, readings: &[(Slot, bool)]) -> f64 {
        let mut components: SmallVec<[usize; 4]> = readings
            .iter()
            .filter_map(|&(slot, _)| self.owner(slot))
            .collect();
        components.sort_unstable();
        components.dedup();
        let joint = |&index: &usize| self.components[index].joint(readings);
        components.iter().map(joint).product()
    }

    /// Drops the slots that the effect made certain, and dissolves their component when one state is
    /// left.
    fn reduce(&mut self, ply: u32, effect: &Effect, classical: &mut ClassicalSlots) {
        // Only the probabilities of these slots can have changed.
        match *effect {
            Effect::Relabel { .. } => {}
            // Gates before it may have made them certain.
            Effect::Exchange { slots } => {
                for slot in slots {
                    self.reduce_slot(ply, slot, classical);
                }
            }
            Effect::Enter { slot, .. } => {
                self.reduce_slot(ply, slot, classical);
            }
            Effect::Gate { gate, slots } => {
                for &slot in &slots[..gate.num_qubits()] {
                    self.reduce_slot(ply, slot, classical);
                }
            }
            Effect::Named { effect, slots } => {
                for &operand in effect.changed {
                    let is_quantum = self.reduce_slot(ply, slots[operand], classical);
                    if is_quantum && effect.is_even {
                        break;
                    }
                }
            }
        }
    }

    /// Drops the slot if it is certain, and dissolves its component if one state is left; returns
    /// `true` if the slot stays quantum.
    fn reduce_slot(&mut self, ply: u32, slot: Slot, classical: &mut ClassicalSlots) -> bool {
        // Later effects may have made it certain, or put another qubit in its place.
        let Some(index) = self.owner(slot) else {
            return false;
        };
        let component = &self.components[index];
        let probability = component.probability(slot);
        // Where one state is left the whole component dissolves below.
        let occupied = probability > 1.0 - TOLERANCE && component.certain().is_none();
        let is_certain = occupied || probability < TOLERANCE;
        if is_certain {
            let moment = self.moment(ply);
            self.components[index].remove(moment, slot, occupied);
            self.set_classical(slot);
            classical.push((slot, occupied));
        }
        // With no slot left, the one state is that of none.
        if let Some(basis) = self.components[index].certain() {
            let component = self.remove(index);
            classical.extend(component.readings(basis));
            return false;
        }
        !is_certain
    }

    fn owner(&self, slot: Slot) -> Option<usize> {
        match self.owners.get(slot.index()) {
            None | Some(&CLASSICAL) => None,
            Some(&index) => Some(usize::from(index)),
        }
    }

    fn set_owner(&mut self, slot: Slot, index: usize) {
        if slot.index() >= self.owners.len() {
            let len = (slot.index() + 1).next_power_of_two();
            self.owners.resize(len, CLASSICAL);
        }
        self.owners[slot.index()] = u16::try_from(index)
            .expect("each component holds a slot of its own, and slots are u16");
    }

    fn set_classical(&mut self, slot: Slot) {
        self.owners[slot.index()] = CLASSICAL;
    }

    /// The moment after all so far.
    fn moment(&mut self, ply: u32) -> Moment {
        self.time += 1;
        Moment {
            time: self.time,
            ply,
        }
    }

    /// Takes a component out; its slots are classical, and the last component takes its place.
    fn remove(&mut self, index: usize) -> Component {
        let component = self.components.swap_remove(index);
        for &slot in component.unordered_slots() {
            self.set_classical(slot);
        }
        if let Some(moved) = self.components.get(index) {
            for slot in moved.unordered_slots() {
                self.owners[slot.index()] =
                    u16::try_from(index).expect("no larger than it was before");
            }
        }
        component
    }
}

#[cfg(test)]
mod tests;
