//! The gates of every kind of move: their circuits in both encodings, the exact state, and the rules
//! branch by branch.

use cheqqers_checkers::blocking::{Measure, Move, Position, QuantumMove, Rules};
use cheqqers_game::{Game, GameExt, Turn};
use cheqqers_sim::{Dense, Readout};
use cheqqers_testkit::checks::blocking as checks;
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;
use cheqqers_world::{Component, Encoding};

use super::{assert_parts, changed, place, white_by};

/// The most qubits that are simulated with all their amplitudes.
const MOST_QUBITS: usize = 16;

fn single() -> Rules {
    changed(|rules| rules.quantum_move = QuantumMove::Single)
}

/// Both encodings of a component, with all their amplitudes, give its exact distribution; says for
/// how many of the two that was tried.
fn check_circuits(component: &Component) -> usize {
    let slots = component.slots();
    let expected = component.outcomes();
    let encodings = [Encoding::Minimal, Encoding::Paper];
    let few = encodings.into_iter().filter(|&encoding| {
        let circuit = component.circuit(encoding).unwrap();
        let circuit = circuit.measured(&slots).unwrap();
        if circuit.num_qubits() > MOST_QUBITS {
            return false;
        }
        let readout = Readout::of(&circuit).unwrap();
        let found = Dense::run(&circuit).unwrap().marginal(&readout);
        assert_eq!(found.len(), expected.len(), "{found:?} {expected:?}");
        for ((bits, p), (other, q)) in found.into_iter().zip(&expected) {
            assert_eq!(bits, *other);
            assert!((p - q).abs() < 1e-11, "{bits} {p} {q}");
        }
        true
    });
    few.count()
}

/// Plays White's moves, and checks the last one in every branch and its circuits.
#[track_caller]
fn row(rules: Rules, start: &str, moves: &[&str], parts: &[(&str, f64)]) -> Position {
    let (last, earlier) = moves.split_last().unwrap();
    let before = white_by(rules, start, earlier);
    let mv: Move = last.parse().unwrap();
    let after = super::script::play(before.clone(), last);
    checks::position(&after).unwrap();
    checks::ply(&before, mv, &after).unwrap();
    assert_parts(&after, parts);
    for component in after.world().components() {
        assert_eq!(check_circuits(component), 2);
    }
    after
}

/// For every row of the rules' table: with one blocker and with two, certain or not.
#[test]
fn every_kind_of_move_is_what_its_gates_and_its_rules_say() {
    let row = |start: &str, moves: &[&str], parts: &[(&str, f64)]| {
        row(Rules::default(), start, moves, parts);
    };
    // To a free square; to two.
    row(
        "W:Wc3:BKh8",
        &["c3^b4d4", "d4-e5"],
        &[("b4", 0.5), ("e5", 0.5)],
    );
    row(
        "W:Wc3:BKh8",
        &["c3^b4d4", "d4^c5e5"],
        &[("c5", 0.25), ("e5", 0.25)],
    );
    // A certain mover, one blocker and two.
    let one = "W:Wc3,e3:BKh8";
    row(one, &["c3^b4d4", "e3-d4"], &[("d4'", 0.5), ("e3", 0.5)]);
    let two = ["c3^b4d4", "d4^c5e5", "f4^e5g5", "b2-c3", "c3-d4"];
    let start = "W:Wb2,c3,f4:BKh8";
    row(
        start,
        &[&two[..], &["d4-e5"]].concat(),
        &[("e5''", 0.375), ("d4", 0.625)],
    );
    // A quantum mover, one blocker and two.
    let moves = ["c3^b4d4", "d4-e5", "g3^f4h4", "f4-e5"];
    row(
        "W:Wc3,g3:BKh8",
        &moves,
        &[("e5'", 0.25), ("f4", 0.25), ("h4", 0.5)],
    );
    let quantum = ["c3^b4d4", "d4^c5e5", "f4^e5g5", "b2-c3", "c3^b4d4", "d4-e5"];
    row(
        start,
        &quantum,
        &[
            ("e5''", 0.1875),
            ("d4", 0.3125),
            ("b4'", 0.25),
            ("c3", 0.25),
        ],
    );
    // One arm free, the other closed.
    row("W:Wc3,d4:BKh8", &["c3^b4d4"], &[("b4", 0.5), ("c3", 0.5)]);
    // One arm free, the other blocked.
    row(
        one,
        &["c3^b4d4", "e3^d4f4"],
        &[("f4", 0.5), ("d4'", 0.25), ("e3", 0.25)],
    );
    // Both blocked: one blocker each; two on one side.
    let both = ["c3^b4d4", "g3^f4h4", "e3^d4f4"];
    row(
        "W:Wc3,e3,g3:BKh8",
        &both,
        &[("d4'", 0.25), ("f4'", 0.25), ("e3", 0.5)],
    );
    let moves = [&two[..], &["d4^c5e5"]].concat();
    row(
        start,
        &moves,
        &[("c5'", 0.375), ("e5''", 0.1875), ("d4", 0.4375)],
    );
    // One blocked, the other closed.
    row(
        "W:Wc3,e3,f4:BKh8",
        &["c3^b4d4", "e3^d4f4"],
        &[("d4'", 0.25), ("e3", 0.75)],
    );
    // A king forward and backward.
    row(
        "W:WKd4:BKh8",
        &["d4^c5e5", "c5^b4d4"],
        &[("b4", 0.25), ("d4", 0.25), ("e5", 0.5)],
    );
}

