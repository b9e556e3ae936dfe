use cheqqers_circuit::{Circuit, Clbit, Gate};

use super::*;
use crate::reference::rng;
use crate::{Dense, Limits};

/// Three components whose qubits lie between each other's, one of them measured in part.
fn circuit() -> Circuit {
    let mut circuit = Circuit::new(6, 5);
    let gates: [(Gate, &[u32]); 6] = [
        (Gate::Ry(0.7), &[0]),
        (Gate::Cx, &[0, 3]),
        (Gate::Rx(1.1), &[4]),
        (Gate::Ch, &[4, 1]),
        (Gate::Ry(2.0), &[5]),
        (Gate::X, &[2]),
    ];
    for (gate, qubits) in gates {
        let qubits: Vec<Qubit> = qubits.iter().map(|&k| Qubit(k)).collect();
        circuit.push(gate, &qubits).unwrap();
    }
    for (qubit, clbit) in [(5, 0), (3, 1), (1, 2), (4, 3), (2, 4)] {
        circuit.measure(Qubit(qubit), Clbit(clbit)).unwrap();
    }
    circuit
}

fn dense(circuit: &Circuit) -> Product<Dense> {
    let components = circuit.components().into_iter();
    Product::new(components.map(|(qubits, component)| (qubits, Dense::run(&component).unwrap())))
}

#[test]
fn components_are_read_out_as_the_whole_is() {
    let circuit = circuit();
    let readout = Readout::of(&circuit).unwrap();
    let expected = Dense::run(&circuit).unwrap().marginal(&readout);
    let sparse = circuit.components().into_iter();
    let sparse = Product::new(sparse.map(|(qubits, component)| {
        let state = Sparse::run(&component, Limits::default()).unwrap();
        (qubits, state)
    }));
    assert_eq!(circuit.components().len(), 4);
    for found in [
        dense(&circuit).marginal(&readout),
        sparse.marginal(&readout),
    ] {
        let found = found.unwrap();
        assert_eq!(found.len(), expected.len());
        for ((bits, p), (other, q)) in found.iter().zip(&expected) {
            assert_eq!(bits, other);
            assert!((p - q).abs() < 1e-12, "{bits}: {p} instead of {q}");
        }
    }
}

#[test]
fn shots_of_components_follow_the_probabilities_of_the_whole() {
    let circuit = circuit();
    let readout = Readout::of(&circuit).unwrap();
    let expected = Dense::run(&circuit).unwrap().marginal(&readout);
    let shots = 100_000;
    let counts = dense(&circuit).counts(&readout, shots, &mut rng(11));
    assert_eq!(counts.iter().map(|&(_, count)| count).sum::<u64>(), 100_000);
    assert!(counts.is_sorted_by(|a, b| a.0 < b.0));
    let chi_square: f64 = expected
        .iter()
        .map(|&(bits, probability)| {
            let found = counts.iter().find(|&&(other, _)| other == bits);
            let mean = probability * shots as f64;
            (found.map_or(0.0, |&(_, count)| count as f64) - mean).powi(2) / mean
        })
        .sum();
    // 11 degrees of freedom: beyond 35 once in 4,000 seeds.
    assert!(expected.len() == 12 && chi_square < 35.0, "{chi_square}");
}

#[test]
fn shots_drawn_in_parts_are_those_drawn_at_once() {
    let shots = BATCH + BATCH / 2;
    let whole = circuit();
    let readout = Readout::of(&whole).unwrap();
    let state = Product::new([((0..6).map(Qubit).collect(), Dense::run(&whole).unwrap())]);
    let at_once = state.batch_counts(&readout, usize::try_from(shots).unwrap(), &mut rng(12));
    assert_eq!(state.counts(&readout, shots, &mut rng(12)), at_once);
}

#[test]
fn outcomes_beyond_counting_are_refused() {
    let mut circuit = Circuit::new(60, 0);
    for k in 0..60 {
        circuit.push(Gate::H, &[Qubit(k)]).unwrap();
    }
    let readout = Readout::of_all(60).unwrap();
    let error = dense(&circuit).marginal(&readout).unwrap_err();
    assert!(matches!(error, SimError::TooManyOutcomes { .. }), "{error}");
    let counts = dense(&circuit).counts(&readout, 10, &mut rng(1));
    assert_eq!(counts.iter().map(|&(_, count)| count).sum::<u64>(), 10);
}
