//! Components that moves make at random, without a game: their states are what their circuits say,
//! in all gates and in primitive ones, up to the largest board.

use cheqqers_checkers::cheqqers::effects::capture;
use cheqqers_circuit::{Circuit, Gate, Qubit};
use cheqqers_sim::{Limits, Readout, SimError, Sparse};
use cheqqers_testkit::component::{of_size, walk};
use cheqqers_testkit::seed;
use cheqqers_world::{Component, Effect, Encoding, Recording, Slot, World};

const CLOSE: f64 = 1e-9;

fn check_circuits(component: &Component) {
    let slots = component.slots();
    let expected = component.outcomes();
    for encoding in [Encoding::Minimal, Encoding::Paper] {
        let circuit = component.circuit(encoding).unwrap();
        let circuit = circuit.measured(&slots).unwrap();
        if circuit.num_qubits() > Sparse::MAX_QUBITS {
            continue;
        }
        for circuit in [circuit.decomposed(), circuit] {
            let state = Sparse::run(&circuit, Limits::default()).unwrap();
            let found = state.marginal(&Readout::of(&circuit).unwrap());
            assert_eq!(found.len(), expected.len(), "{encoding}");
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!(found.0, expected.0, "{encoding}");
                assert!((found.1 - expected.1).abs() < CLOSE, "{encoding}");
            }
        }
    }
}

#[test]
fn walks_are_what_their_circuits_say() {
    let base = seed::choose(2025);
    let mut largest = 0;
    for (num_slots, num_effects) in [(5, 12), (8, 16), (12, 24), (26, 30), (26, 60)] {
        for seed in 0..8 {
            let world = walk(num_slots, num_effects, base.wrapping_add(seed));
            for component in world.components() {
                largest = largest.max(component.num_amplitudes());
                check_circuits(component);
            }
        }
    }
    assert!(largest > 100, "{largest} amplitudes");
}

/// A piece split over all squares of the largest board, and captured on half of them: 128 slots.
#[test]
fn a_component_of_every_square_of_the_largest_board_is_exact() {
    let mut world = World::new(Recording::On);
    let mut free = (0..).map(Slot);
    let mut next = || free.next().unwrap();
    let mut parts = vec![next()];
    for group in 1..=63 {
        let to = [next(), next()];
        let from = parts.remove(0);
        world.apply(group, &[Effect::split(from, to)]).unwrap();
        parts.extend(to);
    }
    for group in 64..=127 {
        let [capturer, to] = [next(), next()];
        let captured = parts.remove(0);
        let effect = capture(capturer, captured, to);
        world.apply(group, &[effect]).unwrap();
    }
    let component = &world.components()[0];
    assert_eq!(
        (component.num_slots(), component.num_amplitudes()),
        (128, 64)
    );
    // Where the piece was, one capturer has moved on; all others stand where they were.
    for (bits, probability) in component.outcomes() {
        assert_eq!(bits.count_ones(), 64);
        assert!((probability - 1.0 / 64.0).abs() < CLOSE);
        assert!((component.probability_of(bits).unwrap() - probability).abs() < CLOSE);
    }
    for (k, slot) in component.slots().into_iter().enumerate() {
        let expected = [63.0, 1.0][k % 2] / 64.0;
        assert!(
            (component.probability(slot) - expected).abs() < CLOSE,
            "{slot:?}"
        );
    }
    check_circuits(component);
    let bits = component.sample(&mut seed::rng(1));
    let settled = world.clone().collapse(Slot(200), bits).unwrap();
    assert!(settled.iter().map(|&(_, bit)| bit).eq(bits.iter()));
    // There is no room for more, and that changes nothing.
    let slots = component.slots();
    let from = slots[0];
    let split = Effect::split(from, [next(), next()]);
    assert!(world.apply(128, &[split]).is_err());
    assert_eq!(world.components()[0].slots(), slots);
}

#[test]
fn components_have_the_size_that_was_asked_for() {
    for (num_slots, num_amplitudes) in [(2, 2), (8, 16), (26, 4), (26, 64), (128, 111)] {
        let world = of_size(num_slots, num_amplitudes, Recording::On);
        let [component] = world.components() else {
            panic!("{} components", world.components().len());
        };
        assert_eq!(component.num_slots(), usize::from(num_slots));
        assert_eq!(component.num_amplitudes(), num_amplitudes);
    }
}

#[test]
fn a_circuit_of_128_qubits_that_blows_up_is_refused() {
    let mut circuit = Circuit::new(128, 0);
    for qubit in 0..128 {
        circuit.push(Gate::H, &[Qubit(qubit)]).unwrap();
    }
    let limit = Limits::default().amplitudes;
    let refused = Sparse::run(&circuit, Limits::default()).unwrap_err();
    let SimError::TooManyAmplitudes { amplitudes, .. } = refused else {
        panic!("{refused}");
    };
    assert!(amplitudes > limit && amplitudes <= 4 * limit);
}
