use std::collections::BTreeMap;

use cheqqers_circuit::{Clbit, optimize};
use proptest::prelude::*;

use super::*;
use crate::Dense;
use crate::reference::{CLOSE, circuits, config};

fn circuit(num_qubits: usize, gates: &[(Gate, &[u32])]) -> Circuit {
    let mut circuit = Circuit::new(num_qubits, 0);
    for (gate, qubits) in gates {
        let qubits: Vec<Qubit> = qubits.iter().copied().map(Qubit).collect();
        circuit.push(*gate, &qubits).unwrap();
    }
    circuit
}

fn state(circuit: &Circuit) -> Vec<Complex64> {
    Dense::run(circuit).unwrap().amplitudes().to_vec()
}

/// The state of the shorter circuit on the qubits of the one before.
fn widened(optimized: &OptimizedCircuit) -> Vec<Complex64> {
    let mut wide = vec![Complex64::ZERO; 1 << optimized.qubits.len()];
    for (index, amplitude) in state(&optimized.circuit).into_iter().enumerate() {
        let places = optimized.qubits.iter().enumerate();
        let kept: usize = places
            .filter_map(|(old, new)| new.map(|new| (index >> new.index() & 1) << old))
            .sum();
        wide[kept] = amplitude;
    }
    wide
}

fn same_up_to_phase(a: &[Complex64], b: &[Complex64]) -> bool {
    let overlap: Complex64 = a.iter().zip(b).map(|(a, b)| a * b.conj()).sum();
    a.len() == b.len() && (overlap.norm() - 1.0).abs() < CLOSE
}

/// The probabilities of the values of the clbits.
fn distribution(circuit: &Circuit) -> BTreeMap<Bitstring, f64> {
    let marginal = Dense::run(circuit)
        .unwrap()
        .marginal(&Readout::of(circuit).unwrap());
    marginal.into_iter().collect()
}

fn folded(optimized: &OptimizedCircuit) -> BTreeMap<Bitstring, f64> {
    let mut probabilities = BTreeMap::new();
    for (bits, probability) in distribution(&optimized.circuit) {
        let bits = optimized.post_processing.apply(bits);
        *probabilities.entry(bits).or_default() += probability;
    }
    probabilities
}

/// Values up to [`TOLERANCE`] are left out of both.
fn close(a: &BTreeMap<Bitstring, f64>, b: &BTreeMap<Bitstring, f64>) -> bool {
    let of = |all: &BTreeMap<Bitstring, f64>, bits| all.get(bits).copied().unwrap_or(0.0);
    let mut bits = a.keys().chain(b.keys());
    bits.all(|bits| (of(a, bits) - of(b, bits)).abs() < 2.0 * TOLERANCE)
}

fn minimal(circuit: &Circuit) -> Circuit {
    minimize(circuit, Optimization::Gates).circuit
}

/// The circuit without one of its gates, for each of them.
fn without_one(circuit: &Circuit) -> impl Iterator<Item = Circuit> + '_ {
    let places = 0..circuit.operations().len();
    let gates = places.filter(|&k| matches!(circuit.operations()[k].action, Action::Gate(..)));
    gates.map(|k| {
        let (mut less, mut places) = (circuit.clone(), 0..);
        less.retain(|_| places.next() != Some(k));
        less
    })
}

fn measured(circuit: &Circuit, qubits: &[u32]) -> Circuit {
    let mut circuit = circuit.clone();
    for &qubit in qubits {
        let clbit = circuit.add_clbit();
        circuit.measure(Qubit(qubit), clbit).unwrap();
    }
    circuit
}

#[test]
fn what_interference_makes_certain_is_known() {
    // The turns add up to 0 on qubit 0, whatever qubit 1 is: no basis state tells.
    let gates: &[(Gate, &[u32])] = &[
        (Gate::H, &[1]),
        (Gate::Ry(0.4), &[0]),
        (Gate::Cx, &[1, 2]),
        (Gate::Ry(-0.4), &[0]),
        (Gate::Cx, &[0, 1]),
    ];
    let circuit = measured(&circuit(3, gates), &[1, 2]);
    let found = minimal(&circuit);
    assert_eq!((found.num_qubits(), num_cx(&found)), (2, 1));
    assert!(close(&distribution(&found), &distribution(&circuit)));
}

