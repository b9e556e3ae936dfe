use cheqqers_circuit::{Bitstring, Circuit, Gate};
use nalgebra::DVector;
use proptest::prelude::*;
use rand::Rng;

use super::*;
use crate::Dense;
use crate::reference::{
    CLOSE, assert_close, assert_sound, circuits, config, embed, orderings, rng, some_state,
    sparse_of, vector_of,
};

fn outcomes(state: &Sparse) -> Vec<(String, f64)> {
    let text = |index| Bitstring::from_index(index, state.num_qubits()).to_string();
    let outcomes = state.amplitudes();
    outcomes
        .map(|(index, amplitude)| (text(index), amplitude.norm_sqr()))
        .collect()
}

fn indices(state: &Sparse) -> Vec<u128> {
    state.amplitudes().map(|(index, _)| index).collect()
}

#[test]
fn x_on_qubit_one_of_two_is_index_two() {
    let mut state = Sparse::zero(2).unwrap();
    state.apply(Gate::X, &[Qubit(1)]);
    assert_eq!(indices(&state), [2]);
    assert_eq!(outcomes(&state), [("01".to_owned(), 1.0)]);
    assert_eq!(
        (state.probability(Qubit(0)), state.probability(Qubit(1))),
        (0.0, 1.0)
    );
}

#[test]
fn every_gate_on_every_qubits_is_its_whole_matrix() {
    let mut rng = rng(3);
    for num_qubits in 1..=6u32 {
        for gate in Gate::all(0.7) {
            for qubits in orderings(gate.num_qubits(), num_qubits) {
                let matrix = embed(gate, &qubits, num_qubits as usize);
                for one_in in [1, 3, 1000] {
                    let start = some_state(num_qubits as usize, one_in, &mut rng);
                    let expected = &matrix * DVector::from_column_slice(&start);
                    let mut state = sparse_of(&start);
                    state.apply(gate, &qubits);
                    assert_sound(&state);
                    let what = format!("{gate} {qubits:?}");
                    assert_close(&vector_of(&state), expected.as_slice(), &what);
                }
            }
        }
    }
}

#[test]
fn what_interferes_away_is_no_longer_there() {
    for gate in [Gate::H, Gate::Sx, Gate::Ry(0.3)] {
        let mut state = Sparse::zero(1).unwrap();
        let (inverse, _) = gate.inverse();
        state.apply(gate, &[Qubit(0)]);
        assert_eq!(state.len(), 2);
        state.apply(inverse, &[Qubit(0)]);
        assert_eq!(state.len(), 1, "{gate}");
    }
    let mut state = Sparse::zero(4).unwrap();
    let qubits = [0, 1, 2, 3].map(Qubit);
    state.apply(Gate::X, &qubits[..1]);
    state.apply(Gate::Split, &qubits[..3]);
    assert_eq!(state.len(), 2);
    state.apply(Gate::Merge, &qubits[1..]);
    assert_eq!(indices(&state), [0b1000]);
}

#[test]
fn a_qubit_that_another_controls_is_linked_to_all_that_one_is() {
    let mut state = Sparse::new();
    let from = state.add_qubit(true).unwrap();
    let to = state.add_qubit(false).unwrap();
    state.apply(Gate::S, &[from]);
    state.apply(Gate::Ch, &[from, to]);
    state.apply(Gate::Cx, &[to, from]);
    let copy = state.add_qubit(true).unwrap();
    state.apply(Gate::Cx, &[from, copy]);
    state.apply(Gate::S, &[from]);
    let found = outcomes(&state);
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].0.as_str(), found[1].0.as_str()), ("011", "100"));
    assert!(found.iter().all(|(_, p)| (p - 0.5).abs() < CLOSE));
}

#[test]
fn the_last_qubit_takes_the_number_of_a_removed_one() {
    let mut state = Sparse::zero(3).unwrap();
    state.apply(Gate::X, &[Qubit(0)]);
    state.apply(Gate::H, &[Qubit(2)]);
    state.apply(Gate::S, &[Qubit(2)]);
    state.remove_qubit(Qubit(0));
    assert_sound(&state);
    let mut expected = Sparse::zero(2).unwrap();
    expected.apply(Gate::H, &[Qubit(0)]);
    expected.apply(Gate::S, &[Qubit(0)]);
    assert_eq!(state, expected);
    state.remove_qubit(Qubit(1));
    assert_eq!((state.num_qubits(), state.len()), (1, 2));
}

