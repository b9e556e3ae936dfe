use cheqqers_circuit::{Gate, Qubit};
use cheqqers_sim::{BasisState, SimError, Sparse};
use num_complex::Complex64;
use smallvec::SmallVec;

use crate::slot::Slot;

/// An exact state whose qubits carry slots.
#[derive(Debug)]
pub(crate) struct SlotState {
    /// The slot of each qubit of `state`.
    pub(crate) slots: SmallVec<[Slot; 8]>,
    pub(crate) state: Sparse,
}

/// Reason that a slot has a qubit and a new qubit has room.
const CHECKED: &str = "the world checked the effect";

impl SlotState {
    /// Creates a state without qubits.
    pub(crate) fn new() -> Self {
        Self {
            slots: SmallVec::new(),
            state: Sparse::new(),
        }
    }

    pub(crate) fn qubit(&self, slot: Slot) -> Option<Qubit> {
        let index = self.slots.iter().position(|&other| other == slot)?;
        Some(Qubit(u32::try_from(index).expect("at most 128 qubits")))
    }

    fn expect_qubit(&self, slot: Slot) -> Qubit {
        self.qubit(slot).expect(CHECKED)
    }

    /// Adds a qubit, the last, in |0⟩ or |1⟩.
    pub(crate) fn enter(&mut self, slot: Slot, occupied: bool) {
        self.state.add_qubit(occupied).expect(CHECKED);
        self.slots.push(slot);
    }

    /// Gives the qubit of a slot to another slot.
    pub(crate) fn relabel(&mut self, from: Slot, to: Slot) -> Qubit {
        let qubit = self.expect_qubit(from);
        self.slots[qubit.index()] = to;
        qubit
    }

    /// Exchanges the qubits of two slots.
    pub(crate) fn exchange(&mut self, slots: [Slot; 2]) {
        let [a, b] = slots.map(|slot| self.expect_qubit(slot).index());
        self.slots.swap(a, b);
    }

    pub(crate) fn apply(&mut self, gate: Gate, slots: &[Slot]) {
        let mut qubits = [Qubit(0); 3];
        for (qubit, &slot) in qubits.iter_mut().zip(slots) {
            *qubit = self.expect_qubit(slot);
        }
        self.state.apply(gate, &qubits[..slots.len()]);
    }

    /// Drops a slot after projecting away what is left of its other value.
    pub(crate) fn remove(&mut self, slot: Slot, occupied: bool) {
        let qubit = self.expect_qubit(slot);
        self.state.discard(qubit, occupied);
        self.state.remove_qubit(qubit);
        self.slots.swap_remove(qubit.index());
    }

    /// Takes over the qubits and amplitudes of `other`.
    pub(crate) fn join(&mut self, other: Self) -> Result<(), SimError> {
        self.state.tensor(&other.state)?;
        self.slots.extend(other.slots);
        Ok(())
    }
}

/// The operands of a named effect, on the state that a walk changes.
///
/// An operand is named by its place in [`NamedEffect::operands`](crate::NamedEffect::operands).
#[derive(Debug)]
pub struct OperandState<'a> {
    slot_state: &'a mut SlotState,
    slots: &'a [Slot],
}

impl<'a> OperandState<'a> {
    pub(crate) fn new(slot_state: &'a mut SlotState, slots: &'a [Slot]) -> Self {
        Self { slot_state, slots }
    }

    /// Qubit of an operand that has entered.
    ///
    /// # Panics
    /// Panics if it has none.
    pub fn qubit(&self, operand: usize) -> Qubit {
        self.slot_state.expect_qubit(self.slots[operand])
    }

    /// Returns `true` if the operand has a qubit.
    pub fn has_qubit(&self, operand: usize) -> bool {
        self.slot_state.qubit(self.slots[operand]).is_some()
    }

    /// Gives the qubit of `from` to `to`; a classical `from` leaves `to` a new qubit in |1⟩.
    #[inline]
    pub fn relabel(&mut self, from: usize, to: usize) -> Qubit {
        let [from, to] = [from, to].map(|operand| self.slots[operand]);
        match self.slot_state.qubit(from) {
            Some(qubit) => {
                self.slot_state.slots[qubit.index()] = to;
                qubit
            }
            None => self.push(to, |state| state.add_qubit(true)),
        }
    }

    /// Adds a qubit for a classical operand, in |0⟩ or |1⟩.
    pub fn enter(&mut self, operand: usize, occupied: bool) {
        self.slot_state.enter(self.slots[operand], occupied);
    }

    /// Adds a qubit for a classical operand by [`Sparse::add_qubit_by`].
    #[inline]
    pub fn enter_by(
        &mut self,
        operand: usize,
        image: impl FnMut(BasisState) -> (bool, Option<Complex64>),
    ) {
        self.push(self.slots[operand], |state| state.add_qubit_by(image));
    }

    /// Splits a qubit over itself and a classical empty operand, by [`Sparse::split`].
    #[inline]
    pub fn split(&mut self, qubit: Qubit, to: usize) {
        self.push(self.slots[to], |state| state.split(qubit));
    }

    /// Applies a gate.
    pub fn apply(&mut self, gate: Gate, qubits: &[Qubit]) {
        self.slot_state.state.apply(gate, qubits);
    }

    /// Drops an operand that is in |0⟩.
    pub fn leave(&mut self, operand: usize) {
        self.slot_state.remove(self.slots[operand], false);
    }

    /// Gives a slot the last qubit, which `add` makes.
    #[inline]
    fn push(
        &mut self,
        slot: Slot,
        add: impl FnOnce(&mut Sparse) -> Result<Qubit, SimError>,
    ) -> Qubit {
        let qubit = add(&mut self.slot_state.state).expect(CHECKED);
        self.slot_state.slots.push(slot);
        qubit
    }
}
