use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

use cheqqers_circuit::Gate;
use nalgebra::Matrix2;
use num_complex::Complex64;

/// How far from a multiple of π/4 an angle may be that is taken for one: what rounding does to a
/// run of gates, and far below what a device can turn.
const CLOSE: f64 = 1e-12;

/// A unitary on one qubit as turns about Z around at most two square roots of X.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Turns {
    /// The angle about Z that comes first, in radians.
    pub(crate) first: f64,
    /// What follows, in order of time.
    pub(crate) middle: Vec<Gate>,
    /// The angle about Z that comes last.
    pub(crate) last: f64,
}

impl Turns {
    /// The turns of a unitary, up to a global phase.
    ///
    /// Source: U = Rz(φ) Ry(θ) Rz(λ), and Ry(θ) = Rz(π) SX Rz(θ + π) SX up to a phase
    /// (arXiv:1707.03429, with virtual turns about Z as in arXiv:1612.00858).
    pub(crate) fn of(unitary: &Matrix2<Complex64>) -> Self {
        let (stay, go) = (unitary[(0, 0)], unitary[(1, 0)]);
        let theta = 2.0 * go.norm().atan2(stay.norm());
        // Where an entry is 0 its phase says nothing; the others fix what there is to fix.
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
                middle: vec![Gate::X],
                last: 0.0,
            };
        }
        let phi = (go / stay).arg();
        let lambda = (-unitary[(0, 1)] / stay).arg();
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

/// The turn about Z by an angle, up to a global phase.
pub(crate) fn about_z(angle: f64) -> Matrix2<Complex64> {
    Matrix2::new(
        Complex64::new(1.0, 0.0),
        Complex64::new(0.0, 0.0),
        Complex64::new(0.0, 0.0),
        Complex64::cis(angle),
    )
}

/// The angle between -π (left out) and π, the nearest multiple of π/4 where it is one.
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
