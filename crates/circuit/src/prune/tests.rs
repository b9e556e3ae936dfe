use nalgebra::DVector;
use num_complex::Complex64;
use proptest::prelude::*;

use super::*;
use crate::Clbit;
use crate::reference::{any_circuit, any_gate, config, same_up_to_phase, state};

fn circuit(num_qubits: usize, gates: &[(Gate, &[u32])]) -> Circuit {
    let mut circuit = Circuit::new(num_qubits, 0);
    for (gate, qubits) in gates {
        let qubits: Vec<Qubit> = qubits.iter().copied().map(Qubit).collect();
        circuit.push(*gate, &qubits).unwrap();
    }
    circuit
}

fn assert_pruned(before: &[(Gate, &[u32])], after: &[(Gate, &[u32])]) {
    let mut before = circuit(3, before);
    let mut after = circuit(3, after);
    before.measure_all();
    after.measure_all();
    assert_eq!(prune(&before).circuit, after);
}

/// The state of the pruned circuit on the qubits of the one before, with `copies` measured bits after them.
fn widened(pruned: &Pruned, copies: usize) -> DVector<Complex64> {
    let small = state(&pruned.circuit);
    let num_before = pruned.qubits.len();
    let num_after = pruned.circuit.num_qubits();
    let mut wide = DVector::zeros(1 << (num_before + copies));
    for (index, amplitude) in small.iter().enumerate() {
        let places = pruned.qubits.iter().enumerate();
        let kept: usize = places
            .filter_map(|(old, new)| new.map(|new| (index >> new.index() & 1) << old))
            .sum();
        wide[kept | index >> num_after << num_before] = *amplitude;
    }
    wide
}

#[test]
fn a_control_known_to_be_zero_drops_the_gate() {
    assert_pruned(&[(Gate::H, &[1]), (Gate::Cx, &[0, 1])], &[(Gate::H, &[1])]);
    assert_pruned(
        &[(Gate::H, &[0]), (Gate::Ccx, &[0, 1, 2])],
        &[(Gate::H, &[0])],
    );
    assert_pruned(&[(Gate::H, &[0]), (Gate::Cz, &[0, 1])], &[(Gate::H, &[0])]);
}

#[test]
fn a_control_known_to_be_one_goes_but_its_x_stays() {
    assert_pruned(
        &[(Gate::X, &[1]), (Gate::H, &[0]), (Gate::Ccx, &[0, 1, 2])],
        &[(Gate::X, &[1]), (Gate::H, &[0]), (Gate::Cx, &[0, 2])],
    );
    assert_pruned(
        &[(Gate::X, &[0]), (Gate::H, &[1]), (Gate::Cz, &[1, 0])],
        &[(Gate::X, &[0]), (Gate::H, &[1]), (Gate::Z, &[1])],
    );
}

#[test]
fn what_a_stripped_gate_does_is_known_again() {
    assert_pruned(
        &[
            (Gate::X, &[0]),
            (Gate::Cx, &[0, 1]),
            (Gate::Ccx, &[0, 1, 2]),
        ],
        &[(Gate::X, &[0]), (Gate::X, &[1]), (Gate::X, &[2])],
    );
}

#[test]
fn phases_of_certain_qubits_and_equal_exchanges_go() {
    assert_pruned(
        &[
            (Gate::X, &[0]),
            (Gate::S, &[0]),
            (Gate::Rz(0.3), &[1]),
            (Gate::Siswap, &[1, 2]),
            (Gate::Split, &[2, 1, 0]),
        ],
        &[(Gate::X, &[0]), (Gate::Split, &[2, 1, 0])],
    );
}

#[test]
fn an_exchange_takes_the_knowledge_along() {
    assert_pruned(
        &[(Gate::H, &[0]), (Gate::Iswap, &[0, 1]), (Gate::Cx, &[0, 2])],
        &[(Gate::H, &[0]), (Gate::Iswap, &[0, 1])],
    );
}

#[test]
fn a_split_is_known_to_empty_its_source() {
    let kept: &[(Gate, &[u32])] = &[(Gate::H, &[0]), (Gate::Split, &[0, 1, 2])];
    let gone: &[(Gate, &[u32])] = &[(Gate::Cx, &[0, 1]), (Gate::S, &[0])];
    assert_pruned(&[kept, gone].concat(), kept);
}

