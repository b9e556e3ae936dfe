//! Circuits in the gates of a device do what the circuits they were made of do.

use std::f64::consts::FRAC_PI_2;
use std::ops::RangeInclusive;

use cheqqers_circuit::{Bitstring, Circuit, Clbit, Gate, Qubit};
use cheqqers_native::{
    Basis, Device, Edge, PhysicalQubit, Placement, PrxOperation, RxxOperation, lower, lower_to,
    place, prx_operations, rxx_operations,
};
use cheqqers_sim::{Dense, Readout};
use cheqqers_testkit::reference::{assert_close, global_phase};
use cheqqers_testkit::strategy;
use num_complex::Complex64;
use proptest::prelude::*;

fn is_native(circuit: &Circuit) -> bool {
    is_in(circuit, Basis::Heron)
}

fn is_in(circuit: &Circuit, basis: Basis) -> bool {
    let mut gates = circuit.gates();
    gates.all(|(gate, _)| match basis {
        Basis::Prx => matches!(gate, Gate::Rz(_) | Gate::Rx(_) | Gate::Cz),
        _ => matches!(gate, Gate::Rz(_) | Gate::Sx | Gate::X | Gate::Cz),
    })
}

/// The circuit with each `prx` by its definition, and no other rotation about Z.
fn with_phases(circuit: &Circuit) -> Circuit {
    let mut out = Circuit::new(circuit.num_qubits(), circuit.num_clbits());
    for operation in prx_operations(circuit).unwrap() {
        match operation {
            PrxOperation::Prx {
                qubit,
                angle,
                phase,
            } => {
                for gate in [Gate::Rz(-phase), Gate::Rx(angle), Gate::Rz(phase)] {
                    out.push(gate, &[qubit]).unwrap();
                }
            }
            PrxOperation::Cz(pair) => out.push(Gate::Cz, &pair).unwrap(),
        }
    }
    for (qubit, clbit) in circuit.measurements() {
        out.measure(qubit, clbit).unwrap();
    }
    out
}

/// The circuit with each gate of trapped ions by its definition; all its qubits are measured last.
fn of_ions(circuit: &Circuit) -> Circuit {
    let mut out = Circuit::new(circuit.num_qubits(), circuit.num_clbits());
    let mut push = |gate, qubits: &[Qubit]| out.push(gate, qubits).unwrap();
    for operation in rxx_operations(circuit).unwrap() {
        match operation {
            RxxOperation::Rz { qubit, angle } => push(Gate::Rz(angle), &[qubit]),
            RxxOperation::R {
                qubit,
                angle,
                phase,
            } => {
                for gate in [Gate::Rz(-phase), Gate::Rx(angle), Gate::Rz(phase)] {
                    push(gate, &[qubit]);
                }
            }
            RxxOperation::Rxx(pair) => {
                // exp(-i θ/2 Z⊗Z) between Hadamard gates.
                for gate in [Gate::H, Gate::Cx, Gate::Rz(FRAC_PI_2), Gate::Cx, Gate::H] {
                    match gate {
                        Gate::H => pair.iter().for_each(|&qubit| push(gate, &[qubit])),
                        Gate::Cx => push(gate, &pair),
                        _ => push(gate, &pair[1..]),
                    }
                }
            }
        }
    }
    for (qubit, clbit) in circuit.measurements() {
        out.measure(qubit, clbit).unwrap();
    }
    out
}

fn distribution(circuit: &Circuit) -> Vec<(Bitstring, f64)> {
    let readout = Readout::of(circuit).unwrap();
    Dense::run(circuit).unwrap().marginal(&readout)
}

fn assert_same_bits(found: &Circuit, expected: &Circuit) {
    let (found, expected) = (distribution(found), distribution(expected));
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found.0, expected.0);
        assert!(
            (found.1 - expected.1).abs() < 1e-10,
            "{found:?} {expected:?}"
        );
    }
}

/// Whether the circuit has only the device's gates, along its edges.
fn fits(placed: &Placement, device: &Device) -> bool {
    let mut gates = placed.circuit.gates();
    let is_joined = |qubits: &[Qubit]| match *qubits {
        [a, b] => device.edge(a, b).is_some(),
        _ => true,
    };
    is_in(&placed.circuit, device.basis())
        && placed.circuit.num_qubits() == device.num_qubits()
        && gates.all(|(_, qubits)| is_joined(qubits))
}

/// Devices of so many qubits, all held together by edges, with errors of all sizes.
fn devices(qubits: RangeInclusive<usize>) -> impl Strategy<Value = Device> {
    qubits.prop_flat_map(|num_qubits| {
        let error = 0.0..0.05;
        let trunk = prop::collection::vec((any::<prop::sample::Index>(), error), num_qubits - 1);
        let more = prop::collection::vec((0..num_qubits, 0..num_qubits, 0.0..2.0), 0..3);
        let readout = prop::collection::vec(0.0..0.1, num_qubits);
        (trunk, more, readout).prop_map(move |(trunk, more, readout)| {
            let trunk = trunk.into_iter().enumerate();
            let trunk = trunk.map(|(k, (to, error))| (k + 1, to.index(k + 1), error));
            let more = more.into_iter().filter(|(a, b, _)| a != b);
            let edges = trunk.chain(more).map(|(a, b, error)| Edge {
                qubits: [a, b].map(Qubit::from_index),
                error: f64::min(error, 1.0),
                length: 80.0,
            });
            let qubits = readout.into_iter().map(|error| PhysicalQubit {
                t1: Some(100.0),
                readout: [error; 2],
                sx_length: 30.0,
                ..PhysicalQubit::PERFECT
            });
            Device::new("random", qubits.collect(), edges).expect("ends and errors in range")
        })
    })
}

