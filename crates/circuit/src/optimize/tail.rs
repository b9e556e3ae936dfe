use std::collections::{BTreeMap, BTreeSet};

use super::exchange::{exchange, pair};
use super::level::Optimization;
use super::reach::Reach;
use crate::gate::Axis;
use crate::{Action, Circuit, Clbit, Gate, Operation, Parity, PostProcessing, Qubit};

/// Operations on a qubit after the place that the walk from the end has reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Suffix {
    /// Nothing but perhaps its measurement.
    Nothing,
    /// Gates that leave this axis alone.
    Only(Axis),
    /// Any other operations.
    More,
}

impl Suffix {
    fn with(self, axis: Option<Axis>) -> Self {
        match (self, axis) {
            (Self::Nothing, Some(axis)) => Self::Only(axis),
            (Self::Only(there), Some(axis)) if there == axis => self,
            _ => Self::More,
        }
    }

    fn allows(self, axis: Axis) -> bool {
        self == Self::Nothing || self == Self::Only(axis)
    }
}

/// Without gates at the end whose effect can't be seen, or is one on bits.
///
/// Of a circuit that measures something these go: gates on what is never measured, phases of what
/// is only measured, and with [`Optimization::PostProcessed`] X and CX of what is only measured, for which
/// `post` gets the exclusive or. Where a split leaves its two qubits alike, they may change names
/// for that.
pub(super) fn cut(
    circuit: &Circuit,
    level: Optimization,
    post: &mut PostProcessing,
    wires: &mut [Qubit],
) -> Vec<Operation> {
    let mut walk = Walk {
        level,
        after: vec![Suffix::Nothing; circuit.num_qubits()],
        clbit: vec![None; circuit.num_qubits()],
        rows: post.bits().to_vec(),
    };
    let alike = match level {
        Optimization::PostProcessed => split_ends(circuit),
        _ => BTreeSet::new(),
    };
    let mut kept = Vec::with_capacity(circuit.operations().len());
    for (place, &operation) in circuit.operations().iter().enumerate().rev() {
        if walk.goes(&operation) {
            continue;
        }
        if let (true, Some([part, rest])) = (alike.contains(&place), pair(&operation)) {
            walk.exchange(part, rest);
            if walk.goes(&operation) {
                exchange(kept.iter_mut(), wires, part, rest);
                continue;
            }
            walk.exchange(part, rest);
        }
        walk.keep(&operation);
        kept.push(operation);
    }
    kept.reverse();
    *post = PostProcessing::new(walk.rows);
    kept
}

struct Walk {
    level: Optimization,
    after: Vec<Suffix>,
    /// The clbit that reads each qubit at the end.
    clbit: Vec<Option<Clbit>>,
    /// The requested bits.
    rows: Vec<Parity>,
}

impl Walk {
    /// Returns `true` if the operation is needless.
    fn goes(&mut self, operation: &Operation) -> bool {
        let Action::Gate(gate, operands) = operation.action else {
            return false;
        };
        let qubits = operands.as_slice();
        self.is_unseen(gate, qubits) || self.is_post_processed(gate, qubits)
    }

    /// Takes in an operation that stays.
    fn keep(&mut self, operation: &Operation) {
        match operation.action {
            Action::Measure(qubit, clbit) => {
                let index = qubit.index();
                if self.after[index] == Suffix::Nothing && self.clbit[index].is_none() {
                    self.clbit[index] = Some(clbit);
                } else {
                    self.after[index] = Suffix::More;
                }
            }
            Action::Gate(gate, operands) => {
                for (place, qubit) in operands.as_slice().iter().enumerate() {
                    let after = &mut self.after[qubit.index()];
                    *after = after.with(gate.axis(place));
                }
            }
        }
    }

    /// Exchanges what follows on two qubits.
    fn exchange(&mut self, a: Qubit, b: Qubit) {
        self.after.swap(a.index(), b.index());
        self.clbit.swap(a.index(), b.index());
    }

    /// Returns `true` if no measurement depends on the gate.
    fn is_unseen(&self, gate: Gate, qubits: &[Qubit]) -> bool {
        let of = |qubit: &Qubit| self.after[qubit.index()];
        let is_lost =
            |qubit: &Qubit| of(qubit) == Suffix::Nothing && self.clbit[qubit.index()].is_none();
        // A qubit that is measured may only be a control, or get a phase, and the same afterwards.
        (0..).zip(qubits).all(|(place, qubit)| {
            is_lost(qubit) || gate.axis(place) == Some(Axis::Z) && of(qubit).allows(Axis::Z)
        })
    }

