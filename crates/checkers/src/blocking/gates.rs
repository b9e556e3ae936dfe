//! The gates of each move, as effects on slots.
//!
//! A certain piece enters in |1⟩ first; a slot on the target is fresh, in |0⟩. Blockers are controls:
//! where one of them is occupied nothing moves. As there are never two of them on a square, "one of
//! them" is their sum modulo 2, so that no more than a CX for each is needed.

use cheqqers_circuit::Gate;
use cheqqers_world::{Effect, Slot};

/// Effects under way.
pub(super) type Effects = Vec<Effect>;

/// The part that moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    pub(super) slot: Slot,
    /// Whether it is quantum before the move.
    pub(super) quantum: bool,
    /// Whether a step gives a factor i.
    pub(super) phase: bool,
}

fn enter(slot: Slot, occupied: bool) -> Effect {
    Effect::Enter { slot, occupied }
}

impl Mover {
    /// Makes the part quantum where it is.
    fn enter(self, out: &mut Effects) {
        if !self.quantum {
            out.push(enter(self.slot, true));
        }
    }

    /// A step of a quantum part to a free square.
    pub(super) fn step(self, out: &mut Effects, to: Slot) {
        let from = self.slot;
        out.push(if self.phase {
            Effect::Step { from, to }
        } else {
            Effect::Relabel { from, to }
        });
    }

    /// A step that takes place where no blocker is on the target.
    pub(super) fn blocked_step(self, out: &mut Effects, to: Slot, blockers: &[Slot]) {
        let from = self.slot;
        if self.quantum {
            // Copied to the target but where it is blocked, then erased where it was copied.
            out.extend([enter(to, false), Effect::gate(Gate::Cx, &[from, to])]);
            let blocked = |&slot: &Slot| Effect::gate(Gate::Ccx, &[from, slot, to]);
            out.extend(blockers.iter().map(blocked));
            out.push(Effect::gate(Gate::Cx, &[to, from]));
        } else {
            // It is where the blocker is not.
            out.extend([enter(from, false), enter(to, true)]);
            for &slot in blockers {
                out.extend([
                    Effect::gate(Gate::Cx, &[slot, to]),
                    Effect::gate(Gate::Cx, &[slot, from]),
                ]);
            }
        }
        if self.phase {
            out.push(Effect::gate(Gate::S, &[to]));
        }
    }

    /// A quantum move to two free squares.
    pub(super) fn split(self, out: &mut Effects, to: [Slot; 2]) {
        out.push(Effect::Split {
            from: self.slot,
            to,
        });
    }

    /// Half to a free square, half stays.
    pub(super) fn half(self, out: &mut Effects, to: Slot) {
        self.enter(out);
        out.extend([
            enter(to, false),
            Effect::gate(Gate::Siswap, &[self.slot, to]),
        ]);
    }

    /// Half to the first square, which is free; the other half to the second but where it is blocked.
    pub(super) fn split_half_blocked(self, out: &mut Effects, to: [Slot; 2], blockers: &[Slot]) {
        self.half(out, to[0]);
        let rest = Self {
            quantum: true,
            ..self
        };
        rest.blocked_step(out, to[1], blockers);
    }

    /// Half to the square but where it is blocked.
    pub(super) fn half_blocked(self, out: &mut Effects, to: Slot, clear: &Clear<'_>) {
        self.enter(out);
        out.push(enter(to, false));
        clear.during(out, |out, clear| {
            controlled_siswap(out, clear, self.slot, to);
        });
    }

