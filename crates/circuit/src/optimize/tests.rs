use nalgebra::DVector;
use num_complex::Complex64;
use proptest::prelude::*;

use super::*;
use crate::reference::{CLOSE, any_circuit, any_gate, config, same_up_to_phase, state};
use crate::{Bitstring, Clbit, Gate, Parity};

fn circuit(num_qubits: usize, gates: &[(Gate, &[u32])]) -> Circuit {
    let mut circuit = Circuit::new(num_qubits, 0);
    for (gate, qubits) in gates {
        let qubits: Vec<Qubit> = qubits.iter().copied().map(Qubit).collect();
        circuit.push(*gate, &qubits).unwrap();
    }
    circuit
}

fn shortened(circuit: &Circuit) -> Circuit {
    optimize(circuit, Optimization::Gates).circuit
}

/// Both circuits make a state that is not measured, and the unused qubit 3 is gone from the second.
fn assert_shortened(before: &[(Gate, &[u32])], after: &[(Gate, &[u32])], num_qubits: usize) {
    let before = circuit(4, before);
    assert_eq!(shortened(&before), circuit(num_qubits, after));
}

/// The state of the shorter circuit on the qubits of the one before.
fn widened(optimized: &OptimizedCircuit) -> DVector<Complex64> {
    let small = state(&optimized.circuit);
    let mut wide = DVector::zeros(1 << optimized.qubits.len());
    for (index, amplitude) in small.iter().enumerate() {
        let places = optimized.qubits.iter().enumerate();
        let kept: usize = places
            .filter_map(|(old, new)| new.map(|new| (index >> new.index() & 1) << old))
            .sum();
        wide[kept] = *amplitude;
    }
    wide
}

/// The probability of each value of the clbits.
fn distribution(circuit: &Circuit) -> Vec<f64> {
    let measured: Vec<Clbit> = circuit.measurements().map(|(_, clbit)| clbit).collect();
    let mut probabilities = vec![0.0; 1 << circuit.num_clbits()];
    for (index, amplitude) in state(circuit).iter().enumerate() {
        let copies = index >> circuit.num_qubits();
        // The last measurement into a clbit counts.
        let bits = measured.iter().enumerate().fold(0, |bits, (k, clbit)| {
            bits & !(1 << clbit.index()) | (copies >> k & 1) << clbit.index()
        });
        probabilities[bits] += amplitude.norm_sqr();
    }
    probabilities
}

fn folded(optimized: &OptimizedCircuit) -> Vec<f64> {
    let num_clbits = optimized.circuit.num_clbits();
    let mut probabilities = vec![0.0; 1 << optimized.post_processing.bits().len()];
    for (index, probability) in (0..).zip(distribution(&optimized.circuit)) {
        let bits = optimized
            .post_processing
            .apply(Bitstring::from_index(index, num_clbits));
        probabilities[usize::try_from(bits.index()).unwrap()] += probability;
    }
    probabilities
}

fn close(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < CLOSE)
}

fn cx_cost(circuit: &Circuit) -> usize {
    circuit.gates().map(|(gate, _)| gate.cx_cost()).sum()
}

#[test]
fn a_control_known_to_be_zero_drops_the_gate() {
    assert_shortened(
        &[(Gate::H, &[1]), (Gate::Cx, &[0, 1])],
        &[(Gate::H, &[0])],
        1,
    );
    assert_shortened(
        &[(Gate::H, &[0]), (Gate::Ccx, &[0, 1, 2])],
        &[(Gate::H, &[0])],
        1,
    );
    assert_shortened(
        &[(Gate::H, &[0]), (Gate::Cz, &[0, 1])],
        &[(Gate::H, &[0])],
        1,
    );
}

#[test]
fn a_control_known_to_be_one_goes_but_its_x_stays() {
    assert_shortened(
        &[(Gate::X, &[1]), (Gate::H, &[0]), (Gate::Ccx, &[0, 1, 2])],
        &[(Gate::X, &[1]), (Gate::H, &[0]), (Gate::Cx, &[0, 2])],
        3,
    );
    assert_shortened(
        &[(Gate::X, &[0]), (Gate::H, &[1]), (Gate::Cz, &[1, 0])],
        &[(Gate::X, &[0]), (Gate::H, &[1]), (Gate::Z, &[1])],
        2,
    );
}