#[test]
fn there_is_room_for_128_qubits_and_no_more() {
    let mut state = Sparse::zero(127).unwrap();
    assert_eq!(state.add_qubit(true), Ok(Qubit(127)));
    let full = SimError::TooManyQubits {
        num_qubits: 129,
        limit: 128,
    };
    assert_eq!(state.add_qubit(false), Err(full.clone()));
    assert_eq!(Sparse::zero(129), Err(full.clone()));
    assert_eq!(indices(&state), [1 << 127]);
    state.apply(Gate::Swap, &[Qubit(127), Qubit(0)]);
    assert_eq!(indices(&state), [1]);

    let mut one = Sparse::zero(1).unwrap();
    let before = one.clone();
    assert_eq!(one.tensor(&state), Err(full));
    assert_eq!(one, before);
    state.tensor(&Sparse::new()).unwrap();
    assert_eq!((state.num_qubits(), state.len()), (128, 1));
    let mut none = Sparse::new();
    none.tensor(&state).unwrap();
    assert_eq!(none, state);
}

#[test]
fn qubits_in_superposition_one_after_the_other_take_few_amplitudes() {
    // Bernstein and Vazirani's circuit, which the gates in their order spread over all basis states.
    let (secret, last) = (0x00aa_bbcc_ddee_f012_u128, 60);
    let mut circuit = Circuit::new(61, 0);
    let mut push = |gate, qubits: &[Qubit]| circuit.push(gate, qubits).unwrap();
    push(Gate::X, &[Qubit(last)]);
    push(Gate::H, &[Qubit(last)]);
    for k in 0..last {
        push(Gate::H, &[Qubit(k)]);
    }
    for k in (0..last).filter(|&k| secret >> k & 1 == 1) {
        push(Gate::Cx, &[Qubit(k), Qubit(last)]);
    }
    for k in 0..last {
        push(Gate::H, &[Qubit(k)]);
    }
    let few = Limits {
        amplitudes: 300,
        ..Limits::default()
    };
    let state = Sparse::run(&circuit, few).unwrap();
    let found: Vec<u128> = state.amplitudes().map(|(index, _)| index).collect();
    let low = (1 << last) - 1;
    assert_eq!(found, [secret & low, secret & low | 1 << last]);
}

#[test]
fn a_circuit_that_blows_up_is_refused_before_it_does() {
    let mut circuit = Circuit::new(100, 0);
    for k in 0..100 {
        circuit.push(Gate::H, &[Qubit(k)]).unwrap();
    }
    let limits = Limits {
        amplitudes: 1000,
        ..Limits::default()
    };
    assert_eq!(
        Sparse::run(&circuit, limits),
        Err(SimError::TooManyAmplitudes {
            amplitudes: 1024,
            limit: 1000
        })
    );

    // Nor do gates that only move what is there, however many amplitudes they meet.
    let mut circuit = Circuit::new(10, 0);
    for k in 1..10 {
        circuit.push(Gate::H, &[Qubit(k)]).unwrap();
    }
    for pair in [[0, 9], [9, 0], [0, 8]] {
        circuit.push(Gate::Cx, &pair.map(Qubit)).unwrap();
    }
    let limits = Limits {
        amplitudes: 600,
        ..Limits::default()
    };
    assert_eq!(Sparse::run(&circuit, limits).unwrap().len(), 512);

    // At the limit, gates that add nothing still pass.
    let mut circuit = Circuit::new(4, 0);
    for k in [0, 1, 2, 2, 1, 0] {
        circuit.push(Gate::H, &[Qubit(k)]).unwrap();
    }
    let limits = Limits {
        amplitudes: 8,
        ..Limits::default()
    };
    assert_eq!(Sparse::run(&circuit, limits).unwrap().len(), 1);

    let mut wide = Sparse::zero(12).unwrap();
    for k in 0..12 {
        wide.apply(Gate::H, &[Qubit(k)]);
    }
    let other = wide.clone();
    assert!(matches!(
        wide.tensor(&other),
        Err(SimError::TooManyAmplitudes {
            amplitudes: 16_777_216,
            ..
        })
    ));
    assert_eq!(wide, other);
}

#[test]
fn a_state_is_made_of_its_amplitudes_in_any_order() {
    let mut state = Sparse::zero(2).unwrap();
    state.apply(Gate::H, &[Qubit(0)]);
    state.apply(Gate::Cx, &[Qubit(0), Qubit(1)]);
    let one = Complex64::new(1.0, 0.0);
    let mut reversed: Vec<_> = state.amplitudes().chain([(1, one * 0.0)]).collect();
    reversed.reverse();
    assert_eq!(Sparse::from_amplitudes(2, reversed), Ok(state));
    let refused = Err(SimError::NotAState { num_qubits: 2 });
    for amplitudes in [
        &[][..],
        &[(0, one * 0.0)],
        &[(4, one)],
        &[(1, one), (1, one)],
        &[(1, one * f64::NAN)],
    ] {
        let found = Sparse::from_amplitudes(2, amplitudes.iter().copied());
        assert_eq!(found, refused);
    }
    let top = Sparse::from_amplitudes(128, [(1 << 127, one)]).unwrap();
    assert_eq!(indices(&top), [1 << 127]);
    assert!(Sparse::from_amplitudes(129, [(0, one)]).is_err());
}

