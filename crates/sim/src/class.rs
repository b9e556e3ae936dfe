use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4};

use cheqqers_circuit::{Decomposition, Gate, Qubit};
use num_complex::Complex64;

const ONE: Complex64 = Complex64::new(1.0, 0.0);
pub(crate) const I: Complex64 = Complex64::new(0.0, 1.0);
/// One over the root of 2.
pub(crate) const ROOT: f64 = FRAC_1_SQRT_2;

/// Effect of a gate on basis states; its controls follow from the number of its qubits.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Class {
    /// A factor where every qubit is 1.
    Phase(Complex64),
    /// A factor where the one qubit is 0, and one where it is 1.
    Diagonal(Complex64, Complex64),
    /// Mixes 0 and 1 of the last qubit where all others are 1.
    Flip(Mix),
    /// Mixes 10 and 01 of the last two qubits where all others are 1; the mix is the same both ways.
    Exchange(Mix),
    /// Gates on two of the qubits each, one after the other.
    Several(Decomposition),
}

/// Change of the two amplitudes `(a, b)` of a pair of basis states.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mix {
    /// The pair exchanged, `(b, a)`.
    Swap,
    /// `(down b, up a)`.
    Cross { up: Complex64, down: Complex64 },
    /// The rows of a real matrix.
    Real([[f64; 2]; 2]),
    /// `keep` on the diagonal of the matrix, `i turn` beside it.
    Turn { keep: f64, turn: f64 },
    /// Half the sum, plus and minus `i turn` times the difference.
    Root { turn: f64 },
}

impl Class {
    /// The class of `gate`; `None` for a gate unknown here or whose angle is not finite.
    pub(crate) fn of(gate: Gate) -> Option<Self> {
        const R: f64 = FRAC_1_SQRT_2;
        let hadamard = Mix::Real([[R, R], [R, -R]]);
        let cross = |factor| Mix::Cross {
            up: factor,
            down: factor,
        };
        Some(match gate {
            Gate::P(angle) | Gate::Rx(angle) | Gate::Ry(angle) | Gate::Rz(angle)
                if !angle.is_finite() =>
            {
                return None;
            }
            Gate::Z | Gate::Cz => Self::Phase(-ONE),
            Gate::S => Self::Phase(I),
            Gate::Sdg => Self::Phase(-I),
            Gate::T => Self::Phase(Complex64::cis(FRAC_PI_4)),
            Gate::Tdg => Self::Phase(Complex64::cis(-FRAC_PI_4)),
            Gate::P(angle) => Self::Phase(Complex64::cis(angle)),
            Gate::Rz(angle) => {
                Self::Diagonal(Complex64::cis(-angle / 2.0), Complex64::cis(angle / 2.0))
            }
            Gate::X | Gate::Cx | Gate::Ccx => Self::Flip(Mix::Swap),
            Gate::Y => Self::Flip(Mix::Cross { up: I, down: -I }),
            Gate::H | Gate::Ch => Self::Flip(hadamard),
            Gate::Sx => Self::Flip(Mix::Root { turn: 0.5 }),
            Gate::Sxdg => Self::Flip(Mix::Root { turn: -0.5 }),
            Gate::Rx(angle) => {
                let (sin, cos) = (angle / 2.0).sin_cos();
                Self::Flip(Mix::Turn {
                    keep: cos,
                    turn: -sin,
                })
            }
            Gate::Ry(angle) => {
                let (sin, cos) = (angle / 2.0).sin_cos();
                Self::Flip(Mix::Real([[cos, -sin], [sin, cos]]))
            }
            Gate::Swap => Self::Exchange(Mix::Swap),
            Gate::Iswap | Gate::Ciswap => Self::Exchange(cross(I)),
            Gate::Iswapdg | Gate::Ciswapdg => Self::Exchange(cross(-I)),
            Gate::Siswap => Self::Exchange(Mix::Turn { keep: R, turn: R }),
            Gate::Siswapdg => Self::Exchange(Mix::Turn { keep: R, turn: -R }),
            Gate::Split | Gate::Merge => Self::Several(gate.definition()),
            _ => return None,
        })
    }
}

