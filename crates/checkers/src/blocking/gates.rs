//! The gates of each move, as effects on slots.
//!
//! A classical piece enters in |1⟩ first; a slot on the target is fresh, in |0⟩. Blockers are the
//! path that must be clear: where one of them is occupied nothing moves. There are never two of them
//! on a square.

use cheqqers_circuit::Gate;
use cheqqers_world::{Control, Effect, Effects, Slot};

/// The part that moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    pub(super) slot: Slot,
    /// `true` if it is quantum before the move.
    pub(super) quantum: bool,
}

impl Mover {
    /// Makes the part quantum where it is, and lets the targets enter.
    fn enter(self, out: &mut Effects, targets: &[Slot]) {
        if !self.quantum {
            out.enter(self.slot, true);
        }
        for &target in targets {
            out.enter(target, false);
        }
    }

    /// A step of a quantum part to a free square.
    pub(super) fn step(self, out: &mut Effects, to: Slot) {
        let from = self.slot;
        out.push(Effect::Relabel { from, to });
    }

    /// A step that takes place where no blocker is on the target.
    pub(super) fn blocked_step(self, out: &mut Effects, to: Slot, blockers: &[Slot]) {
        if self.quantum {
            out.relabel_where_clear(blockers, self.slot, to);
        } else {
            out.enter_where_clear(blockers, self.slot, to);
        }
    }

    /// A quantum move to two free squares.
    pub(super) fn split(self, out: &mut Effects, to: [Slot; 2]) {
        out.push(Effect::split(self.slot, to));
    }

    /// Half to a free square, half stays.
    pub(super) fn half(self, out: &mut Effects, to: Slot) {
        self.enter(out, &[to]);
        out.gate(Gate::Siswap, &[self.slot, to]);
    }

    /// Half to the first square, which is free; the other half to the second but where it is blocked.
    pub(super) fn split_half_blocked(self, out: &mut Effects, to: [Slot; 2], blockers: &[Slot]) {
        self.half(out, to[0]);
        let rest = Self {
            quantum: true,
            slot: self.slot,
        };
        rest.blocked_step(out, to[1], blockers);
    }

    /// Half to the square but where it is blocked.
    pub(super) fn half_blocked(self, out: &mut Effects, to: Slot, clear: Control<'_>) {
        self.enter(out, &[to]);
        out.controlled_by(clear, |out, clear| {
            out.controlled_gate(clear, Gate::Siswap, &[self.slot, to]);
        });
    }

    /// Half to either square but where that half is blocked.
    ///
    /// Where both are free the second half is on its way twice, which is an iSWAP.
    pub(super) fn split_blocked(
        self,
        out: &mut Effects,
        to: [Slot; 2],
        clear: [Control<'_>; 2],
        both: Slot,
    ) {
        let from = self.slot;
        self.enter(out, &to);
        out.controlled_by(clear[0], |out, first| {
            out.controlled_gate(first, Gate::Siswap, &[from, to[0]]);
            out.controlled_by(clear[1], |out, second| {
                out.controlled_gate(second, Gate::Siswap, &[from, to[1]]);
                let values = &[(first, true), (second, true)];
                let ancillas = &[both];
                out.controlled_by(Control::Values { values, ancillas }, |out, both| {
                    out.controlled_gate(both, Gate::Siswap, &[from, to[1]]);
                });
            });
        });
    }

    /// Half to a free square by a root of SWAP, half stays.
    pub(super) fn root(self, out: &mut Effects, to: Slot) {
        self.enter(out, &[to]);
        root_of_swap(out, self.slot, to);
    }

    /// The same but where it is blocked.
    pub(super) fn root_blocked(
        self,
        out: &mut Effects,
        to: Slot,
        clear: Control<'_>,
        ancilla: Slot,
    ) {
        let from = self.slot;
        self.enter(out, &[to]);
        out.controlled_by(clear, |out, clear| {
            out.gate(Gate::Cx, &[from, to]);
            let (values, ancillas) = (&[(clear, true), (to, true)], &[ancilla]);
            out.controlled_by(Control::Values { values, ancillas }, |out, control| {
                out.controlled_gate(control, Gate::Sx, &[from]);
            });
            out.gate(Gate::Cx, &[from, to]);
        });
    }
}

/// The root of SWAP that keeps |00⟩ and |11⟩ and has the entries (1 ± i)/2: between two CX, a root of
/// X that only one qubit controls.
pub(super) fn root_of_swap(out: &mut Effects, a: Slot, b: Slot) {
    out.gate(Gate::Cx, &[a, b]);
    out.controlled_gate(b, Gate::Sx, &[a]);
    out.gate(Gate::Cx, &[a, b]);
}
