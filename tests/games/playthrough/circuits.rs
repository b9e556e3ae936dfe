//! The circuits of components give what their states say, ply by ply.

use std::collections::BTreeMap;

use cheqqers_checkers::{Entanglement, Level, Move, Position, Square};
use cheqqers_circuit::{Bitstring, Circuit, Optimization, optimize};
use cheqqers_game::Game;
use cheqqers_sim::{Dense, Limits, Readout, Sparse};
use cheqqers_testkit::checks;
use cheqqers_testkit::playout::{RandomPly, random_game};
use cheqqers_testkit::reference;
use cheqqers_world::{Component, EncodedCircuit, Encoding};
use num_complex::Complex64;

use super::{CLOSE, GAMES, SIZES, check_invariants, play, rules};

/// The most qubits that are simulated with all their amplitudes.
const MOST_QUBITS: usize = 20;

/// How often something was checked, lest a test checks nothing.
#[derive(Default, Debug)]
struct Seen {
    components: u64,
    entangled: u64,
    merges: u64,
    measurements: u64,
}

impl Seen {
    fn look(&mut self, ply: &RandomPly<Position>) {
        self.merges += u64::from(matches!(ply.mv, Move::Merge { .. }));
        self.measurements += ply.measured.len() as u64;
        for component in ply.after.world().components() {
            if is_touched(component, ply.mv) {
                check_circuits(component);
                let square = Square::from_slot(component.slots()[0]);
                self.components += 1;
                self.entangled += u64::from(ply.after.is_entangled(square));
            }
        }
    }

    fn assert_enough(&self, level: Level) {
        assert!(self.components > 100 && self.measurements > 20, "{self:?}");
        let expected = (level >= Level::Entanglement, level >= Level::Interference);
        assert_eq!((self.entangled > 0, self.merges > 0), expected, "{self:?}");
    }
}

fn games_are_what_their_circuits_say(level: Level, entanglement: Entanglement) {
    let mut seen = Seen::default();
    for &size in SIZES {
        let rules = rules(level, size).with_entanglement(entanglement);
        play(rules, GAMES, |ply| seen.look(ply));
    }
    seen.assert_enough(level);
}

#[test]
fn games_of_level_1_are_what_their_circuits_say() {
    games_are_what_their_circuits_say(Level::Superposition, Entanglement::Single);
}

#[test]
fn games_of_level_2_are_what_their_circuits_say() {
    games_are_what_their_circuits_say(Level::Entanglement, Entanglement::Single);
}

#[test]
fn games_of_level_3_are_what_their_circuits_say() {
    games_are_what_their_circuits_say(Level::Interference, Entanglement::Single);
}

#[test]
fn games_of_unlimited_entanglement_are_what_their_circuits_say() {
    games_are_what_their_circuits_say(Level::Interference, Entanglement::Unlimited);
}

/// Set-ups have circuits too, which prepare their amplitudes and not how they came about.
#[test]
fn games_go_on_from_the_text_of_a_position() {
    for level in &Level::ALL[1..] {
        let mut seen = Seen::default();
        for (size, entanglement) in [
            (4, Entanglement::Single),
            (5, Entanglement::Unlimited),
            (6, Entanglement::Single),
            (8, Entanglement::Single),
            (8, Entanglement::Unlimited),
        ] {
            let rules = rules(*level, size).with_entanglement(entanglement);
            play(rules, GAMES / 4, |ply| {
                if !ply.number.is_multiple_of(4) {
                    return;
                }
                let read = Position::from_fen(rules, &ply.after.to_fen()).unwrap();
                checks::position(&read).unwrap();
                for ply in random_game(read, u64::from(ply.number)).take(16) {
                    check_invariants(&ply);
                    seen.look(&ply);
                }
            });
        }
        assert!(seen.components > 100 && seen.measurements > 10, "{seen:?}");
    }
}

/// The other components are as they were a ply before.
fn is_touched(component: &Component, mv: Move) -> bool {
    let mut squares = mv.sources().chain(mv.targets());
    squares.any(|square| component.unordered_slots().contains(&square.slot()))
}

