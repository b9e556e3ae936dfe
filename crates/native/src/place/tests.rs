use cheqqers_circuit::Gate;

use super::*;
use crate::{Edge, PhysicalQubit};

const GOOD: PhysicalQubit = PhysicalQubit {
    readout: [0.01; 2],
    sx_error: 0.001,
    ..PhysicalQubit::PERFECT
};

/// Qubits in a row, with the error of each edge.
fn row(qubits: &[PhysicalQubit], errors: &[f64]) -> Device {
    let edges = errors.iter().enumerate().map(|(k, &error)| Edge {
        qubits: [k, k + 1].map(Qubit::from_index),
        error,
        length: 100.0,
    });
    Device::new("row", qubits.to_vec(), edges).unwrap()
}

fn circuit(num_qubits: usize, gates: &[(Gate, &[u32])]) -> Circuit {
    let mut circuit = Circuit::new(num_qubits, 0);
    for (gate, qubits) in gates {
        let qubits: Vec<Qubit> = qubits.iter().copied().map(Qubit).collect();
        circuit.push(*gate, &qubits).unwrap();
    }
    circuit.measure_all();
    circuit
}

fn cost(placed: &Placement) -> usize {
    placed.circuit.statistics().two_qubit_gates
}

#[test]
fn the_best_edge_is_taken() {
    let device = row(&[GOOD; 5], &[0.02, 0.03, 0.01, 0.02]);
    let bell = circuit(2, &[(Gate::H, &[0]), (Gate::Cx, &[0, 1])]);
    let placed = place(&bell, &device).unwrap();
    let mut end: Vec<Qubit> = placed.final_layout.iter().flatten().copied().collect();
    end.sort();
    assert_eq!(end, [Qubit(2), Qubit(3)]);
    assert_eq!(placed.initial_layout, placed.final_layout);
    // One cz, two sx before and one after it, two readouts.
    let expected = 0.99 * 0.999_f64.powi(3) * 0.99 * 0.99;
    assert!((placed.success_probability - expected).abs() < 1e-12);
}

#[test]
fn qubits_that_read_wrongly_are_left_out() {
    let bad = PhysicalQubit {
        readout: [0.05, 0.16],
        ..GOOD
    };
    let device = row(&[GOOD, bad, GOOD, GOOD], &[0.001, 0.001, 0.03]);
    let bell = circuit(2, &[(Gate::H, &[0]), (Gate::Cx, &[0, 1])]);
    let placed = place(&bell, &device).unwrap();
    let mut end: Vec<Qubit> = placed.final_layout.iter().flatten().copied().collect();
    end.sort();
    assert_eq!(end, [Qubit(2), Qubit(3)]);
    let three = circuit(3, &[(Gate::Cx, &[0, 1]), (Gate::Cx, &[1, 2])]);
    assert_eq!(
        place(&three, &device),
        Err(PlaceError::TooManyQubits {
            device: "row".into(),
            needed: 3,
            usable: 2,
        })
    );
}

#[test]
fn short_lived_qubits_are_not_made_to_wait() {
    let mut qubits = [PhysicalQubit {
        t1: Some(1000.0),
        ..GOOD
    }; 6];
    // At the ends of its row a qubit waits for the other two.
    qubits[0].t1 = Some(1.0);
    qubits[2].t1 = Some(1.0);
    let device = row(&qubits, &[0.01, 0.01, 0.05, 0.01, 0.01]);
    let chain = circuit(
        3,
        &[(Gate::H, &[0]), (Gate::Cx, &[0, 1]), (Gate::Cx, &[1, 2])],
    );
    let placed = place(&chain, &device).unwrap();
    let end: Vec<u32> = placed
        .final_layout
        .iter()
        .flatten()
        .map(|qubit| qubit.0)
        .collect();
    assert!(end.iter().all(|&qubit| qubit >= 3), "{end:?}");
}

#[test]
fn lone_qubits_go_where_they_read_best() {
    let mut qubits = [GOOD; 4];
    qubits[3].readout = [0.0; 2];
    let device = row(&qubits, &[0.01, 0.01, 0.01]);
    let lone = circuit(2, &[(Gate::H, &[1])]);
    let placed = place(&lone, &device).unwrap();
    assert_eq!(cost(&placed), 0);
    assert!(placed.final_layout.contains(&Some(Qubit(3))));
    let mut unused = Circuit::new(2, 1);
    unused
        .measure(Qubit(1), cheqqers_circuit::Clbit(0))
        .unwrap();
    let placed = place(&unused, &device).unwrap();
    assert_eq!(placed.final_layout, [None, Some(Qubit(3))]);
}

