//! The circuits of components, in both encodings, and the exact state give the same probabilities.

use cheqqers_checkers::Level;
use cheqqers_game::{Encoding, Game};
use cheqqers_sim::{Dense, Readout};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;

use crate::international::start;

/// The most qubits that are simulated densely here.
const MOST_QUBITS: usize = 14;

#[test]
fn games_are_what_their_circuits_say() {
    let base = seed::choose(2028);
    for level in [
        Level::Superposition,
        Level::Entanglement,
        Level::Interference,
    ] {
        let mut seen = 0;
        for game in 0..12 {
            for ply in random_game(start(level, 8), base.wrapping_add(game)).step_by(5) {
                for component in ply.after.world().components() {
                    let slots = component.slots();
                    let exact = component.outcomes();
                    for encoding in [Encoding::Minimal, Encoding::Paper] {
                        let circuit = component.circuit(encoding).unwrap();
                        let circuit = circuit.measured(&slots).unwrap();
                        if circuit.num_qubits() > MOST_QUBITS {
                            continue;
                        }
                        let state = Dense::run(&circuit).unwrap();
                        let found = state.marginal(&Readout::of(&circuit).unwrap());
                        for (bits, probability) in found {
                            let expected = exact.iter().find(|(other, _)| *other == bits);
                            let expected = expected.map_or(0.0, |(_, probability)| *probability);
                            assert!((probability - expected).abs() < 1e-9);
                        }
                        seen += 1;
                    }
                }
            }
        }
        assert!(seen > 100, "{level}: {seen}");
    }
}
