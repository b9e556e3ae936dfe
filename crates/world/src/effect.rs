use cheqqers_circuit::Gate;

use crate::named::NamedEffect;
use crate::slot::Slot;
use crate::split::{SPLIT, STEP};

/// Change of slots.
///
/// A slot that no component holds is classical, and only the game knows its value: an effect on
/// it takes the value it names.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Effect {
    /// A classical slot becomes a qubit, in |1⟩ when occupied, so that gates can act on it.
    Enter {
        /// Slot, classical before.
        slot: Slot,
        /// Value of the slot.
        occupied: bool,
    },
    /// The qubit of `from` becomes that of `to`, with no phase.
    Relabel {
        /// Slot, quantum before, classical and empty afterwards.
        from: Slot,
        /// Slot, classical and empty before.
        to: Slot,
    },
    /// Two slots, both quantum before, exchange their qubits, with no phase; their components become
    /// one.
    Exchange {
        /// The two slots, which differ.
        slots: [Slot; 2],
    },
    /// A gate of the table on quantum slots; their components become one.
    Gate {
        /// Gate of the table.
        gate: Gate,
        /// Its slots in the gate's order, as many as the gate has qubits; the rest is ignored.
        slots: [Slot; 3],
    },
    /// A named effect; the components of its quantum operands become one.
    Named {
        /// Description of the effect.
        effect: &'static NamedEffect,
        /// Its operands, as many as it has; the rest is ignored.
        slots: [Slot; NamedEffect::MAX_OPERANDS],
    },
}

impl Effect {
    /// A gate of the table on quantum slots, as many as it has qubits.
    ///
    /// # Panics
    /// Panics if there are others.
    pub fn gate(gate: Gate, slots: &[Slot]) -> Self {
        assert_eq!(slots.len(), gate.num_qubits(), "{gate} has other qubits");
        Self::Gate {
            gate,
            slots: padded(slots),
        }
    }

    /// A named effect on as many slots as it has operands.
    ///
    /// # Panics
    /// Panics if there are others.
    pub fn named(effect: &'static NamedEffect, slots: &[Slot]) -> Self {
        assert_eq!(slots.len(), effect.operands.len(), "{effect:?} has others");
        Self::Named {
            effect,
            slots: padded(slots),
        }
    }

    /// The [`STEP`] of a quantum slot to an empty one.
    pub fn step(from: Slot, to: Slot) -> Self {
        Self::named(&STEP, &[from, to])
    }

    /// The [`SPLIT`] of a slot, quantum or occupied, over two empty ones.
    pub fn split(from: Slot, to: [Slot; 2]) -> Self {
        Self::named(&SPLIT, &[from, to[0], to[1]])
    }
}

/// The slots, and the first of them in place of the missing ones.
fn padded<const N: usize>(slots: &[Slot]) -> [Slot; N] {
    std::array::from_fn(|k| *slots.get(k).unwrap_or(&slots[0]))
}
