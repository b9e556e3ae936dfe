use cheqqers_circuit::{Bitstring, Gate};
use cheqqers_sim::TOLERANCE;
use num_complex::Complex64;

use crate::component::Component;
use crate::log::{Log, Recording};
use crate::{Effect, Encoding, Request, Slot, WorldError};

/// No component.
const CERTAIN: u16 = u16::MAX;

/// Every quantum slot of a position, in components that share nothing with each other.
///
/// A slot that no component holds is certain; what it holds is the game's knowledge, not the
/// world's. Effects keep each component's exact state up to date and, while recording, the log
/// from which its circuit is written.
#[derive(Clone, Debug)]
pub struct World {
    components: Vec<Component>,
    /// The component of each slot, by the slot's number; [`CERTAIN`] for none.
    owners: Vec<u16>,
    recording: Recording,
}

/// Slots that left the quantum world, with what they hold now.
pub type Settled = Vec<(Slot, bool)>;

impl World {
    /// The most amplitudes a component may come to hold: 2²², about 128 MiB.
    pub const MAX_AMPLITUDES: usize = 1 << 22;

    /// A world in which every slot is certain.
    pub fn new(recording: Recording) -> Self {
        Self {
            components: Vec::new(),
            owners: Vec::new(),
            recording,
        }
    }

    /// Records no more: components keep their state but lose their circuits.
    pub fn stop_recording(&mut self) {
        self.recording = Recording::Off;
        for component in &mut self.components {
            component.log_mut().stop_recording();
        }
    }

    /// The components, in no particular order.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The component that holds the slot; `None` when the slot is certain.
    pub fn component(&self, slot: Slot) -> Option<&Component> {
        self.owner(slot).map(|index| &self.components[index])
    }

    /// Whether one component holds both slots.
    pub fn linked(&self, a: Slot, b: Slot) -> bool {
        self.owner(a).is_some() && self.owner(a) == self.owner(b)
    }

    /// Applies the effects of one action of group (ply) `group`, and settles what they touched:
    /// slots whose probability fell below [`TOLERANCE`] are vacated, and a component that has
    /// one legal basis state left dissolves. Groups must not decrease.
    ///
    /// Cost: a few passes over the amplitudes of the components touched.
    ///
    /// # Errors
    /// When an effect does not fit the slots, or a component would grow past
    /// [`Self::MAX_AMPLITUDES`] or 128 slots. A single effect then has changed nothing; of several,
    /// those before it have taken place.
    pub fn apply(&mut self, group: u32, effects: &[Effect]) -> Result<Settled, WorldError> {
        for &effect in effects {
            self.apply_one(group, effect)?;
        }
        let mut settled = Settled::new();
        for effect in effects {
            self.settle(effect, &mut settled);
        }
        Ok(settled)
    }

