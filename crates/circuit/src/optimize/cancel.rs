use crate::{Action, Operands, Operation, gate::Axis};

/// Without gates that undo each other, where all between them commutes with them.
pub(super) fn cancel(operations: Vec<Operation>) -> Vec<Operation> {
    let mut kept: Vec<Operation> = Vec::with_capacity(operations.len());
    for operation in operations {
        match undone(&operation, &kept) {
            Some(place) => {
                kept.remove(place);
            }
            None => kept.push(operation),
        }
    }
    kept
}

/// The place of the operation that this one undoes.
fn undone(operation: &Operation, before: &[Operation]) -> Option<usize> {
    let Action::Gate(gate, operands) = operation.action else {
        return None;
    };
    let (inverse, order) = gate.inverse();
    let wanted = in_order(inverse, operands.pick(order));
    for (place, earlier) in before.iter().enumerate().rev() {
        if let Action::Gate(gate, operands) = earlier.action
            && gate == inverse
            && in_order(gate, operands) == wanted
        {
            return Some(place);
        }
        if !commute(operation, earlier) {
            return None;
        }
    }
    None
}

/// Returns `true` if the axes show that two operations commute.
fn commute(a: &Operation, b: &Operation) -> bool {
    let (of_a, of_b) = (axes(a), axes(b));
    of_a.iter().flatten().all(|(qubit, axis)| {
        let mut shared = of_b.iter().flatten().filter(|(other, _)| other == qubit);
        shared.all(|(_, other)| axis.is_some() && axis == other)
    })
}

/// The qubits of an operation with the axes that it leaves alone.
fn axes(operation: &Operation) -> [Option<(crate::Qubit, Option<Axis>)>; 3] {
    let mut axes = [None; 3];
    match operation.action {
        Action::Measure(qubit, _) => axes[0] = Some((qubit, Some(Axis::Z))),
        Action::Gate(gate, operands) => {
            for (place, &qubit) in operands.as_slice().iter().enumerate() {
                axes[place] = Some((qubit, gate.axis(place)));
            }
        }
    }
    axes
}

/// The operands, those that may change places in the order of their numbers.
fn in_order(gate: crate::Gate, operands: Operands) -> Operands {
    let qubits = operands.as_slice();
    match gate.symmetry() {
        Some((a, b)) if qubits[a] > qubits[b] => {
            let mut places = [0, 1, 2];
            places.swap(a, b);
            operands.pick(&places[..qubits.len()])
        }
        _ => operands,
    }
}