#[test]
fn a_control_that_another_implies_goes() {
    let bell: &[(Gate, &[u32])] = &[(Gate::H, &[0]), (Gate::Cx, &[0, 1])];
    assert_shortened(
        &[bell, &[(Gate::Ccx, &[0, 1, 2])]].concat(),
        &[bell, &[(Gate::Cx, &[1, 2])]].concat(),
        3,
    );
}

#[test]
fn phases_of_certain_qubits_and_equal_exchanges_go() {
    assert_shortened(
        &[
            (Gate::X, &[0]),
            (Gate::S, &[0]),
            (Gate::Rz(0.3), &[1]),
            (Gate::Siswap, &[1, 2]),
            (Gate::Split, &[2, 1, 3]),
        ],
        &[(Gate::X, &[0])],
        1,
    );
}

#[test]
fn an_exchange_changes_names_and_takes_the_knowledge_along() {
    let before = circuit(
        3,
        &[(Gate::H, &[0]), (Gate::Iswap, &[0, 1]), (Gate::Cx, &[0, 2])],
    );
    let optimized = optimize(&before, Optimization::Gates);
    assert_eq!(
        optimized.circuit,
        circuit(1, &[(Gate::H, &[0]), (Gate::S, &[0])])
    );
    assert_eq!(optimized.qubits, [None, Some(Qubit(0)), None]);
}

#[test]
fn a_fresh_split_is_a_rotation_and_one_cx() {
    let split = circuit(
        2,
        &[
            (Gate::X, &[0]),
            (Gate::S, &[0]),
            (Gate::Ch, &[0, 1]),
            (Gate::Cx, &[1, 0]),
        ],
    );
    let expected = circuit(2, &[(Gate::X, &[0]), (Gate::H, &[1]), (Gate::Cx, &[1, 0])]);
    assert_eq!(shortened(&split), expected);
    let paper = circuit(3, &[(Gate::X, &[0]), (Gate::Split, &[0, 1, 2])]);
    assert_eq!(cx_cost(&shortened(&paper)), 1);
    let mut measured = split;
    measured.measure_all();
    let folded = optimize(&measured, Optimization::PostProcessed);
    let mut expected = circuit(1, &[(Gate::H, &[0])]);
    expected.measure_all();
    assert_eq!(folded.circuit, expected);
    let parity = |flipped| Parity::new([Clbit(0)], flipped);
    assert_eq!(
        folded.post_processing,
        PostProcessing::new(vec![parity(true), parity(false)])
    );
}

#[test]
fn a_merge_of_parts_of_one_piece_takes_two_cx() {
    // A piece on three squares, two of which merge and one of which splits again.
    let gates: &[(Gate, &[u32])] = &[
        (Gate::X, &[0]),
        (Gate::H, &[1]),
        (Gate::Cx, &[1, 0]),
        (Gate::Ch, &[1, 2]),
        (Gate::Cx, &[2, 1]),
        (Gate::Cx, &[2, 0]),
        (Gate::Ch, &[0, 2]),
        (Gate::Cx, &[2, 0]),
        (Gate::Ch, &[0, 3]),
        (Gate::Cx, &[3, 0]),
    ];
    assert_eq!(cx_cost(&circuit(4, gates)), 8);
    assert_eq!(cx_cost(&shortened(&circuit(4, gates))), 7);
}

#[test]
fn whichever_part_splits_on_costs_one_cx() {
    for part in [0, 1] {
        let mut circuit = circuit(
            3,
            &[
                (Gate::X, &[0]),
                (Gate::Ch, &[0, 1]),
                (Gate::Cx, &[1, 0]),
                (Gate::Ch, &[part, 2]),
                (Gate::Cx, &[2, part]),
            ],
        );
        circuit.measure_all();
        let optimized = optimize(&circuit, Optimization::PostProcessed);
        assert_eq!(cx_cost(&optimized.circuit), 1, "{part}");
        assert!(close(&folded(&optimized), &distribution(&circuit)));
    }
}

