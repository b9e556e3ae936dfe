//! Quantum chess: the worked examples of both games, random games of every preset with every invariant
//! at every ply, and circuits that say the same as the state.

mod boxed;
mod classical;
#[cfg(feature = "slow-tests")]
mod counts;
mod evaluation;
mod games;
mod pictures;
mod queens;

use cheqqers_circuit::{Circuit, Gate, Qubit};
use cheqqers_game::show::{Show, describe_ply};
use cheqqers_game::{Game, settings};
use cheqqers_testkit::script::{branches, complete};

/// How far two ways to compute a probability may differ.
const CLOSE: f64 = 1e-12;

/// A position of a preset, from a text where there is one.
fn position<G: Game>(preset: &str, text: &str) -> G {
    let text = Some(text).filter(|text| !text.is_empty());
    changed(preset, text.map(|text| ("position", text)))
}

/// The same with other settings changed.
fn changed<'a, G: Game>(preset: &str, changes: impl IntoIterator<Item = (&'a str, &'a str)>) -> G {
    let header = settings::header::<G>(Some(preset), changes).unwrap();
    G::from_header(&header).unwrap()
}

fn legal<G: Game>(position: &G) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.iter().map(ToString::to_string).collect()
}

/// The gates of a circuit with their qubits, such as `cx 1,0`; angles have ten decimals.
fn gates(circuit: &Circuit) -> Vec<String> {
    let gate = |(gate, qubits): (Gate, &[Qubit])| {
        let angle = gate.parameter().map(|angle| format!("({angle:.10})"));
        let qubits: Vec<String> = qubits.iter().map(|qubit| qubit.0.to_string()).collect();
        let (angle, qubits) = (angle.unwrap_or_default(), qubits.join(","));
        format!("{}{angle} {qubits}", gate.name())
    };
    circuit.gates().map(gate).collect()
}

/// A move with its outcomes, such as `a1xa5{a5}`, in sentences.
#[track_caller]
fn told<G: Show>(before: &G, text: &str) -> String {
    let done = complete(before, text);
    describe_ply(before, &done.ply, &done.position).join(" ")
}

/// The outcomes of a move with their probabilities, as they are written: `{a5} 0.5`.
#[track_caller]
fn assert_outcomes<G: Game>(position: &G, mv: &str, expected: &[(&str, f64)]) {
    let found: Vec<(String, f64)> = branches(position, mv)
        .into_iter()
        .map(|branch| {
            let braces = branch
                .outcomes
                .iter()
                .map(|names| format!("{{{}}}", names.join(",")));
            (braces.collect(), branch.probability)
        })
        .collect();
    assert_eq!(found.len(), expected.len(), "{mv}: {found:?}");
    for (braces, probability) in expected {
        let other = found.iter().find(|(found, _)| found == braces);
        let other = other.unwrap_or_else(|| panic!("{mv}: no {braces} in {found:?}"));
        assert!((other.1 - probability).abs() < CLOSE, "{mv}: {found:?}");
    }
}
