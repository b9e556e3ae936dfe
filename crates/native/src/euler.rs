use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

use cheqqers_circuit::Gate;
use nalgebra::Matrix2;
use num_complex::Complex64;

use crate::device::Basis;

/// Tolerance in rounding an angle to a multiple of π/4: larger than the rounding errors of a run of
/// gates, far below the precision of a device.
const CLOSE: f64 = 1e-12;

/// Euler decomposition of a unitary on one qubit: rotations about Z around at most two square roots
/// of X, or around one rotation about X.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct EulerGates {
    /// Angle of the first rotation about Z, in radians.
    pub(crate) first: f64,
    /// Gates after it, in order of time.
    pub(crate) middle: Vec<Gate>,
    /// Angle of the last rotation about Z.
    pub(crate) last: f64,
}

impl EulerGates {
    /// Decomposes a unitary for a basis, up to a global phase.
    ///
    /// Source: U = Rz(φ) Ry(θ) Rz(λ), and Ry(θ) = Rz(π) SX Rz(θ + π) SX = Rz(π/2) Rx(θ) Rz(-π/2) up
    /// to a phase (arXiv:1707.03429, with virtual turns about Z as in arXiv:1612.00858).
    pub(crate) fn of(unitary: &Matrix2<Complex64>, basis: Basis) -> Self {
        let (stay, go) = (unitary[(0, 0)], unitary[(1, 0)]);
        let theta = 2.0 * go.norm().atan2(stay.norm());
        // The phase of a vanishing entry is arbitrary; the others determine the angles.
        if go.norm() < CLOSE {
            return Self {
                first: rounded((unitary[(1, 1)] / stay).arg()),
                middle: vec![],
                last: 0.0,
            };
        }
        if stay.norm() < CLOSE {
            return Self {
                first: rounded((unitary[(0, 1)] / go).arg()),
                middle: vec![match basis {
                    Basis::Heron => Gate::X,
                    Basis::Prx => Gate::Rx(PI),
                }],
                last: 0.0,
            };
        }
        let phi = (go / stay).arg();
        let lambda = (-unitary[(0, 1)] / stay).arg();
        if basis == Basis::Prx {
            return Self {
                first: rounded(lambda - FRAC_PI_2),
                middle: vec![Gate::Rx(rounded(theta))],
                last: rounded(phi + FRAC_PI_2),
            };
        }
        if (theta - FRAC_PI_2).abs() < CLOSE {
            return Self {
                first: rounded(lambda - FRAC_PI_2),
                middle: vec![Gate::Sx],
                last: rounded(phi + FRAC_PI_2),
            };
        }
        Self {
            first: rounded(lambda),
            middle: vec![Gate::Sx, Gate::Rz(rounded(theta + PI)), Gate::Sx],
            last: rounded(phi + PI),
        }
    }
}

/// Matrix of the rotation about Z by an angle, up to a global phase.
pub(crate) fn z_rotation(angle: f64) -> Matrix2<Complex64> {
    Matrix2::new(
        Complex64::new(1.0, 0.0),
        Complex64::new(0.0, 0.0),
        Complex64::new(0.0, 0.0),
        Complex64::cis(angle),
    )
}

/// Reduces an angle to (-π, π], rounded to a multiple of π/4 if it is close to one.
fn rounded(angle: f64) -> f64 {
    let angle = angle - TAU * (angle / TAU).round();
    let eighths = (angle / FRAC_PI_4).round();
    let angle = if (angle - eighths * FRAC_PI_4).abs() < CLOSE {
        eighths * FRAC_PI_4
    } else {
        angle
    };
    if angle <= -PI {
        angle + TAU
    } else {
        angle + 0.0
    }
}