#[test]
fn a_part_that_was_measured_is_not_like_the_other() {
    let mut circuit = circuit(2, &[(Gate::X, &[0]), (Gate::H, &[1])]);
    let first = circuit.add_clbit();
    circuit.measure(Qubit(1), first).unwrap();
    circuit.push(Gate::Cx, &[Qubit(1), Qubit(0)]).unwrap();
    let second = circuit.add_clbit();
    circuit.measure(Qubit(0), second).unwrap();
    let optimized = optimize(&circuit, Optimization::PostProcessed);
    assert!(close(&folded(&optimized), &distribution(&circuit)));
}

#[test]
fn a_rotation_that_can_be_seen_stays() {
    for angle in [1e-4, 1e-6] {
        let mut circuit = circuit(
            2,
            &[
                (Gate::H, &[0]),
                (Gate::H, &[1]),
                (Gate::Cx, &[0, 1]),
                (Gate::Ry(angle), &[1]),
                (Gate::Cx, &[0, 1]),
            ],
        );
        circuit.measure_all();
        for level in [Optimization::Gates, Optimization::PostProcessed] {
            let optimized = optimize(&circuit, level);
            assert!(
                close(&folded(&optimized), &distribution(&circuit)),
                "{angle}"
            );
        }
    }
}

#[test]
fn what_is_written_anew_has_the_groups_of_all_that_it_replaces() {
    let mut circuit = Circuit::new(1, 0);
    for (group, gate) in [(1, Gate::H), (2, Gate::T), (4, Gate::T), (7, Gate::H)] {
        circuit.push_in(group, gate, &[Qubit(0)]).unwrap();
    }
    let optimized = shortened(&circuit);
    let groups = optimized
        .operations()
        .iter()
        .map(|operation| operation.groups.iter().collect());
    let groups: Vec<Vec<u32>> = groups.collect();
    assert_eq!(groups, [vec![1], vec![2, 4], vec![7]]);
}

#[test]
fn groups_stay_together_whatever_is_written_anew() {
    // Two splits of the paper's, and a merge of parts of both.
    let mut circuit = Circuit::new(6, 0);
    let q: Vec<Qubit> = (0..6).map(Qubit).collect();
    circuit.push_in(1, Gate::X, &[q[0]]).unwrap();
    circuit
        .push_in(1, Gate::Split, &[q[0], q[1], q[2]])
        .unwrap();
    circuit
        .push_in(2, Gate::Split, &[q[2], q[3], q[4]])
        .unwrap();
    circuit.push_in(3, Gate::S, &[q[1]]).unwrap();
    circuit
        .push_in(4, Gate::Merge, &[q[1], q[3], q[5]])
        .unwrap();
    circuit.measure_all();
    let groups: Vec<u32> = shortened(&circuit)
        .operations()
        .iter()
        .map(|o| o.groups.last())
        .collect();
    let of_gates = groups.iter().filter(|&&group| group > 0);
    assert!(of_gates.is_sorted(), "{groups:?}");
}

#[test]
fn what_the_caller_shortens_is_shortened_on() {
    let gates: &[(Gate, &[u32])] = &[(Gate::H, &[0]), (Gate::Z, &[0]), (Gate::H, &[0])];
    let circuit = circuit(2, gates);
    let without_z = |circuit: &Circuit| {
        let mut shorter = circuit.clone();
        shorter.retain(|operation| !matches!(operation.action, Action::Gate(Gate::Z, _)));
        (shorter != *circuit).then_some(shorter)
    };
    let optimized = optimize_with(&circuit, Optimization::Gates, without_z);
    assert_eq!(optimized.circuit, Circuit::default());
    assert_eq!(optimized.qubits, [None, None]);
    let left = optimize_with(&circuit, Optimization::Off, without_z);
    assert_eq!(left.circuit, circuit);
}

#[test]
fn rotations_by_nothing_go() {
    assert_shortened(
        &[(Gate::H, &[0]), (Gate::Rx(0.0), &[0]), (Gate::P(0.0), &[0])],
        &[(Gate::H, &[0])],
        1,
    );
}

