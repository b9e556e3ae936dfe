use cheqqers_circuit::Gate;
use nalgebra::{DMatrix, DVector};
use num_complex::Complex64;
use proptest::prelude::*;

use super::*;
use crate::observable::Pauli;
use crate::observable::tests::observables;
use crate::product::Product;
use crate::reference::{config, dense_of, embed, rng, some_state, sparse_of};
use crate::{Dense, SingleDense};

/// The matrix of an observable.
fn matrix(observable: &Observable, num_qubits: usize) -> DMatrix<Complex64> {
    let size = 1 << num_qubits;
    let term = |(string, coefficient): &(PauliString, f64)| {
        let one = DMatrix::<Complex64>::identity(size, size);
        let factors = string.factors().map(|(qubit, pauli)| {
            let gate = match pauli {
                Pauli::X => Gate::X,
                Pauli::Y => Gate::Y,
                Pauli::Z => Gate::Z,
            };
            embed(gate, &[qubit], num_qubits)
        });
        factors.fold(one, |product, factor| product * factor) * Complex64::from(*coefficient)
    };
    let terms = observable.terms().iter().map(term);
    terms.fold(DMatrix::zeros(size, size), |sum, term| sum + term)
}

fn expected(observable: &Observable, state: &[Complex64]) -> f64 {
    let state = DVector::from_column_slice(state);
    let image = matrix(observable, state.len().ilog2() as usize) * &state;
    state.dotc(&image).re
}

fn single_of(amplitudes: &[Complex64]) -> SingleDense {
    use crate::number::Number;
    let mut state = SingleDense::zero(amplitudes.len().ilog2() as usize).unwrap();
    for (single, amplitude) in state.amplitudes_mut().iter_mut().zip(amplitudes) {
        *single = f32::rounded(*amplitude);
    }
    state
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_state_has_the_expectation_of_the_matrix(
        observable in observables(5, 12),
        seed in any::<u64>(),
        one_in in 1_u64..6,
    ) {
        let state = some_state(5, one_in, &mut rng(seed));
        let expected = expected(&observable, &state);
        let dense = dense_of(&state).expectation(&observable).unwrap();
        prop_assert!((dense - expected).abs() < 1e-12, "{dense} instead of {expected}");
        let sparse = sparse_of(&state).expectation(&observable).unwrap();
        prop_assert!((sparse - expected).abs() < 1e-12, "{sparse} instead of {expected}");
        let single = single_of(&state).expectation(&observable).unwrap();
        prop_assert!((single - expected).abs() < 1e-5, "{single} instead of {expected}");
    }

    #[test]
    fn a_product_has_the_expectation_of_the_whole_state(
        observable in observables(5, 12),
        seed in any::<u64>(),
    ) {
        let rng = &mut rng(seed);
        let (a, b) = (some_state(2, 1, rng), some_state(3, 2, rng));
        // The qubits of the two alternate.
        let whole: Vec<Complex64> = (0..32)
            .map(|index: usize| {
                let bit = |qubit: usize, place: usize| (index >> qubit & 1) << place;
                a[bit(1, 0) | bit(3, 1)] * b[bit(0, 0) | bit(2, 1) | bit(4, 2)]
            })
            .collect();
        let names = |names: &[u32]| names.iter().map(|&name| Qubit(name)).collect::<Vec<_>>();
        let expected = expected(&observable, &whole);
        let dense = Product::new([
            (names(&[1, 3]), dense_of(&a)),
            (names(&[0, 2, 4]), dense_of(&b)),
        ]);
        let found = dense.expectation(&observable).unwrap();
        prop_assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
        let sparse = Product::new([
            (names(&[1, 3]), sparse_of(&a)),
            (names(&[0, 2, 4]), sparse_of(&b)),
        ]);
        let found = sparse.expectation(&observable).unwrap();
        prop_assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
    }
}

/// Strings with bits high and low, many of which flip the same qubits.
fn large() -> Observable {
    let text =
        "Z0 + Z17 - Z0 Z17 + X0 + X17 Z3 + X17 Y0 Z9 + Y17 Y0 + 0.5 X3 X12 + X3 X12 Z1 - Y3 Y12";
    text.parse().unwrap()
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let state = some_state(18, 2, &mut rng(92));
    let (dense, sparse) = (dense_of(&state), sparse_of(&state));
    let values = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            let values = [dense.expectation(&large()), sparse.expectation(&large())];
            values.map(|value| value.unwrap().to_bits())
        })
    };
    let one = values(1);
    assert_eq!([values(2), values(5)], [one, one]);
    let [dense, sparse] = one.map(f64::from_bits);
    assert!((dense - sparse).abs() < 1e-12, "{dense} {sparse}");
}

#[test]
fn large_states_have_the_expectation_of_the_state_after_the_operators() {
    let state = dense_of(&some_state(18, 1, &mut rng(93)));
    let found = state.expectation(&large()).unwrap();
    let terms = large();
    let by_gates = terms.terms().iter().map(|(string, coefficient)| {
        let mut image = state.clone();
        for (qubit, pauli) in string.factors() {
            let gate = match pauli {
                Pauli::X => Gate::X,
                Pauli::Y => Gate::Y,
                Pauli::Z => Gate::Z,
            };
            image.apply(gate, &[qubit]);
        }
        let pairs = state.amplitudes().iter().zip(image.amplitudes());
        coefficient * pairs.map(|(a, b)| (a.conj() * b).re).sum::<f64>()
    });
    let expected: f64 = by_gates.sum();
    assert!(
        (found - expected).abs() < 1e-11,
        "{found} instead of {expected}"
    );
}

#[test]
fn more_strings_than_fit_in_a_pass_are_summed_up() {
    let state = dense_of(&some_state(8, 1, &mut rng(94)));
    let strings = (0..256_u32).map(|bits| {
        let factors = (0..8).filter(|k| bits >> k & 1 == 1);
        (
            PauliString::new(factors.map(|k| (Qubit(k), Pauli::Z))).unwrap(),
            1.0,
        )
    });
    // All products of Z together are 2ⁿ times the projector to |0…0⟩.
    let observable = Observable::new(strings).unwrap();
    let expected = 256.0 * state.amplitudes()[0].norm_sqr();
    assert!((state.expectation(&observable).unwrap() - expected).abs() < 1e-12);
}

#[test]
fn a_qubit_that_is_not_there_is_named() {
    let error = SimError::NoSuchQubit {
        qubit: Qubit(2),
        num_qubits: 2,
    };
    let observable: Observable = "Z0 + 0.5 Y2".parse().unwrap();
    let state = Dense::zero(2).unwrap();
    assert_eq!(state.expectation(&observable), Err(error.clone()));
    assert_eq!(
        Sparse::zero(2).unwrap().expectation(&observable),
        Err(error)
    );
}