#[test]
fn gates_that_only_the_distribution_does_not_need_go() {
    // Half of the time or not, qubit 1 reads 1 half of the time.
    let circuit = measured(
        &circuit(2, &[(Gate::H, &[0]), (Gate::H, &[1]), (Gate::Cx, &[0, 1])]),
        &[0, 1],
    );
    let found = minimal(&circuit);
    assert_eq!(num_cx(&found), 0);
    assert!(close(&distribution(&found), &distribution(&circuit)));
}

/// As a step onto a square that may be occupied: qubit 4 holds a control for a while.
#[test]
fn a_qubit_that_holds_what_others_tell_goes() {
    let start: &[(Gate, &[u32])] = &[
        (Gate::H, &[0]),
        (Gate::X, &[1]),
        (Gate::Cx, &[0, 1]),
        (Gate::Ry(0.4), &[2]),
        (Gate::X, &[3]),
        (Gate::Cx, &[2, 3]),
    ];
    let one: &[(Gate, &[u32])] = &[(Gate::Cx, &[0, 4])];
    let two: &[(Gate, &[u32])] = &[(Gate::Ccx, &[0, 2, 4])];
    let middle: &[(Gate, &[u32])] = &[(Gate::H, &[3]), (Gate::T, &[3]), (Gate::Cx, &[4, 3])];
    let end: &[(Gate, &[u32])] = &[(Gate::Tdg, &[3]), (Gate::Cx, &[4, 3]), (Gate::H, &[3])];
    for hold in [one, two] {
        let whole = circuit(5, &[start, hold, middle, end, hold].concat());
        let found = minimize(&whole, Optimization::Gates);
        assert_eq!(found.circuit.num_qubits(), 4);
        assert!(num_cx(&found.circuit) <= num_cx(&whole));
        assert!(same_up_to_phase(&widened(&found), &state(&whole)));
        let whole = measured(&whole, &[0, 1, 2, 3]);
        let found = minimal(&whole);
        assert_eq!(found.num_qubits(), 4);
        assert!(close(&distribution(&found), &distribution(&whole)));
    }
}

#[test]
fn circuits_that_are_not_followed_are_optimized() {
    let spread: Vec<(Gate, Vec<u32>)> = (0..11).map(|k| (Gate::Ry(0.3), vec![k])).collect();
    let spread: Vec<(Gate, &[u32])> = spread.iter().map(|(gate, k)| (*gate, &k[..])).collect();
    let mut twice = measured(&circuit(2, &[(Gate::H, &[0]), (Gate::H, &[1])]), &[0, 1]);
    twice.push(Gate::Cx, &[Qubit(0), Qubit(1)]).unwrap();
    let mut overwritten = measured(&circuit(2, &[(Gate::H, &[0]), (Gate::H, &[1])]), &[0]);
    overwritten.measure(Qubit(1), Clbit(0)).unwrap();
    let all: Vec<u32> = (0..11).collect();
    for circuit in [measured(&circuit(11, &spread), &all), twice, overwritten] {
        for level in [
            Optimization::Off,
            Optimization::Gates,
            Optimization::PostProcessed,
        ] {
            assert_eq!(minimize(&circuit, level), optimize(&circuit, level));
        }
    }
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
    let then_any = (moves(), circuits(4..=4, 6)).prop_map(|(mut circuit, last)| {
        circuit.append(&last).unwrap();
        circuit
    });
    prop_oneof![circuits(4..=4, 14), moves(), then_any]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_state_is_kept_and_needs_every_gate(circuit in any()) {
        let minimized = minimize(&circuit, Optimization::Gates);
        let expected = state(&circuit);
        prop_assert!(same_up_to_phase(&widened(&minimized), &expected));
        for circuit in without_one(&minimized.circuit) {
            let less = OptimizedCircuit { circuit, ..minimized.clone() };
            prop_assert!(!same_up_to_phase(&widened(&less), &expected), "{:?}", minimized.circuit);
        }
    }

    #[test]
    fn probabilities_are_kept_and_need_every_gate(
        circuit in any(), qubits in prop::collection::vec(0..4u32, 1..5),
    ) {
        let circuit = measured(&circuit, &qubits);
        let expected = distribution(&circuit);
        for level in [Optimization::Gates, Optimization::PostProcessed] {
            let minimized = minimize(&circuit, level);
            prop_assert!(close(&folded(&minimized), &expected), "{:?}", minimized.circuit);
            let found = distribution(&minimized.circuit);
            for less in without_one(&minimized.circuit) {
                prop_assert!(!close(&distribution(&less), &found), "{:?}", minimized.circuit);
            }
        }
    }
}
