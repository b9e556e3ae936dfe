//! Matrices of gates on one and on two qubits.

use cheqqers_circuit::Gate;
use nalgebra::{Matrix2, Matrix4};
use num_complex::Complex64;

/// Matrix of a gate on one qubit.
pub(crate) fn single(gate: Gate) -> Matrix2<Complex64> {
    gate.matrix().fixed_view::<2, 2>(0, 0).into_owned()
}

/// Matrix of a gate on two qubits, the first being bit 0 of the index.
pub(crate) fn pair(gate: Gate) -> Matrix4<Complex64> {
    gate.matrix().fixed_view::<4, 4>(0, 0).into_owned()
}

/// Tensor product of gates on both qubits of a pair.
pub(crate) fn both(first: &Matrix2<Complex64>, second: &Matrix2<Complex64>) -> Matrix4<Complex64> {
    Matrix4::from_fn(|row, column| first[(row & 1, column & 1)] * second[(row >> 1, column >> 1)])
}

/// Gate on one qubit of a pair, bit 0 or 1 of the index, as a gate on both.
pub(crate) fn one_of_both(bit: usize, unitary: &Matrix2<Complex64>) -> Matrix4<Complex64> {
    let identity = Matrix2::identity();
    match bit {
        0 => both(unitary, &identity),
        _ => both(&identity, unitary),
    }
}

/// Matrix of a swap.
pub(crate) fn exchange() -> Matrix4<Complex64> {
    pair(Gate::Swap)
}