#[test]
fn a_discarded_value_is_gone_and_the_norm_is_one() {
    let mut state = sparse_of(&some_state(4, 1, &mut rng(4)));
    state.discard(Qubit(2), true);
    assert_sound(&state);
    assert_eq!(state.len(), 8);
    assert!((state.probability(Qubit(2)) - 1.0).abs() < CLOSE);
    assert!((state.norm_squared() - 1.0).abs() < CLOSE);
}

#[test]
fn long_states_stay_in_order() {
    let mut rng = rng(5);
    let start = some_state(9, 4, &mut rng);
    let mut sparse = sparse_of(&start);
    let mut dense = crate::reference::dense_of(&start);
    for round in 0..60 {
        for gate in Gate::all(f64::from(round) * 0.1) {
            let first = u32::try_from(rng.next_u64() % 9).unwrap();
            let qubits = [first, (first + 4) % 9, (first + 7) % 9].map(Qubit);
            let qubits = &qubits[..gate.num_qubits()];
            sparse.apply(gate, qubits);
            dense.apply(gate, qubits);
        }
        assert_sound(&sparse);
    }
    assert_close(&vector_of(&sparse), dense.amplitudes(), "after 60 rounds");
}

/// Random states of six qubits, and two different qubits of them.
fn states_and_pairs() -> impl Iterator<Item = (Sparse, [Qubit; 2])> {
    let mut rng = rng(6);
    (0..200).map(move |round| {
        let start = sparse_of(&some_state(6, 1 + round % 9, &mut rng));
        let pair = [round % 6, (round + 1 + round / 6 % 5) % 6];
        let qubit = |index: u64| Qubit(u32::try_from(index).unwrap());
        (start, pair.map(qubit))
    })
}

#[test]
fn a_split_in_one_walk_is_the_gate_of_the_table() {
    for (start, [from, _]) in states_and_pairs() {
        let mut split = start.clone();
        let to = split.split(from).unwrap();
        assert_sound(&split);

        let mut gates = start.clone();
        assert_eq!(gates.add_qubit(false), Ok(to));
        gates.apply(Gate::Siswap, &[from, to]);
        gates.apply(Gate::S, &[from]);
        assert_eq!(split, gates);

        let mut table = start.clone();
        let [first, second] = [0, 1].map(|_| table.add_qubit(false).unwrap());
        table.apply(Gate::Split, &[from, first, second]);
        // The source is left in |0⟩: the first target takes its number, the second that of the first.
        table.apply(Gate::Swap, &[from, first]);
        table.remove_qubit(first);
        assert_sound(&table);
        assert_close(&vector_of(&split), &vector_of(&table), "split");
    }
}

#[test]
fn a_qubit_added_by_a_walk_is_that_of_the_gates() {
    for (start, [control, other]) in states_and_pairs() {
        let mut walked = start.clone();
        let image = |basis: BasisState| {
            let (one, factor) = (basis.bit(control), basis.bit(other));
            (!one, factor.then_some(Complex64::I))
        };
        let new = walked.add_qubit_by(image).unwrap();
        let mut gates = start.clone();
        assert_eq!(gates.add_qubit(true), Ok(new));
        gates.apply(Gate::Cx, &[control, new]);
        gates.apply(Gate::S, &[other]);
        assert_sound(&walked);
        assert_eq!(walked, gates);
    }
}

#[test]
fn a_walk_that_finds_no_room_for_a_qubit_changes_nothing() {
    let mut full = Sparse::zero(128).unwrap();
    assert!(full.split(Qubit(0)).is_err());
    assert!(full.add_qubit_by(|_| (true, None)).is_err());
    assert_eq!(full, Sparse::zero(128).unwrap());
}

#[test]
fn a_split_of_every_part_over_and_over_is_exact_on_128_qubits() {
    let mut state = Sparse::new();
    state.add_qubit(true).unwrap();
    for qubits in [1, 2, 4, 8, 16, 32, 64] {
        for qubit in 0..qubits {
            state.split(Qubit(qubit)).unwrap();
        }
    }
    assert_eq!((state.num_qubits(), state.len()), (128, 128));
    // Seven splits one after the other on every way: (i/√2)⁷.
    let expected = Complex64::new(0.0, -(0.5_f64.powf(3.5)));
    for qubit in 0..128 {
        assert!((state.amplitude(1 << qubit) - expected).norm() < CLOSE);
        assert!((state.probability(Qubit(qubit)) - 1.0 / 128.0).abs() < CLOSE);
    }
    assert_eq!(state.amplitude(0b11), Complex64::ZERO);
    // And back, the last first: what is merged away is in |0⟩ again.
    for qubits in [64, 32, 16, 8, 4, 2, 1] {
        for qubit in (0..qubits).rev() {
            let last = Qubit(qubits + qubit);
            state.apply(Gate::Sdg, &[Qubit(qubit)]);
            state.apply(Gate::Siswapdg, &[Qubit(qubit), last]);
            state.remove_qubit(last);
        }
    }
    assert_eq!(indices(&state), [1]);
    assert!((state.amplitude(1) - 1.0).norm() < CLOSE);
}