    /// Returns `true` if the gate is an exclusive or of bits read at the end, and adds it to the rows.
    fn is_post_processed(&mut self, gate: Gate, qubits: &[Qubit]) -> bool {
        if self.level != Optimization::PostProcessed {
            return false;
        }
        let after = |place: usize| self.after[qubits[place].index()];
        let read = |place: usize| self.clbit[qubits[place].index()];
        match gate {
            Gate::X if after(0).allows(Axis::X) => {
                let Some(target) = read(0) else { return false };
                for row in self
                    .rows
                    .iter_mut()
                    .filter(|row| row.clbits().contains(&target))
                {
                    row.flip();
                }
                true
            }
            Gate::Cx if after(0).allows(Axis::Z) && after(1).allows(Axis::X) => {
                let (Some(control), Some(target)) = (read(0), read(1)) else {
                    return false;
                };
                for row in self
                    .rows
                    .iter_mut()
                    .filter(|row| row.clbits().contains(&target))
                {
                    row.toggle(control);
                }
                true
            }
            _ => false,
        }
    }
}

/// Progress of a split of one qubit over itself and an empty one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SplitState {
    /// The empty one has its part where this one has something.
    By(Qubit),
    /// The empty one has its part anyhow.
    Alone,
}

/// The places of those CX that end a split of what one qubit holds over it and an empty one. There
/// the two are alike: which of them is called what does not matter.
fn split_ends(circuit: &Circuit) -> BTreeSet<usize> {
    let mut reach = Reach::start(circuit.num_qubits());
    let mut opened = BTreeMap::new();
    let mut ends = BTreeSet::new();
    for (place, operation) in circuit.operations().iter().enumerate() {
        let qubits = operation.qubits();
        let gate = match operation.action {
            Action::Gate(gate, _) => Some(gate),
            Action::Measure(..) => None,
        };
        if let (Some(Gate::Cx), &[part, rest]) = (gate, qubits)
            && match opened.get(&part) {
                Some(&SplitState::By(holder)) => holder == rest,
                Some(SplitState::Alone) => reach.bit(rest) == Some(true),
                None => false,
            }
        {
            ends.insert(place);
        }
        // Whatever else happens to either, a measurement too, ends the likeness.
        opened.retain(|part, state| {
            let is_held = matches!(state, SplitState::By(holder) if qubits.contains(holder));
            !is_held && !qubits.contains(part)
        });
        let beginning = match (gate, qubits) {
            (Some(Gate::Ch), &[holder, part]) => Some((part, SplitState::By(holder))),
            (Some(Gate::H), &[part]) => Some((part, SplitState::Alone)),
            _ => None,
        };
        if let Some((part, state)) = beginning
            && reach.bit(part) == Some(false)
        {
            opened.insert(part, state);
        }
        if let Some(gate) = gate {
            reach.apply(gate, qubits);
        }
    }
    ends
}

/// Without the measurements of qubits that no gate acts on, which read 0. Clbits are numbered anew.
pub(super) fn measured(circuit: &Circuit, post: &PostProcessing) -> (Circuit, PostProcessing) {
    let gated: BTreeSet<Qubit> = circuit
        .gates()
        .flat_map(|(_, qubits)| qubits.iter().copied())
        .collect();
    let needed: BTreeSet<Clbit> = circuit
        .measurements()
        .filter(|(qubit, _)| gated.contains(qubit))
        .map(|(_, clbit)| clbit)
        .collect();
    with_clbits(circuit, post, &needed)
}

/// The circuit with these clbits alone, in order, and the post-processing from them; others are 0.
pub(super) fn with_clbits(
    circuit: &Circuit,
    post: &PostProcessing,
    kept: &BTreeSet<Clbit>,
) -> (Circuit, PostProcessing) {
    let kept: Vec<Clbit> = kept.iter().copied().collect();
    let new = |clbit: &Clbit| kept.binary_search(clbit).ok().map(Clbit::from_index);
    let rows = post
        .bits()
        .iter()
        .map(|row| Parity::new(row.clbits().iter().filter_map(new), row.is_flipped()));
    let operations = circuit.operations().iter().filter_map(|operation| {
        let action = match operation.action {
            Action::Measure(qubit, clbit) => Action::Measure(qubit, new(&clbit)?),
            gate @ Action::Gate(..) => gate,
        };
        Some(Operation {
            action,
            ..*operation
        })
    });
    let rest = Circuit::new(circuit.num_qubits(), kept.len());
    (
        rest.with_operations(operations.collect()),
        PostProcessing::new(rows.collect()),
    )
}
