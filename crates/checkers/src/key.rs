//! Parts of position keys, which tell positions apart.

use cheqqers_world::Component;
use num_complex::Complex64;

use crate::squares::Squares;

/// Plies that a half-move clock is rounded to while no draw is near.
const COARSE: u32 = 8;

/// Plies before a draw from which on each one counts.
const NEAR: u32 = 16;

/// Resolution of amplitudes.
const STEP: f64 = 1.0 / (1 << 20) as f64;

/// The half-move clock as a key has it: exact near a draw, else rounded; 0 where no draw is due.
pub(crate) fn coarse_clock(half_moves: u32, draw_after: Option<u32>) -> u32 {
    match draw_after {
        Some(limit) if half_moves.saturating_add(NEAR) < limit => half_moves / COARSE,
        Some(_) => COARSE + half_moves,
        None => 0,
    }
}

/// Amplitudes by the names of their basis states, divided by the phase of the lowest name's.
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
pub(crate) fn steps(number: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "amplitudes are at most 1")]
    let steps = (number / STEP).round() as i64;
    steps.cast_unsigned()
}

pub(crate) fn mix_squares(key: u64, squares: Squares) -> u64 {
    mix_wide(key, squares.bits())
}

pub(crate) fn mix_wide(key: u64, number: u128) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "the low half is meant")]
    let low = number as u64;
    mix(mix(key, low), (number >> 64) as u64)
}

/// Hash of a pair: all bits of both in all of its own.
///
/// Source: the multiply and fold of Wang Yi's wyhash, public domain.
pub(crate) fn mix(key: u64, number: u64) -> u64 {
    let factors = [key ^ 0xa076_1d64_78bd_642f, number ^ 0xe703_7ed1_a0b4_28db];
    let product: u128 = factors.map(u128::from).into_iter().product();
    #[expect(clippy::cast_possible_truncation, reason = "both halves are folded")]
    let low = product as u64;
    low ^ (product >> 64) as u64
}
