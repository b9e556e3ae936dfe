//! Circuits in the gates of a device do what the circuits they were made of do.

use cheqqers_circuit::{Circuit, Gate};
use cheqqers_native::lower;
use cheqqers_sim::{Dense, Readout};
use cheqqers_testkit::reference::{assert_close, global_phase};
use cheqqers_testkit::strategy;
use num_complex::Complex64;
use proptest::prelude::*;

fn is_native(circuit: &Circuit) -> bool {
    let mut gates = circuit.gates();
    gates.all(|(gate, _)| matches!(gate, Gate::Rz(_) | Gate::Sx | Gate::X | Gate::Cz))
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
        let distribution = |circuit: &Circuit| {
            let readout = Readout::of(circuit).unwrap();
            Dense::run(circuit).unwrap().marginal(&readout)
        };
        let (found, expected) = (distribution(&lowered), distribution(&circuit));
        prop_assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            prop_assert_eq!(found.0, expected.0);
            prop_assert!((found.1 - expected.1).abs() < 1e-11);
        }
    }

    #[test]
    fn no_more_is_done_to_two_qubits_than_the_words_say(circuit in strategy::circuits(1..=6, 24)) {
        let (lowered, words) = (lower(&circuit), circuit.decomposed());
        let pairs = |circuit: &Circuit| circuit.statistics().two_qubit_gates;
        prop_assert_eq!(pairs(&lowered), pairs(&words));
    }
}