#[test]
fn rotations_by_nothing_go() {
    assert_pruned(
        &[(Gate::H, &[0]), (Gate::Rx(0.0), &[0]), (Gate::P(0.0), &[0])],
        &[(Gate::H, &[0])],
    );
}

#[test]
fn inverse_neighbours_cancel_through_other_qubits() {
    assert_pruned(
        &[
            (Gate::H, &[0]),
            (Gate::H, &[2]),
            (Gate::Siswap, &[0, 1]),
            (Gate::T, &[2]),
            (Gate::Siswapdg, &[1, 0]),
            (Gate::H, &[0]),
        ],
        &[(Gate::H, &[2]), (Gate::T, &[2])],
    );
    assert_pruned(
        &[
            (Gate::H, &[0]),
            (Gate::Split, &[0, 1, 2]),
            (Gate::Merge, &[1, 2, 0]),
        ],
        &[(Gate::H, &[0])],
    );
    let kept: &[(Gate, &[u32])] = &[
        (Gate::H, &[0]),
        (Gate::Split, &[0, 1, 2]),
        (Gate::Merge, &[2, 1, 0]),
    ];
    assert_pruned(kept, kept);
}

#[test]
fn a_measurement_keeps_inverse_gates_apart() {
    let mut circuit = Circuit::new(2, 1);
    circuit.push(Gate::H, &[Qubit(1)]).unwrap();
    circuit.measure(Qubit(1), Clbit(0)).unwrap();
    circuit.push(Gate::H, &[Qubit(1)]).unwrap();
    let pruned = prune(&circuit);
    assert_eq!(pruned.circuit.operations().len(), 3);
    assert_eq!(pruned.qubits, [None, Some(Qubit(0))]);
}

#[test]
fn unused_qubits_go_and_measured_ones_stay() {
    let mut circuit = Circuit::new(3, 1);
    circuit.push(Gate::S, &[Qubit(0)]).unwrap();
    circuit.measure(Qubit(1), Clbit(0)).unwrap();
    let pruned = prune(&circuit);
    assert_eq!(pruned.qubits, [None, Some(Qubit(0)), None]);
    assert_eq!(
        (pruned.circuit.num_qubits(), pruned.circuit.num_clbits()),
        (1, 1)
    );
}

/// Circuits in which much is known: only some gates, then any.
fn tame_then_wild() -> impl Strategy<Value = Circuit> {
    let tame = any_gate(4).prop_filter("spreads", |(gate, _)| {
        let matrix = gate.matrix();
        let mut columns = matrix.column_iter();
        gate.num_controls() > 0
            || columns.all(|column| column.iter().filter(|entry| **entry != ZERO).count() == 1)
    });
    (prop::collection::vec(tame, 0..14), any_circuit(4, 6)).prop_map(|(tame, wild)| {
        let mut circuit = Circuit::new(4, 0);
        for (gate, qubits) in tame {
            circuit.push(gate, &qubits).unwrap();
        }
        circuit.append(&wild).unwrap();
        circuit
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn pruning_keeps_the_state(circuit in prop_oneof![any_circuit(4, 14), tame_then_wild()]) {
        let pruned = prune(&circuit);
        prop_assert!(same_up_to_phase(&widened(&pruned, 0), &state(&circuit)));
        prop_assert_eq!(prune(&pruned.circuit).circuit, pruned.circuit);
    }

    #[test]
    fn pruning_keeps_what_is_measured_on_the_way(
        first in tame_then_wild(), second in tame_then_wild(), qubits in prop::collection::vec(0..4u32, 1..3),
    ) {
        let mut circuit = first;
        for &qubit in &qubits {
            let clbit = circuit.add_clbit();
            circuit.measure(Qubit(qubit), clbit).unwrap();
        }
        circuit.append(&second).unwrap();
        let pruned = prune(&circuit);
        prop_assert!(same_up_to_phase(&widened(&pruned, qubits.len()), &state(&circuit)));
    }

    #[test]
    fn a_circuit_then_its_inverse_leaves_nothing(circuit in any_circuit(4, 14)) {
        let mut whole = circuit.clone();
        whole.append(&circuit.inverse().unwrap()).unwrap();
        prop_assert_eq!(prune(&whole).circuit, Circuit::new(0, 0));
    }
}
