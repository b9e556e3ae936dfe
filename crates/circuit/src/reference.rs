//! A dense reference for tests: whole matrices, nothing clever.

use nalgebra::{DMatrix, DVector};
use num_complex::Complex64;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::{Action, Circuit, Gate, Qubit};

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

/// The matrix of a gate on some of `num_qubits` qubits.
pub(crate) fn embed(gate: Gate, places: &[usize], num_qubits: usize) -> DMatrix<Complex64> {
    let matrix = gate.matrix();
    let local = |index: usize| {
        let bits = places.iter().enumerate();
        bits.map(|(k, &place)| (index >> place & 1) << k)
            .sum::<usize>()
    };
    let mask: usize = places.iter().map(|&place| 1 << place).sum();
    DMatrix::from_fn(1 << num_qubits, 1 << num_qubits, |row, column| {
        if row & !mask == column & !mask {
            matrix[(local(row), local(column))]
        } else {
            Complex64::default()
        }
    })
}

/// The matrix of gates, the first acting first.
pub(crate) fn product(gates: &[(Gate, Vec<usize>)], num_qubits: usize) -> DMatrix<Complex64> {
    let identity = DMatrix::identity(1 << num_qubits, 1 << num_qubits);
    gates.iter().fold(identity, |whole, (gate, places)| {
        embed(*gate, places, num_qubits) * whole
    })
}

/// The matrix of a circuit's gates.
pub(crate) fn unitary(circuit: &Circuit) -> DMatrix<Complex64> {
    let gates: Vec<_> = circuit
        .gates()
        .map(|(gate, qubits)| (gate, qubits.iter().map(|q| q.index()).collect()))
        .collect();
    product(&gates, circuit.num_qubits())
}

/// The final state, each measurement copying its qubit onto a further qubit of its own.
pub(crate) fn state(circuit: &Circuit) -> DVector<Complex64> {
    let mut deferred = Circuit::new(circuit.num_qubits(), 0);
    for operation in circuit.operations() {
        match operation.action {
            Action::Gate(gate, operands) => deferred.push(gate, operands.as_slice()).unwrap(),
            Action::Measure(qubit, _) => {
                let copy = deferred.add_qubit();
                deferred.push(Gate::Cx, &[qubit, copy]).unwrap();
            }
        }
    }
    let mut start = DVector::zeros(1 << deferred.num_qubits());
    start[0] = Complex64::new(1.0, 0.0);
    deferred.gates().fold(start, |state, (gate, qubits)| {
        let places: Vec<usize> = qubits.iter().map(|q| q.index()).collect();
        embed(gate, &places, deferred.num_qubits()) * state
    })
}

/// Returns `true` if two states or matrices differ by no more than a factor of modulus 1.
pub(crate) fn same_up_to_phase(a: &DVector<Complex64>, b: &DVector<Complex64>) -> bool {
    a.len() == b.len() && (a.dotc(b).norm() - 1.0).abs() < CLOSE
}

/// Returns `true` if two matrices are the same, phase included.
pub(crate) fn same(a: &DMatrix<Complex64>, b: &DMatrix<Complex64>) -> bool {
    a.shape() == b.shape() && (a - b).iter().all(|entry| entry.norm() < CLOSE)
}

/// Any gate on distinct qubits among `num_qubits`, at least 3.
pub(crate) fn any_gate(num_qubits: usize) -> impl Strategy<Value = (Gate, Vec<Qubit>)> {
    let gates: Vec<Gate> = Gate::all(0.7).chain(Gate::all(-0.7)).collect();
    let order: Vec<u32> = (0..u32::try_from(num_qubits).unwrap()).collect();
    (prop::sample::select(gates), Just(order).prop_shuffle()).prop_map(|(gate, order)| {
        let qubits = order.into_iter().take(gate.num_qubits());
        (gate, qubits.map(Qubit).collect())
    })
}

/// Circuits of up to `len` gates on `num_qubits` qubits, in groups of three.
pub(crate) fn any_circuit(num_qubits: usize, len: usize) -> impl Strategy<Value = Circuit> {
    prop::collection::vec(any_gate(num_qubits), 0..=len).prop_map(move |gates| {
        let mut circuit = Circuit::new(num_qubits, 0);
        for (group, (gate, qubits)) in (3..).zip(gates) {
            circuit.push_in(group / 3, gate, &qubits).unwrap();
        }
        circuit
    })
}
