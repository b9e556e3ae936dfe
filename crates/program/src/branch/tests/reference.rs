//! Random circuits against density matrices: nothing is put off, and nothing is collapsed.

use cheqqers_circuit::Bitstring;
use cheqqers_testkit::reference::gate_matrix;
use nalgebra::DMatrix;
use num_complex::Complex64;
use rand::Rng;

use super::*;
use crate::observable::{Pauli, PauliString};

type Density = DMatrix<Complex64>;

#[derive(Debug)]
enum Step {
    Gate(Gate, Vec<Qubit>),
    Measure(Qubit),
    Reset(Qubit),
    /// A gate where the last of these bits reads 1.
    If(usize, Gate, Vec<Qubit>),
}

fn below(end: usize, rng: &mut impl Rng) -> usize {
    usize::try_from(rng.next_u64() % end as u64).unwrap()
}

/// A circuit of random steps, on so many qubits.
fn steps(num_qubits: usize, rng: &mut impl Rng) -> Vec<Step> {
    let mut measured = 0;
    let mut steps = Vec::new();
    for _ in 0..6 + below(18, rng) {
        let qubit = Qubit::from_index(below(num_qubits, rng));
        let angle = below(64, rng) as f64 / 10.0;
        let gates: Vec<Gate> = Gate::all(angle)
            .filter(|gate| gate.num_qubits() <= num_qubits)
            .collect();
        let gate = gates[below(gates.len(), rng)];
        let mut free: Vec<Qubit> = (0..num_qubits).map(Qubit::from_index).collect();
        let qubits = (0..gate.num_qubits()).map(|_| free.swap_remove(below(free.len(), rng)));
        let qubits = qubits.collect();
        steps.push(match below(10, rng) {
            0 | 1 if measured < 6 => {
                measured += 1;
                Step::Measure(qubit)
            }
            2 => Step::Reset(qubit),
            3 | 4 if measured > 0 => Step::If(below(measured, rng), gate, qubits),
            _ => Step::Gate(gate, qubits),
        });
    }
    steps
}

fn run(num_qubits: usize, steps: &[Step], processor: &mut Branch<'_, '_>) -> Bits {
    processor.add_qubits(num_qubits)?;
    let mut bits = Vec::new();
    for step in steps {
        match step {
            Step::Gate(gate, qubits) => processor.gate(*gate, qubits)?,
            Step::Measure(qubit) => bits.push(processor.measure(*qubit)?),
            Step::Reset(qubit) => processor.reset(*qubit)?,
            Step::If(bit, gate, qubits) => {
                if processor.value(bits[*bit])? {
                    processor.gate(*gate, qubits)?;
                }
            }
        }
    }
    Ok(measured(&bits))
}

fn projector(qubit: Qubit, value: bool, num_qubits: usize) -> Density {
    DMatrix::from_fn(1 << num_qubits, 1 << num_qubits, |row, column| {
        let agrees = row == column && (row >> qubit.0 & 1 == 1) == value;
        Complex64::from(f64::from(u8::from(agrees)))
    })
}

/// The density matrix of each outcome, by its bits; the trace is its probability.
fn densities(num_qubits: usize, steps: &[Step]) -> BTreeMap<Vec<bool>, Density> {
    let mut start = Density::zeros(1 << num_qubits, 1 << num_qubits);
    start[(0, 0)] = Complex64::ONE;
    let mut all = BTreeMap::from([(Vec::new(), start)]);
    let conjugated = |matrix: &Density, density: &Density| matrix * density * matrix.adjoint();
    for step in steps {
        let mut next = BTreeMap::new();
        for (bits, density) in all {
            match step {
                Step::Measure(qubit) => {
                    for value in [false, true] {
                        let projector = projector(*qubit, value, num_qubits);
                        let bits = [&bits[..], &[value]].concat();
                        next.insert(bits, conjugated(&projector, &density));
                    }
                }
                Step::Reset(qubit) => {
                    let zero = projector(*qubit, false, num_qubits);
                    let flip = gate_matrix(Gate::X, &[*qubit], num_qubits);
                    let one = flip * projector(*qubit, true, num_qubits);
                    let reset = conjugated(&zero, &density) + conjugated(&one, &density);
                    next.insert(bits, reset);
                }
                Step::If(bit, ..) if !bits[*bit] => {
                    next.insert(bits, density);
                }
                Step::Gate(gate, qubits) | Step::If(_, gate, qubits) => {
                    let matrix = gate_matrix(*gate, qubits, num_qubits);
                    next.insert(bits, conjugated(&matrix, &density));
                }
            }
        }
        all = next;
    }
    all
}

