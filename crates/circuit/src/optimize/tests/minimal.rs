//! Circuits that their exact states shorten.

use super::*;

fn minimal(circuit: &Circuit) -> Circuit {
    minimize(circuit, Optimization::Gates).circuit
}

/// The circuit without one of its gates, for each of them.
fn without_one(circuit: &Circuit) -> impl Iterator<Item = Circuit> + '_ {
    let places = 0..circuit.operations().len();
    let gates = places.filter(|&k| matches!(circuit.operations()[k].action, Action::Gate(..)));
    gates.map(|k| {
        let mut operations = circuit.operations().to_vec();
        operations.remove(k);
        circuit.with_operations(operations)
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
    assert_eq!((found.num_qubits(), cx_cost(&found)), (2, 1));
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
    assert_eq!(cx_cost(&found), 0);
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
        assert!(cx_cost(&found.circuit) <= cx_cost(&whole));
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
    let all: Vec<u32> = (0..11).collect();
    for circuit in [measured(&circuit(11, &spread), &all), twice] {
        for level in [
            Optimization::Off,
            Optimization::Gates,
            Optimization::PostProcessed,
        ] {
            assert_eq!(minimize(&circuit, level), optimize(&circuit, level));
        }
    }
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
