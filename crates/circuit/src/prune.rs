use num_complex::Complex64;

use crate::{Action, Circuit, Gate, Operands, Operation, Qubit};

const ZERO: Complex64 = Complex64::new(0.0, 0.0);

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
/// - gates that only give a phase to what is known, such as an exchange of two qubits known to be 0,
/// - a gate and its inverse with nothing between them on their qubits,
/// - at last the qubits with no operation.
///
/// A qubit known to be 1 keeps the gate that made it so. Knowledge is of single qubits: where
/// interference makes a quantum qubit classical again, it counts as quantum. Cost: linear in the
/// operations, once per round that removes something.
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

/// What is known of each qubit: its bit, where it is classical; `None` where it may be quantum.
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

/// The gate without the controls known to be 1; `None` when it does nothing but a global phase.
fn strip(mut gate: Gate, mut operands: Operands, known: &Known) -> Option<(Gate, Operands)> {
    while let Some(uncontrolled) = gate.uncontrolled() {
        // What may change places with a control is one: either qubit of a CZ.
        let controls = match gate.symmetry() {
            Some((0, other)) => gate.num_controls().max(other + 1),
            _ => gate.num_controls(),
        };
        let is_one = |&k: &usize| known[operands.as_slice()[k].index()] == Some(true);
        let Some(place) = (0..controls).find(is_one) else {
            break;
        };
        let others: Vec<usize> = (0..gate.num_qubits()).filter(|&k| k != place).collect();
        (gate, operands) = (uncontrolled, operands.pick(&others));
    }
    (!is_trivial(gate, operands.as_slice(), known)).then_some((gate, operands))
}

/// The basis states of a gate's qubits that agree with what is known, as indices of its matrix.
fn possible(qubits: &[Qubit], known: &Known) -> Vec<usize> {
    let agrees = |index: &usize| {
        let bits = (0..).map(|k| index >> k & 1 == 1);
        let mut known = qubits.iter().map(|qubit| known[qubit.index()]).zip(bits);
        known.all(|(known, bit)| known.is_none_or(|known| known == bit))
    };
    (0..1 << qubits.len()).filter(agrees).collect()
}

/// Whether the gate, on what is known, is at most a global phase.
fn is_trivial(gate: Gate, qubits: &[Qubit], known: &Known) -> bool {
    let matrix = gate.matrix();
    let possible = possible(qubits, known);
    let phase = matrix[(possible[0], possible[0])];
    possible.iter().all(|&from| {
        let mut column = matrix.column(from).into_iter().enumerate();
        column.all(|(to, &entry)| entry == if to == from { phase } else { ZERO })
    })
}

/// Takes in what is known after the gate.
fn learn(gate: Gate, qubits: &[Qubit], known: &mut Known) {
    let matrix = gate.matrix();
    let possible = possible(qubits, known);
    let is_reached = |&to: &usize| possible.iter().any(|&from| matrix[(to, from)] != ZERO);
    let reached: Vec<usize> = (0..matrix.nrows()).filter(is_reached).collect();
    for (k, qubit) in qubits.iter().enumerate() {
        let bit = |index: usize| index >> k & 1 == 1;
        let first = bit(reached[0]);
        let same = reached.iter().all(|&index| bit(index) == first);
        known[qubit.index()] = same.then_some(first);
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
