//! Matrices of one qubit.

use std::f64::consts::{PI, TAU};

use cheqqers_circuit::Gate;
use num_complex::Complex64;

/// Tolerance of a matrix entry, and of an angle.
pub(super) const TOLERANCE: f64 = 1e-12;

/// Unitary matrix of one qubit, by rows.
pub(super) type Matrix = [[Complex64; 2]; 2];

pub(super) fn identity() -> Matrix {
    let (zero, one) = (Complex64::default(), Complex64::new(1.0, 0.0));
    [[one, zero], [zero, one]]
}

pub(super) fn of_gate(gate: Gate) -> Matrix {
    let matrix = gate.matrix();
    [
        [matrix[(0, 0)], matrix[(0, 1)]],
        [matrix[(1, 0)], matrix[(1, 1)]],
    ]
}

/// Product of two matrices; the right one acts first.
pub(super) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let entry = |row: usize, column: usize| a[row][0] * b[0][column] + a[row][1] * b[1][column];
    [[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]]
}

pub(super) fn times(factor: Complex64, of: &Matrix) -> Matrix {
    of.map(|row| row.map(|entry| factor * entry))
}

/// Principal power: each eigenvalue exp(iφ) with φ in (-π, π] becomes exp(ixφ).
pub(super) fn power(of: &Matrix, x: f64) -> Matrix {
    let half_trace = (of[0][0] + of[1][1]) / 2.0;
    let determinant = of[0][0] * of[1][1] - of[0][1] * of[1][0];
    let root = (half_trace * half_trace - determinant).sqrt();
    let (a, b) = (half_trace + root, half_trace - root);
    let power = |eigenvalue: Complex64| Complex64::cis(x * argument(eigenvalue));
    if (a - b).norm() < TOLERANCE {
        return times(power(a), &identity());
    }
    // Lagrange's interpolation: f(M) = (f(a)(M - b) - f(b)(M - a)) / (a - b).
    let (at_a, at_b) = (power(a), power(b));
    let entry = |row: usize, column: usize| {
        let unit = if row == column { 1.0 } else { 0.0 };
        let entry = of[row][column];
        (at_a * (entry - b * unit) - at_b * (entry - a * unit)) / (a - b)
    };
    [[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]]
}

/// Argument in (-π, π], with rounding errors at -π made π.
fn argument(value: Complex64) -> f64 {
    let argument = value.arg();
    if argument < -PI + 1e-9 {
        argument + TAU
    } else {
        argument
    }
}

/// Global phase and gates of the table, in order of time, that make up a matrix.
pub(super) fn gates(of: &Matrix) -> (f64, Vec<Gate>) {
    let is = |other: &Matrix| {
        let pairs = of.iter().flatten().zip(other.iter().flatten());
        pairs.into_iter().all(|(a, b)| (a - b).norm() < TOLERANCE)
    };
    if is(&identity()) {
        return (0.0, Vec::new());
    }
    let mut table =
        Gate::all(0.0).filter(|gate| gate.num_qubits() == 1 && gate.parameter().is_none());
    if let Some(gate) = table.find(|&gate| is(&of_gate(gate))) {
        return (0.0, vec![gate]);
    }
    let [[a, b], [c, d]] = *of;
    let theta = 2.0 * c.norm().atan2(a.norm());
    if c.norm() < TOLERANCE {
        let phase = a.arg();
        return (phase, vec![Gate::P(d.arg() - phase)]);
    }
    if a.norm() < TOLERANCE {
        return (
            0.0,
            vec![Gate::P((-b).arg()), Gate::Ry(PI), Gate::P(c.arg())],
        );
    }
    let phase = a.arg();
    let (before, after) = ((-b).arg() - phase, c.arg() - phase);
    (
        phase,
        vec![Gate::P(before), Gate::Ry(theta), Gate::P(after)],
    )
}
