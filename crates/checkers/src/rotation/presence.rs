use std::f64::consts::FRAC_PI_6;

use cheqqers_world::TOLERANCE;

/// Effect of a move's rotation on the probability P that the piece is on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rotation {
    /// `ry(π/6)`, and no further than P = 1: from 1/2 to 3/4, (2 + √3)/4, 1.
    #[default]
    Ry,
    /// P grows by 1/4: from 1/2 to 3/4, 1.
    Linear,
    /// P grows by 15 percentage points: from 1/2 to 0.65, 0.8, 0.95, 1.
    Manual15,
}

impl Rotation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ry, Self::Linear, Self::Manual15];

    /// The name in headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ry => "ry",
            Self::Linear => "linear",
            Self::Manual15 => "manual15",
        }
    }

    /// P of a piece that was rotated so often, in 0..=1.
    fn probability(self, rotations: u8) -> f64 {
        let rotations = f64::from(rotations);
        match self {
            Self::Ry => f64::midpoint(1.0, (FRAC_PI_6 * rotations.min(3.0)).sin()),
            Self::Linear => (0.5 + 0.25 * rotations).min(1.0),
            Self::Manual15 => (0.5 + 0.15 * rotations).min(1.0),
        }
    }

    /// The angle of the qubit of a piece that was rotated so often, in rad.
    fn angle(self, rotations: u8) -> f64 {
        2.0 * self.probability(rotations).sqrt().asin()
    }
}

/// Certainty that a piece is on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// For good: it was measured, or rotated to P = 1. Nothing rotates it any more.
    Definite,
    /// It was rotated so often since the start, or since it was prepared anew.
    Rotated(u8),
}

impl Presence {
    /// As at the start of the game.
    pub const START: Self = Self::Rotated(0);

    /// After so many rotations since the start; `None` where the piece then is there for good.
    pub(super) fn after(rotations: u8, rotation: Rotation) -> Option<Self> {
        let next = |presence: &Self| Some(presence.rotated(rotation));
        std::iter::successors(Some(Self::START), next)
            .take_while(|presence| *presence != Self::Definite)
            .nth(rotations.into())
    }

    /// Probability that the piece is there, in 0..=1; exactly 1 where that is certain.
    pub fn probability(self, rotation: Rotation) -> f64 {
        match self {
            Self::Definite => 1.0,
            Self::Rotated(rotations) => rotation.probability(rotations),
        }
    }

    /// The angle of the piece's qubit, θ with P = sin²(θ/2), in rad; π where it has none.
    pub fn angle(self, rotation: Rotation) -> f64 {
        match self {
            Self::Definite => std::f64::consts::PI,
            Self::Rotated(rotations) => rotation.angle(rotations),
        }
    }

    /// The angle of the gate that rotates the piece's qubit once more, in rad.
    pub fn turn(self, rotation: Rotation) -> f64 {
        match rotation {
            // Exactly, as a difference would not be.
            Rotation::Ry => FRAC_PI_6,
            _ => self.rotated(rotation).angle(rotation) - self.angle(rotation),
        }
    }

    /// Returns `true` if the piece is a qubit: it may not be there.
    pub fn is_quantum(self) -> bool {
        self != Self::Definite
    }

    /// After one more rotation.
    #[must_use]
    pub fn rotated(self, rotation: Rotation) -> Self {
        let Self::Rotated(rotations) = self else {
            return self;
        };
        let next = Self::Rotated(rotations + 1);
        if next.probability(rotation) > 1.0 - TOLERANCE {
            Self::Definite
        } else {
            next
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P after 0, 1, 2 ... rotations.
    fn series(rotation: Rotation) -> Vec<f64> {
        let mut presence = Presence::START;
        let mut series = Vec::new();
        for _ in 0..7 {
            series.push(presence.probability(rotation));
            presence = presence.rotated(rotation);
        }
        series
    }

    #[test]
    fn rotations_give_the_probabilities_of_the_table() {
        let after_two = (2.0 + 3_f64.sqrt()) / 4.0;
        for (rotation, expected) in [
            (Rotation::Ry, [0.5, 0.75, after_two, 1.0, 1.0, 1.0, 1.0]),
            (Rotation::Linear, [0.5, 0.75, 1.0, 1.0, 1.0, 1.0, 1.0]),
            (Rotation::Manual15, [0.5, 0.65, 0.8, 0.95, 1.0, 1.0, 1.0]),
        ] {
            for (found, expected) in series(rotation).iter().zip(expected) {
                assert!((found - expected).abs() < 1e-15, "{rotation:?}");
            }
        }
    }

    #[test]
    fn the_angles_of_the_gates_are_those_of_the_manual() {
        for (rotation, expected) in [
            (Rotation::Ry, &[FRAC_PI_6; 3][..]),
            (Rotation::Linear, &[FRAC_PI_6, 2.0 * FRAC_PI_6]),
            (
                Rotation::Manual15,
                &[0.304_693, 0.338_808, 0.476_268, 0.451_027],
            ),
        ] {
            let mut presence = Presence::START;
            for expected in expected {
                let next = presence.rotated(rotation);
                let turn = presence.turn(rotation);
                assert!((turn - expected).abs() < 1e-6, "{rotation:?} {turn}");
                let angles = next.angle(rotation) - presence.angle(rotation);
                assert!((turn - angles).abs() < 1e-12, "{rotation:?} {turn}");
                presence = next;
            }
            let sine = (presence.angle(rotation) / 2.0).sin();
            assert!((sine * sine - presence.probability(rotation)).abs() < 1e-15);
        }
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "certain is exactly 1")]
    fn certain_is_exactly_one() {
        for rotation in Rotation::ALL {
            let mut presence = Presence::START;
            for _ in 0..4 {
                let p = presence.probability(rotation);
                assert_eq!(p > 1.0 - 1e-9, p == 1.0, "{rotation:?} {presence:?}");
                assert_eq!(p < 1.0, presence.is_quantum());
                presence = presence.rotated(rotation);
            }
        }
    }
}
