//! Circuits as whole matrices: Kronecker products and permutations of the qubits.
//!
//! Meant for up to 6 qubits: each gate is a 2ⁿ by 2ⁿ matrix.

use cheqqers_circuit::{Circuit, Gate, Qubit};
use nalgebra::{DMatrix, DVector};
use num_complex::Complex64;

/// Largest difference of two numbers that ought to be equal.
pub const CLOSE: f64 = 1e-12;

const ONE: Complex64 = Complex64::new(1.0, 0.0);

/// The matrix of a gate on some of `num_qubits` qubits: the Kronecker product of the identity and
/// the gate's own matrix, between two permutations that bring its qubits to the front and back.
///
/// # Panics
/// Panics if a qubit is not there, or stands there twice.
pub fn gate_matrix(gate: Gate, qubits: &[Qubit], num_qubits: usize) -> DMatrix<Complex64> {
    let others = DMatrix::identity(
        1 << (num_qubits - qubits.len()),
        1 << (num_qubits - qubits.len()),
    );
    // Of a Kronecker product the right factor varies fastest: the low bits are the gate's.
    let in_front = others.kronecker(&gate.matrix());
    let to_front = to_front(qubits, num_qubits);
    to_front.transpose() * in_front * to_front
}

/// The permutation that brings the qubits to the lowest bits, in order, and the others behind them.
fn to_front(qubits: &[Qubit], num_qubits: usize) -> DMatrix<Complex64> {
    let mut order: Vec<usize> = qubits.iter().map(|qubit| qubit.index()).collect();
    let rest: Vec<usize> = (0..num_qubits).filter(|k| !order.contains(k)).collect();
    order.extend(rest);
    assert_eq!(order.len(), num_qubits, "{qubits:?} of {num_qubits} qubits");
    let mut permutation = DMatrix::zeros(1 << num_qubits, 1 << num_qubits);
    for index in 0..1_usize << num_qubits {
        let moved: usize = order
            .iter()
            .enumerate()
            .map(|(bit, &qubit)| (index >> qubit & 1) << bit)
            .sum();
        permutation[(moved, index)] = ONE;
    }
    permutation
}

/// The matrix of all gates of a circuit.
pub fn unitary(circuit: &Circuit) -> DMatrix<Complex64> {
    let size = 1 << circuit.num_qubits();
    circuit
        .gates()
        .fold(DMatrix::identity(size, size), |whole, (gate, qubits)| {
            gate_matrix(gate, qubits, circuit.num_qubits()) * whole
        })
}

/// The state that the gates of a circuit make of |0…0⟩.
pub fn state(circuit: &Circuit) -> DVector<Complex64> {
    let mut start = DVector::zeros(1 << circuit.num_qubits());
    start[0] = ONE;
    circuit.gates().fold(start, |state, (gate, qubits)| {
        gate_matrix(gate, qubits, circuit.num_qubits()) * state
    })
}

/// The probability of each basis state, by index.
pub fn probabilities(circuit: &Circuit) -> Vec<f64> {
    state(circuit).iter().map(Complex64::norm_sqr).collect()
}

/// Panics where two lists of amplitudes differ by more than `tolerance`, phase included.
#[track_caller]
pub fn assert_close(found: &[Complex64], expected: &[Complex64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (index, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!(
            (a - b).norm() <= tolerance,
            "amplitude {index} is {a} instead of {b}"
        );
    }
}

/// The factor of modulus 1 that takes one list of amplitudes as near as can be to another.
pub fn global_phase(from: &[Complex64], to: &[Complex64]) -> Complex64 {
    let overlap: Complex64 = from.iter().zip(to).map(|(a, b)| a.conj() * b).sum();
    if overlap.norm() > CLOSE {
        overlap / overlap.norm()
    } else {
        ONE
    }
}

/// Panics where two lists of amplitudes differ by more than `tolerance` and a global phase.
#[track_caller]
pub fn assert_close_up_to_phase(found: &[Complex64], expected: &[Complex64], tolerance: f64) {
    let phase = global_phase(found, expected);
    let turned: Vec<Complex64> = found.iter().map(|amplitude| amplitude * phase).collect();
    assert_close(&turned, expected, tolerance);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index_of(state: &DVector<Complex64>) -> usize {
        state.iter().position(|a| a.norm() > 0.5).unwrap()
    }

    #[test]
    fn x_on_qubit_one_of_two_is_index_two() {
        let mut circuit = Circuit::new(2, 0);
        circuit.push(Gate::X, &[Qubit(1)]).unwrap();
        assert_eq!(index_of(&state(&circuit)), 2);
    }

    #[test]
    fn the_first_qubit_of_a_cx_controls() {
        let mut circuit = Circuit::new(3, 0);
        circuit.push(Gate::X, &[Qubit(2)]).unwrap();
        circuit.push(Gate::Cx, &[Qubit(2), Qubit(0)]).unwrap();
        circuit.push(Gate::Cx, &[Qubit(1), Qubit(2)]).unwrap();
        assert_eq!(index_of(&state(&circuit)), 0b101);
    }

    #[test]
    fn a_matrix_in_its_own_order_is_the_gates() {
        for gate in Gate::all(0.7) {
            let qubits: Vec<Qubit> = (0..gate.num_qubits()).map(Qubit::from_index).collect();
            let whole = gate_matrix(gate, &qubits, gate.num_qubits());
            assert!((whole - gate.matrix()).norm() < CLOSE, "{gate}");
        }
    }

    #[test]
    fn only_a_global_phase_is_ignored() {
        let a = [ONE, Complex64::new(0.0, 1.0)];
        let b = a.map(|amplitude| amplitude * Complex64::cis(0.3));
        assert_close_up_to_phase(&a, &b, CLOSE);
        assert!(global_phase(&a, &[ONE, ONE]).norm() - 1.0 < CLOSE);
    }
}
