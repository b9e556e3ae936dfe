use crate::Dense;
use std::collections::BTreeMap;

use cheqqers_circuit::{Circuit, Clbit, Gate};

use super::*;
use crate::Limits;
use crate::reference::{CLOSE, dense_of, readout_of, rng, some_state, sparse_of};

fn assert_same(found: &[(Bitstring, f64)], expected: &[(Bitstring, f64)]) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert_eq!(a.0, b.0);
        assert!((a.1 - b.1).abs() < CLOSE, "{a:?} instead of {b:?}");
    }
}

#[test]
fn a_marginal_sums_what_reads_alike() {
    let amplitudes = some_state(6, 2, &mut rng(10));
    let lists: [&[u32]; 6] = [
        &[],
        &[3],
        &[5, 0],
        &[0, 1, 2],
        &[4, 1, 4],
        &[0, 1, 2, 3, 4, 5],
    ];
    for list in lists {
        let readout = readout_of(list);
        let mut sums: BTreeMap<Bitstring, f64> = BTreeMap::new();
        for (index, amplitude) in amplitudes.iter().enumerate() {
            let bits = list.iter().map(|k| index >> k & 1 == 1).collect();
            *sums.entry(bits).or_default() += amplitude.norm_sqr();
        }
        sums.retain(|_, probability| *probability > TOLERANCE);
        let expected: Vec<_> = sums.into_iter().collect();
        assert_same(&dense_of(&amplitudes).marginal(&readout), &expected);
        assert_same(&sparse_of(&amplitudes).marginal(&readout), &expected);
    }
}

#[test]
fn clbits_read_the_qubits_measured_into_them() {
    let mut circuit = Circuit::new(3, 3);
    circuit.push(Gate::X, &[Qubit(1)]).unwrap();
    circuit.measure(Qubit(1), Clbit(2)).unwrap();
    circuit.measure(Qubit(0), Clbit(0)).unwrap();
    let readout = Readout::of(&circuit).unwrap();
    assert_eq!(readout.sources(), [Some(Qubit(0)), None, Some(Qubit(1))]);
    let expected = [("001".parse().unwrap(), 1.0)];
    let sparse = Sparse::run(&circuit, Limits::default()).unwrap();
    assert_eq!(sparse.marginal(&readout), expected);
    assert_eq!(Dense::run(&circuit).unwrap().marginal(&readout), expected);
}

#[test]
fn probabilities_of_many_amplitudes_are_those_of_few() {
    let amplitudes = some_state(16, 1, &mut rng(11));
    let state = dense_of(&amplitudes);
    let probabilities = state.probabilities();
    assert!((state.norm_squared() - 1.0).abs() < CLOSE);
    for k in 0..16 {
        let expected: f64 = probabilities
            .iter()
            .enumerate()
            .filter(|(index, _)| index >> k & 1 == 1)
            .map(|(_, probability)| probability)
            .sum();
        assert!((state.probability(Qubit(k)) - expected).abs() < CLOSE);
    }
}
