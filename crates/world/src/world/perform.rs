use cheqqers_circuit::{Bitstring, Gate};

use super::World;
use crate::component::Component;
use crate::effect::Effect;
use crate::error::WorldError;
use crate::named::{NamedEffect, Operand};
use crate::slot::Slot;
use crate::slot_state::OperandState;

/// Reason that performing an effect can't fail.
const CHECKED: &str = "the effect was checked before";

impl World {
    /// Checks that the effect fits the slots and there is room for what it makes.
    pub(super) fn check(&self, effect: Effect) -> Result<(), WorldError> {
        match effect {
            Effect::Enter { slot, .. } => self.check_classical(slot),
            Effect::Relabel { from, to } => {
                self.check_classical(to)?;
                self.check_quantum(from)
            }
            Effect::Gate { gate, slots } => {
                let slots = &slots[..gate.num_qubits()];
                for &slot in slots {
                    self.check_quantum(slot)?;
                }
                Self::check_distinct(slots)?;
                self.check_room(slots, 0)
            }
            Effect::Named { effect, slots } => {
                self.check_named(effect, &slots[..effect.operands.len()])
            }
        }
    }

    fn check_named(&self, effect: &NamedEffect, slots: &[Slot]) -> Result<(), WorldError> {
        let (mut entering, mut leaving, mut any_quantum) = (0_usize, 0, false);
        for (&operand, &slot) in effect.operands.iter().zip(slots) {
            match operand {
                Operand::Empty | Operand::Occupied => {
                    self.check_classical(slot)?;
                    entering += 1;
                    continue;
                }
                Operand::Quantum => self.check_quantum(slot)?,
                Operand::Leaving => {
                    self.check_quantum(slot)?;
                    leaving += 1;
                }
                Operand::LeavingOrOccupied if self.is_quantum(slot) => leaving += 1,
                Operand::LeavingOrOccupied => continue,
            }
            any_quantum = true;
        }
        Self::check_distinct(slots)?;
        // A new component has room for every operand, and what only moves needs none.
        if any_quantum && !effect.changed.is_empty() {
            self.check_room(slots, entering.saturating_sub(leaving))?;
        }
        Ok(())
    }

    /// Does what was checked; returns the index of the component that it changed.
    pub(super) fn perform(&mut self, effect: Effect) -> usize {
        match effect {
            Effect::Enter { slot, occupied } => {
                let index = self.open();
                self.components[index]
                    .slot_state_mut()
                    .enter(slot, occupied);
                self.set_owner(slot, index);
                index
            }
            Effect::Relabel { from, to } => {
                let index = self.owner(from).expect(CHECKED);
                self.components[index].slot_state_mut().relabel(from, to);
                self.set_classical(from);
                self.set_owner(to, index);
                index
            }
            Effect::Gate { gate, slots } => self.gate(gate, &slots[..gate.num_qubits()]),
            Effect::Named { effect, slots } => {
                self.perform_named(effect, &slots[..effect.operands.len()])
            }
        }
    }

    fn gate(&mut self, gate: Gate, slots: &[Slot]) -> usize {
        let index = self.join(slots).expect(CHECKED);
        self.components[index].slot_state_mut().apply(gate, slots);
        index
    }

    fn perform_named(&mut self, effect: &NamedEffect, slots: &[Slot]) -> usize {
        let index = self.join(slots).unwrap_or_else(|| self.open());
        let slot_state = self.components[index].slot_state_mut();
        effect.perform(OperandState::new(slot_state, slots));
        for (&operand, &slot) in effect.operands.iter().zip(slots) {
            match operand {
                Operand::Empty | Operand::Occupied => self.set_owner(slot, index),
                Operand::Leaving => self.set_classical(slot),
                Operand::LeavingOrOccupied if self.is_quantum(slot) => self.set_classical(slot),
                Operand::Quantum | Operand::LeavingOrOccupied => {}
            }
        }
        index
    }

    /// A new component without slots, the last one.
    fn open(&mut self) -> usize {
        self.components.push(Component::new(self.recording));
        self.components.len() - 1
    }

    /// Makes the components of all quantum slots among `slots` one; `None` when there are none.
    fn join(&mut self, slots: &[Slot]) -> Option<usize> {
        let mut quantum = slots.iter().filter(|&&slot| self.is_quantum(slot));
        let first = *quantum.next()?;
        for &slot in slots {
            if self.is_quantum(slot) && !self.linked(first, slot) {
                let other = self.owner(slot).expect(CHECKED);
                let other = self.remove(other);
                let kept = self.owner(first).expect(CHECKED);
                for &slot in other.unordered_slots() {
                    self.set_owner(slot, kept);
                }
                self.components[kept].join(other).expect(CHECKED);
            }
        }
        self.owner(first)
    }

    pub(super) fn check_classical(&self, slot: Slot) -> Result<(), WorldError> {
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

    /// Checks that the components of the quantum slots among these, made one, have room for so many
    /// slots more and for the amplitudes of a gate, which at most doubles them.
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

    pub(super) fn check_distinct(slots: &[Slot]) -> Result<(), WorldError> {
        for (k, &slot) in slots.iter().enumerate() {
            if slots[..k].contains(&slot) {
                return Err(WorldError::RepeatedSlot { slot });
            }
        }
        Ok(())
    }
}
