//! Two ways to one answer.
//!
//! Kernels and whole matrices; gates and their decompositions; shortened circuits and those they were made of;
//! shots and exact probabilities; components and one state of the whole board. The two encodings
//! are compared in `playthrough.rs`, ply by ply.

mod whole_board;

use std::collections::BTreeMap;

use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_circuit::{Bitstring, Circuit, Gate, Optimization, Qubit, optimize};
use cheqqers_game::{Game, GameExt, Turn};
use cheqqers_sim::{Dense, Limits, Readout, Sparse};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::reference::{self, CLOSE, assert_close, global_phase};
use cheqqers_testkit::{counts, seed, strategy};
use cheqqers_world::{Component, Encoding};
use num_complex::Complex64;
use proptest::prelude::*;

const SHOTS: usize = 20_000;

/// All amplitudes of a sparse state of few qubits.
fn vector_of(state: &Sparse) -> Vec<Complex64> {
    let mut vector = vec![Complex64::default(); 1 << state.num_qubits()];
    for (index, amplitude) in state.amplitudes() {
        vector[usize::try_from(index).expect("few qubits")] = amplitude;
    }
    vector
}

fn sparse(circuit: &Circuit) -> Sparse {
    Sparse::run(circuit, Limits::default()).unwrap()
}

/// Every way to choose some of `num_qubits` qubits in order.
fn choices(arity: usize, num_qubits: u32) -> Vec<Vec<Qubit>> {
    (0..arity).fold(vec![Vec::new()], |all, _| {
        let longer = all.iter().flat_map(|chosen: &Vec<Qubit>| {
            let others = (0..num_qubits).map(Qubit).filter(|q| !chosen.contains(q));
            others.map(|qubit| [&chosen[..], &[qubit]].concat())
        });
        longer.collect()
    })
}

/// Gates that leave no amplitude of `num_qubits` qubits zero, nor two of them alike.
fn spread(num_qubits: u32) -> Circuit {
    let mut circuit = Circuit::new(num_qubits as usize, 0);
    for k in 0..num_qubits {
        let angle = f64::from(k + 1);
        circuit.push(Gate::Ry(angle), &[Qubit(k)]).unwrap();
        circuit.push(Gate::Rz(angle.sqrt()), &[Qubit(k)]).unwrap();
        if k > 0 {
            circuit.push(Gate::Ch, &[Qubit(k - 1), Qubit(k)]).unwrap();
        }
    }
    circuit
}

#[test]
fn every_gate_on_all_qubits_is_its_whole_matrix() {
    for num_qubits in [3, 4] {
        let start = spread(num_qubits);
        for gate in Gate::all(0.7) {
            for qubits in choices(gate.num_qubits(), num_qubits) {
                let mut circuit = start.clone();
                circuit.push(gate, &qubits).unwrap();
                let expected = reference::state(&circuit);
                let dense = Dense::run(&circuit).unwrap();
                assert_close(dense.amplitudes(), expected.as_slice(), CLOSE);
                assert_close(&vector_of(&sparse(&circuit)), expected.as_slice(), CLOSE);
            }
        }
    }
}

#[test]
fn every_gate_is_its_decomposition_even_under_a_control() {
    for gate in Gate::all(-1.3) {
        let num_qubits = gate.num_qubits();
        let qubits: Vec<Qubit> = (0..num_qubits).map(Qubit::from_index).collect();
        let mut circuit = Circuit::new(num_qubits, 0);
        circuit.push(gate, &qubits).unwrap();
        let words = reference::unitary(&circuit.decomposed());
        assert_close(words.as_slice(), gate.matrix().as_slice(), CLOSE);
    }
}

