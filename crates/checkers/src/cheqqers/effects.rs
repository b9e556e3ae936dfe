//! The effects that only Cheqqers has: merges, and captures that entangle.

use cheqqers_circuit::Gate;
use cheqqers_world::{Effect, NamedEffect, Operand, Primitive, Slot};
use num_complex::Complex64;

/// |f1⟩ becomes (-i/√2)|to⟩ - (1/√2)|f2⟩, and |f2⟩ becomes (-i/√2)|to⟩ + (1/√2)|f2⟩: the inverse of
/// a split of `to` over `from`. Operands: f1, f2, to. The first source is always vacated, and never
/// are both occupied.
///
/// Source: arXiv:2506.05962, appendix; [`Gate::Merge`] with an empty target.
pub static MERGE: NamedEffect = NamedEffect {
    name: "merge",
    operands: &[Operand::Leaving, Operand::Quantum, Operand::Empty],
    definition: &[
        Primitive::Enter(2, false),
        Primitive::Gate(Gate::Merge, &[0, 1, 2]),
        Primitive::Leave(0),
    ],
    short: &[
        Primitive::Relabel(0, 2),
        Primitive::Gate(Gate::Cx, &[1, 2]),
        Primitive::Gate(Gate::Ch, &[2, 1]),
        Primitive::Gate(Gate::Cx, &[1, 2]),
        Primitive::Gate(Gate::Sdg, &[2]),
        Primitive::Gate(Gate::Z, &[1]),
    ],
    walk: Some(|operands| {
        let to = operands.relabel(0, 2);
        operands.apply(Gate::Sdg, &[to]);
        operands.apply(Gate::Siswapdg, &[to, operands.qubit(1)]);
    }),
    changed: &[1, 2],
    is_even: false,
};

/// Entangling capture: where the captured part is on its square it leaves, and the capturer comes to
/// `to` with a factor i; elsewhere the capturer stays. Operands: capturer, captured, to.
///
/// Source: arXiv:2506.05962, captures at level 2.
pub static CAPTURE: NamedEffect = NamedEffect {
    name: "capture",
    operands: &[Operand::Occupied, Operand::Leaving, Operand::Empty],
    definition: &[
        Primitive::Enter(0, true),
        Primitive::Enter(2, false),
        Primitive::Gate(Gate::Ccx, &[0, 1, 2]),
        Primitive::Gate(Gate::Cx, &[2, 1]),
        Primitive::Gate(Gate::Cx, &[2, 0]),
        Primitive::Gate(Gate::S, &[2]),
        Primitive::Leave(1),
    ],
    short: &[
        Primitive::Relabel(1, 2),
        Primitive::Enter(0, true),
        Primitive::Gate(Gate::Cx, &[2, 0]),
        Primitive::Gate(Gate::S, &[2]),
    ],
    walk: Some(|operands| {
        let to = operands.relabel(1, 2);
        operands.enter_by(0, |basis| {
            if basis.bit(to) {
                (false, Some(Complex64::I))
            } else {
                (true, None)
            }
        });
    }),
    changed: &[0, 2],
    is_even: false,
};

/// The [`MERGE`] of two quantum slots of one piece into an empty one.
pub fn merge(from: [Slot; 2], to: Slot) -> Effect {
    Effect::named(&MERGE, &[from[0], from[1], to])
}

/// The [`CAPTURE`] by a classical piece of a quantum one, over which it comes to the empty slot `to`.
pub fn capture(capturer: Slot, captured: Slot, to: Slot) -> Effect {
    Effect::named(&CAPTURE, &[capturer, captured, to])
}
