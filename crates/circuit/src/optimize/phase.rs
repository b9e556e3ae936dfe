use std::f64::consts::{FRAC_PI_4, TAU};
use std::ops::{Add, Neg, Sub};

use crate::Gate;

/// The phase of |1⟩: eighths of a turn, which have gates without an angle, and the rest.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Phase {
    /// Eighths of a turn, modulo 8.
    eighths: u8,
    /// The rest, in radians.
    angle: f64,
}

/// Largest distance from a multiple of an eighth of a turn of an angle that is taken for one: far below
/// what a probability shows, far above what rounding does to a few products.
const CLOSE: f64 = 1e-13;

impl Phase {
    pub(super) const ZERO: Self = Self {
        eighths: 0,
        angle: 0.0,
    };

    /// The phase that a diagonal gate on one qubit gives, up to a global one.
    pub(super) fn of(gate: Gate) -> Option<Self> {
        let eighths = match gate {
            Gate::T => 1,
            Gate::S => 2,
            Gate::Z => 4,
            Gate::Sdg => 6,
            Gate::Tdg => 7,
            Gate::P(angle) | Gate::Rz(angle) => return Some(Self::from_radians(angle)),
            _ => return None,
        };
        Some(Self {
            eighths,
            angle: 0.0,
        })
    }

    /// The phase of an angle in radians.
    pub(super) fn from_radians(angle: f64) -> Self {
        let eighths = (angle / FRAC_PI_4).round();
        if (angle - eighths * FRAC_PI_4).abs() > CLOSE {
            return Self { eighths: 0, angle };
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a remainder modulo 8"
        )]
        let eighths = eighths.rem_euclid(8.0) as u8;
        Self {
            eighths,
            angle: 0.0,
        }
    }

    pub(super) fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// Gates on one qubit that give the phase, at most three.
    pub(super) fn gates(self) -> impl Iterator<Item = Gate> {
        let turns: &[Gate] = match self.eighths {
            0 => &[],
            1 => &[Gate::T],
            2 => &[Gate::S],
            3 => &[Gate::S, Gate::T],
            4 => &[Gate::Z],
            5 => &[Gate::Z, Gate::T],
            6 => &[Gate::Sdg],
            _ => &[Gate::Tdg],
        };
        let rest = (self.angle != 0.0).then_some(Gate::P(self.angle));
        turns.iter().copied().chain(rest)
    }
}

impl Add for Phase {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            eighths: (self.eighths + other.eighths) % 8,
            angle: (self.angle + other.angle) % TAU,
        }
    }
}

impl Neg for Phase {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            eighths: (8 - self.eighths) % 8,
            // Not -0.0, which is no zero in text.
            angle: 0.0 - self.angle,
        }
    }
}

impl Sub for Phase {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

/// Phases of the four states of two qubits as phases of each: what `phases[index]` gives is a
/// global phase and `a` where bit 0 is set and `b` where bit 1 is. `None` where the possible
/// states, bits of `possible`, ask for more.
pub(super) fn apart(phases: [Phase; 4], possible: u8) -> Option<(Phase, Phase)> {
    let [none, a, b, both] = phases;
    let is = |index: u8| possible >> index & 1 == 1;
    if !is(3) {
        Some((a - none, b - none))
    } else if !is(0) {
        Some((both - b, both - a))
    } else if !is(1) {
        Some((both - b, b - none))
    } else if !is(2) {
        Some((a - none, both - a))
    } else {
        let (a, b) = (a - none, b - none);
        (both - none == a + b).then_some((a, b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_give_the_phase_they_are_made_of() {
        for eighths in 0..8 {
            let phase = Phase::from_radians(f64::from(eighths) * FRAC_PI_4 - TAU);
            let made = phase.gates().filter_map(Phase::of);
            assert_eq!(made.fold(Phase::ZERO, Add::add), phase);
            assert_eq!(phase.gates().count() == 0, phase.is_zero());
            assert!((phase - phase).is_zero() && (-phase + phase).is_zero());
        }
        let odd = Phase::from_radians(0.3);
        assert_eq!(odd.gates().collect::<Vec<_>>(), [Gate::P(0.3)]);
        assert!((odd - odd).is_zero());
    }

    #[test]
    fn phases_of_three_states_are_those_of_two_qubits() {
        let phases = [0.1, 0.7, -0.4, 2.0].map(Phase::from_radians);
        for possible in 0..15 {
            let (a, b) = apart(phases, possible).unwrap();
            let given = [Phase::ZERO, a, b, a + b];
            let shift = (0..4).find(|index| possible >> index & 1 == 1);
            let shift = shift.map(|index: usize| (phases[index] - given[index]).angle);
            for index in (0..4).filter(|index| possible >> index & 1 == 1) {
                let differ = (phases[index] - given[index]).angle - shift.unwrap();
                assert!(differ.abs() < 1e-12, "{possible:b} {index}");
            }
        }
        assert_eq!(apart(phases, 15), None);
    }
}
