use crate::{Action, Operation, Qubit};

/// The qubits of a gate on two.
pub(super) fn pair(operation: &Operation) -> Option<[Qubit; 2]> {
    match operation.action {
        Action::Gate(_, operands) => operands.as_slice().try_into().ok(),
        Action::Measure(..) => None,
    }
}

/// Exchanges two qubits in all later operations.
pub(super) fn exchange<'a>(
    later: impl Iterator<Item = &'a mut Operation>,
    wires: &mut [Qubit],
    a: Qubit,
    b: Qubit,
) {
    let other = |qubit: Qubit| match qubit {
        _ if qubit == a => b,
        _ if qubit == b => a,
        _ => qubit,
    };
    for operation in later {
        operation.action = match operation.action {
            Action::Gate(gate, operands) => Action::Gate(gate, operands.map(other)),
            Action::Measure(qubit, clbit) => Action::Measure(other(qubit), clbit),
        };
    }
    for wire in wires {
        *wire = other(*wire);
    }
}
