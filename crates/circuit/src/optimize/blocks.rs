mod run;

use run::{Rewrite, Run};

use super::exchange::{exchange, pair};
use super::reach::Reach;
use crate::{Action, Circuit, Operation, Qubit};

/// Choice of runs to rewrite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RunFilter {
    /// Those that then need no CX at all.
    Free,
    /// Those that then need fewer.
    Shorter,
}

/// Rewrites runs of gates on two qubits, between gates on others, where that takes fewer CX.
///
/// A run of gates on two qubits that keeps the number of ones, for the states possible there, is
/// phases, an exchange of the two, or a root of iSWAP between phases. An exchange costs nothing:
/// the qubits change names from there on.
/// `None` where there is no such run.
pub(super) fn rewrite(
    circuit: &Circuit,
    wires: &mut [Qubit],
    filter: RunFilter,
) -> Option<Vec<Operation>> {
    let mut operations: Vec<Option<Operation>> =
        circuit.operations().iter().copied().map(Some).collect();
    let mut reach = Reach::start(circuit.num_qubits());
    let mut out = Vec::with_capacity(operations.len());
    let mut is_changed = false;
    // An operation that a rewrite puts in is not looked at again.
    for first in 0..operations.len() {
        let Some(operation) = operations[first] else {
            continue;
        };
        if let Some(pair) = pair(&operation)
            && let Some(found) = shorter(&operations[first..], pair, &reach, filter)
        {
            is_changed = true;
            for place in found.replaced {
                operations[first + place] = None;
            }
            for operation in &found.by {
                if let Action::Gate(gate, operands) = operation.action {
                    reach.apply(gate, operands.as_slice());
                }
            }
            out.extend(found.by);
            if found.is_exchange {
                let [a, b] = pair;
                let later = operations[first + 1..].iter_mut().flatten();
                exchange(later, wires, a, b);
            }
            continue;
        }
        if let Action::Gate(gate, operands) = operation.action {
            reach.apply(gate, operands.as_slice());
        }
        out.push(operation);
    }
    is_changed.then_some(out)
}

/// The longest run on the pair, from the first operation on, that can be written shorter.
fn shorter(
    operations: &[Option<Operation>],
    pair: [Qubit; 2],
    reach: &Reach,
    filter: RunFilter,
) -> Option<Rewrite> {
    let mut run = Run::new(pair, reach.possible(&pair));
    let mut best = None;
    for (place, operation) in operations.iter().enumerate() {
        let Some(operation) = operation else { continue };
        let Action::Gate(gate, operands) = operation.action else {
            let Action::Measure(qubit, _) = operation.action else {
                continue;
            };
            if pair.contains(&qubit) {
                break;
            }
            continue;
        };
        let qubits = operands.as_slice();
        let inside = qubits.iter().filter(|qubit| pair.contains(qubit)).count();
        if inside == 0 {
            continue;
        }
        if inside < qubits.len() {
            break;
        }
        run.push(place, operation.groups, gate, qubits);
        if qubits.len() == 2
            && let Some(found) = run.written()
            && found.cost() < run.cost()
            && (filter == RunFilter::Shorter || found.cost() == 0)
        {
            best = Some(found);
        }
    }
    best
}
