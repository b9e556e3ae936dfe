//! States and matrices for tests: whole matrices, nothing clever.

use cheqqers_circuit::{Circuit, Clbit, Gate, Qubit};
use nalgebra::{DMatrix, DVector};
use num_complex::Complex64;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::sparse::Entry;
use crate::{Dense, Readout, Sparse};

/// Largest difference of two numbers that ought to be equal.
pub(crate) const CLOSE: f64 = 1e-12;

/// The seed of a test: what `CHEQQERS_SEED` says, or `usual`. It is printed, for the failing case.
#[expect(clippy::print_stdout, reason = "shown with a failing test only")]
fn seed(usual: u64) -> u64 {
    let seed = std::env::var("CHEQQERS_SEED").map_or(usual, |text| text.parse().unwrap());
    println!("seed {seed} (set CHEQQERS_SEED to change it)");
    seed
}

/// As many cases as `PROPTEST_CASES` says, or 256, from a fixed seed.
pub(crate) fn config() -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(seed(2025)),
        ..ProptestConfig::default()
    }
}

/// A portable generator of a test.
pub(crate) fn rng(usual: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed(usual))
}

/// A number below `end`.
fn below(end: usize, rng: &mut impl Rng) -> usize {
    let drawn = rng.next_u64() % end as u64;
    usize::try_from(drawn).expect("below a usize")
}

/// The matrix of a gate on some of `num_qubits` qubits.
pub(crate) fn embed(gate: Gate, qubits: &[Qubit], num_qubits: usize) -> DMatrix<Complex64> {
    let matrix = gate.matrix();
    let local = |index: usize| {
        let bits = qubits.iter().enumerate();
        bits.map(|(k, qubit)| (index >> qubit.0 & 1) << k)
            .sum::<usize>()
    };
    let mask: usize = qubits.iter().map(|qubit| 1 << qubit.0).sum();
    DMatrix::from_fn(1 << num_qubits, 1 << num_qubits, |row, column| {
        if row & !mask == column & !mask {
            matrix[(local(row), local(column))]
        } else {
            Complex64::default()
        }
    })
}

/// A state of `num_qubits` qubits of which about one amplitude in `one_in` is not zero.
pub(crate) fn some_state(num_qubits: usize, one_in: u64, rng: &mut impl Rng) -> Vec<Complex64> {
    let mut part = || (rng.next_u64() >> 40) as f64 / f64::from(1 << 23) - 1.0;
    let mut state: Vec<_> = (0..1 << num_qubits)
        .map(|_| Complex64::new(part(), part()))
        .collect();
    for amplitude in &mut state {
        if !rng.next_u64().is_multiple_of(one_in) {
            *amplitude = Complex64::default();
        }
    }
    let index = below(state.len(), rng);
    state[index] = Complex64::new(0.5, -0.25);
    let norm = DVector::from_column_slice(&state).norm();
    state.iter().map(|amplitude| amplitude / norm).collect()
}

/// The state vector with these amplitudes.
pub(crate) fn dense_of(amplitudes: &[Complex64]) -> Dense {
    let mut state = Dense::zero(amplitudes.len().ilog2() as usize).unwrap();
    state.amplitudes_mut().copy_from_slice(amplitudes);
    state
}

/// The sparse state with these amplitudes.
pub(crate) fn sparse_of(amplitudes: &[Complex64]) -> Sparse {
    let mut state = Sparse::zero(amplitudes.len().ilog2() as usize).unwrap();
    state.entries = amplitudes
        .iter()
        .zip(0u128..)
        .filter(|(amplitude, _)| amplitude.norm_sqr() > 0.0)
        .map(|(&amplitude, index)| Entry {
            key: index.reverse_bits(),
            amplitude,
        })
        .collect();
    state.entries.sort_by_key(|entry| entry.key);
    state
}

/// Reads these of at most six qubits, in this order.
pub(crate) fn readout_of(qubits: &[u32]) -> Readout {
    let mut circuit = Circuit::new(6, qubits.len());
    for (&qubit, clbit) in qubits.iter().zip((0..).map(Clbit)) {
        circuit.measure(Qubit(qubit), clbit).unwrap();
    }
    Readout::of(&circuit).unwrap()
}

/// All amplitudes of a sparse state of few qubits.
pub(crate) fn vector_of(state: &Sparse) -> Vec<Complex64> {
    let mut vector = vec![Complex64::default(); 1 << state.num_qubits()];
    for (index, amplitude) in state.amplitudes() {
        vector[usize::try_from(index).unwrap()] = amplitude;
    }
    vector
}

/// Panics where two lists of amplitudes differ.
#[track_caller]
pub(crate) fn assert_close(found: &[Complex64], expected: &[Complex64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (index, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!(
            (a - b).norm() < CLOSE,
            "{what}: at {index}, {a} instead of {b}"
        );
    }
}

/// Panics where the entries are not in order, or one is no better than zero.
#[track_caller]
pub(crate) fn assert_sound(state: &Sparse) {
    let entries = &state.entries;
    assert!(!entries.is_empty());
    assert!(entries.is_sorted_by(|a, b| a.key < b.key), "{entries:?}");
    assert!(
        entries.iter().all(|e| e.amplitude.norm_sqr() >= 1e-30),
        "{entries:?}"
    );
    let len = state.num_qubits();
    let beyond = if len < 128 { u128::MAX << len } else { 0 };
    assert!(
        state.amplitudes().all(|(index, _)| index & beyond == 0),
        "{entries:?}"
    );
}

/// Every way to choose `arity` of `num_qubits` qubits in order.
pub(crate) fn orderings(arity: usize, num_qubits: u32) -> Vec<Vec<Qubit>> {
    let mut all = vec![Vec::new()];
    for _ in 0..arity {
        all = all
            .into_iter()
            .flat_map(|chosen: Vec<Qubit>| {
                let others = (0..num_qubits).map(Qubit).collect::<Vec<_>>();
                others
                    .into_iter()
                    .filter(|qubit| !chosen.contains(qubit))
                    .map(|qubit| [chosen.clone(), vec![qubit]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    all
}

/// Circuits of up to `max_gates` gates on `qubits`, without measurements.
pub(crate) fn circuits(
    qubits: std::ops::RangeInclusive<usize>,
    max_gates: usize,
) -> impl Strategy<Value = Circuit> {
    let step = (any::<u64>(), -7.0..7.0);
    (qubits, prop::collection::vec(step, 0..=max_gates)).prop_map(|(num_qubits, steps)| {
        let mut circuit = Circuit::new(num_qubits, 0);
        for (seed, angle) in steps {
            let gates: Vec<Gate> = Gate::all(angle)
                .filter(|gate| gate.num_qubits() <= num_qubits)
                .collect();
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let gate = gates[below(gates.len(), &mut rng)];
            let mut free: Vec<Qubit> = (0..).map(Qubit).take(num_qubits).collect();
            let qubits: Vec<Qubit> = (0..gate.num_qubits())
                .map(|_| free.swap_remove(below(free.len(), &mut rng)))
                .collect();
            circuit.push(gate, &qubits).unwrap();
        }
        circuit
    })
}