#[test]
fn inverses_cancel_across_what_commutes() {
    assert_shortened(
        &[
            (Gate::H, &[0]),
            (Gate::H, &[1]),
            (Gate::H, &[2]),
            (Gate::Cx, &[0, 1]),
            (Gate::Cx, &[0, 2]),
            (Gate::T, &[0]),
            (Gate::Cz, &[0, 3]),
            (Gate::Cx, &[0, 1]),
        ],
        &[
            (Gate::H, &[0]),
            (Gate::H, &[1]),
            (Gate::H, &[2]),
            (Gate::Cx, &[0, 2]),
            (Gate::T, &[0]),
        ],
        3,
    );
}

#[test]
fn a_measurement_keeps_inverse_gates_apart() {
    let mut circuit = Circuit::new(2, 1);
    circuit.push(Gate::H, &[Qubit(1)]).unwrap();
    circuit.measure(Qubit(1), Clbit(0)).unwrap();
    circuit.push(Gate::H, &[Qubit(1)]).unwrap();
    circuit.add_clbit();
    circuit.measure(Qubit(1), Clbit(1)).unwrap();
    for level in [Optimization::Gates, Optimization::PostProcessed] {
        let optimized = optimize(&circuit, level);
        assert_eq!(optimized.circuit.operations().len(), 4);
        assert_eq!(optimized.qubits, [None, Some(Qubit(0))]);
    }
}

#[test]
fn what_nothing_measured_depends_on_goes() {
    let mut circuit = circuit(
        3,
        &[
            (Gate::H, &[0]),
            (Gate::Cx, &[0, 1]),
            (Gate::H, &[1]),
            (Gate::Ch, &[0, 1]),
            (Gate::Ccx, &[0, 1, 2]),
        ],
    );
    let clbit = circuit.add_clbit();
    circuit.measure(Qubit(0), clbit).unwrap();
    let shortened = shortened(&circuit);
    assert_eq!(shortened.statistics().gates, 1);
    assert_eq!(shortened.num_qubits(), 1);
}

#[test]
fn a_bit_written_twice_is_never_folded() {
    let mut circuit = circuit(2, &[(Gate::H, &[0]), (Gate::X, &[1]), (Gate::Cx, &[0, 1])]);
    let clbit = circuit.add_clbit();
    circuit.measure(Qubit(0), clbit).unwrap();
    circuit.measure(Qubit(1), clbit).unwrap();
    let optimized = optimize(&circuit, Optimization::PostProcessed);
    assert!(optimized.post_processing.is_identity(1));
    assert!(close(
        &distribution(&optimized.circuit),
        &distribution(&circuit)
    ));
}

#[test]
fn more_states_than_are_told_apart_are_known_by_qubit() {
    let mut circuit = Circuit::new(14, 0);
    for k in 0..12 {
        circuit.push(Gate::H, &[Qubit(k)]).unwrap();
    }
    circuit.push(Gate::X, &[Qubit(12)]).unwrap();
    circuit
        .push(Gate::Ccx, &[Qubit(12), Qubit(0), Qubit(13)])
        .unwrap();
    let shortened = shortened(&circuit);
    let last = shortened.gates().last().unwrap();
    assert_eq!(last, (Gate::Cx, &[Qubit(0), Qubit(13)][..]));
}

