use super::phase::{Phase, apart};
use super::reach::Reach;
use crate::gate::Axis;
use crate::{Action, Circuit, Gate, Groups, Operation, Qubit};

/// Moves phases towards the end, where they meet and, before a measurement, do nothing.
///
/// A phase passes controls, X (which turns it round), exchanges, and the target of a CX where the
/// possible states of both its qubits are three at most: then the phase of their parity is one of
/// each qubit by itself.
pub(super) fn gather(circuit: &Circuit) -> Vec<Operation> {
    let mut pass = Pass {
        reach: Reach::start(circuit.num_qubits()),
        waiting: vec![Phase::ZERO; circuit.num_qubits()],
        origins: vec![Groups::default(); circuit.num_qubits()],
        last: vec![Groups::default(); circuit.num_qubits()],
        out: Vec::with_capacity(circuit.operations().len()),
    };
    for &operation in circuit.operations() {
        match operation.action {
            Action::Measure(qubit, _) => {
                pass.waiting[qubit.index()] = Phase::ZERO;
                pass.out.push(operation);
            }
            Action::Gate(gate, operands) => pass.gate(operation, gate, operands.as_slice()),
        }
    }
    // With any measurement, a final phase of an unmeasured qubit can't be observed.
    if circuit.measurements().next().is_none() {
        for index in 0..circuit.num_qubits() {
            pass.flush(Qubit::from_index(index));
        }
    }
    pass.out
}

struct Pass {
    reach: Reach,
    /// The phase on its way on each qubit.
    waiting: Vec<Phase>,
    /// The groups of the gates that the phase is made of.
    origins: Vec<Groups>,
    /// Those of the last gate on each qubit, with which a phase then stands.
    last: Vec<Groups>,
    out: Vec<Operation>,
}

impl Pass {
    fn gate(&mut self, operation: Operation, gate: Gate, qubits: &[Qubit]) {
        if let (Some(phase), &[qubit]) = (Phase::of(gate), qubits) {
            let waiting = &mut self.waiting[qubit.index()];
            *waiting = *waiting + phase;
            self.note(qubit, operation.groups);
        } else {
            self.pass(gate, qubits);
            self.reach.apply(gate, qubits);
            self.out.push(operation);
        }
        for qubit in qubits {
            self.last[qubit.index()] = operation.groups;
        }
    }

    /// Moves the phases on the gate's qubits past it, or emits them before it.
    fn pass(&mut self, gate: Gate, qubits: &[Qubit]) {
        let before = |pass: &Self, place: usize| pass.waiting[qubits[place].index()];
        match gate {
            Gate::X | Gate::Y => {
                let waiting = &mut self.waiting[qubits[0].index()];
                *waiting = -*waiting;
            }
            Gate::Swap | Gate::Iswap | Gate::Iswapdg => {
                self.waiting.swap(qubits[0].index(), qubits[1].index());
                self.origins.swap(qubits[0].index(), qubits[1].index());
            }
            Gate::Siswap | Gate::Siswapdg if before(self, 0) == before(self, 1) => {}
            Gate::Cx if !before(self, 1).is_zero() => {
                let (control, target) = (before(self, 0), before(self, 1));
                let mut after = self.reach.clone();
                after.apply(gate, qubits);
                // The states in the order of the gate's matrix, as they are after it.
                let phases = [Phase::ZERO, control + target, target, control];
                if let Some((control, target)) = apart(phases, after.possible(qubits)) {
                    self.waiting[qubits[0].index()] = control;
                    self.waiting[qubits[1].index()] = target;
                    self.note(qubits[0], self.origins[qubits[1].index()]);
                    self.note(qubits[1], self.origins[qubits[0].index()]);
                } else {
                    self.flush(qubits[1]);
                }
            }
            _ => {
                for (place, &qubit) in qubits.iter().enumerate() {
                    if gate.axis(place) != Some(Axis::Z) {
                        self.flush(qubit);
                    }
                }
            }
        }
    }

    /// Adds groups to those of the phase on a qubit.
    fn note(&mut self, qubit: Qubit, groups: Groups) {
        let origins = &mut self.origins[qubit.index()];
        *origins = origins.union(groups);
    }

    fn flush(&mut self, qubit: Qubit) {
        let phase = std::mem::take(&mut self.waiting[qubit.index()]);
        let origins = std::mem::take(&mut self.origins[qubit.index()]);
        // The phase of a certain qubit is a global one.
        if self.reach.bit(qubit).is_none() {
            let groups = origins.union(self.last[qubit.index()]);
            let gates = phase.gates();
            self.out
                .extend(gates.map(|gate| Operation::gate(gate, &[qubit], groups)));
        }
    }
}
