use cheqqers_circuit::{Action, Clbit};
use nalgebra::DVector;
use proptest::prelude::*;

use super::*;
use crate::reference::{CLOSE, assert_close, circuits, config, embed};

fn circuit(num_qubits: usize, gates: &[(Gate, &[u32])]) -> Circuit {
    let mut circuit = Circuit::new(num_qubits, num_qubits);
    for &(gate, qubits) in gates {
        let qubits: Vec<Qubit> = qubits.iter().map(|&k| Qubit(k)).collect();
        circuit.push(gate, &qubits).unwrap();
    }
    circuit
}

#[test]
fn x_on_qubit_one_of_two_is_index_two() {
    let state = Dense::run(&circuit(2, &[(Gate::X, &[1])])).unwrap();
    assert_eq!(state.probabilities(), [0.0, 0.0, 1.0, 0.0]);
}

#[test]
fn a_split_leaves_half_on_each_target_with_a_factor_i() {
    let state = Dense::run(&circuit(3, &[(Gate::X, &[0]), (Gate::Split, &[0, 1, 2])])).unwrap();
    let half = Complex64::new(0.0, 0.5f64.sqrt());
    let mut expected = [Complex64::default(); 8];
    expected[0b010] = half;
    expected[0b100] = half;
    assert_close(state.amplitudes(), &expected, "split");
}

#[test]
fn a_merge_undoes_a_split() {
    let gates: &[(Gate, &[u32])] = &[
        (Gate::X, &[0]),
        (Gate::Split, &[0, 1, 2]),
        (Gate::Merge, &[1, 2, 3]),
    ];
    let state = Dense::run(&circuit(4, gates)).unwrap();
    assert!((state.probability(Qubit(3)) - 1.0).abs() < CLOSE);
}

#[test]
fn forty_qubits_are_refused_at_once() {
    assert_eq!(
        Dense::run(&Circuit::new(40, 0)),
        Err(SimError::TooManyQubits {
            num_qubits: 40,
            limit: 28
        })
    );
    let wide = Limits {
        qubits: 64,
        ..Limits::default()
    };
    assert_eq!(
        Dense::zero_within(40, wide),
        Err(SimError::TooManyBytes {
            bytes: 1 << 44,
            limit: 1 << 32
        })
    );
    let narrow = Limits {
        bytes: 1 << 10,
        ..Limits::default()
    };
    assert!(Dense::zero_within(6, narrow).is_ok());
    assert!(matches!(
        Dense::zero_within(7, narrow),
        Err(SimError::TooManyBytes { bytes: 2048, .. })
    ));
}

#[test]
fn what_the_machine_does_not_have_is_an_error() {
    let endless = Limits {
        qubits: 64,
        bytes: usize::MAX,
        ..Limits::default()
    };
    assert_eq!(
        Dense::zero_within(59, endless),
        Err(SimError::OutOfMemory {
            amplitudes: 1 << 59
        })
    );
}

#[test]
fn a_gate_after_a_measurement_of_its_qubit_is_refused() {
    let mut circuit = circuit(2, &[(Gate::H, &[0])]);
    circuit.measure(Qubit(0), Clbit(0)).unwrap();
    circuit.push(Gate::X, &[Qubit(1)]).unwrap();
    assert!(Dense::run(&circuit).is_ok());
    circuit.push(Gate::Cx, &[Qubit(1), Qubit(0)]).unwrap();
    assert_eq!(
        Dense::run(&circuit),
        Err(SimError::GateAfterMeasurement {
            gate: Gate::Cx,
            qubit: Qubit(0)
        })
    );
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_circuit_is_the_product_of_its_matrices(circuit in circuits(1..=5, 12)) {
        let num_qubits = circuit.num_qubits();
        let mut expected = DVector::zeros(1 << num_qubits);
        expected[0] = Complex64::new(1.0, 0.0);
        for operation in circuit.operations() {
            if let Action::Gate(gate, operands) = operation.action {
                expected = embed(gate, operands.as_slice(), num_qubits) * expected;
            }
        }
        let state = Dense::run(&circuit).unwrap();
        assert_close(state.amplitudes(), expected.as_slice(), "circuit");
        prop_assert!((state.norm_squared() - 1.0).abs() < CLOSE);
    }
}
