mod perform;

use cheqqers_circuit::Bitstring;
use cheqqers_sim::TOLERANCE;
use num_complex::Complex64;
use smallvec::SmallVec;

use crate::component::Component;
use crate::log::{Moment, Recording};
use crate::{Effect, Encoding, Request, Slot, WorldError};

/// No component.
const CERTAIN: u16 = u16::MAX;

/// Every quantum slot of a position, in components that share nothing with each other.
///
/// A slot that no component holds is certain; what it holds is the game's knowledge, not the
/// world's. Effects keep each component's exact state up to date and, while recording, the log
/// from which its circuit is written.
#[derive(Debug)]
pub struct World {
    components: Vec<Component>,
    /// The component of each slot, by the slot's number; [`CERTAIN`] for none.
    owners: Vec<u16>,
    recording: Recording,
    /// How many things have happened.
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

    /// Takes over the memory of `self`.
    fn clone_from(&mut self, other: &Self) {
        let Self {
            components,
            owners,
            recording,
            time,
        } = self;
        // Where nothing is quantum there is nothing to take over: worth a test.
        if !(components.is_empty() && other.components.is_empty()) {
            components.clone_from(&other.components);
        }
        if !(owners.is_empty() && other.owners.is_empty()) {
            owners.clone_from(&other.owners);
        }
        *recording = other.recording;
        *time = other.time;
    }
}

/// Slots that left the quantum world, with what they hold now.
pub type Settled = SmallVec<[(Slot, bool); 8]>;

impl World {
    /// The most amplitudes a component may come to hold: 2²², about 128 MiB.
    pub const MAX_AMPLITUDES: usize = 1 << 22;

    /// A world in which every slot is certain.
    pub fn new(recording: Recording) -> Self {
        Self {
            components: Vec::new(),
            owners: Vec::new(),
            recording,
            time: 0,
        }
    }

    /// Records no more: components keep their state but lose their circuits.
    pub fn stop_recording(&mut self) {
        self.recording = Recording::Off;
        for component in &mut self.components {
            component.stop_recording();
        }
    }

    /// How many amplitudes all components hold together.
    pub fn num_amplitudes(&self) -> usize {
        let components = self.components().iter();
        components.map(Component::num_amplitudes).sum()
    }

    /// The components, in no particular order.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The component that holds the slot; `None` when the slot is certain.
    pub fn component(&self, slot: Slot) -> Option<&Component> {
        self.owner(slot).map(|index| &self.components[index])
    }

    /// Whether a component holds the slot.
    pub fn is_quantum(&self, slot: Slot) -> bool {
        self.owner(slot).is_some()
    }

    /// Whether one component holds both slots.
    pub fn linked(&self, a: Slot, b: Slot) -> bool {
        self.owner(a).is_some() && self.owner(a) == self.owner(b)
    }

    /// Whether the components of the slots, joined, have room for so many more slots and so many times
    /// their amplitudes.
    pub fn has_room(
        &self,
        slots: impl IntoIterator<Item = Slot>,
        more_slots: usize,
        times: usize,
    ) -> bool {
        let mut joined: SmallVec<[usize; 8]> = SmallVec::new();
        let (mut num_slots, mut num_amplitudes) = (more_slots, times);
        for index in slots.into_iter().filter_map(|slot| self.owner(slot)) {
            if !joined.contains(&index) {
                joined.push(index);
                let component = &self.components[index];
                num_slots += component.num_slots();
                num_amplitudes = num_amplitudes.saturating_mul(component.num_amplitudes());
            }
        }
        num_slots <= Bitstring::MAX_LEN && num_amplitudes <= Self::MAX_AMPLITUDES
    }

    /// Applies the effects of one action of group (ply) `group`, and settles what they touched:
    /// slots whose probability fell below [`TOLERANCE`] are vacated, and a component that has
    /// one legal basis state left dissolves.
    ///
    /// Cost: a few passes over the amplitudes of the components touched.
    ///
    /// # Errors
    /// When an effect does not fit the slots, or a component would grow past
    /// [`Self::MAX_AMPLITUDES`] or 128 slots. A single effect then has changed nothing; of several,
    /// those before it have taken place.
    pub fn apply(&mut self, group: u32, effects: &[Effect]) -> Result<Settled, WorldError> {
        for &effect in effects {
            self.check(effect)?;
            let index = self.perform(effect);
            let moment = self.moment(group);
            self.components[index].record(moment, effect);
        }
        let mut settled = Settled::new();
        for effect in effects {
            self.settle(group, effect, &mut settled);
        }
        Ok(settled)
    }

    /// Makes a component in a given state: amplitudes of different bits over `slots`, which are
    /// certain until now. The state is normalised, and a state below [`TOLERANCE`] left out.
    ///
    /// Cost: linear in the amplitudes; their gates are found only when a circuit is asked for, in
    /// time quadratic in the amplitudes.
    ///
    /// # Errors
    /// When a slot belongs to a component or stands there twice, bits have another length, or some
    /// slot would be certain. Nothing has changed then.
    pub fn prepare(
        &mut self,
        group: u32,
        slots: &[Slot],
        amplitudes: &[(Bitstring, Complex64)],
    ) -> Result<(), WorldError> {
        for &slot in slots {
            self.check_certain(slot)?;
        }
        perform::check_distinct(slots)?;
        let component = Component::prepared(self.moment(group), slots, amplitudes, self.recording)?;
        for &slot in slots {
            self.set_owner(slot, self.components.len());
        }
        self.components.push(component);
        Ok(())
    }