#[test]
fn long_circuits_are_their_gates_one_by_one() {
    let mut rng = rng(7);
    for round in 0..20 {
        let mut circuit = Circuit::new(9, 0);
        for qubit in 0..8 {
            circuit.push(Gate::H, &[Qubit(qubit)]).unwrap();
        }
        // Each kind of fused matrix: words over two qubits and three, some in their own gates.
        for gate in Gate::all(0.3 + f64::from(round)) {
            let first = u32::try_from(rng.next_u64() % 9).unwrap();
            let qubits = [first, (first + 4) % 9, (first + 7) % 9].map(Qubit);
            let qubits = &qubits[..gate.num_qubits()];
            if round % 2 == 0 {
                circuit.push(gate, qubits).unwrap();
                continue;
            }
            for (gate, places) in gate.decomposition() {
                let operands: Vec<Qubit> = places.iter().map(|&place| qubits[place]).collect();
                circuit.push(gate, &operands).unwrap();
            }
        }
        let found = Sparse::run(&circuit, Limits::default()).unwrap();
        let mut expected = Sparse::zero(9).unwrap();
        for (gate, qubits) in circuit.gates() {
            expected.apply(gate, qubits);
        }
        assert_sound(&found);
        assert_close(&vector_of(&found), &vector_of(&expected), "circuit");
    }
}

#[test]
fn a_decomposition_needs_no_room_for_what_its_gates_make_on_the_way() {
    // Two registers of 20 qubits each, and then roots of iSWAP in their gates: no state is added.
    let mut circuit = Circuit::new(40, 0);
    for first in [0, 20] {
        circuit.push(Gate::X, &[Qubit(first)]).unwrap();
        for qubit in first..first + 19 {
            let pair = [Qubit(qubit), Qubit(qubit + 1)];
            circuit.push(Gate::Siswap, &pair).unwrap();
        }
    }
    for qubit in 0..19 {
        let pair = [Qubit(qubit), Qubit(qubit + 1)];
        for (gate, places) in Gate::Siswap.decomposition() {
            let operands: Vec<Qubit> = places.iter().map(|&place| pair[place]).collect();
            circuit.push(gate, &operands).unwrap();
        }
    }
    let limits = Limits {
        amplitudes: 400,
        ..Limits::default()
    };
    let state = Sparse::run(&circuit, limits).unwrap();
    assert!((state.norm_squared() - 1.0).abs() < CLOSE);
    assert!(state.amplitudes().all(|(index, _)| index.count_ones() == 2));
}

#[test]
fn an_angle_that_is_no_number_is_refused() {
    let mut circuit = Circuit::new(1, 0);
    let gate = Gate::Rx(f64::INFINITY);
    circuit.push(gate, &[Qubit(0)]).unwrap();
    let refused = SimError::UnsupportedGate { gate };
    assert_eq!(Dense::run(&circuit), Err(refused.clone()));
    assert_eq!(Sparse::run(&circuit, Limits::default()), Err(refused));
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn sparse_and_dense_agree(circuit in circuits(1..=8, 40)) {
        let sparse = Sparse::run(&circuit, Limits::default()).unwrap();
        let dense = Dense::run(&circuit).unwrap();
        assert_sound(&sparse);
        assert_close(&vector_of(&sparse), dense.amplitudes(), "circuit");
        prop_assert!((sparse.norm_squared() - 1.0).abs() < CLOSE);
        for qubit in (0..).map(Qubit).take(circuit.num_qubits()) {
            prop_assert!((sparse.probability(qubit) - dense.probability(qubit)).abs() < CLOSE);
        }
    }

    #[test]
    fn a_tensor_product_is_both_circuits_side_by_side(
        first in circuits(1..=4, 10),
        second in circuits(1..=4, 10),
    ) {
        let mut product = Sparse::run(&first, Limits::default()).unwrap();
        product.tensor(&Sparse::run(&second, Limits::default()).unwrap()).unwrap();
        assert_sound(&product);
        let (a, b) = (Dense::run(&first).unwrap(), Dense::run(&second).unwrap());
        let expected = DVector::from_column_slice(b.amplitudes())
            .kronecker(&DVector::from_column_slice(a.amplitudes()));
        assert_close(&vector_of(&product), expected.as_slice(), "product");
    }
}
