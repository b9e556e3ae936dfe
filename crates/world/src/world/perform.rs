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
    /// Does an effect that fits the slots and whose result has room; returns the index of the
    /// component that it changed.
    pub(super) fn perform(&mut self, effect: Effect) -> Result<usize, WorldError> {
        match effect {
            Effect::Enter { slot, occupied } => {
                self.check_classical(slot)?;
                let index = self.open();
                let slot_state = self.components[index].slot_state_mut();
                slot_state.enter(slot, occupied);
                self.set_owner(slot, index);
                Ok(index)
            }
            Effect::Relabel { from, to } => {
                self.check_classical(to)?;
                let index = self.quantum(from)?;
                self.components[index].slot_state_mut().relabel(from, to);
                self.set_classical(from);
                self.set_owner(to, index);
                Ok(index)
            }
            Effect::Exchange { slots } => {
                self.check_operands(&slots)?;
                let index = self.join(&slots).expect("both are quantum");
                self.components[index].slot_state_mut().exchange(slots);
                Ok(index)
            }
            Effect::Gate { gate, slots } => self.gate(gate, &slots[..gate.num_qubits()]),
            Effect::Named { effect, slots } => self.named(effect, &slots[..effect.operands.len()]),
        }
    }

    fn gate(&mut self, gate: Gate, slots: &[Slot]) -> Result<usize, WorldError> {
        self.check_operands(slots)?;
        let index = self.join(slots).expect("gates have qubits");
        self.components[index].slot_state_mut().apply(gate, slots);
        Ok(index)
    }

    /// Checks that slots are quantum, different, and have room in one component.
    fn check_operands(&self, slots: &[Slot]) -> Result<(), WorldError> {
        for &slot in slots {
            self.quantum(slot)?;
        }
        Self::check_distinct(slots)?;
        self.check_room(slots, 0)
    }

    fn named(&mut self, effect: &NamedEffect, slots: &[Slot]) -> Result<usize, WorldError> {
        let (mut entering, mut leaving) = (0_usize, 0);
        let (mut component, mut several) = (None, false);
        for (&operand, &slot) in effect.operands.iter().zip(slots) {
            match (operand, self.owner(slot)) {
                (Operand::Empty | Operand::Occupied, None) => entering += 1,
                (Operand::Empty | Operand::Occupied, Some(_)) => {
                    return Err(WorldError::AlreadyQuantum { slot });
                }
                (Operand::LeavingOrOccupied, None) => {}
                (Operand::Quantum | Operand::Leaving, None) => {
                    return Err(WorldError::NotQuantum { slot });
                }
                (operand, Some(index)) => {
                    leaving += usize::from(operand != Operand::Quantum);
                    several |= component.is_some_and(|other| other != index);
                    component = Some(index);
                }
            }
        }
        Self::check_distinct(slots)?;
        // A new component has room for every operand, and what only moves needs none.
        if component.is_some() && !effect.changed.is_empty() {
            self.check_room(slots, entering.saturating_sub(leaving))?;
        }
        let index = match component {
            None => self.open(),
            Some(index) if !several => index,
            Some(_) => self.join(slots).expect("some are quantum"),
        };
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
        Ok(index)
    }

    /// A new component without slots, the last one.
    fn open(&mut self) -> usize {
        self.components.push(Component::new(self.recording));
        self.components.len() - 1
    }

    /// Makes the components of all quantum slots among `slots` one; `None` when there are none.
    fn join(&mut self, slots: &[Slot]) -> Option<usize> {
        let mut joined: Option<(Slot, usize)> = None;
        for &slot in slots {
            let Some(index) = self.owner(slot) else {
                continue;
            };
            match joined {
                None => joined = Some((slot, index)),
                Some((_, kept)) if kept == index => {}
                Some((first, _)) => joined = Some((first, self.join_two(first, index))),
            }
        }
        joined.map(|(_, index)| index)
    }

    /// Adds the component at `other` to that of `first`, whose index then it returns.
    fn join_two(&mut self, first: Slot, other: usize) -> usize {
        let other = self.remove(other);
        let kept = self.owner(first).expect(CHECKED);
        for &slot in other.unordered_slots() {
            self.set_owner(slot, kept);
        }
        self.components[kept].join(other).expect(CHECKED);
        kept
    }

    pub(super) fn check_classical(&self, slot: Slot) -> Result<(), WorldError> {
        match self.owner(slot) {
            None => Ok(()),
            Some(_) => Err(WorldError::AlreadyQuantum { slot }),
        }
    }

    /// Index of the component that holds a slot.
    fn quantum(&self, slot: Slot) -> Result<usize, WorldError> {
        self.owner(slot).ok_or(WorldError::NotQuantum { slot })
    }

    /// Checks that the components of the quantum slots among these, made one, have room for so many
    /// slots more and for the amplitudes of a gate, which at most doubles them.
    fn check_room(&self, slots: &[Slot], more: usize) -> Result<(), WorldError> {
        let (num_slots, amplitudes) = self.joined_size(slots.iter().copied());
        let num_slots = num_slots + more;
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
            // A loop is shorter than `contains` on the few slots that effects have.
            for &other in &slots[..k] {
                if other == slot {
                    return Err(WorldError::RepeatedSlot { slot });
                }
            }
        }
        Ok(())
    }
}