/// The final state on the qubits where a circuit's end up, the others being in |0⟩.
fn at_the_end(placed: &Placement) -> Vec<Complex64> {
    let found = Dense::run(&placed.circuit).unwrap();
    let place = |index: usize| {
        let mut bits = placed.final_layout.iter().enumerate();
        bits.try_fold(0, |place, (k, end)| match (index >> k & 1, end) {
            (0, _) => Some(place),
            (_, Some(qubit)) => Some(place | 1 << qubit.index()),
            (_, None) => None,
        })
    };
    (0..1 << placed.final_layout.len())
        .map(|index| place(index).map_or(Complex64::ZERO, |place| found.amplitudes()[place]))
        .collect()
}

proptest! {
    #![proptest_config(strategy::config(256))]

    #[test]
    fn lowered_circuits_make_the_same_state(circuit in strategy::circuits(1..=6, 24)) {
        let lowered = lower(&circuit);
        prop_assert!(is_native(&lowered));
        let (found, expected) = (Dense::run(&lowered).unwrap(), Dense::run(&circuit).unwrap());
        let phase = global_phase(found.amplitudes(), expected.amplitudes());
        let turned: Vec<Complex64> = found.amplitudes().iter().map(|a| a * phase).collect();
        assert_close(&turned, expected.amplitudes(), 1e-11);
    }

    #[test]
    fn lowered_circuits_give_the_same_bits(circuit in strategy::measured_circuits(1..=6, 24)) {
        let lowered = lower(&circuit);
        prop_assert!(is_native(&lowered));
        assert_same_bits(&lowered, &circuit);
    }

    #[test]
    fn circuits_of_prx_and_cz_give_the_same_bits(
        circuit in strategy::measured_circuits(1..=6, 24),
    ) {
        let lowered = lower_to(&circuit, Basis::Prx);
        prop_assert!(is_in(&lowered, Basis::Prx));
        assert_same_bits(&lowered, &circuit);
        assert_same_bits(&with_phases(&lowered), &circuit);
        // One rotation stands for what takes up to two square roots of X.
        let rotations = |circuit: &Circuit| {
            let gates = circuit.gates();
            gates.filter(|(gate, _)| matches!(gate, Gate::Rx(_) | Gate::Sx | Gate::X)).count()
        };
        prop_assert!(rotations(&lowered) <= rotations(&lower(&circuit)));
    }

    #[test]
    fn circuits_of_trapped_ions_give_the_same_bits(
        circuit in strategy::measured_circuits(1..=6, 24),
    ) {
        let ions = Device::all_to_all("ions", 6, PhysicalQubit::PERFECT, 0.01, 0.0).unwrap();
        let placed = place(&circuit, &ions.with_basis(Basis::Prx)).unwrap().circuit;
        assert_same_bits(&of_ions(&placed), &circuit);
        // They are measured in their order.
        let mut measured: Vec<(Clbit, Qubit)> =
            placed.measurements().map(|(qubit, clbit)| (clbit, qubit)).collect();
        measured.sort();
        let mut order: Vec<Qubit> = Vec::new();
        for (_, qubit) in measured {
            if !order.contains(&qubit) {
                order.push(qubit);
            }
        }
        prop_assert!(order.is_sorted());
        let operations = rxx_operations(&placed).unwrap();
        let count = |of: fn(&RxxOperation) -> bool| operations.iter().filter(|&one| of(one)).count();
        let pairs = count(|one| matches!(one, RxxOperation::Rxx(_)));
        prop_assert_eq!(pairs, placed.statistics().two_qubit_gates);
        let rotations = count(|one| matches!(one, RxxOperation::R { .. }));
        prop_assert!(rotations <= 2 * pairs + circuit.num_qubits());
    }

    #[test]
    fn no_more_is_done_to_two_qubits_than_the_words_say(circuit in strategy::circuits(1..=6, 24)) {
        let (lowered, words) = (lower(&circuit), circuit.decomposed());
        let pairs = |circuit: &Circuit| circuit.statistics().two_qubit_gates;
        prop_assert_eq!(pairs(&lowered), pairs(&words));
    }
}

proptest! {
    #![proptest_config(strategy::config(64))]

    #[test]
    fn placed_circuits_fit_the_device_and_give_the_same_bits(
        (circuit, device) in (strategy::measured_circuits(1..=5, 12), devices(5..=8)),
    ) {
        let placed = place(&circuit, &device).unwrap();
        prop_assert!(fits(&placed, &device));
        prop_assert!((0.0..=1.0).contains(&placed.success_probability));
        assert_same_bits(&placed.circuit, &circuit);
        for ((qubit, _), (place, _)) in circuit.measurements().zip(placed.circuit.measurements()) {
            prop_assert_eq!(placed.final_layout[qubit.index()], Some(place));
        }
        prop_assert_eq!(place(&circuit, &device).unwrap(), placed);
        let device = device.with_basis(Basis::Prx);
        let placed = place(&circuit, &device).unwrap();
        prop_assert!(fits(&placed, &device));
        assert_same_bits(&with_phases(&placed.circuit), &circuit);
    }

    #[test]
    fn placed_circuits_make_the_same_state(
        (circuit, device) in (strategy::circuits(1..=5, 12), devices(5..=8)),
    ) {
        let placed = place(&circuit, &device).unwrap();
        prop_assert!(fits(&placed, &device));
        let (found, expected) = (at_the_end(&placed), Dense::run(&circuit).unwrap());
        let phase = global_phase(&found, expected.amplitudes());
        let turned: Vec<Complex64> = found.iter().map(|a| a * phase).collect();
        assert_close(&turned, expected.amplitudes(), 1e-10);
    }
}