/// Returns `true` if the simulators have a gate; an angle must be finite.
pub fn supports(gate: Gate) -> bool {
    Class::of(gate).is_some()
}

/// Returns `true` if a gate leaves both values of its qubit at this place as they are, so that it may
/// as well come before a measurement of it: the qubit is a control, or only gets a phase.
pub fn is_diagonal_on(gate: Gate, place: usize) -> bool {
    match Class::of(gate) {
        Some(Class::Phase(_) | Class::Diagonal(..)) => true,
        Some(Class::Flip(_)) => place + 1 < gate.num_qubits(),
        Some(Class::Exchange(_)) => place + 2 < gate.num_qubits(),
        Some(Class::Several(_)) | None => false,
    }
}

/// The two operands of a gate of a decomposition, by their places.
#[inline]
pub(crate) fn two(qubits: &[Qubit], places: &[usize]) -> [Qubit; 2] {
    [qubits[places[0]], qubits[places[1]]]
}

impl Class {
    /// The new amplitudes of a gate's only qubit.
    pub(crate) fn of_qubit(self, zero: Complex64, one: Complex64) -> (Complex64, Complex64) {
        match self {
            Self::Phase(factor) => (zero, factor * one),
            Self::Diagonal(first, second) => (first * zero, second * one),
            Self::Flip(mix) => mix.pair(zero, one),
            Self::Exchange(_) | Self::Several(_) => unreachable!("it is on several qubits"),
        }
    }
}

impl Mix {
    /// The new amplitudes of a pair.
    #[inline]
    pub(crate) fn pair(self, a: Complex64, b: Complex64) -> (Complex64, Complex64) {
        match self {
            Self::Swap => (b, a),
            Self::Cross { up, down } => (down * b, up * a),
            Self::Real(rows) => real(rows, a, b),
            Self::Turn { keep, turn } => turned(keep, turn, a, b),
            Self::Root { turn } => root(turn, a, b),
        }
    }
}

/// A real matrix on a pair.
#[inline]
pub(crate) fn real(rows: [[f64; 2]; 2], a: Complex64, b: Complex64) -> (Complex64, Complex64) {
    (
        a * rows[0][0] + b * rows[0][1],
        a * rows[1][0] + b * rows[1][1],
    )
}

/// `keep` on the diagonal and `i turn` beside it, on a pair.
#[inline]
pub(crate) fn turned(keep: f64, turn: f64, a: Complex64, b: Complex64) -> (Complex64, Complex64) {
    (
        Complex64::new(keep * a.re - turn * b.im, keep * a.im + turn * b.re),
        Complex64::new(keep * b.re - turn * a.im, keep * b.im + turn * a.re),
    )
}

/// Half the sum, plus and minus `i turn` times the difference, of a pair.
#[inline]
pub(crate) fn root(turn: f64, a: Complex64, b: Complex64) -> (Complex64, Complex64) {
    let (sum, difference) = ((a + b) * 0.5, (a - b) * turn);
    let turned = Complex64::new(-difference.im, difference.re);
    (sum + turned, sum - turned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_is_diagonal_where_its_matrix_leaves_the_bit() {
        for gate in Gate::all(0.7) {
            assert!(supports(gate), "{gate}");
            let matrix = gate.matrix();
            for place in 0..gate.num_qubits() {
                let stays = |row: usize, column: usize| (row ^ column) >> place & 1 == 0;
                let is_diagonal = (0..matrix.nrows()).all(|row| {
                    let mut columns = 0..matrix.ncols();
                    columns
                        .all(|column| stays(row, column) || matrix[(row, column)].norm_sqr() == 0.0)
                });
                assert_eq!(is_diagonal_on(gate, place), is_diagonal, "{gate} {place}");
            }
        }
        assert!(!supports(Gate::Rx(f64::NAN)));
    }
}
