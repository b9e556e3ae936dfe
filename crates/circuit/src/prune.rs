use crate::{Action, Circuit, Gate, Operands, Operation, Qubit};

/// A circuit without what does not matter, and where its qubits went.
#[derive(Clone, PartialEq, Debug)]
pub struct Pruned {
    /// The smaller circuit.
    pub circuit: Circuit,
    /// For each qubit of the circuit before, its number now; `None` when it is gone, being unused and in |0⟩.
    pub qubits: Vec<Option<Qubit>>,
}

/// Removes what changes nothing when all qubits start in |0⟩.
///
/// The final state stays the same up to a global phase, and with it the distribution of all
/// measured bits, wherever the measurements are. Gates keep their order and groups. What goes:
/// - controls known to be 1, and gates with a control known to be 0,
/// - phases on qubits in a known basis state, exchanges of two qubits in the same one,
/// - a gate and its inverse with nothing between them on their qubits,
/// - at last the qubits with no operation.
///
/// A qubit known to be 1 keeps the gate that made it so. Knowledge is of single qubits: where a
/// gate makes a qubit uncertain, it stays uncertain. Cost: linear in the operations, once per round
/// that removes something.
pub fn prune(circuit: &Circuit) -> Pruned {
    let mut operations = circuit.operations().to_vec();
    loop {
        let before = size(&operations);
        operations = simplified(operations, circuit.num_qubits());
        operations = without_inverse_pairs(operations, circuit.num_qubits());
        if size(&operations) == before {
            return without_unused(&circuit.with_operations(operations));
        }
    }
}

/// The number of operands of all operations, which every change lowers.
fn size(operations: &[Operation]) -> usize {
    operations
        .iter()
        .map(|operation| qubits(operation).len())
        .sum()
}

fn qubits(operation: &Operation) -> &[Qubit] {
    match &operation.action {
        Action::Gate(_, operands) => operands.as_slice(),
        Action::Measure(qubit, _) => std::slice::from_ref(qubit),
    }
}

/// What is known of each qubit: its bit, where it is certain.
type Known = Vec<Option<bool>>;

fn simplified(operations: Vec<Operation>, num_qubits: usize) -> Vec<Operation> {
    let mut known: Known = vec![Some(false); num_qubits];
    let mut kept = Vec::with_capacity(operations.len());
    for operation in operations {
        match operation.action {
            Action::Measure(..) => kept.push(operation),
            Action::Gate(gate, operands) => {
                if let Some((gate, operands)) = strip(gate, operands, &known) {
                    learn(gate, operands.as_slice(), &mut known);
                    kept.push(Operation {
                        action: Action::Gate(gate, operands),
                        ..operation
                    });
                }
            }
        }
    }
    kept
}

/// The gate without its known controls; `None` when it does nothing but a global phase.
fn strip(mut gate: Gate, mut operands: Operands, known: &Known) -> Option<(Gate, Operands)> {
    let value = |qubit: Qubit| known[qubit.index()];
    while let Some(uncontrolled) = gate.uncontrolled() {
        // Either qubit of a CZ may be called its control.
        let controls = if gate == Gate::Cz {
            2
        } else {
            gate.num_controls()
        };
        let Some(place) = (0..controls).find(|&k| value(operands.as_slice()[k]).is_some()) else {
            break;
        };
        if value(operands.as_slice()[place]) == Some(false) {
            return None;
        }
        let others: Vec<usize> = (0..gate.num_qubits()).filter(|&k| k != place).collect();
        (gate, operands) = (uncontrolled, operands.pick(&others));
    }
    (!is_trivial(gate, operands.as_slice(), known)).then_some((gate, operands))
}

/// Whether the gate, on what is known, is at most a global phase.
fn is_trivial(gate: Gate, qubits: &[Qubit], known: &Known) -> bool {
    use Gate::{Ciswap, Ciswapdg, Iswap, Iswapdg, Merge, Siswap, Siswapdg, Split, Swap};
    let all_same = |qubits: &[Qubit]| {
        let first = known[qubits[0].index()];
        first.is_some() && qubits.iter().all(|qubit| known[qubit.index()] == first)
    };
    match gate {
        Swap | Iswap | Iswapdg | Siswap | Siswapdg | Split | Merge => all_same(qubits),
        // Here even the phase is 1, so that the control does not matter.
        Ciswap | Ciswapdg => all_same(&qubits[1..]),
        _ => gate.is_diagonal() && qubits.iter().all(|qubit| known[qubit.index()].is_some()),
    }
}

/// What is known after the gate, whose controls are not known.
fn learn(gate: Gate, qubits: &[Qubit], known: &mut Known) {
    match gate {
        Gate::X | Gate::Y => {
            let bit = &mut known[qubits[0].index()];
            *bit = bit.map(|bit| !bit);
        }
        // The phase goes with what is exchanged: if one side is certain, so is the other side after it.
        Gate::Swap | Gate::Iswap | Gate::Iswapdg => {
            known.swap(qubits[0].index(), qubits[1].index());
        }
        _ if gate.is_diagonal() => {}
        _ => {
            for qubit in &qubits[gate.num_controls()..] {
                known[qubit.index()] = None;
            }
        }
    }
}

fn without_inverse_pairs(operations: Vec<Operation>, num_qubits: usize) -> Vec<Operation> {
    let mut kept: Vec<Option<Operation>> = Vec::with_capacity(operations.len());
    // For each qubit, the places in `kept` of its operations that are still there.
    let mut on_qubit: Vec<Vec<usize>> = vec![Vec::new(); num_qubits];
    for operation in operations {
        if let Some(place) = undone_by(&operation, &kept, &on_qubit) {
            kept[place] = None;
            for qubit in qubits(&operation) {
                on_qubit[qubit.index()].pop();
            }
        } else {
            for qubit in qubits(&operation) {
                on_qubit[qubit.index()].push(kept.len());
            }
            kept.push(Some(operation));
        }
    }
    kept.into_iter().flatten().collect()
}

/// The place of the operation that this one undoes, the last one on each of its qubits.
fn undone_by(
    operation: &Operation,
    kept: &[Option<Operation>],
    on_qubit: &[Vec<usize>],
) -> Option<usize> {
    let Action::Gate(gate, operands) = operation.action else {
        return None;
    };
    let mut last = qubits(operation)
        .iter()
        .map(|qubit| on_qubit[qubit.index()].last().copied());
    let place = last.next()??;
    if last.any(|other| other != Some(place)) {
        return None;
    }
    let Action::Gate(before, operands_before) = kept[place]?.action else {
        return None;
    };
    let (inverse, order) = gate.inverse();
    let same = before == inverse
        && in_order(before, operands_before) == in_order(inverse, operands.pick(order));
    same.then_some(place)
}

/// The operands, those that may change places in the order of their numbers.
fn in_order(gate: Gate, operands: Operands) -> Operands {
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

fn without_unused(circuit: &Circuit) -> Pruned {
    let mut used = vec![false; circuit.num_qubits()];
    for qubit in circuit.operations().iter().flat_map(qubits) {
        used[qubit.index()] = true;
    }
    let mut num_qubits = 0;
    let map: Vec<Option<Qubit>> = used
        .into_iter()
        .map(|used| {
            used.then(|| {
                num_qubits += 1;
                Qubit::from_index(num_qubits - 1)
            })
        })
        .collect();
    let circuit = circuit
        .relabelled(num_qubits, |qubit| {
            map[qubit.index()].expect("a qubit with an operation is used")
        })
        .expect("used qubits keep apart and are counted");
    Pruned {
        circuit,
        qubits: map,
    }
}

#[cfg(test)]
mod tests;
