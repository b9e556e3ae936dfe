use super::*;
use crate::reference::{CLOSE, assert_close, dense_of, rng, some_state, sparse_of, vector_of};

const BITS: [(Qubit, bool); 2] = [(Qubit(3), true), (Qubit(0), false)];

#[test]
fn a_second_collapse_changes_nothing() {
    for num_qubits in [4, 6, 16] {
        let amplitudes = some_state(num_qubits, 1, &mut rng(20));
        let (mut dense, mut sparse) = (dense_of(&amplitudes), sparse_of(&amplitudes));
        let probability = dense.project(&BITS).unwrap();
        assert!((sparse.project(&BITS).unwrap() - probability).abs() < CLOSE);
        assert!(probability > 0.1 && probability < 0.4);
        let once = dense.amplitudes().to_vec();
        assert_close(&vector_of(&sparse), &once, "sparse");
        assert!((dense.norm_squared() - 1.0).abs() < CLOSE);
        assert!((dense.project(&BITS).unwrap() - 1.0).abs() < CLOSE);
        assert!((sparse.project(&BITS).unwrap() - 1.0).abs() < CLOSE);
        assert_close(dense.amplitudes(), &once, "dense");
        assert_close(&vector_of(&sparse), &once, "sparse");
    }
}

#[test]
fn a_collapse_keeps_the_ratios_of_what_agrees() {
    let amplitudes = some_state(4, 1, &mut rng(21));
    let mut state = dense_of(&amplitudes);
    let factor = state.project(&BITS).unwrap().sqrt();
    for (index, (found, start)) in state.amplitudes().iter().zip(&amplitudes).enumerate() {
        let expected = if index & 0b1001 == 0b1000 {
            start / factor
        } else {
            Complex64::default()
        };
        assert!((found - expected).norm() < CLOSE);
    }
}

#[test]
fn impossible_bits_are_refused_and_change_nothing() {
    let (mut dense, mut sparse) = (Dense::zero(2).unwrap(), Sparse::zero(2).unwrap());
    let before = (dense.clone(), sparse.clone());
    let contradiction = [(Qubit(0), false), (Qubit(0), true)];
    for bits in [&[(Qubit(1), true)][..], &contradiction] {
        let refused = Err(SimError::ImpossibleBits { probability: 0.0 });
        assert_eq!(dense.project(bits), refused);
        assert_eq!(sparse.project(bits), refused);
    }
    assert_eq!((dense, sparse), before);
}
