//! Scores of Hub, which count men.

/// Change of the inverse hyperbolic tangent of an expected value by a man, in a game that has just begun.
const MAN: f64 = 0.14;

/// The largest score, of a certain win.
const MOST: f64 = 100.0;

/// The score of an expected value in -1..=1.
pub(super) fn of_value(value: f64) -> f64 {
    (value.clamp(-1.0, 1.0).atanh() / MAN).clamp(-MOST, MOST)
}

/// The expected value of a score.
pub(super) fn to_value(score: f64) -> f64 {
    (score * MAN).tanh()
}
