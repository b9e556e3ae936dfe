use super::reach::Reach;
use crate::{Action, Circuit, Gate, Operands, Operation};

/// Splits and merges on three qubits as the exchanges of two that they are made of, and a root of
/// iSWAP into a qubit that is 0 as CH and CX, which the other passes can take apart.
pub(super) fn unpack(circuit: &Circuit) -> Vec<Operation> {
    let mut reach = Reach::start(circuit.num_qubits());
    let mut out = Vec::with_capacity(circuit.operations().len());
    for &operation in circuit.operations() {
        let Action::Gate(gate, operands) = operation.action else {
            out.push(operation);
            continue;
        };
        let word = match gate {
            Gate::Split | Gate::Merge => gate.definition(),
            _ => &[(gate, &[0, 1, 2][..gate.num_qubits()])],
        };
        for &(gate, places) in word {
            let operands = operands.pick(places);
            for (gate, operands) in apart(gate, operands, &reach) {
                reach.apply(gate, operands.as_slice());
                out.push(Operation {
                    action: Action::Gate(gate, operands),
                    ..operation
                });
            }
        }
    }
    out
}

fn apart(gate: Gate, operands: Operands, reach: &Reach) -> Vec<(Gate, Operands)> {
    let phase = match gate {
        Gate::Siswap => Gate::S,
        Gate::Siswapdg => Gate::Sdg,
        _ => return vec![(gate, operands)],
    };
    let is_empty = |place: &usize| reach.bit(operands.as_slice()[*place]) == Some(false);
    let Some(empty) = [1, 0].into_iter().find(is_empty) else {
        return vec![(gate, operands)];
    };
    let full = 1 - empty;
    vec![
        (Gate::Ch, operands.pick(&[full, empty])),
        (Gate::Cx, operands.pick(&[empty, full])),
        (phase, operands.pick(&[empty])),
    ]
}
