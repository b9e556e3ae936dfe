use nalgebra::DVector;

use super::*;
use crate::reference::{assert_close, embed, orderings, rng, some_state};

#[test]
fn every_gate_on_every_qubits_is_its_whole_matrix() {
    let mut rng = rng(1);
    for num_qubits in 1..=6u32 {
        let state = some_state(num_qubits as usize, 1, &mut rng);
        for gate in Gate::all(0.7) {
            for qubits in orderings(gate.num_qubits(), num_qubits) {
                let matrix = embed(gate, &qubits, num_qubits as usize);
                let expected = matrix * DVector::from_column_slice(&state);
                for grain in [1, 2, 8, usize::MAX] {
                    let mut found = state.clone();
                    assert!(apply(&mut found, gate, &qubits, grain));
                    assert_close(&found, expected.as_slice(), &format!("{gate} {qubits:?}"));
                }
            }
        }
    }
}

#[test]
fn all_cores_give_what_one_core_gives() {
    let mut rng = rng(2);
    let state = some_state(16, 1, &mut rng);
    assert!(grain(state.len()) < state.len());
    for gate in Gate::all(-1.3) {
        for qubits in [[0, 1, 2], [15, 14, 13], [0, 15, 7], [15, 0, 1], [8, 3, 15]] {
            let qubits: Vec<Qubit> = qubits[..gate.num_qubits()]
                .iter()
                .map(|&k| Qubit(k))
                .collect();
            let (mut many, mut one) = (state.clone(), state.clone());
            assert!(apply(&mut many, gate, &qubits, grain(state.len())));
            assert!(apply(&mut one, gate, &qubits, usize::MAX));
            assert!(many == one, "{gate} {qubits:?}");
        }
    }
}