#[test]
fn quantum_moves_to_one_target_are_what_their_gates_and_their_rules_say() {
    let free = row(
        single(),
        "W:Wc3:BKh8",
        &["c3^d4"],
        &[("c3", 0.5), ("d4", 0.5)],
    );
    assert_eq!(free.world().components().len(), 1);
    row(
        single(),
        "W:Wc3:BKh8",
        &["c3^d4", "d4^e5"],
        &[("d4", 0.25), ("e5", 0.25)],
    );
    let one = ["c3^d4", "e3^d4"];
    row(
        single(),
        "W:Wc3,e3:BKh8",
        &one,
        &[("d4'", 0.25), ("e3", 0.75)],
    );
    let two = ["c3^d4", "e3^d4", "f2-e3", "e3^d4"];
    let parts = [("d4''", 0.125)];
    let before = white_by(single(), "W:Wc3,e3,f2:BKh8", &two[..2]);
    assert_parts(&before, &[("d4", 0.5), ("d4'", 0.25)]);
    row(
        single(),
        "W:Wc3,e3,Kf6:BKh8",
        &["c3^d4", "e3^d4", "f6-e5", "e5^d4"],
        &parts,
    );
}

#[test]
fn a_step_to_a_free_square_takes_no_gate() {
    let gates = |moves: &[&str]| {
        let position = white_by(Rules::default(), "W:Wc3:BKh8", moves);
        let component = &position.world().components()[0];
        let circuit = component.circuit(Encoding::Minimal).unwrap();
        circuit.circuit().operations().len()
    };
    assert_eq!(gates(&["c3^b4d4", "d4-e5"]), gates(&["c3^b4d4"]));
}

#[test]
fn a_target_that_is_never_taken_while_the_part_is_there_entangles_nothing_more() {
    // The mover is on e3 just where the blocker is on d4: then b4 is free for it.
    let position = white_by(
        Rules::default(),
        "W:Wc3,Ke3:BKh8",
        &["c3^b4d4", "e3-d4", "d4'-c3"],
    );
    // On c3 the king is where the blocker is on b4, so that d4 is free for it, and b4 is not.
    assert!(position.check("c3-b4".parse().unwrap()).is_err());
    let before = position.world().components()[0].num_amplitudes();
    let after = super::script::play(position, "c3-d4");
    assert_parts(&after, &[("d4", 0.5), ("d4'", 0.5), ("c3", 0.0)]);
    assert_eq!(after.world().components()[0].num_amplitudes(), before);
    assert!(after.board().part(place("c3")).is_none());
}

/// What a measurement asks of a backend gives the answers that are listed, as often.
fn check_request(position: Position, mv: Move) -> usize {
    let Turn::Pending(pending) = position.play(mv).unwrap() else {
        return 0;
    };
    for encoding in [Encoding::Minimal, Encoding::Paper] {
        let circuits = pending.circuits(encoding).unwrap();
        let [circuit] = &circuits[..] else {
            return 0;
        };
        assert_eq!(circuit.num_clbits(), pending.slots().len());
        if circuit.num_qubits() > MOST_QUBITS {
            return 0;
        }
        let readout = Readout::of(circuit).unwrap();
        let found = Dense::run(circuit).unwrap().marginal(&readout);
        let expected: Vec<_> = pending.outcomes().collect();
        assert_eq!(found.len(), expected.len(), "{found:?} {expected:?}");
        for ((bits, p), (other, q)) in found.into_iter().zip(expected) {
            assert_eq!(bits, other);
            assert!((p - q).abs() < 1e-11, "{bits} {p} {q}");
        }
    }
    1
}

#[test]
fn requests_of_every_scope_are_answered_as_listed() {
    for measure in [Measure::Components, Measure::Full, Measure::Squares] {
        let rules = changed(|rules| rules.measure = measure)
            .with_board(6, 2)
            .unwrap();
        let mut tried = 0;
        for game in 0..20 {
            let start = Position::initial(rules);
            for ply in random_game(start, seed::choose(9) + game) {
                tried += check_request(ply.before, ply.mv);
            }
        }
        assert!(tried > 20, "{measure:?} {tried}");
    }
}

#[test]
fn circuits_of_random_games_say_what_their_states_say() {
    let mut tried = 0;
    for rules in [Rules::default(), single()] {
        for game in 0..20 {
            let start = Position::initial(rules.with_board(6, 2).unwrap());
            for ply in random_game(start, seed::choose(7) + game).take(40) {
                for component in ply.after.world().components() {
                    tried += check_circuits(component);
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}