/// Circuits in which much is known: only some gates, then any.
fn tame_then_wild() -> impl Strategy<Value = Circuit> {
    let tame = any_gate(4).prop_filter("spreads", |(gate, _)| {
        let matrix = gate.matrix();
        let mut columns = matrix.column_iter();
        gate.num_controls() > 0
            || columns.all(|column| column.iter().filter(|entry| entry.norm() > 0.0).count() == 1)
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

/// Splits, merges, steps and captures as the minimal encoding writes them, from pieces on two of four squares.
fn moves() -> impl Strategy<Value = Circuit> {
    let pairs = prop::collection::vec((0..5, 0..4u32, 1..4u32), 1..14);
    pairs.prop_map(|moves| {
        let mut circuit = circuit(4, &[(Gate::X, &[0]), (Gate::X, &[3])]);
        for (kind, a, step) in moves {
            let (a, b) = (Qubit(a), Qubit((a + step) % 4));
            let gates: &[(Gate, &[Qubit])] = match kind {
                0 => &[(Gate::S, &[a]), (Gate::Ch, &[a, b]), (Gate::Cx, &[b, a])],
                1 => &[
                    (Gate::Cx, &[b, a]),
                    (Gate::Ch, &[a, b]),
                    (Gate::Cx, &[b, a]),
                    (Gate::Sdg, &[a]),
                    (Gate::Z, &[b]),
                ],
                2 => &[(Gate::S, &[a])],
                3 => &[(Gate::Cx, &[a, b]), (Gate::S, &[a])],
                _ => &[(Gate::Siswap, &[a, b]), (Gate::Iswap, &[b, a])],
            };
            for (gate, qubits) in gates {
                circuit.push(*gate, qubits).unwrap();
            }
        }
        circuit
    })
}

fn any() -> impl Strategy<Value = Circuit> {
    prop_oneof![any_circuit(4, 14), tame_then_wild(), moves()]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_state_is_kept_where_nothing_is_measured(circuit in any()) {
        for level in [Optimization::Gates, Optimization::PostProcessed] {
            let optimized = optimize(&circuit, level);
            prop_assert!(same_up_to_phase(&widened(&optimized), &state(&circuit)));
            prop_assert!(cx_cost(&optimized.circuit) <= cx_cost(&circuit));
        }
    }

    #[test]
    fn what_is_measured_at_the_end_keeps_its_probabilities(
        circuit in any(), measured in prop::collection::vec(0..4u32, 1..5),
    ) {
        let mut circuit = circuit;
        for qubit in measured {
            let clbit = circuit.add_clbit();
            circuit.measure(Qubit(qubit), clbit).unwrap();
        }
        for level in [Optimization::Gates, Optimization::PostProcessed] {
            let optimized = optimize(&circuit, level);
            prop_assert!(close(&folded(&optimized), &distribution(&circuit)), "{:?}", optimized.circuit);
            if level == Optimization::Gates {
                prop_assert!(optimized.post_processing.is_identity(circuit.num_clbits()));
            }
        }
    }

    #[test]
    fn what_is_measured_amid_moves_keeps_its_probabilities(
        circuit in moves(), places in prop::collection::vec((0..30_usize, 0..4u32), 1..3), last in 0..4u32,
    ) {
        let mut measured = Circuit::new(4, 0);
        for (place, (gate, qubits)) in circuit.gates().enumerate() {
            for (_, qubit) in places.iter().filter(|(at, _)| *at == place) {
                let clbit = measured.add_clbit();
                measured.measure(Qubit(*qubit), clbit).unwrap();
            }
            measured.push(gate, qubits).unwrap();
        }
        let clbit = measured.add_clbit();
        measured.measure(Qubit(last), clbit).unwrap();
        for level in [Optimization::Gates, Optimization::PostProcessed] {
            let optimized = optimize(&measured, level);
            prop_assert!(close(&folded(&optimized), &distribution(&measured)), "{:?}", optimized.circuit);
        }
    }

    #[test]
    fn what_is_measured_on_the_way_keeps_its_probabilities(
        first in any(), second in any(), qubits in prop::collection::vec(0..4u32, 1..3), last in 0..4u32,
    ) {
        let mut circuit = first;
        for qubit in qubits {
            let clbit = circuit.add_clbit();
            circuit.measure(Qubit(qubit), clbit).unwrap();
        }
        circuit.append(&second).unwrap();
        let clbit = circuit.add_clbit();
        circuit.measure(Qubit(last), clbit).unwrap();
        for level in [Optimization::Gates, Optimization::PostProcessed] {
            let optimized = optimize(&circuit, level);
            prop_assert!(close(&folded(&optimized), &distribution(&circuit)), "{:?}", optimized.circuit);
        }
    }

    #[test]
    fn a_circuit_then_its_inverse_leaves_nothing(circuit in any_circuit(4, 14)) {
        let mut whole = circuit.clone();
        whole.append(&circuit.inverse().unwrap()).unwrap();
        prop_assert_eq!(cx_cost(&shortened(&whole)), 0);
    }
}