#[test]
fn random_circuits_have_the_probabilities_of_their_density_matrices() {
    let mut rng = rng(81);
    let mut most = 0;
    for case in 0..400 {
        let num_qubits = 1 + below(4, &mut rng);
        let steps = steps(num_qubits, &mut rng);
        let found = exact(|processor| run(num_qubits, &steps, processor));
        most = most.max(found.branches);
        let mut found: BTreeMap<Bitstring, f64> = found.probabilities.into_iter().collect();
        for (bits, density) in densities(num_qubits, &steps) {
            let expected = density.trace().re;
            let bits: Bitstring = bits.into_iter().collect();
            let probability = found.remove(&bits).unwrap_or(0.0);
            assert!(
                (probability - expected).abs() < 1e-10,
                "{case}: {bits} {probability} instead of {expected}: {steps:?}"
            );
        }
        assert!(found.is_empty(), "{case}: {found:?}");
    }
    assert!(most >= 8, "no case has more than {most} branches");
}

#[test]
fn shots_of_random_circuits_follow_the_probabilities() {
    let mut rng = rng(82);
    for case in 0..60 {
        let num_qubits = 1 + below(4, &mut rng);
        let steps = steps(num_qubits, &mut rng);
        let probabilities = exact(|processor| run(num_qubits, &steps, processor)).probabilities;
        let shots = 20_000;
        let mut drawn = counts(shots, case, |processor| run(num_qubits, &steps, processor));
        for (bits, probability) in probabilities {
            let mean = shots as f64 * probability;
            let count = drawn.counts.remove(&bits).unwrap_or(0) as f64;
            let sigma = (mean * (1.0 - probability)).max(0.0).sqrt();
            assert!(
                (count - mean).abs() <= 6.0 * sigma + 1.0,
                "{case}: {bits} {steps:?}"
            );
        }
        assert!(drawn.counts.is_empty(), "{case}: {drawn:?}");
    }
}

fn factors(num_qubits: usize, rng: &mut impl Rng) -> Vec<(Qubit, Pauli)> {
    let qubits = (0..num_qubits).map(Qubit::from_index);
    let factors = qubits.filter_map(|qubit| {
        let paulis = [None, Some(Pauli::X), Some(Pauli::Y), Some(Pauli::Z)];
        Some((qubit, paulis[below(4, rng)]?))
    });
    factors.collect()
}

#[test]
fn shots_in_a_basis_have_the_expectations_of_random_circuits() {
    let mut rng = rng(84);
    let simulator = BranchSimulator::default();
    for case in 0..60 {
        let num_qubits = 1 + below(4, &mut rng);
        let steps = steps(num_qubits, &mut rng);
        let whole = PauliString::new(factors(num_qubits, &mut rng)).unwrap();
        // Its parts are measured along with it.
        let parts = whole
            .factors()
            .map(|factor| PauliString::new([factor]).unwrap());
        let strings = parts.chain([whole]);
        let terms = strings.map(|string| (string, 1.0 + below(9, &mut rng) as f64));
        let observable = Observable::new(terms.collect::<Vec<_>>()).unwrap();
        let run = |processor: &mut Branch<'_, '_>| run(num_qubits, &steps, processor);
        let exact = simulator.expectations(std::slice::from_ref(&observable), run);
        let counts = observable.bases().into_iter().map(|basis| {
            let drawn = simulator.counts_in_basis(&basis, 20_000, &mut rng, run);
            drawn.unwrap().counts
        });
        let estimate = observable.estimate(&counts.collect::<Vec<_>>());
        let (exact, found) = (exact.unwrap().values[0], estimate.value);
        assert!(
            (found - exact).abs() <= 6.0 * estimate.standard_error + 1e-9,
            "{case}: {found} for {exact}, {observable} {steps:?}"
        );
    }
}

#[test]
fn random_circuits_have_the_expectations_of_their_density_matrices() {
    let mut rng = rng(83);
    for case in 0..200 {
        let num_qubits = 1 + below(4, &mut rng);
        let steps = steps(num_qubits, &mut rng);
        let factors = factors(num_qubits, &mut rng);
        let whole: Density = densities(num_qubits, &steps).into_values().sum();
        let image = factors.iter().fold(whole, |density, &(qubit, pauli)| {
            let gate = match pauli {
                Pauli::X => Gate::X,
                Pauli::Y => Gate::Y,
                Pauli::Z => Gate::Z,
            };
            gate_matrix(gate, &[qubit], num_qubits) * density
        });
        let string = PauliString::new(factors).unwrap();
        let observable = Observable::new([(string, 2.0)]).unwrap();
        let found = BranchSimulator::default().expectations(&[observable], |processor| {
            for bit in run(num_qubits, &steps, processor)? {
                // No measurement is left undone.
                if let OutputBit::Measured(bit) = bit {
                    processor.value(bit)?;
                }
            }
            Ok::<_, SimulationError>(())
        });
        let (found, expected) = (found.unwrap().values[0], 2.0 * image.trace().re);
        assert!(
            (found - expected).abs() < 1e-10,
            "{case}: {string} {steps:?}"
        );
    }
}