proptest! {
    #![proptest_config(strategy::config(256))]

    #[test]
    fn kernels_are_whole_matrices(circuit in strategy::circuits(1..=6, 16)) {
        let expected = reference::state(&circuit);
        let dense = Dense::run(&circuit).unwrap();
        assert_close(dense.amplitudes(), expected.as_slice(), CLOSE);
        assert_close(&vector_of(&sparse(&circuit)), expected.as_slice(), CLOSE);
    }

    #[test]
    fn dense_and_sparse_agree(circuit in strategy::circuits(1..=10, 60)) {
        let dense = Dense::run(&circuit).unwrap();
        assert_close(&vector_of(&sparse(&circuit)), dense.amplitudes(), 1e-11);
    }

    #[test]
    fn decomposed_circuits_do_the_same(circuit in strategy::circuits(1..=6, 16)) {
        let words = Dense::run(&circuit.decomposed()).unwrap();
        let dense = Dense::run(&circuit).unwrap();
        assert_close(words.amplitudes(), dense.amplitudes(), 1e-11);
        prop_assert!(circuit.decomposed().gates().all(|(gate, _)| gate.is_primitive()));
    }

    #[test]
    fn shortened_circuits_give_the_same_bits(circuit in strategy::measured_circuits(1..=6, 24)) {
        let distribution = |circuit: &Circuit| {
            let readout = Readout::of(circuit).unwrap();
            Dense::run(circuit).unwrap().marginal(&readout)
        };
        let expected = distribution(&circuit);
        for level in [Optimization::Gates, Optimization::PostProcessed] {
            let optimized = optimize(&circuit, level);
            let mut found = BTreeMap::new();
            for (bits, probability) in distribution(&optimized.circuit) {
                *found.entry(optimized.post_processing.apply(bits)).or_insert(0.0) += probability;
            }
            prop_assert_eq!(found.len(), expected.len());
            for (bits, probability) in &expected {
                prop_assert!((found[bits] - probability).abs() < 1e-11);
            }
        }
    }

    #[test]
    fn shortened_circuits_make_the_same_state(circuit in strategy::circuits(1..=6, 24)) {
        let optimized = optimize(&circuit, Optimization::Gates);
        let small = Dense::run(&optimized.circuit).unwrap();
        let mut wide = vec![Complex64::default(); 1 << circuit.num_qubits()];
        for (index, &amplitude) in small.amplitudes().iter().enumerate() {
            let places = optimized.qubits.iter().enumerate();
            let kept = places.filter_map(|(old, new)| new.map(|new| (index >> new.index() & 1) << old));
            wide[kept.sum::<usize>()] = amplitude;
        }
        let dense = Dense::run(&circuit).unwrap();
        let phase = global_phase(&wide, dense.amplitudes());
        let turned: Vec<Complex64> = wide.iter().map(|amplitude| amplitude * phase).collect();
        assert_close(&turned, dense.amplitudes(), 1e-11);
    }
}

proptest! {
    #![proptest_config(strategy::config(16))]

    #[test]
    fn shots_follow_the_exact_probabilities(
        circuit in strategy::measured_circuits(1..=5, 16), seed in any::<u64>(),
    ) {
        let readout = Readout::of(&circuit).unwrap();
        // By whole matrices: what the shots are compared to has nothing to do with the simulators.
        let mut exact: Vec<(Bitstring, f64)> = (0..1_u128 << readout.num_bits())
            .map(|index| (Bitstring::from_index(index, readout.num_bits()), 0.0))
            .collect();
        for (index, probability) in (0_u128..).zip(reference::probabilities(&circuit)) {
            let bits = circuit.measurements().map(|(qubit, _)| index >> qubit.index() & 1 == 1);
            let bits: Bitstring = bits.collect();
            exact[usize::try_from(bits.index()).unwrap()].1 += probability;
        }
        let mut rng = seed::rng(seed);
        let dense = Dense::run(&circuit).unwrap();
        counts::assert_follow(dense.shots(&readout, SHOTS, &mut rng), exact.iter().copied());
        counts::assert_follow(sparse(&circuit).shots(&readout, SHOTS, &mut rng), exact);
    }
}

/// What a player asks for is drawn by its exact probabilities, over one component or several.
#[test]
fn outcomes_of_moves_follow_their_probabilities() {
    let mut rng = seed::rng(seed::choose(6));
    for level in &Level::ALL[1..] {
        let start = Position::initial(Rules::new(*level).with_size(6).unwrap());
        let mut asked = 0;
        for ply in (0..).flat_map(|game| random_game(start.clone(), game)) {
            if let Turn::Pending(pending) = ply.before.play(ply.mv).unwrap() {
                let shots = (0..SHOTS / 4).map(|_| pending.sample(&mut rng));
                counts::assert_follow(shots, pending.outcomes());
                asked += 1;
            }
            if asked == 20 {
                break;
            }
        }
    }
}

/// The circuits of all components put beside each other are one circuit of the whole board.
#[test]
fn circuits_side_by_side_give_the_product_of_their_probabilities() {
    let base = seed::choose(7);
    for level in &Level::ALL[1..] {
        let start = Position::initial(Rules::new(*level).with_size(6).unwrap());
        for game in 0..4 {
            for ply in random_game(start.clone(), base.wrapping_add(game)) {
                let components = ply.after.world().components();
                let amplitudes: usize = components.iter().map(Component::num_amplitudes).product();
                if components.len() < 2 || amplitudes > 1 << 12 {
                    continue;
                }
                let mut whole = Circuit::default();
                for component in components {
                    let circuit = component.circuit(Encoding::default()).unwrap();
                    whole.join(&circuit.measured(&component.slots()).unwrap());
                }
                let readout = Readout::of(&whole).unwrap();
                for (bits, probability) in sparse(&whole).marginal(&readout) {
                    let mut start = 0;
                    let mut product = 1.0;
                    for component in components {
                        let bits = bits.slice(start, component.num_slots());
                        product *= component.probability_of(bits).unwrap();
                        start += component.num_slots();
                    }
                    assert!((product - probability).abs() < 1e-9, "{bits}");
                }
            }
        }
    }
}