    /// Half to either square but where that half is blocked.
    ///
    /// Where both are free the second half is on its way twice, which is an iSWAP.
    pub(super) fn split_blocked(
        self,
        out: &mut Effects,
        to: [Slot; 2],
        clear: [&Clear<'_>; 2],
        both: Slot,
    ) {
        let from = self.slot;
        self.enter(out);
        out.extend(to.map(|slot| enter(slot, false)));
        clear[0].during(out, |out, first| {
            controlled_siswap(out, first, from, to[0]);
            clear[1].during(out, |out, second| {
                controlled_siswap(out, second, from, to[1]);
                let conjunction = Effect::gate(Gate::Ccx, &[first, second, both]);
                out.extend([enter(both, false), conjunction]);
                controlled_siswap(out, both, from, to[1]);
                out.push(conjunction);
            });
        });
    }

    /// Half to a free square by a root of SWAP, half stays.
    pub(super) fn root(self, out: &mut Effects, to: Slot) {
        self.enter(out);
        out.push(enter(to, false));
        root_of_swap(out, self.slot, to);
    }

    /// The same but where it is blocked.
    pub(super) fn root_blocked(
        self,
        out: &mut Effects,
        to: Slot,
        clear: &Clear<'_>,
        control: Slot,
    ) {
        let from = self.slot;
        self.enter(out);
        out.push(enter(to, false));
        clear.during(out, |out, clear| {
            let conjunction = Effect::gate(Gate::Ccx, &[clear, to, control]);
            out.extend([
                Effect::gate(Gate::Cx, &[from, to]),
                enter(control, false),
                conjunction,
            ]);
            controlled_root_of_x(out, control, from);
            out.extend([conjunction, Effect::gate(Gate::Cx, &[from, to])]);
        });
    }
}

/// Whether a square is free of blockers, as a qubit that can control.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clear<'a> {
    pub(super) blockers: &'a [Slot],
    /// A slot that nothing uses, for more than one blocker.
    pub(super) ancilla: Slot,
}

impl Clear<'_> {
    /// Does something while a slot reads 1 where no blocker is occupied.
    fn during(&self, out: &mut Effects, act: impl FnOnce(&mut Effects, Slot)) {
        if let &[blocker] = self.blockers {
            let flip = Effect::gate(Gate::X, &[blocker]);
            out.push(flip);
            act(out, blocker);
            out.push(flip);
            return;
        }
        let ancilla = self.ancilla;
        let sum = |out: &mut Effects| {
            let add = |&slot: &Slot| Effect::gate(Gate::Cx, &[slot, ancilla]);
            out.extend(self.blockers.iter().map(add));
        };
        out.push(enter(ancilla, true));
        sum(out);
        act(out, ancilla);
        sum(out);
        out.push(Effect::gate(Gate::X, &[ancilla]));
    }
}

/// A root of iSWAP where the control is 1.
///
/// Between two CX only one gate needs the control: exp(iπX/4) is H exp(iπZ/4) H, and a phase that
/// is turned back but where the qubit was flipped in between.
fn controlled_siswap(out: &mut Effects, control: Slot, a: Slot, b: Slot) {
    out.extend([
        Effect::gate(Gate::Cx, &[a, b]),
        Effect::gate(Gate::H, &[a]),
        Effect::gate(Gate::Tdg, &[a]),
        Effect::gate(Gate::Ccx, &[control, b, a]),
        Effect::gate(Gate::T, &[a]),
        Effect::gate(Gate::Ccx, &[control, b, a]),
        Effect::gate(Gate::H, &[a]),
        Effect::gate(Gate::Cx, &[a, b]),
    ]);
}

/// The root of SWAP that keeps |00⟩ and |11⟩ and has the entries (1 ± i)/2.
pub(super) fn root_of_swap(out: &mut Effects, a: Slot, b: Slot) {
    out.push(Effect::gate(Gate::Cx, &[a, b]));
    controlled_root_of_x(out, b, a);
    out.push(Effect::gate(Gate::Cx, &[a, b]));
}

/// A root of X where the control is 1: a controlled S between two H.
fn controlled_root_of_x(out: &mut Effects, control: Slot, target: Slot) {
    out.extend([
        Effect::gate(Gate::H, &[target]),
        Effect::gate(Gate::T, &[control]),
        Effect::gate(Gate::T, &[target]),
        Effect::gate(Gate::Cx, &[control, target]),
        Effect::gate(Gate::Tdg, &[target]),
        Effect::gate(Gate::Cx, &[control, target]),
        Effect::gate(Gate::H, &[target]),
    ]);
}
