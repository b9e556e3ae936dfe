use super::reach::{Indices, Reach, images};
use crate::{Action, Gate, Operands, Operation};

/// Without controls that are always 1 where it matters, and without gates that do nothing but a
/// global phase to what is possible.
pub(super) fn strip(operations: Vec<Operation>, num_qubits: usize) -> Vec<Operation> {
    let mut reach = Reach::start(num_qubits);
    let mut kept = Vec::with_capacity(operations.len());
    for operation in operations {
        let Action::Gate(gate, operands) = operation.action else {
            kept.push(operation);
            continue;
        };
        let (gate, operands) = without_controls(gate, operands, &reach);
        if !is_trivial(gate, reach.possible(operands.as_slice())) {
            reach.apply(gate, operands.as_slice());
            kept.push(Operation {
                action: Action::Gate(gate, operands),
                ..operation
            });
        }
    }
    kept
}

/// The gate without the controls that are 1 whenever all others are.
fn without_controls(mut gate: Gate, mut operands: Operands, reach: &Reach) -> (Gate, Operands) {
    while let Some(uncontrolled) = gate.uncontrolled() {
        // A qubit that may change places with a control is one: either qubit of a CZ.
        let controls = match gate.symmetry() {
            Some((0, other)) => gate.num_controls().max(other + 1),
            _ => gate.num_controls(),
        };
        let possible = reach.possible(operands.as_slice());
        let all: usize = (1 << controls) - 1;
        let is_needless = |&place: &usize| {
            let others = all & !(1 << place);
            let matters =
                (0..8).filter(|&index| possible >> index & 1 == 1 && index & others == others);
            let mut matters = matters.map(|index: usize| index >> place & 1 == 1);
            matters.all(|control| control)
        };
        let Some(place) = (0..controls).find(is_needless) else {
            break;
        };
        let others: Vec<usize> = (0..gate.num_qubits()).filter(|&k| k != place).collect();
        (gate, operands) = (uncontrolled, operands.pick(&others));
    }
    (gate, operands)
}

/// Returns `true` if the gate is at most a global phase on the possible states.
fn is_trivial(gate: Gate, possible: Indices) -> bool {
    let images = images(gate);
    let mut possible = (0..8).filter(|&index| possible >> index & 1 == 1);
    let mut phase = None;
    possible.all(|from| {
        images[from] == 1 << from && {
            let entry = gate.entry(from, from);
            *phase.get_or_insert(entry) == entry
        }
    })
}
