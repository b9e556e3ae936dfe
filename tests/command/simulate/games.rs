//! Circuits of games, written and read without the command.

use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_game::{Encoding, Game};
use cheqqers_program::read;
use cheqqers_qasm::{AnnotatedCircuit, Definitions, Dialect, write};
use cheqqers_sim::{Limits, Readout, Sparse};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;
use cheqqers_world::Component;

/// Without comments, which are not read.
fn plain(text: &str) -> Vec<&str> {
    let lines = text.lines();
    lines.filter(|line| !line.starts_with("//")).collect()
}

fn check(component: &Component, encoding: Encoding, definitions: Definitions, dialect: Dialect) {
    let encoded = component.circuit(encoding).unwrap();
    let slots = component.slots();
    let circuit = encoded.measured(&slots).unwrap();
    let names: Vec<String> = slots.iter().map(|slot| format!("{slot:?}")).collect();
    let program = AnnotatedCircuit {
        clbits: &names,
        definitions,
        ..AnnotatedCircuit::new(&circuit)
    };
    let text = write(&program, dialect).unwrap();
    let parsed = read(&text).unwrap();
    let again = write(&parsed.annotated(), parsed.dialect).unwrap();
    assert_eq!(plain(&again), plain(&text));
    let run = |circuit| Sparse::run(circuit, Limits::default()).unwrap();
    let (before, after) = (run(&circuit), run(&parsed.circuit));
    let kets = before.amplitudes().zip(after.amplitudes());
    for ((index, amplitude), (same, close)) in kets {
        assert!(
            index == same && (amplitude - close).norm() < 1e-12,
            "{text}"
        );
    }
    assert_eq!(before.len(), after.len());
    let found = after.marginal(&Readout::of(&parsed.circuit).unwrap());
    let expected = component.outcomes();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.0 == expected.0 && (found.1 - expected.1).abs() < 1e-12);
    }
}

#[test]
fn circuits_of_random_games_read_back_as_they_were_written() {
    let seed = seed::choose(11);
    let mut checked = 0;
    for game in 0..10 {
        let start = Position::initial(Rules::new(Level::Interference));
        for ply in random_game(start, seed + game).take(60).skip(3).step_by(4) {
            for component in ply.after.world().components() {
                for dialect in [
                    Dialect::Qasm3,
                    Dialect::Qasm2,
                    Dialect::Braket,
                    Dialect::Ionq,
                ] {
                    check(component, Encoding::Minimal, Definitions::Flat, dialect);
                    check(component, Encoding::Paper, Definitions::Named, dialect);
                    check(component, Encoding::Paper, Definitions::Flat, dialect);
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 50, "{checked} components");
}