#[test]
fn an_exchange_beside_a_gate_of_the_same_pair_costs_one_at_most() {
    let device = row(&[GOOD; 3], &[0.01; 2]);
    // Every two of three interact, in any state: without an exchange a row can't do it.
    let turn = [0, 1, 2].map(|k| (Gate::H, [k]));
    let mut gates: Vec<(Gate, &[u32])> = turn.iter().map(|(gate, q)| (*gate, &q[..])).collect();
    gates.extend([
        (Gate::Cx, &[0, 1][..]),
        (Gate::T, &[1]),
        (Gate::Cx, &[1, 2]),
        (Gate::T, &[2]),
        (Gate::Cx, &[2, 0]),
        (Gate::H, &[0]),
        (Gate::T, &[0]),
        (Gate::Cx, &[0, 1]),
    ]);
    let placed = place(&circuit(3, &gates), &device).unwrap();
    assert!(cost(&placed) <= 6, "{}", cost(&placed));
}

#[test]
fn what_comes_after_a_measurement_is_refused() {
    let mut circuit = circuit(1, &[]);
    circuit.push(Gate::X, &[Qubit(0)]).unwrap();
    assert_eq!(
        place(&circuit, &row(&[GOOD], &[])),
        Err(PlaceError::MeasuredBefore { qubit: Qubit(0) })
    );
}

#[test]
fn splits_of_one_piece_take_no_exchange_on_a_row() {
    // Four splits in a star: each of the new qubits could stay in the middle instead.
    let split: &[(Gate, &[u32])] = &[
        (Gate::X, &[0]),
        (Gate::Siswap, &[0, 1]),
        (Gate::Siswap, &[0, 2]),
        (Gate::Siswap, &[0, 3]),
        (Gate::Siswap, &[0, 4]),
    ];
    let placed = place(&circuit(5, split), &row(&[GOOD; 5], &[0.01; 4])).unwrap();
    assert_eq!(cost(&placed), 7);
}

#[test]
fn nothing_fits_anywhere() {
    let nothing = Circuit::new(2, 0);
    let placed = place(&nothing, &row(&[], &[])).unwrap();
    assert_eq!(placed.initial_layout, [None; 2]);
    assert!((placed.success_probability - 1.0).abs() < 1e-15);
    let mut turn = Circuit::new(1, 0);
    turn.push(Gate::H, &[Qubit(0)]).unwrap();
    assert!(place(&turn, &row(&[], &[])).is_err());
    assert!(place(&turn, &row(&[GOOD], &[])).is_ok());
}

/// A swap may lead over a qubit that none of the joined ones holds.
#[test]
fn lone_qubits_take_what_others_passed_where_a_device_is_full() {
    let pairs = (0..9).flat_map(|k| {
        let right = (k % 3 < 2).then_some([k, k + 1]);
        let below = (k < 6).then_some([k, k + 3]);
        right.into_iter().chain(below)
    });
    let edges = pairs.map(|pair| Edge {
        qubits: pair.map(Qubit::from_index),
        error: 0.01,
        length: 100.0,
    });
    let grid = Device::new("grid", vec![GOOD; 9], edges).unwrap();
    for step in 1..4 {
        // Joined by rotations that no swap is free beside.
        let pair = |k: u32| [k % 5, (k + 1 + (k * step) % 4) % 5];
        let pairs: Vec<[u32; 2]> = (0..10).map(pair).collect();
        let lone: Vec<[u32; 1]> = (5..9).map(|qubit| [qubit]).collect();
        let mut gates: Vec<(Gate, &[u32])> = Vec::new();
        for pair in &pairs {
            gates.push((Gate::Ry(0.4), &pair[..1]));
            gates.push((Gate::Cx, pair));
        }
        gates.extend(lone.iter().map(|qubit| (Gate::H, &qubit[..])));
        let placed = place(&circuit(9, &gates), &grid).unwrap();
        let mut ends: Vec<Qubit> = placed.final_layout.iter().flatten().copied().collect();
        ends.sort();
        ends.dedup();
        assert_eq!(ends.len(), 9, "{step}");
    }
}

#[test]
fn qubits_that_are_all_alike_are_taken_in_the_order_of_their_clbits() {
    let device = Device::all_to_all("ions", 5, GOOD, 0.01, 100.0).unwrap();
    let mut bell = circuit(3, &[(Gate::H, &[2]), (Gate::Cx, &[2, 0])]);
    bell.retain(|operation| matches!(operation.action, Action::Gate(..)));
    for (qubit, clbit) in [(2, 0), (0, 1)] {
        bell.measure(Qubit(qubit), Clbit(clbit)).unwrap();
    }
    let placed = place(&bell, &device).unwrap().circuit;
    let measured: Vec<(Qubit, Clbit)> = placed.measurements().collect();
    assert_eq!(measured, [(Qubit(0), Clbit(0)), (Qubit(1), Clbit(1))]);
}
