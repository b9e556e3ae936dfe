//! The circuits of components, the exact state and the rules give the same probabilities.

use cheqqers_backend::{Backend, Job, Local, Simulator};
use cheqqers_checkers::rotation::Position;
use cheqqers_circuit::Bitstring;
use cheqqers_game::{Encoding, Game, Turn};
use cheqqers_sim::{Dense, Readout};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::{counts, seed};
use cheqqers_world::Slot;

use super::{ALL, EXACT, asks, start_of, start_with, steps};

/// By the dense simulator, which runs the whole circuit.
fn dense(position: &Position, slot: Slot) -> f64 {
    let component = position.world().component(slot).unwrap();
    let circuit = component.circuit(Encoding::Minimal).unwrap();
    assert_eq!(circuit.circuit().num_qubits(), 1);
    let circuit = circuit.measured(&[slot]).unwrap();
    let state = Dense::run(&circuit).unwrap();
    let found = state.marginal(&Readout::of(&circuit).unwrap());
    assert_eq!(found.len(), 2);
    found[1].1
}

#[test]
fn games_are_what_their_circuits_say() {
    let base = seed::choose(1982);
    for options in ALL {
        let mut seen = 0;
        for game in 0..20 {
            let start = start_with(options.iter().copied());
            for ply in random_game(start, base.wrapping_add(game)).step_by(7) {
                for square in ply.after.board().quantum() {
                    let slot = square.slot();
                    let by_the_rules = ply.after.probability(square);
                    let component = ply.after.world().component(slot).unwrap();
                    assert!((dense(&ply.after, slot) - by_the_rules).abs() < EXACT);
                    assert!((component.probability(slot) - by_the_rules).abs() < EXACT);
                    seen += 1;
                }
            }
        }
        assert!(seen > 500, "{options:?}: {seen}");
    }
}

/// One request has a circuit for each piece, and a backend runs them all.
#[test]
fn a_failed_capture_is_measured_by_a_backend() {
    for preset in ["physical", "program", "manual"] {
        let position = steps(start_of(preset, "8"), "c3-b4 d6-c5");
        let mut backend = Local::new(Simulator::Auto, seed::rng(seed::choose(1983)));
        let mut turn = Turn::Pending(asks(&position, "b4xd6"));
        let mut circuits = Vec::new();
        let end = loop {
            let pending = match turn {
                Turn::Ready(end) => break end,
                Turn::Pending(pending) => pending,
            };
            let measured = pending.circuits(Encoding::Minimal).unwrap();
            circuits.push(measured.len());
            let job = Job::new(&measured, 1).optimized(backend.optimization());
            let runs = backend.run(&job).unwrap();
            let shots = runs.iter().map(|run| run.shots[0]);
            let mut bits = Bitstring::concat_all(shots).unwrap();
            if circuits.len() == 1 {
                bits = bits.with_bit(0, false);
            }
            turn = pending.resolve(&bits).unwrap();
        };
        let everyone = if preset == "program" { 24 } else { 22 };
        assert_eq!(circuits, [2, everyone]);
        assert!(end.captured().is_empty());
    }
}

/// What a backend counts is what the rules say of each piece.
#[test]
fn shots_of_the_global_measurement_follow_the_rules() {
    let shots = 4000;
    let position = steps(start_of("manual", "8"), "c3-b4 d6-c5");
    let first = asks(&position, "b4xd6");
    let Turn::Pending(pending) = first.resolve(&"00".parse().unwrap()).unwrap() else {
        panic!("everybody else is measured");
    };
    let circuits = pending.circuits(Encoding::Minimal).unwrap();
    let mut backend = Local::new(Simulator::Auto, seed::rng(seed::choose(1984)));
    let job = Job::new(&circuits, shots);
    let runs = backend.run(&job).unwrap();
    let mut slots = pending.slots().into_iter();
    for run in &runs {
        let first = slots.next().unwrap();
        let component = pending.position().world().component(first).unwrap();
        slots
            .by_ref()
            .take(component.num_slots() - 1)
            .for_each(drop);
        counts::assert_follow(run.shots.iter().copied(), component.outcomes());
    }
}
