use cheqqers_circuit::Circuit;
use proptest::prelude::*;

use num_complex::Complex64;

use super::*;
use crate::Dense;
use crate::reference::{assert_close, circuits, config};

/// What ops make of the state they start from, amplitude by amplitude.
fn run(fused: &Fused, num_qubits: usize) -> Vec<Complex64> {
    let mut state = vec![Complex64::default(); 1 << num_qubits];
    state[usize::try_from(fused.start).unwrap()] = Complex64::new(1.0, 0.0);
    for op in &fused.ops {
        let spread = |local: usize| -> usize {
            let bits = op.qubits.iter().enumerate();
            bits.map(|(k, qubit)| (local >> k & 1) << qubit.0).sum()
        };
        let all = spread(usize::MAX);
        for base in (0..state.len()).filter(|index| index & all == 0) {
            for block in &op.blocks {
                let places: Vec<usize> = block.states.iter().map(|&s| base | spread(s)).collect();
                let old: Vec<Complex64> = places.iter().map(|&place| state[place]).collect();
                for (row, &place) in block.matrix.chunks(old.len()).zip(&places) {
                    state[place] = row.iter().zip(&old).map(|(m, a)| m * a).sum();
                }
            }
        }
    }
    state
}

fn gate_by_gate(circuit: &Circuit) -> Vec<Complex64> {
    let mut state = Dense::zero(circuit.num_qubits()).unwrap();
    for (gate, qubits) in circuit.gates() {
        state.apply(gate, qubits);
    }
    state.amplitudes().to_vec()
}

fn circuit(num_qubits: usize, gates: &[(Gate, &[u32])]) -> Circuit {
    let mut circuit = Circuit::new(num_qubits, 0);
    for &(gate, qubits) in gates {
        let qubits: Vec<Qubit> = qubits.iter().map(|&k| Qubit(k)).collect();
        circuit.push(gate, &qubits).unwrap();
    }
    circuit
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn ops_do_what_the_gates_did(circuit in circuits(1..=6, 30), flat: bool) {
        let circuit = if flat { circuit.decomposed() } else { circuit };
        let expected = gate_by_gate(&circuit);
        let fused = fuse_from_zero(&circuit).unwrap();
        assert_close(&run(&fused, circuit.num_qubits()), &expected, "words");
        let order = depth_first(&fused.ops, &opened_qubits(&fused.ops));
        prop_assert_eq!(order.len(), fused.ops.len());
        let ops = order.into_iter().map(|index| fused.ops[index].clone()).collect();
        let ordered = Fused { ops, ..fused };
        assert_close(&run(&ordered, circuit.num_qubits()), &expected, "depth first");
        let larger = Fused { ops: fuse_ops(&fused.ops), ..fused };
        assert_close(&run(&larger, circuit.num_qubits()), &expected, "larger");
    }
}

#[test]
fn the_words_of_moves_are_ops_that_mix_two_basis_states() {
    // A chain of splits and merges over neighbours: words share qubits with those before and after.
    let mut gates: Vec<(Gate, &[u32])> = vec![(Gate::X, &[0])];
    let pairs: [[u32; 2]; 5] = [[0, 1], [1, 2], [0, 3], [2, 3], [3, 1]];
    for (k, pair) in pairs.iter().enumerate() {
        gates.push(if k % 2 == 0 {
            (Gate::Siswap, pair)
        } else {
            (Gate::Siswapdg, pair)
        });
        gates.push((Gate::S, &pair[..1]));
    }
    let fused = fuse_from_zero(&circuit(4, &gates).decomposed()).unwrap();
    assert_eq!(fused.start, 1);
    assert_eq!(fused.ops.len(), pairs.len());
    for (op, pair) in fused.ops.iter().zip(&pairs) {
        let mut qubits: Vec<u32> = op.qubits.iter().map(|qubit| qubit.0).collect();
        qubits.sort_unstable();
        let mut pair = *pair;
        pair.sort_unstable();
        assert_eq!(qubits, pair);
        let sizes: Vec<usize> = op.blocks.iter().map(|block| block.states.len()).collect();
        assert_eq!(sizes.iter().filter(|&&size| size == 2).count(), 1, "{op:?}");
        assert!(sizes.iter().all(|&size| size <= 2), "{op:?}");
    }
}

#[test]
fn a_controlled_word_is_one_op_on_its_three_qubits() {
    let fused =
        fuse_from_zero(&circuit(3, &[(Gate::H, &[0]), (Gate::Ccx, &[0, 1, 2])]).decomposed());
    let larger = fuse_ops(&fused.unwrap().ops);
    let on_three: Vec<&Op> = larger.iter().filter(|op| op.qubits.len() == 3).collect();
    assert_eq!(on_three.len(), 1, "{larger:?}");
}

#[test]
fn what_undoes_itself_is_nothing() {
    let gates: &[(Gate, &[u32])] = &[
        (Gate::H, &[0]),
        (Gate::Cx, &[0, 1]),
        (Gate::T, &[1]),
        (Gate::Tdg, &[1]),
        (Gate::Cx, &[0, 1]),
        (Gate::H, &[0]),
        (Gate::X, &[1]),
    ];
    let fused = fuse_from_zero(&circuit(2, gates)).unwrap();
    assert_eq!(fused.ops.len(), 1, "only the last gate is left: {fused:?}");
}

#[test]
fn the_order_for_sparse_states_is_the_one_that_spreads_fewer_qubits() {
    // One qubit after the other is entangled with the last one and back: late is better.
    let mut one_by_one: Vec<(Gate, Vec<u32>)> = Vec::new();
    one_by_one.extend((0..9).map(|k| (Gate::Ry(0.3), vec![k])));
    one_by_one.extend((0..9).map(|k| (Gate::Cx, vec![k, 9])));
    one_by_one.extend((0..9).map(|k| (Gate::Ry(-0.3), vec![k])));
    // Syndromes that only the last op needs: late opens all of them before it closes any.
    let mut syndromes: Vec<(Gate, Vec<u32>)> = Vec::new();
    for c in 2..9 {
        syndromes.push((Gate::Ry(0.3), vec![c]));
        syndromes.push((Gate::Cx, vec![c, 0]));
        syndromes.push((Gate::Cx, vec![c, 1]));
        syndromes.push((Gate::Cx, vec![c, 9]));
    }
    // Superposition that lasts: in the order of the circuit it comes last already.
    let mut lasting: Vec<(Gate, Vec<u32>)> = Vec::new();
    lasting.extend((1..9).map(|k| (Gate::Cx, vec![k - 1, k])));
    lasting.extend((0..9).map(|k| (Gate::Ry(0.3), vec![k])));
    for (gates, is_late) in [(one_by_one, true), (syndromes, false), (lasting, false)] {
        let gates: Vec<(Gate, &[u32])> = gates.iter().map(|(g, q)| (*g, &q[..])).collect();
        let ops = fuse_gates(circuit(10, &gates).gates()).unwrap();
        let order = sparse_order(&ops);
        assert_eq!(!order.is_sorted(), is_late, "{order:?}");
    }
}
