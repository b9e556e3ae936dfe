//! Circuits of components that games make: a qubit for each square, and no gate too many.

use std::collections::BTreeMap;
use std::sync::Arc;

use cheqqers_circuit::{Action, Bitstring, Circuit, Optimization, Qubit};
use cheqqers_game::Game;
use cheqqers_game::settings::{self, Kind};
use cheqqers_session::{
    CircuitExport, CircuitFormat, GameVisitor, KNOWN, Playable, ReachedPosition, UnknownGame,
    with_game,
};
use cheqqers_sim::{Dense, Limits, Readout, Sparse, TOLERANCE};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;
use cheqqers_world::Component;

/// Components of all games together.
const COMPONENTS: usize = if cfg!(feature = "slow-tests") {
    2000
} else {
    100
};

/// Most components of one game.
const OF_A_GAME: usize = 4;

/// Plies between two positions whose components are taken.
const STEP: u32 = 5;

/// Games whose rules know no draw end here.
const MOST_PLIES: usize = 100;

/// Most qubits of which every gate is tried.
const MOST_QUBITS: usize = 8;

#[derive(Default)]
struct Found {
    components: usize,
    /// Those whose gates were tried one by one.
    tried: usize,
    /// Circuits, of two for each component, with a qubit more than squares: one that holds a condition of
    /// several squares, as some steps onto squares that may be occupied have it.
    wider: usize,
}

/// One game of each variant of a game.
struct Round<'a> {
    number: u64,
    found: &'a mut Found,
}

impl GameVisitor for Round<'_> {
    type Done = ();
    type Error = UnknownGame;

    fn with<G: Playable>(self) -> Result<(), UnknownGame> {
        for start in starts::<G>() {
            let mut left = OF_A_GAME;
            for ply in random_game(start.clone(), self.number).take(MOST_PLIES) {
                if !ply.number.is_multiple_of(STEP) {
                    continue;
                }
                for component in ply.after.world().components().iter().take(left) {
                    left -= 1;
                    let what = format!("{} {:?} seed {}", G::NAME, start.header(), self.number);
                    let what = format!("{what} ply {}", ply.number);
                    check(&start, &ply.after, component, &what, self.found);
                }
                if left == 0 {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// The start of a game with each preset, and with each level.
fn starts<G: Game>() -> Vec<G> {
    let level = G::SETTINGS.iter().find(|setting| setting.key == "level");
    let levels = level.and_then(|setting| match setting.kind {
        Kind::Number(first, last) => Some(first..=last),
        _ => None,
    });
    let levels = levels.into_iter().flatten();
    let levels: Vec<String> = levels.map(|level| level.to_string()).collect();
    let presets = G::PRESETS.iter().map(|preset| (Some(preset.name), None));
    let plain = [(None, None)].into_iter();
    let levels = levels.iter().map(|level| (None, Some(("level", &**level))));
    let all = plain.chain(presets).chain(levels);
    all.map(|(preset, level)| {
        let header = settings::header::<G>(preset, level).unwrap();
        G::from_header(&header).unwrap()
    })
    .collect()
}

fn check<G: Game>(start: &G, position: &G, component: &Component, what: &str, found: &mut Found) {
    let slots = component.slots();
    let exact = component.outcomes();
    let reached = ReachedPosition {
        position: Arc::new(position.clone()),
        ..ReachedPosition::of_start(start.clone(), start.header())
    };
    for optimization in [Optimization::Off, Optimization::Gates] {
        let export = CircuitExport {
            optimization,
            ..CircuitExport::new(CircuitFormat::Qasm3)
        };
        let text = export.text(&reached, component).unwrap();
        let circuit = cheqqers_program::read(&text).unwrap().circuit;
        assert_same(&circuit, &exact, what);
        if circuit.num_qubits() > slots.len() {
            found.wider += 1;
        } else {
            has_no_certain_qubit(&circuit, what);
        }
        if optimization == Optimization::Gates && circuit.num_qubits() <= MOST_QUBITS {
            found.tried += 1;
            needs_every_gate(&circuit, what);
        }
    }
    found.components += 1;
}

fn has_no_certain_qubit(circuit: &Circuit, what: &str) {
    let state = Sparse::run(circuit, Limits::default()).unwrap();
    for qubit in (0..circuit.num_qubits()).map(Qubit::from_index) {
        let one = state.probability(qubit);
        let is_certain = one <= TOLERANCE || one >= 1.0 - TOLERANCE;
        assert!(!is_certain, "{what}: {qubit:?} of\n{circuit:?}");
    }
}

fn outcomes(circuit: &Circuit) -> BTreeMap<Bitstring, f64> {
    let readout = Readout::of(circuit).unwrap();
    if circuit.num_qubits() <= MOST_QUBITS {
        let state = Dense::run(circuit).unwrap();
        return state.marginal(&readout).into_iter().collect();
    }
    let state = Sparse::run(circuit, Limits::default()).unwrap();
    state.marginal(&readout).into_iter().collect()
}

fn differ(one: &BTreeMap<Bitstring, f64>, other: &BTreeMap<Bitstring, f64>) -> bool {
    let of = |all: &BTreeMap<Bitstring, f64>, bits| all.get(bits).copied().unwrap_or(0.0);
    let mut bits = one.keys().chain(other.keys());
    bits.any(|bits| (of(one, bits) - of(other, bits)).abs() > 2.0 * TOLERANCE)
}

fn assert_same(circuit: &Circuit, exact: &[(Bitstring, f64)], what: &str) {
    let exact = exact.iter().copied().collect();
    assert!(!differ(&outcomes(circuit), &exact), "{what}\n{circuit:?}");
}

/// Checks by running the circuit without each of its gates.
fn needs_every_gate(circuit: &Circuit, what: &str) {
    let expected = outcomes(circuit);
    for without in 0..circuit.operations().len() {
        let mut less = Circuit::new(circuit.num_qubits(), circuit.num_clbits());
        let mut gate = None;
        for (place, operation) in circuit.operations().iter().enumerate() {
            match operation.action {
                Action::Gate(left_out, _) if place == without => gate = Some(left_out),
                Action::Gate(gate, operands) => less.push(gate, operands.as_slice()).unwrap(),
                Action::Measure(qubit, clbit) => less.measure(qubit, clbit).unwrap(),
            }
        }
        if let Some(gate) = gate {
            let is_needed = differ(&outcomes(&less), &expected);
            assert!(is_needed, "{what}: {gate} at {without} of\n{circuit:?}");
        }
    }
}

#[test]
fn components_of_all_games_have_minimal_circuits() {
    let base = seed::choose(38_000);
    let mut found = Found::default();
    for round in 0.. {
        for game in KNOWN {
            let round = Round {
                number: base.wrapping_add(round),
                found: &mut found,
            };
            with_game(game.name, round).unwrap();
        }
        if found.components >= COMPONENTS {
            break;
        }
    }
    let Found {
        components,
        tried,
        wider,
    } = found;
    assert!(4 * tried > 3 * components, "{tried} of {components}");
    assert!(100 * wider < 2 * components, "{wider} of 2 * {components}");
}
