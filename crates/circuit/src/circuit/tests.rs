use proptest::prelude::*;

use super::*;
use crate::reference::{any_circuit, config, same, unitary};

fn bell() -> Circuit {
    let mut circuit = Circuit::new(2, 0);
    circuit.push_in(1, Gate::H, &[Qubit(0)]).unwrap();
    circuit.push_in(2, Gate::Cx, &[Qubit(0), Qubit(1)]).unwrap();
    circuit
}

#[test]
fn misplaced_gates_are_refused() {
    let mut circuit = Circuit::new(2, 0);
    let arity = circuit.push(Gate::Cx, &[Qubit(0)]).unwrap_err();
    assert_eq!(arity.to_string(), "cx acts on 2 qubits, not 1");
    let range = circuit.push(Gate::X, &[Qubit(2)]).unwrap_err();
    assert_eq!(
        range.to_string(),
        "qubit 2 is not among the circuit's 2 qubits"
    );
    let repeated = circuit.push(Gate::Rx(0.5), &[Qubit(0), Qubit(0)]);
    assert!(matches!(repeated, Err(CircuitError::WrongArity { .. })));
    let repeated = circuit.push(Gate::Swap, &[Qubit(1), Qubit(1)]).unwrap_err();
    assert_eq!(repeated.to_string(), "swap names qubit 1 twice");
    assert_eq!(circuit.operations(), []);
}

#[test]
fn join_shifts_qubits_and_clbits() {
    let mut circuit = bell();
    circuit.measure_all();
    let mut other = bell();
    other.measure_all();
    assert_eq!(circuit.join(&other), Qubit(2));
    assert_eq!((circuit.num_qubits(), circuit.num_clbits()), (4, 4));
    let measured: Vec<_> = circuit.measurements().map(|(q, c)| (q.0, c.0)).collect();
    assert_eq!(measured, [(0, 0), (1, 1), (2, 2), (3, 3)]);
    let (gate, qubits) = circuit.gates().last().unwrap();
    assert_eq!((gate, qubits), (Gate::Cx, &[Qubit(2), Qubit(3)][..]));
    assert_eq!(circuit.operations()[5].groups.last(), 2);
}

#[test]
fn append_needs_the_same_wires_and_else_changes_nothing() {
    let mut circuit = bell();
    let mut wide = bell();
    wide.measure_all();
    assert!(matches!(
        circuit.append(&wide),
        Err(CircuitError::ClbitOutOfRange { .. })
    ));
    wide.join(&bell());
    assert!(matches!(
        circuit.append(&wide),
        Err(CircuitError::QubitOutOfRange { .. })
    ));
    assert_eq!(circuit, bell());
}

#[test]
fn relabelling_must_keep_qubits_apart() {
    let swapped = bell().relabelled(3, |q| Qubit(2 - q.0)).unwrap();
    assert_eq!(swapped.gates().last().unwrap().1, [Qubit(2), Qubit(1)]);
    assert!(matches!(
        bell().relabelled(3, |_| Qubit(0)),
        Err(CircuitError::RepeatedQubit { .. })
    ));
}

#[test]
fn a_measured_circuit_has_no_inverse() {
    let mut circuit = bell();
    circuit.measure_all();
    assert_eq!(
        circuit.inverse(),
        Err(CircuitError::MeasurementHasNoInverse)
    );
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_circuit_then_its_inverse_is_the_identity(circuit in any_circuit(4, 12)) {
        let mut whole = circuit.clone();
        whole.append(&circuit.inverse().unwrap()).unwrap();
        prop_assert!(same(&unitary(&whole), &unitary(&Circuit::new(4, 0))));
    }

    #[test]
    fn a_decomposed_circuit_is_the_same_matrix(circuit in any_circuit(4, 10)) {
        let decomposed = circuit.decomposed();
        prop_assert!(decomposed.gates().all(|(gate, _)| gate.is_primitive()));
        prop_assert!(same(&unitary(&circuit), &unitary(&decomposed)));
    }
}

#[test]
fn a_mirrored_circuit_undoes_itself_and_sets_bits_before_it_measures() {
    let mut circuit = Circuit::new(2, 0);
    circuit.push(Gate::H, &[Qubit(0)]).unwrap();
    circuit.push(Gate::Cx, &[Qubit(0), Qubit(1)]).unwrap();
    circuit.measure_all();
    let mirrored = circuit.mirrored("01".parse().unwrap()).unwrap();
    let gates: Vec<_> = mirrored
        .gates()
        .map(|(gate, qubits)| (gate, qubits.to_vec()))
        .collect();
    let pair = vec![Qubit(0), Qubit(1)];
    assert_eq!(
        gates,
        [
            (Gate::H, vec![Qubit(0)]),
            (Gate::Cx, pair.clone()),
            (Gate::Cx, pair),
            (Gate::H, vec![Qubit(0)]),
            (Gate::X, vec![Qubit(1)]),
        ]
    );
    assert!(mirrored.measurements().eq(circuit.measurements()));
    circuit.push(Gate::H, &[Qubit(0)]).unwrap();
    assert!(circuit.mirrored(Bitstring::default()).is_err());
}

#[test]
fn a_component_has_the_gates_of_its_linked_qubits() {
    let mut circuit = Circuit::new(6, 1);
    let gates: [(Gate, &[u32]); 5] = [
        (Gate::X, &[4]),
        (Gate::Cx, &[4, 1]),
        (Gate::H, &[2]),
        (Gate::Ccx, &[1, 5, 4]),
        (Gate::Swap, &[3, 2]),
    ];
    for (gate, qubits) in gates {
        let qubits: Vec<Qubit> = qubits.iter().map(|&k| Qubit(k)).collect();
        circuit.push(gate, &qubits).unwrap();
    }
    circuit.measure(Qubit(5), Clbit(0)).unwrap();
    let components = circuit.components();
    let qubits =
        |component: &(Vec<Qubit>, Circuit)| component.0.iter().map(|q| q.0).collect::<Vec<_>>();
    let all: Vec<Vec<u32>> = components.iter().map(qubits).collect();
    assert_eq!(all, [vec![0], vec![1, 4, 5], vec![2, 3]]);
    let gates = |component: &(Vec<Qubit>, Circuit)| {
        let gates = component.1.gates();
        let text = gates.map(|(gate, on)| (gate, on.iter().map(|q| q.0).collect::<Vec<_>>()));
        text.collect::<Vec<_>>()
    };
    assert_eq!(gates(&components[0]), []);
    assert_eq!(
        gates(&components[1]),
        [
            (Gate::X, vec![1]),
            (Gate::Cx, vec![1, 0]),
            (Gate::Ccx, vec![0, 2, 1])
        ]
    );
    assert_eq!(
        gates(&components[2]),
        [(Gate::H, vec![0]), (Gate::Swap, vec![1, 0])]
    );
    assert_eq!(circuit.largest_component_size(), 3);
    assert!(
        components
            .iter()
            .all(|(_, component)| component.num_clbits() == 0)
    );
}
