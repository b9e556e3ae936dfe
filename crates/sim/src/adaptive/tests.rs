use cheqqers_circuit::{Circuit, Gate, Qubit};
use num_complex::Complex64;
use proptest::prelude::*;

use super::*;
use crate::Dense;
use crate::reference::{assert_close, circuits, config};

fn gate_by_gate(circuit: &Circuit) -> Dense {
    let mut state = Dense::zero(circuit.num_qubits()).unwrap();
    for (gate, qubits) in circuit.gates() {
        state.apply(gate, qubits);
    }
    state
}

fn amplitudes<T: Precision + Into<f64>>(state: &AdaptiveState<T>) -> Vec<Complex64> {
    match state {
        AdaptiveState::Sparse(state) => {
            let mut all = vec![Complex64::ZERO; 1 << state.num_qubits()];
            for (index, amplitude) in state.amplitudes() {
                all[usize::try_from(index).unwrap()] = amplitude;
            }
            all
        }
        AdaptiveState::Dense(state) => state
            .amplitudes()
            .iter()
            .map(|a| Complex64::new(a.re.into(), a.im.into()))
            .collect(),
    }
}

/// A circuit that puts some qubits in superposition before others.
fn spread(circuit: &Circuit, superposed: usize) -> Circuit {
    let mut spread = Circuit::new(circuit.num_qubits(), 0);
    for k in 0..superposed.min(circuit.num_qubits()) {
        spread
            .push(Gate::Ry(0.3 + k as f64), &[Qubit::from_index(k)])
            .unwrap();
    }
    spread.append(circuit).unwrap();
    spread
}

proptest! {
    #![proptest_config(ProptestConfig { cases: config().cases / 4, ..config() })]

    #[test]
    fn sparse_or_dense_the_state_is_that_of_the_gates(
        circuit in circuits(1..=13, 60),
        superposed in 0..=13_usize,
    ) {
        let circuit = spread(&circuit, superposed);
        let expected = gate_by_gate(&circuit);
        let mut state: AdaptiveState = AdaptiveState::run(&circuit, Limits::default()).unwrap();
        assert_close(&amplitudes(&state), expected.amplitudes(), "double");
        // Again in the same memory.
        state.rerun(&circuit, Limits::default()).unwrap();
        assert_close(&amplitudes(&state), expected.amplitudes(), "again");
        let single = AdaptiveState::<f32>::run(&circuit, Limits::default()).unwrap();
        for (found, expected) in amplitudes(&single).iter().zip(expected.amplitudes()) {
            prop_assert!((found - expected).norm() < 1e-5);
        }
    }

    #[test]
    fn a_circuit_applied_to_a_state_vector_is_its_gates(
        first in circuits(9..=9, 20),
        second in circuits(9..=9, 20),
    ) {
        let mut state = gate_by_gate(&first);
        state.apply_circuit(&second).unwrap();
        let mut both = first.clone();
        both.append(&second).unwrap();
        assert_close(state.amplitudes(), gate_by_gate(&both).amplitudes(), "both");
    }
}

#[test]
fn few_amplitudes_stay_sparse_and_many_become_dense() {
    for num_qubits in [5, 9, 12] {
        let none = Circuit::new(num_qubits, 0);
        let is_dense = |superposed| {
            let circuit = spread(&none, superposed);
            let state: AdaptiveState = AdaptiveState::run(&circuit, Limits::default()).unwrap();
            state.is_dense()
        };
        assert!(!is_dense(1) && is_dense(num_qubits), "{num_qubits} qubits");
    }
}

#[test]
fn a_state_that_spreads_late_goes_on_densely() {
    // Not the lowest qubits: a row of a state vector has them all.
    let mut late = Circuit::new(16, 0);
    for k in 6..14 {
        late.push(Gate::Ry(0.3), &[Qubit(k)]).unwrap();
    }
    for k in 0..300_u32 {
        let (a, b) = (6 + k % 8, 6 + (k + 1 + k / 8 % 7) % 8);
        late.push(Gate::Cx, &[Qubit(a), Qubit(b)]).unwrap();
    }
    let run = |circuit: &Circuit| AdaptiveState::<f64>::run(circuit, Limits::default()).unwrap();
    assert!(!run(&late).is_dense());
    for k in 0..14 {
        late.push(Gate::Ry(0.7), &[Qubit(k)]).unwrap();
        late.push(Gate::Cx, &[Qubit(k), Qubit((k + 5) % 14)])
            .unwrap();
    }
    let state = run(&late);
    assert!(state.is_dense());
    assert_close(
        &amplitudes(&state),
        gate_by_gate(&late).amplitudes(),
        "late",
    );
}

#[test]
fn a_product_beyond_the_limit_becomes_dense() {
    let plus = |num_qubits| {
        let circuit = spread(&Circuit::new(num_qubits, 0), num_qubits);
        Sparse::run(&circuit, Limits::default()).unwrap()
    };
    let product = |limits| {
        let mut state = AdaptiveState::Sparse(plus(4));
        let done = state.tensor(&AdaptiveState::Sparse(plus(5)), limits);
        done.map(|()| state.is_dense())
    };
    let few = Limits {
        amplitudes: 100,
        ..Limits::default()
    };
    assert_eq!(product(Limits::default()), Ok(false));
    assert_eq!(product(few), Ok(true));
    let refused = product(Limits { qubits: 8, ..few }).unwrap_err();
    let expected = SimError::TooManyAmplitudes {
        amplitudes: 512,
        limit: 100,
    };
    assert_eq!(refused, expected);
}

#[test]
fn a_state_too_large_for_a_vector_stays_sparse() {
    let limits = Limits {
        qubits: 8,
        ..Limits::default()
    };
    let circuit = spread(&Circuit::new(9, 0), 9);
    let state: AdaptiveState = AdaptiveState::run(&circuit, limits).unwrap();
    assert!(!state.is_dense());
    assert_close(
        &amplitudes(&state),
        gate_by_gate(&circuit).amplitudes(),
        "sparse",
    );
    let few = Limits {
        amplitudes: 100,
        ..limits
    };
    let refused = AdaptiveState::<f64>::run(&circuit, few).unwrap_err();
    assert!(
        matches!(refused, SimError::TooManyAmplitudes { .. }),
        "{refused}"
    );
}
