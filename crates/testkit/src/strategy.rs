//! Inputs for properties: gates, circuits, bits, and which game to play.

use std::ops::RangeInclusive;

use cheqqers_circuit::{Bitstring, Circuit, Gate, Qubit};
use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, RngSeed};

use crate::seed;

/// So many cases, or as many as `PROPTEST_CASES` says, from a fixed seed ([`seed::VARIABLE`]
/// changes it); failing ones are kept beside the source file, to be committed.
pub fn config(cases: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    ProptestConfig {
        cases: if asked { usual.cases } else { cases },
        rng_seed: RngSeed::Fixed(seed::choose(2025)),
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource(
            "proptest-regressions",
        ))),
        ..usual
    }
}

/// Any gate of the table on distinct qubits among `num_qubits`.
pub fn gates(num_qubits: usize) -> impl Strategy<Value = (Gate, Vec<Qubit>)> {
    let all: Vec<Gate> = Gate::all(0.0)
        .filter(|gate| gate.num_qubits() <= num_qubits)
        .collect();
    let order: Vec<Qubit> = (0..num_qubits).map(Qubit::from_index).collect();
    let gate = (prop::sample::select(all), -7.0..7.0).prop_map(|(gate, angle): (Gate, f64)| {
        let parameters: Vec<f64> = gate.parameter().map(|_| angle).into_iter().collect();
        Gate::from_name(gate.name(), &parameters).expect("a gate of the table, with its angle")
    });
    (gate, Just(order).prop_shuffle()).prop_map(|(gate, order)| {
        let qubits = order.into_iter().take(gate.num_qubits()).collect();
        (gate, qubits)
    })
}

/// Circuits of up to `max_gates` gates of the table, in groups of three, without measurements.
pub fn circuits(qubits: RangeInclusive<usize>, max_gates: usize) -> impl Strategy<Value = Circuit> {
    qubits.prop_flat_map(move |num_qubits| {
        prop::collection::vec(gates(num_qubits), 0..=max_gates).prop_map(move |gates| {
            let mut circuit = Circuit::new(num_qubits, 0);
            for (group, (gate, qubits)) in (3..).zip(gates) {
                circuit
                    .push_in(group / 3, gate, &qubits)
                    .expect("distinct qubits of the circuit");
            }
            circuit
        })
    })
}

/// The same with every qubit measured at the end, in some order, some perhaps not at all.
pub fn measured_circuits(
    qubits: RangeInclusive<usize>,
    max_gates: usize,
) -> impl Strategy<Value = Circuit> {
    circuits(qubits, max_gates).prop_flat_map(|circuit| {
        let order: Vec<Qubit> = (0..circuit.num_qubits()).map(Qubit::from_index).collect();
        let shown = 1..=order.len();
        (Just(circuit), Just(order).prop_shuffle(), shown).prop_map(
            |(mut circuit, order, shown)| {
                for qubit in order.into_iter().take(shown) {
                    let clbit = circuit.add_clbit();
                    circuit
                        .measure(qubit, clbit)
                        .expect("a qubit and a clbit of the circuit");
                }
                circuit
            },
        )
    })
}

/// Bitstrings of any length.
pub fn bitstrings() -> impl Strategy<Value = Bitstring> {
    prop::collection::vec(any::<bool>(), 0..=Bitstring::MAX_LEN)
        .prop_map(|bits| bits.into_iter().collect())
}

/// Seed and settings of a random game: the same three numbers are the same game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameSeed {
    /// Chooses moves and outcomes.
    pub seed: u64,
    /// Level of the game.
    pub level: u8,
    /// Files and ranks.
    pub size: u8,
}

/// Games of some levels on boards of some sizes.
pub fn games(
    levels: RangeInclusive<u8>,
    sizes: RangeInclusive<u8>,
) -> impl Strategy<Value = GameSeed> {
    (any::<u64>(), levels, sizes).prop_map(|(seed, level, size)| GameSeed { seed, level, size })
}
