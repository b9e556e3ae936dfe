use cheqqers_circuit::Gate;

use crate::named::{NamedEffect, Operand, Primitive};

/// |from⟩ becomes i|to⟩: an iSWAP with an empty slot. Operands: from, to.
pub static STEP: NamedEffect = NamedEffect {
    name: "step",
    operands: &[Operand::Leaving, Operand::Empty],
    definition: &[Primitive::Relabel(0, 1), Primitive::Gate(Gate::S, &[1])],
    short: &[],
    walk: Some(|operands| {
        let qubit = operands.relabel(0, 1);
        operands.apply(Gate::S, &[qubit]);
    }),
    changed: &[],
    is_even: false,
};

/// |from⟩ becomes (i/√2)(|t1⟩ + |t2⟩): [`Gate::Split`] over two empty slots. Operands: from, t1, t2.
///
/// [`Gate::Split`] is the definition and lists the tests of every form: of the short form here and the
/// walk, `tests/games/effects.rs`; of [`Sparse::split`](cheqqers_sim::Sparse::split), those of `sim`.
pub static SPLIT: NamedEffect = NamedEffect {
    name: "split",
    operands: &[Operand::LeavingOrOccupied, Operand::Empty, Operand::Empty],
    definition: &[
        Primitive::Enter(0, true),
        Primitive::Enter(1, false),
        Primitive::Enter(2, false),
        Primitive::Gate(Gate::Split, &[0, 1, 2]),
        Primitive::Leave(0),
    ],
    short: &[
        Primitive::Enter(0, true),
        Primitive::Relabel(0, 1),
        Primitive::Enter(2, false),
        Primitive::Gate(Gate::S, &[1]),
        Primitive::Gate(Gate::Ch, &[1, 2]),
        Primitive::Gate(Gate::Cx, &[2, 1]),
    ],
    walk: Some(|operands| {
        let qubit = operands.relabel(0, 1);
        operands.split(qubit, 2);
    }),
    changed: &[1, 2],
    is_even: true,
};