/// The state as both encodings' circuits make it, by both simulators, shortened and not.
fn check_circuits(component: &Component) {
    let slots = component.slots();
    let outcomes = component.outcomes();
    for encoding in [Encoding::Minimal, Encoding::Paper] {
        let encoded = component.circuit(encoding).unwrap();
        let sparse = Sparse::run(encoded.circuit(), Limits::default()).unwrap();
        check_amplitudes(component, &encoded, sparse.amplitudes());
        if encoded.circuit().num_qubits() <= MOST_QUBITS {
            let dense = Dense::run(encoded.circuit()).unwrap();
            let amplitudes = (0..).zip(dense.amplitudes().iter().copied());
            check_amplitudes(component, &encoded, amplitudes);
        }
        let measured = encoded.measured(&slots).unwrap();
        check_distribution(&measured, &outcomes);
        check_shortened(&measured, &outcomes);
    }
}

/// Compares amplitudes up to a global phase; qubits that carry no slot must be in |0⟩.
fn check_amplitudes(
    component: &Component,
    encoded: &EncodedCircuit,
    amplitudes: impl Iterator<Item = (u128, Complex64)>,
) {
    let slots = component.slots();
    let qubits: Vec<usize> = slots
        .iter()
        .map(|&slot| {
            encoded
                .qubit(slot)
                .expect("a slot of the component")
                .index()
        })
        .collect();
    let carried = qubits.iter().fold(0_u128, |bits, qubit| bits | 1 << qubit);
    let mut found: BTreeMap<Bitstring, Complex64> = BTreeMap::new();
    for (index, amplitude) in amplitudes {
        if amplitude.norm() > CLOSE {
            assert_eq!(index & !carried, 0, "a spent qubit is left in |1⟩");
            let bits = qubits.iter().map(|&qubit| index >> qubit & 1 == 1);
            found.insert(bits.collect(), amplitude);
        }
    }
    let expected = component.amplitudes();
    let mut in_order: Vec<Complex64> = expected
        .iter()
        .map(|(bits, _)| found.remove(bits).unwrap_or_default())
        .collect();
    in_order.extend(found.into_values());
    let mut expected: Vec<Complex64> = expected.into_iter().map(|(_, a)| a).collect();
    expected.resize(in_order.len(), Complex64::default());
    reference::assert_close_up_to_phase(&in_order, &expected, CLOSE);
}

/// A circuit after the passes of every level, its bits folded back.
fn check_shortened(measured: &Circuit, expected: &[(Bitstring, f64)]) {
    let mut most = two_qubit_gates(measured);
    for level in [Optimization::Gates, Optimization::PostProcessed] {
        let optimized = optimize(measured, level);
        assert!(two_qubit_gates(&optimized.circuit) <= most);
        most = two_qubit_gates(&optimized.circuit);
        let mut found: Vec<(Bitstring, f64)> = distribution(&optimized.circuit)
            .into_iter()
            .map(|(bits, probability)| (optimized.post_processing.apply(bits), probability))
            .collect();
        found.sort_by_key(|&(bits, _)| bits);
        assert_same(&found, expected);
    }
}

fn two_qubit_gates(circuit: &Circuit) -> usize {
    circuit.decomposed().statistics().two_qubit_gates
}

fn check_distribution(measured: &Circuit, expected: &[(Bitstring, f64)]) {
    assert_same(&distribution(measured), expected);
}

fn distribution(measured: &Circuit) -> Vec<(Bitstring, f64)> {
    let readout = Readout::of(measured).unwrap();
    if measured.num_qubits() <= MOST_QUBITS {
        Dense::run(measured).unwrap().marginal(&readout)
    } else {
        let state = Sparse::run(measured, Limits::default()).unwrap();
        state.marginal(&readout)
    }
}

/// Every folded bitstring of a shortened circuit is one of the expected ones, and only once.
fn assert_same(found: &[(Bitstring, f64)], expected: &[(Bitstring, f64)]) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        let close = (found.1 - expected.1).abs() <= CLOSE;
        assert!(found.0 == expected.0 && close, "{found:?} {expected:?}");
    }
}