    /// Makes a component in a given state: amplitudes of different bits over `slots`, which are
    /// certain until now. The state is normalised, and a state below [`TOLERANCE`] left out.
    ///
    /// Cost: as [`prepare`], which writes the gates.
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
        check_distinct(slots)?;
        let component = Component::prepared(group, slots, amplitudes, self.recording)?;
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
        let component = &self.components[index];
        match component.probability_of(bits) {
            None => Err(WorldError::WrongLength {
                expected: component.num_slots(),
                found: bits.len(),
            }),
            Some(probability) if probability <= TOLERANCE => {
                Err(WorldError::ImpossibleBits { bits })
            }
            Some(_) => {
                let component = self.remove(index);
                Ok(component.slots().into_iter().zip(bits.iter()).collect())
            }
        }
    }

    /// The circuits that measure the components which hold `slots`, one for each slot named.
    ///
    /// # Errors
    /// When a slot is certain, or the world was told not to record.
    pub fn request(&self, slots: &[Slot], encoding: Encoding) -> Result<Request, WorldError> {
        let mut request = Request {
            circuits: Vec::with_capacity(slots.len()),
            slots: Vec::with_capacity(slots.len()),
        };
        for &slot in slots {
            let component = self
                .component(slot)
                .ok_or(WorldError::NotQuantum { slot })?;
            let slots = component.slots();
            request
                .circuits
                .push(component.circuit(encoding)?.measured(&slots)?);
            request.slots.push(slots);
        }
        Ok(request)
    }

    fn apply_one(&mut self, group: u32, effect: Effect) -> Result<(), WorldError> {
        let index = match effect {
            Effect::Enter { slot, occupied } => {
                self.check_certain(slot)?;
                let index = self.open();
                self.add(index, slot, occupied)?;
                index
            }
            Effect::Relabel { from, to } => self.relabel(from, to)?,
            Effect::Step { from, to } => {
                let index = self.relabel(from, to)?;
                self.gate(index, Gate::S, &[to]);
                index
            }
            Effect::Split {
                from,
                to: [first, second],
            } => {
                self.check_certain(first)?;
                self.check_certain(second)?;
                check_distinct(&[from, first, second])?;
                let index = if let Some(index) = self.owner(from) {
                    self.check_room(index)?;
                    self.add(index, second, false)?;
                    self.relabel(from, first)?
                } else {
                    let index = self.open();
                    self.add(index, first, true)?;
                    self.add(index, second, false)?;
                    index
                };
                // The root of iSWAP gives (|10⟩ + i|01⟩)/√2; S turns it into (i/√2)(|10⟩ + |01⟩).
                self.gate(index, Gate::Siswap, &[first, second]);
                self.gate(index, Gate::S, &[first]);
                index
            }
            Effect::Merge {
                from: [first, second],
                to,
            } => {
                self.check_certain(to)?;
                if !self.linked(first, second) {
                    return Err(WorldError::DifferentComponents {
                        slots: [first, second],
                    });
                }
                check_distinct(&[first, second, to])?;
                if let Some(index) = self.owner(first) {
                    self.check_room(index)?;
                }
                let index = self.relabel(first, to)?;
                // The split of `to` over (first, second), undone.
                self.gate(index, Gate::Sdg, &[to]);
                self.gate(index, Gate::Siswapdg, &[to, second]);
                index
            }
            Effect::Capture {
                capturer,
                captured,
                to,
            } => {
                self.check_certain(capturer)?;
                check_distinct(&[capturer, captured, to])?;
                let index = self.relabel(captured, to)?;
                self.add(index, capturer, true)?;
                self.gate(index, Gate::Cx, &[to, capturer]);
                self.gate(index, Gate::S, &[to]);
                index
            }
            Effect::Gate { gate, slots } => {
                let slots = &slots[..gate.num_qubits()];
                check_distinct(slots)?;
                let index = self.join(slots)?;
                self.check_room(index)?;
                self.gate(index, gate, slots);
                index
            }
        };
        self.components[index].log_mut().effect(group, effect);
        Ok(())
    }

    /// Vacates what the effect emptied, and dissolves its component when one state is left.
    fn settle(&mut self, effect: &Effect, settled: &mut Settled) {
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
            let Some(index) = self.owner(slot) else {
                continue;
            };
            let component = &mut self.components[index];
            if component.probability(slot) < TOLERANCE {
                component.vacate(slot);
                self.owners[slot.index()] = CERTAIN;
                settled.push((slot, false));
            }
        }
        if let Some(index) = slots[..count].iter().find_map(|&slot| self.owner(slot))
            && let Some(basis) = self.components[index].certain()
        {
            let component = self.remove(index);
            settled.extend(component.readings(basis));
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

    /// A new component without slots, the last one.
    fn open(&mut self) -> usize {
        self.components
            .push(Component::new(Log::new(self.recording)));
        self.components.len() - 1
    }

    fn add(&mut self, index: usize, slot: Slot, occupied: bool) -> Result<(), WorldError> {
        self.components[index].add(slot, occupied)?;
        self.set_owner(slot, index);
        Ok(())
    }

    fn relabel(&mut self, from: Slot, to: Slot) -> Result<usize, WorldError> {
        self.check_certain(to)?;
        let index = self
            .owner(from)
            .ok_or(WorldError::NotQuantum { slot: from })?;
        self.components[index].relabel(from, to);
        self.owners[from.index()] = CERTAIN;
        self.set_owner(to, index);
        Ok(index)
    }

    fn gate(&mut self, index: usize, gate: Gate, slots: &[Slot]) {
        self.components[index].gate(gate, slots);
    }

    /// Makes the components of all `slots` one.
    fn join(&mut self, slots: &[Slot]) -> Result<usize, WorldError> {
        for &slot in slots {
            self.owner(slot).ok_or(WorldError::NotQuantum { slot })?;
        }
        for &slot in &slots[1..] {
            let (kept, other) = (self.owner(slots[0]), self.owner(slot));
            if let (Some(kept), Some(other)) = (kept, other)
                && kept != other
            {
                self.components[kept].check_join(&self.components[other])?;
                let other = self.remove(other);
                let kept = self
                    .owner(slots[0])
                    .expect("only the other one was removed");
                for slot in other.slots() {
                    self.set_owner(slot, kept);
                }
                self.components[kept].join(other)?;
            }
        }
        Ok(self.owner(slots[0]).expect("checked above"))
    }

    /// Takes a component out; its slots are certain, and the last component takes its place.
    fn remove(&mut self, index: usize) -> Component {
        let component = self.components.swap_remove(index);
        for slot in component.unordered_slots() {
            self.owners[slot.index()] = CERTAIN;
        }
        if let Some(moved) = self.components.get(index) {
            for slot in moved.unordered_slots() {
                self.owners[slot.index()] =
                    u16::try_from(index).expect("no larger than it was before");
            }
        }
        component
    }

    fn check_certain(&self, slot: Slot) -> Result<(), WorldError> {
        match self.owner(slot) {
            None => Ok(()),
            Some(_) => Err(WorldError::AlreadyQuantum { slot }),
        }
    }

    /// A gate at most doubles the amplitudes.
    fn check_room(&self, index: usize) -> Result<(), WorldError> {
        let component = &self.components[index];
        if component.has_room() {
            return Ok(());
        }
        let amplitudes = component.num_amplitudes();
        Err(WorldError::TooManyAmplitudes { amplitudes })
    }
}

fn check_distinct(slots: &[Slot]) -> Result<(), WorldError> {
    for (k, &slot) in slots.iter().enumerate() {
        if slots[..k].contains(&slot) {
            return Err(WorldError::RepeatedSlot { slot });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
