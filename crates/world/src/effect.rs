use cheqqers_circuit::Gate;

use crate::Slot;

/// What a move does to slots.
///
/// A slot that no component holds is certain, and only the game knows what it holds: an effect on
/// it takes the content named below.
/// Each effect is a short exact word of gates in either [`Encoding`](crate::Encoding).
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Effect {
    /// A certain slot becomes a qubit, in |1⟩ when occupied, so that gates can act on it.
    Enter {
        /// The certain slot.
        slot: Slot,
        /// What it holds.
        occupied: bool,
    },
    /// What was on `from` is on the empty slot `to`, with no phase.
    Relabel {
        /// A quantum slot.
        from: Slot,
        /// An empty slot.
        to: Slot,
    },
    /// |from⟩ becomes i|to⟩: an iSWAP with an empty slot.
    Step {
        /// A quantum slot.
        from: Slot,
        /// An empty slot.
        to: Slot,
    },
    /// |from⟩ becomes (i/√2)(|t1⟩ + |t2⟩).
    Split {
        /// A quantum slot, or a certain occupied one, which starts a component.
        from: Slot,
        /// Two empty slots.
        to: [Slot; 2],
    },
    /// |f1⟩ becomes (-i/√2)|to⟩ - (1/√2)|f2⟩, and |f2⟩ becomes (-i/√2)|to⟩ + (1/√2)|f2⟩:
    /// the inverse of a split of `to` over `from`. The first source is always vacated.
    Merge {
        /// Two quantum slots of one component, never both occupied.
        from: [Slot; 2],
        /// An empty slot.
        to: Slot,
    },
    /// Where `captured` is occupied it is emptied and the content of `capturer` goes to `to` with
    /// a factor i; elsewhere `capturer` keeps it.
    Capture {
        /// A certain occupied slot.
        capturer: Slot,
        /// A quantum slot.
        captured: Slot,
        /// An empty slot.
        to: Slot,
    },
    /// A gate of the table on quantum slots; their components become one.
    Gate {
        /// The gate.
        gate: Gate,
        /// Its slots in the gate's order, as many as the gate has qubits; the rest is ignored.
        slots: [Slot; 3],
    },
}

impl Effect {
    /// A gate of the table on quantum slots, as many as it has qubits.
    ///
    /// # Panics
    /// When there are others.
    pub fn gate(gate: Gate, slots: &[Slot]) -> Self {
        assert_eq!(slots.len(), gate.num_qubits(), "{gate} has other qubits");
        let slot = |place: usize| slots.get(place).copied().unwrap_or(slots[0]);
        Self::Gate {
            gate,
            slots: [slot(0), slot(1), slot(2)],
        }
    }
}
