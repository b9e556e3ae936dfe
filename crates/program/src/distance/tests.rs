use cheqqers_circuit::{Gate, Optimization};
use cheqqers_sim::minimize;
use cheqqers_testkit::strategy::{circuits, config};
use proptest::prelude::*;

use super::*;

const LIMITS: Limits = Limits {
    qubits: 10,
    bytes: 1 << 20,
    amplitudes: 1 << 10,
};

fn circuit(num_qubits: usize, gates: &[(Gate, &[u32])], measured: &[u32]) -> Circuit {
    let mut circuit = Circuit::new(num_qubits, 0);
    for (gate, qubits) in gates {
        let qubits: Vec<Qubit> = qubits.iter().copied().map(Qubit).collect();
        circuit.push(*gate, &qubits).unwrap();
    }
    for &qubit in measured {
        let clbit = circuit.add_clbit();
        circuit.measure(Qubit(qubit), clbit).unwrap();
    }
    circuit
}

/// Two anticorrelated bits, the first of which is 1 with this angle's probability, and a fair one.
fn biased(angle: f64) -> Circuit {
    let gates: &[(Gate, &[u32])] = &[
        (Gate::Rx(angle), &[0]),
        (Gate::Cx, &[0, 1]),
        (Gate::X, &[1]),
        (Gate::H, &[2]),
    ];
    circuit(3, gates, &[0, 1, 2])
}

fn parity(clbits: &[u32], is_flipped: bool) -> Parity {
    Parity::new(clbits.iter().copied().map(Clbit), is_flipped)
}

fn own(bits: &[u32]) -> PostProcessing {
    PostProcessing::new(bits.iter().map(|&bit| parity(&[bit], false)).collect())
}

fn alike(circuit: &Circuit, requested: &PostProcessing, circuits: &[Circuit]) -> bool {
    measures_alike(circuit, requested, circuits, LIMITS).unwrap()
}

#[test]
fn bits_that_are_exchanged_flipped_or_constant_are_told_apart() {
    let both = [biased(1.0), biased(2.0)];
    let joined = Circuit::side_by_side(&both);
    assert!(alike(&joined, &own(&[0, 1, 2, 3, 4, 5]), &both));
    for exchanged in [[1, 0, 2, 3, 4, 5], [3, 1, 2, 0, 4, 5], [3, 4, 5, 0, 1, 2]] {
        assert!(!alike(&joined, &own(&exchanged), &both), "{exchanged:?}");
    }
    // Fair and independent of all others.
    assert!(alike(&joined, &own(&[0, 1, 5, 3, 4, 2]), &both));
    let one = &both[..1];
    let with = |first| PostProcessing::new(vec![first, parity(&[1], false), parity(&[2], false)]);
    assert!(alike(&joined, &with(parity(&[1], true)), one));
    for wrong in [
        parity(&[1], false),
        parity(&[0], true),
        parity(&[], false),
        parity(&[0, 2], false),
    ] {
        assert!(!alike(&joined, &with(wrong.clone()), one), "{wrong:?}");
    }
}

#[test]
fn bits_that_are_right_by_themselves_are_compared_together() {
    let coin = circuit(1, &[(Gate::H, &[0])], &[0]);
    let coins = [coin.clone(), coin];
    let joined = Circuit::side_by_side(&coins);
    assert!(alike(&joined, &own(&[0, 1]), &coins));
    assert!(!alike(&joined, &own(&[0, 0]), &coins));
    // Linked by gates that change nothing.
    let linked = circuit(
        2,
        &[
            (Gate::H, &[0]),
            (Gate::H, &[1]),
            (Gate::Cz, &[0, 1]),
            (Gate::Cz, &[0, 1]),
        ],
        &[0, 1],
    );
    assert!(alike(&linked, &own(&[0, 1]), &coins));
}

#[test]
fn what_is_not_measured_or_constant_needs_no_qubit() {
    let empty = PostProcessing::default();
    assert!(alike(&biased(1.0), &empty, &[]));
    let zero = Circuit::new(0, 1);
    let constant = |is_flipped| PostProcessing::new(vec![parity(&[], is_flipped)]);
    assert!(alike(
        &biased(1.0),
        &constant(false),
        std::slice::from_ref(&zero)
    ));
    assert!(!alike(
        &biased(1.0),
        &constant(true),
        std::slice::from_ref(&zero)
    ));
    // A clbit that nothing is measured into reads 0.
    assert!(alike(&Circuit::new(2, 3), &own(&[2]), &[zero]));
}

#[test]
fn a_gate_after_a_measurement_is_no_gate_before_it() {
    let mut late = circuit(1, &[], &[0]);
    late.push(Gate::X, &[Qubit(0)]).unwrap();
    let one = circuit(1, &[(Gate::X, &[0])], &[0]);
    let found = measures_alike(&late, &own(&[0]), &[one], LIMITS);
    assert!(
        matches!(found, Err(SimError::GateAfterMeasurement { .. })),
        "{found:?}"
    );
}

#[test]
fn a_difference_is_found_beside_a_state_beyond_the_limits() {
    let gates: Vec<(Gate, Vec<u32>)> = (0..12)
        .flat_map(|k| [(Gate::Ry(1.0), vec![k]), (Gate::Cx, vec![k, (k + 1) % 12])])
        .collect();
    let gates: Vec<(Gate, &[u32])> = gates
        .iter()
        .map(|(gate, qubits)| (*gate, &qubits[..]))
        .collect();
    let all: Vec<u32> = (0..12).collect();
    let large = circuit(12, &gates, &all);
    let both = [large, biased(1.0)];
    let joined = Circuit::side_by_side(&both);
    let mut bits: Vec<u32> = (0..15).collect();
    let found = measures_alike(&joined, &own(&bits), &both, LIMITS);
    assert!(
        matches!(found, Err(SimError::TooManyAmplitudes { .. })),
        "{found:?}"
    );
    bits.swap(12, 13);
    assert!(!alike(&joined, &own(&bits), &both));
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn minimized_circuits_measure_alike(
        one in circuits(4..=4, 10), other in circuits(3..=3, 10), qubits in prop::collection::vec(0..3u32, 1..4),
    ) {
        let measured = [one, other].map(|mut circuit| {
            for &qubit in &qubits {
                let clbit = circuit.add_clbit();
                circuit.measure(Qubit(qubit), clbit).unwrap();
            }
            circuit
        });
        let joined = Circuit::side_by_side(&measured);
        let minimal = minimize(&joined, Optimization::PostProcessed).with_measured_clbits();
        prop_assert!(alike(&minimal.circuit, &minimal.post_processing, &measured));
    }
}
