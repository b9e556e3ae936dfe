//! A number that tells positions apart.

use cheqqers_world::Component;
use num_complex::Complex64;

use crate::{Position, Square, Squares};

/// Plies without a capture that are told apart only roughly, and how roughly.
const COARSE: u32 = 8;

/// How many plies before a draw each one counts.
const NEAR: u32 = 16;

/// Amplitudes are told apart in steps of this.
const STEP: f64 = 1.0 / (1 << 20) as f64;

/// A number that positions share from which the same can follow, and others hardly ever.
///
/// A component's global phase and the pieces' own numbers do not count, nor, far from a draw, do
/// single plies without a capture.
///
/// Cost: a pass over the amplitudes of each component.
pub(crate) fn key(position: &Position) -> u64 {
    let parts = position.board.parts();
    let sets = [parts.white, parts.black, parts.kings, parts.quantum];
    let mut key = sets.into_iter().fold(0, mix_squares);
    key = mix(key, position.turn as u64);
    key = mix(key, position.chain.map_or(128, Square::number) as u64);
    key = mix(
        key,
        u64::from(quiet(position.quiet, position.rules.draw_after())),
    );
    key = mix(key, position.last_captors.len() as u64);
    for square in parts.quantum {
        key = mix(key, first_of_piece(position, square).number() as u64);
    }
    // Components are in no particular order.
    let components = position.world.components().iter();
    key.wrapping_add(components.map(of_component).fold(0, u64::wrapping_add))
}

/// How long nothing was captured, as far as it counts where a draw is due after so many plies.
pub(crate) fn quiet(quiet: u32, draw_after: Option<u32>) -> u32 {
    match draw_after {
        Some(limit) if quiet.saturating_add(NEAR) < limit => quiet / COARSE,
        Some(_) => COARSE + quiet,
        None => 0,
    }
}

/// The lowest quantum square that holds a part of the same piece.
fn first_of_piece(position: &Position, square: Square) -> Square {
    let piece = position.board.piece(square);
    let quantum = position.board.quantum().into_iter();
    let mut parts = quantum.filter(|&other| position.board.piece(other) == piece);
    parts.next().unwrap_or(square)
}

fn of_component(component: &Component) -> u64 {
    let slots = component.unordered_slots();
    let squares = |basis: u128| {
        let ones = slots
            .iter()
            .enumerate()
            .filter(|&(qubit, _)| basis >> qubit & 1 == 1);
        ones.fold(0_u128, |squares, (_, slot)| squares | 1 << slot.0)
    };
    let terms = relative_amplitudes(component, squares).map(|(squares, relative)| {
        let key = mix_wide(0x5eed, squares);
        mix(mix(key, steps(relative.re)), steps(relative.im))
    });
    mix(1, terms.fold(0, u64::wrapping_add))
}

/// The amplitudes by what names their basis states, free of a global phase: that of the lowest one.
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

/// A real or imaginary part of an amplitude, as a whole number.
pub(crate) fn steps(number: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "amplitudes are at most 1")]
    let steps = (number / STEP).round() as i64;
    steps.cast_unsigned()
}

pub(crate) fn mix_squares(key: u64, squares: Squares) -> u64 {
    mix_wide(key, squares.bits())
}

fn mix_wide(key: u64, number: u128) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "the low half is meant")]
    let low = number as u64;
    mix(mix(key, low), (number >> 64) as u64)
}

/// Another number for each pair, all bits of both in all of its.
///
/// Source: the multiply and fold of Wang Yi's wyhash, public domain.
pub(crate) fn mix(key: u64, number: u64) -> u64 {
    let factors = [key ^ 0xa076_1d64_78bd_642f, number ^ 0xe703_7ed1_a0b4_28db];
    let product: u128 = factors.map(u128::from).into_iter().product();
    #[expect(clippy::cast_possible_truncation, reason = "both halves are folded")]
    let low = product as u64;
    low ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests;
