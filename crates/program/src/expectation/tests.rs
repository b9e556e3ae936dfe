use std::f64::consts::SQRT_2;

use cheqqers_circuit::{Circuit, Gate};
use cheqqers_sim::{Dense, Limits, SingleDense};
use cheqqers_testkit::reference::gate_matrix;
use cheqqers_testkit::strategy::{circuits, config};
use nalgebra::{DMatrix, DVector};
use num_complex::Complex64;
use proptest::prelude::*;

use super::*;
use crate::observable::Pauli;
use crate::observable::tests::observables;

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
            gate_matrix(gate, &[qubit], num_qubits)
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

fn sparse_of(circuit: &Circuit) -> Sparse {
    Sparse::run(circuit, Limits::default()).unwrap()
}

/// A circuit whose state has amplitudes of all phases: all of them, or those of half the basis states.
fn mixed(num_qubits: u32, is_full: bool) -> Circuit {
    let mut circuit = Circuit::new(num_qubits as usize, 0);
    let first = u32::from(!is_full);
    for k in first..num_qubits {
        let angle = 0.4 + SQRT_2 * f64::from(k);
        circuit.push(Gate::Ry(angle), &[Qubit(k)]).unwrap();
        circuit.push(Gate::Rz(3.0 * angle), &[Qubit(k)]).unwrap();
    }
    for k in 1..num_qubits {
        circuit.push(Gate::Cx, &[Qubit(k), Qubit(k - 1)]).unwrap();
        circuit
            .push(Gate::Siswap, &[Qubit(k - 1), Qubit(k)])
            .unwrap();
    }
    circuit
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn every_state_has_the_expectation_of_the_matrix(
        observable in observables(5, 12),
        circuit in circuits(5..=5, 30),
    ) {
        let dense = Dense::run(&circuit).unwrap();
        let expected = expected(&observable, dense.amplitudes());
        let found = dense.expectation(&observable).unwrap();
        prop_assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
        let sparse = sparse_of(&circuit).expectation(&observable).unwrap();
        prop_assert!((sparse - expected).abs() < 1e-12, "{sparse} instead of {expected}");
        let single = SingleDense::run(&circuit).unwrap().expectation(&observable).unwrap();
        prop_assert!((single - expected).abs() < 1e-5, "{single} instead of {expected}");
    }

    #[test]
    fn a_product_has_the_expectation_of_the_whole_state(
        observable in observables(5, 12),
        a in circuits(2..=2, 12),
        b in circuits(3..=3, 12),
    ) {
        // The qubits of the two alternate.
        let names = [vec![Qubit(1), Qubit(3)], vec![Qubit(0), Qubit(2), Qubit(4)]];
        let mut whole = Circuit::new(5, 0);
        for (circuit, names) in [&a, &b].into_iter().zip(&names) {
            for (gate, qubits) in circuit.gates() {
                let qubits: Vec<Qubit> = qubits.iter().map(|qubit| names[qubit.index()]).collect();
                whole.push(gate, &qubits).unwrap();
            }
        }
        let expected = expected(&observable, Dense::run(&whole).unwrap().amplitudes());
        let dense = [&a, &b].map(|circuit| Dense::run(circuit).unwrap());
        let dense = Product::new(names.clone().into_iter().zip(dense));
        let found = product_expectation(&dense, &observable).unwrap();
        prop_assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
        let sparse = Product::new(names.into_iter().zip([&a, &b].map(sparse_of)));
        let found = product_expectation(&sparse, &observable).unwrap();
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
    let circuit = mixed(18, false);
    let (dense, sparse) = (Dense::run(&circuit).unwrap(), sparse_of(&circuit));
    assert!(sparse.len() >= 1 << 17);
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
    let state = Dense::run(&mixed(18, true)).unwrap();
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
    let state = Dense::run(&mixed(8, true)).unwrap();
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
    let error = SimulationError::NoSuchQubit {
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
