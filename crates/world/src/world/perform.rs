use cheqqers_circuit::{Bitstring, Qubit};

use super::World;
use crate::component::Component;
use crate::log::Log;
use crate::{Effect, Slot, WorldError};

/// Why performing an effect can't fail.
const CHECKED: &str = "the effect was checked before";

impl World {
    /// Whether the effect fits the slots and there is room for what it makes.
    pub(super) fn check(&self, effect: Effect) -> Result<(), WorldError> {
        match effect {
            Effect::Enter { slot, .. } => self.check_certain(slot),
            Effect::Relabel { from, to } | Effect::Step { from, to } => {
                self.check_certain(to)?;
                self.check_quantum(from)
            }
            Effect::Split {
                from,
                to: [first, second],
            } => {
                self.check_certain(first)?;
                self.check_certain(second)?;
                check_distinct(&[from, first, second])?;
                match self.owner(from) {
                    Some(_) => self.check_room(&[from], 1),
                    None => Ok(()),
                }
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
                self.check_room(&[first], 0)
            }
            Effect::Capture {
                capturer,
                captured,
                to,
            } => {
                self.check_certain(capturer)?;
                self.check_certain(to)?;
                self.check_quantum(captured)?;
                check_distinct(&[capturer, captured, to])?;
                self.check_room(&[captured], 1)
            }
            Effect::Gate { gate, slots } => {
                let slots = &slots[..gate.num_qubits()];
                for &slot in slots {
                    self.check_quantum(slot)?;
                }
                check_distinct(slots)?;
                self.check_room(slots, 0)
            }
        }
    }

    /// Does what was checked, and says which component it did it to.
    pub(super) fn perform(&mut self, effect: Effect) -> usize {
        match effect {
            Effect::Enter { slot, occupied } => {
                let index = self.open();
                self.add(index, slot, occupied);
                index
            }
            Effect::Relabel { from, to } => self.relabel(from, to).0,
            Effect::Step { from, to } => {
                let (index, qubit) = self.relabel(from, to);
                self.components[index].step(qubit);
                index
            }
            Effect::Split { from, to } => self.split(from, to),
            Effect::Merge {
                from: [first, second],
                to,
            } => {
                let (index, qubit) = self.relabel(first, to);
                self.components[index].merge(qubit, second);
                index
            }
            Effect::Capture {
                capturer,
                captured,
                to,
            } => {
                let (index, qubit) = self.relabel(captured, to);
                let component = &mut self.components[index];
                component.capture(qubit, capturer).expect(CHECKED);
                self.set_owner(capturer, index);
                index
            }
            Effect::Gate { gate, slots } => {
                let slots = &slots[..gate.num_qubits()];
                let index = self.join(slots);
                self.components[index].gate(gate, slots);
                index
            }
        }
    }

    fn split(&mut self, from: Slot, [first, second]: [Slot; 2]) -> usize {
        let (index, qubit) = if self.owner(from).is_some() {
            self.relabel(from, first)
        } else {
            let index = self.open();
            self.add(index, first, true);
            (index, Qubit(0))
        };
        let component = &mut self.components[index];
        component.split(qubit, second).expect(CHECKED);
        self.set_owner(second, index);
        index
    }

    /// A new component without slots, the last one.
    fn open(&mut self) -> usize {
        self.components
            .push(Component::new(Log::new(self.recording)));
        self.components.len() - 1
    }

    fn add(&mut self, index: usize, slot: Slot, occupied: bool) {
        self.components[index].add(slot, occupied).expect(CHECKED);
        self.set_owner(slot, index);
    }

    /// Gives the qubit of a quantum slot to a certain one; says which it is, of which component.
    fn relabel(&mut self, from: Slot, to: Slot) -> (usize, Qubit) {
        let index = self.owner(from).expect(CHECKED);
        let qubit = self.components[index].relabel(from, to);
        self.set_certain(from);
        self.set_owner(to, index);
        (index, qubit)
    }

    /// Makes the components of all `slots` one.
    fn join(&mut self, slots: &[Slot]) -> usize {
        for &slot in &slots[1..] {
            if !self.linked(slots[0], slot) {
                let other = self.owner(slot).expect(CHECKED);
                let other = self.remove(other);
                let kept = self.owner(slots[0]).expect(CHECKED);
                for &slot in other.unordered_slots() {
                    self.set_owner(slot, kept);
                }
                self.components[kept].join(other).expect(CHECKED);
            }
        }
        self.owner(slots[0]).expect(CHECKED)
    }

    pub(super) fn check_certain(&self, slot: Slot) -> Result<(), WorldError> {
        match self.owner(slot) {
            None => Ok(()),
            Some(_) => Err(WorldError::AlreadyQuantum { slot }),
        }
    }

    fn check_quantum(&self, slot: Slot) -> Result<(), WorldError> {
        match self.owner(slot) {
            Some(_) => Ok(()),
            None => Err(WorldError::NotQuantum { slot }),
        }
    }

    /// Whether the components of these quantum slots, made one, have room for so many slots more
    /// and for the amplitudes of a gate, which at most doubles them.
    fn check_room(&self, slots: &[Slot], more: usize) -> Result<(), WorldError> {
        let mut amplitudes = 1_usize;
        let mut num_slots = more;
        for (k, &slot) in slots.iter().enumerate() {
            if slots[..k].iter().any(|&other| self.linked(other, slot)) {
                continue;
            }
            if let Some(component) = self.component(slot) {
                amplitudes = amplitudes.saturating_mul(component.num_amplitudes());
                num_slots += component.num_slots();
            }
        }
        if amplitudes > Self::MAX_AMPLITUDES / 2 {
            return Err(WorldError::TooManyAmplitudes { amplitudes });
        }
        if num_slots > Bitstring::MAX_LEN {
            return Err(WorldError::TooManySlots { num_slots });
        }
        Ok(())
    }
}

pub(super) fn check_distinct(slots: &[Slot]) -> Result<(), WorldError> {
    for (k, &slot) in slots.iter().enumerate() {
        if slots[..k].contains(&slot) {
            return Err(WorldError::RepeatedSlot { slot });
        }
    }
    Ok(())
}
