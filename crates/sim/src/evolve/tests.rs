use cheqqers_circuit::{Circuit, Gate, Qubit};
use proptest::prelude::*;
use rayon::ThreadPoolBuilder;

use super::*;
use crate::fuse::{fuse_from_zero, fuse_ops};
use crate::reference::{CLOSE, assert_close, circuits, config};
use crate::{Dense, SingleDense, StateVector};

/// The slow twin: one gate after the other, on all amplitudes.
fn gate_by_gate(circuit: &Circuit) -> Dense {
    let mut state = Dense::zero(circuit.num_qubits()).unwrap();
    for (gate, qubits) in circuit.gates() {
        state.apply(gate, qubits);
    }
    state
}

/// How far the farthest amplitudes of two states are apart.
fn distance(found: &Dense, expected: &Dense) -> f64 {
    let pairs = found.amplitudes().iter().zip(expected.amplitudes());
    pairs.map(|(a, b)| (a - b).norm()).fold(0.0, f64::max)
}

fn single_distance(found: &SingleDense, expected: &Dense) -> f64 {
    let pairs = found.amplitudes().iter().zip(expected.amplitudes());
    pairs
        .map(|(a, b)| (f64::from(a.re) - b.re).hypot(f64::from(a.im) - b.im))
        .fold(0.0, f64::max)
}

fn on<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(work)
}

/// The same gates behind a layer that leaves no amplitude zero.
fn spread(circuit: &Circuit) -> Circuit {
    let mut spread = Circuit::new(circuit.num_qubits(), 0);
    for k in 0..circuit.num_qubits() {
        let qubit = Qubit::from_index(k);
        spread.push(Gate::Ry(0.3 + k as f64), &[qubit]).unwrap();
    }
    spread.append(circuit).unwrap();
    spread
}

proptest! {
    #![proptest_config(ProptestConfig { cases: config().cases / 4, ..config() })]

    #[test]
    fn whole_circuits_do_what_their_gates_do(
        circuit in circuits(8..=14, 60),
        full: bool,
        flat: bool,
    ) {
        let circuit = if full { spread(&circuit) } else { circuit };
        let circuit = if flat { circuit.decomposed() } else { circuit };
        let expected = gate_by_gate(&circuit);
        let found = Dense::run(&circuit).unwrap();
        prop_assert!(distance(&found, &expected) < CLOSE);
        let single = SingleDense::run(&circuit).unwrap();
        prop_assert!(single_distance(&single, &expected) < 1e-5);
    }
}

/// Gates of every class on qubits all over the index.
fn long(num_qubits: u32, gates: usize) -> Circuit {
    let mut circuit = Circuit::new(num_qubits as usize, 0);
    circuit.push(Gate::X, &[Qubit(0)]).unwrap();
    circuit.push(Gate::X, &[Qubit(num_qubits / 2)]).unwrap();
    let table: Vec<Gate> = Gate::all(0.9).collect();
    for k in 0..u32::try_from(gates).unwrap() {
        let gate = table[k as usize * 7 % table.len()];
        let qubits: Vec<Qubit> = (0..u32::try_from(gate.num_qubits()).unwrap())
            .map(|j| Qubit((5 * k + 11 * j + k * j) % num_qubits))
            .collect();
        // Some of the draws meet.
        let _ = circuit.push(gate, &qubits);
    }
    circuit
}

#[test]
fn states_of_many_blocks_are_right_and_the_same_on_any_number_of_threads() {
    let circuits = [14, 16, 18].map(|n| [long(n, 120), spread(&long(n, 60))]);
    for circuit in circuits.into_iter().flatten() {
        let expected = gate_by_gate(&circuit);
        let one = on(1, || Dense::run(&circuit).unwrap());
        assert!(distance(&one, &expected) < CLOSE);
        let single = on(1, || SingleDense::run(&circuit).unwrap());
        assert!(single_distance(&single, &expected) < 1e-5);
        for threads in [2, 3] {
            assert!(on(threads, || Dense::run(&circuit).unwrap()) == one);
            assert!(on(threads, || SingleDense::run(&circuit).unwrap()) == single);
        }
    }
}

fn reruns<T: crate::precision::Precision>() {
    let full = spread(&long(12, 30));
    let few = long(12, 30);
    let mut state = StateVector::<T>::run(&full).unwrap();
    for circuit in [&few, &full, &few, &Circuit::new(12, 0)] {
        state.rerun(circuit).unwrap();
        assert!(state == StateVector::<T>::run(circuit).unwrap());
    }
    assert_eq!(
        state.amplitudes()[0],
        T::rounded(num_complex::Complex64::ONE)
    );
}

#[test]
fn nothing_of_a_state_is_left_when_its_memory_is_used_again() {
    reruns::<f64>();
    reruns::<f32>();
}

#[test]
fn every_kernel_does_what_the_gates_do() {
    for circuit in [long(12, 80), spread(&long(12, 80))] {
        let expected = gate_by_gate(&circuit);
        let fused = fuse_from_zero(&circuit).unwrap();
        let ops = fuse_ops(&fused.ops);
        let start = || std::iter::once((usize::try_from(fused.start).unwrap(), Complex64::ONE));
        for kernel in Kernel::<f64, 8>::all() {
            let mut found = vec![Complex64::ZERO; 1 << 12];
            evolve(kernel, &mut found, &mut Live::none(1 << 6), start(), &ops);
            assert_close(&found, expected.amplitudes(), "double");
        }
        for kernel in Kernel::<f32, 16>::all() {
            let mut found = vec![Complex::default(); 1 << 12];
            evolve(kernel, &mut found, &mut Live::none(1 << 5), start(), &ops);
            for (found, expected) in found.iter().zip(expected.amplitudes()) {
                let found = Complex64::new(found.re.into(), found.im.into());
                assert!((found - expected).norm() < 1e-5);
            }
        }
    }
}