    /// Replaces a component by what a measurement of it read: the component that holds `slot`,
    /// `bits` being those of its slots in ascending order.
    ///
    /// # Errors
    /// When the slot is certain, or the bits are not legal. Nothing has changed then.
    pub fn collapse(&mut self, slot: Slot, bits: Bitstring) -> Result<Settled, WorldError> {
        let index = self.owner(slot).ok_or(WorldError::NotQuantum { slot })?;
        let settled = self.components[index].read(bits)?;
        self.remove(index);
        Ok(settled)
    }

    /// Collapses some slots of one component to what a measurement of them read, `bits` in the
    /// order of `slots`. What stays quantum is in the state that this leaves, prepared from its
    /// amplitudes, so that no later shot must agree with the reading; slots that share nothing any more are
    /// components of their own.
    ///
    /// Cost: a pass over the amplitudes for each pair of slots; their gates as in [`Self::prepare`].
    ///
    /// # Errors
    /// When a slot is certain, they are of different components, one stands there twice, or the
    /// bits are not legal. Nothing has changed then.
    pub fn collapse_part(
        &mut self,
        slots: &[Slot],
        bits: Bitstring,
    ) -> Result<Settled, WorldError> {
        let Some(&first) = slots.first() else {
            return Ok(Settled::new());
        };
        let index = self
            .owner(first)
            .ok_or(WorldError::NotQuantum { slot: first })?;
        if let Some(&slot) = slots.iter().find(|&&slot| !self.linked(first, slot)) {
            return Err(WorldError::DifferentComponents {
                slots: [first, slot],
            });
        }
        perform::check_distinct(slots)?;
        let left = self.components[index].conditioned(slots, bits)?;
        let group = self.components[index].last_group();
        self.remove(index);
        for (slots, amplitudes) in &left.parts {
            self.prepare(group, slots, amplitudes)
                .expect("what is certain was left out");
        }
        Ok(left.certain)
    }

    /// Probability that quantum slots read so, all at once; certain ones are ignored, for what they
    /// hold is the caller's knowledge.
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

    /// The circuits that measure some slots of components: one circuit for each list, whose slots
    /// one component holds.
    ///
    /// # Errors
    /// When a list is empty, a slot of it is certain or of another component, or the world was told
    /// not to record.
    pub fn request(
        &self,
        parts: Vec<Vec<Slot>>,
        encoding: Encoding,
    ) -> Result<Request, WorldError> {
        let circuits = parts.iter().map(|slots| {
            let component = slots.first().and_then(|&slot| self.component(slot));
            let slot = slots.first().copied().unwrap_or(Slot(u16::MAX));
            component
                .ok_or(WorldError::NotQuantum { slot })?
                .circuit(encoding)?
                .measured(slots)
        });
        Ok(Request {
            circuits: circuits.collect::<Result<_, _>>()?,
            slots: parts,
        })
    }

    /// Drops the slots that the effect made certain, and dissolves their component when one state is
    /// left.
    fn settle(&mut self, group: u32, effect: &Effect, settled: &mut Settled) {
        // Only the probabilities of these slots can have changed.
        let (slots, count) = match *effect {
            Effect::Relabel { .. } | Effect::Step { .. } => return,
            Effect::Enter { slot, .. } => ([slot; 3], 1),
            Effect::Split {
                to: [first, second],
                ..
            } => ([first, second, second], 2),
            Effect::Merge {
                from: [_, second],
                to,
            } => ([second, to, to], 2),
            Effect::Capture { capturer, to, .. } => ([capturer, to, to], 2),
            Effect::Gate { gate, slots } => (slots, gate.num_qubits()),
        };
        for &slot in &slots[..count] {
            // Later effects may have made it certain, or put another qubit in its place.
            let Some(index) = self.owner(slot) else {
                continue;
            };
            let probability = self.components[index].probability(slot);
            // What moves a slot's content leaves none occupied for certain while others are not.
            let is_gate = matches!(effect, Effect::Gate { .. });
            let occupied = is_gate && probability > 1.0 - TOLERANCE;
            let is_certain = occupied || probability < TOLERANCE;
            if is_certain {
                let moment = self.moment(group);
                self.components[index].drop_settled(moment, slot, occupied);
                self.set_certain(slot);
                settled.push((slot, occupied));
            }
            // With no slot left, the one state is that of none.
            if let Some(basis) = self.components[index].certain() {
                let component = self.remove(index);
                settled.extend(component.readings(basis));
            } else if !is_certain && matches!(effect, Effect::Split { .. }) {
                // The halves of a split are equal.
                break;
            }
        }
    }

    fn owner(&self, slot: Slot) -> Option<usize> {
        match self.owners.get(slot.index()) {
            None | Some(&CERTAIN) => None,
            Some(&index) => Some(usize::from(index)),
        }
    }

    fn set_owner(&mut self, slot: Slot, index: usize) {
        if slot.index() >= self.owners.len() {
            self.owners.resize(slot.index() + 1, CERTAIN);
        }
        self.owners[slot.index()] = u16::try_from(index)
            .expect("each component holds a slot of its own, and slots are u16");
    }

    fn set_certain(&mut self, slot: Slot) {
        self.owners[slot.index()] = CERTAIN;
    }

    /// What happens next, and later than all that happened.
    fn moment(&mut self, group: u32) -> Moment {
        self.time += 1;
        Moment {
            time: self.time,
            group,
        }
    }

    /// Takes a component out; its slots are certain, and the last component takes its place.
    fn remove(&mut self, index: usize) -> Component {
        let component = self.components.swap_remove(index);
        for &slot in component.unordered_slots() {
            self.set_certain(slot);
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
