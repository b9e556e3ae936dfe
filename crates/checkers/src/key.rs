//! Parts of position keys that the games share.

use cheqqers_game::key::mix_wide;
use cheqqers_world::Component;
use num_complex::Complex64;

use crate::squares::Squares;

/// Resolution of amplitudes.
const STEP: f64 = 1.0 / (1 << 20) as f64;

/// Amplitudes by the names of their basis states, divided by the phase of the lowest name's.
#[inline]
pub(crate) fn relative_amplitudes<K: Ord>(
    component: &Component,
    name: impl Fn(u128) -> K,
) -> impl Iterator<Item = (K, Complex64)> {
    let state = component.state();
    let lowest = state.amplitudes().min_by_key(|&(basis, _)| name(basis));
    let (_, reference) = lowest.expect("a state is never empty");
    let turn = reference.conj() / reference.norm();
    let amplitudes = state.amplitudes();
    amplitudes.map(move |(basis, amplitude)| (name(basis), amplitude * turn))
}

/// A real or imaginary part of an amplitude in whole steps.
#[inline]
pub(crate) fn steps(number: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "amplitudes are at most 1")]
    let steps = (number / STEP).round() as i64;
    steps.cast_unsigned()
}

#[inline]
pub(crate) fn mix_squares(key: u64, squares: Squares) -> u64 {
    mix_wide(key, squares.bits())
}
