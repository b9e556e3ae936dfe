//! Sums over pairs of amplitudes that a string exchanges.
//!
//! With y factors Y, a string takes |k⟩ to iʸ (-1)^(number of ones of k & signs) |k ^ flips⟩. Of a pair
//! of basis states, with the amplitudes a and b, the two terms of its expectation value are conjugates but for
//! a sign: together twice the real part of b* a where y is even, else twice its imaginary part.

use cheqqers_sim::{Precision, Sparse};
use num_complex::{Complex, Complex64};
use rayon::prelude::*;

use crate::observable::PauliString;

/// Sums are taken over blocks of this many pairs, so that the cores do not change them.
const BLOCK: usize = 1 << 12;

/// States of at least this many pairs are worked on by all cores.
const PARALLEL_FROM: usize = 1 << 15;

/// Pairs that are summed up side by side.
const LANES: usize = 8;

/// Part of a product of amplitudes.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Real,
    Imaginary,
}

/// The factor of a string, and the part of the products that it takes.
fn factor(string: PauliString) -> (f64, Part) {
    if string.flips() == 0 {
        return (1.0, Part::Real);
    }
    match (string.flips() & string.signs()).count_ones() % 4 {
        0 => (2.0, Part::Real),
        1 => (-2.0, Part::Imaginary),
        2 => (-2.0, Part::Real),
        _ => (2.0, Part::Imaginary),
    }
}

fn parts(strings: &[PauliString]) -> Vec<Part> {
    strings.iter().map(|&string| factor(string).1).collect()
}

/// The expectation values of strings that all flip these qubits.
pub(super) fn dense<T: Precision>(
    amplitudes: &[Complex<T>],
    flips: u128,
    strings: &[PauliString],
) -> Vec<f64> {
    let narrowed = |bits: u128| usize::try_from(bits).expect("qubits of a dense state");
    let flips = narrowed(flips);
    // The first of a pair has the highest of these bits 0; pairs are numbered without that bit.
    let (num_pairs, below) = match flips.checked_ilog2() {
        None => (amplitudes.len(), usize::MAX),
        Some(highest) => (amplitudes.len() / 2, (1 << highest) - 1),
    };
    let signs: Vec<usize> = strings
        .iter()
        .map(|string| {
            let signs = narrowed(string.signs());
            if flips == 0 {
                signs
            } else {
                signs & below | signs >> 1 & !below
            }
        })
        .collect();
    let widened = |amplitude: Complex<T>| Complex64::new(amplitude.re.into(), amplitude.im.into());
    if flips == 0 {
        return laned(num_pairs, strings, &signs, |pair| {
            (widened(amplitudes[pair]).norm_sqr(), 0.0)
        });
    }
    laned(num_pairs, strings, &signs, |pair| {
        let index = (pair & !below) << 1 | pair & below;
        let (a, b) = (amplitudes[index], amplitudes[index ^ flips]);
        product(widened(a), widened(b))
    })
}

/// The sums over numbered pairs, given the bits of a number that give signs to each string.
fn laned(
    num_pairs: usize,
    strings: &[PauliString],
    signs: &[usize],
    product: impl Fn(usize) -> (f64, f64) + Sync + Send,
) -> Vec<f64> {
    let parts = parts(strings);
    let block = |block: usize| {
        let mut sums = vec![[0.0; LANES]; strings.len()];
        let end = num_pairs.min((block + 1) * BLOCK);
        for start in (block * BLOCK..end).step_by(LANES) {
            let (mut real, mut imaginary) = ([0.0; LANES], [0.0; LANES]);
            for (lane, pair) in (start..end.min(start + LANES)).enumerate() {
                (real[lane], imaginary[lane]) = product(pair);
            }
            for ((sums, part), signs) in sums.iter_mut().zip(&parts).zip(signs) {
                let part = match part {
                    Part::Real => &real,
                    Part::Imaginary => &imaginary,
                };
                let sign = sign(start & signs);
                for (sum, value) in sums.iter_mut().zip(part) {
                    *sum += sign * value;
                }
            }
        }
        let sums = sums.iter().zip(signs);
        let of_string = sums.map(|(sums, signs)| {
            let lanes = sums.iter().enumerate();
            lanes.map(|(lane, sum)| sign(lane & signs) * sum).sum()
        });
        of_string.collect::<Vec<f64>>()
    };
    summed(num_pairs, strings, block)
}

/// As [`dense`], of a sparse state.
pub(super) fn sparse(state: &Sparse, flips: u128, strings: &[PauliString]) -> Vec<f64> {
    let lowest = flips & flips.wrapping_neg();
    let parts = parts(strings);
    let block = |block: usize| {
        let mut sums = vec![0.0; strings.len()];
        let end = state.len().min((block + 1) * BLOCK);
        let firsts = state.amplitudes_at(block * BLOCK..end);
        for (index, amplitude) in firsts.filter(|(index, _)| index & lowest == 0) {
            let (real, imaginary) = if flips == 0 {
                (amplitude.norm_sqr(), 0.0)
            } else {
                product(amplitude, state.amplitude(index ^ flips))
            };
            for ((sum, string), part) in sums.iter_mut().zip(strings).zip(&parts) {
                let part = match part {
                    Part::Real => real,
                    Part::Imaginary => imaginary,
                };
                let is_odd = (index & string.signs()).count_ones() % 2 == 1;
                *sum += if is_odd { -part } else { part };
            }
        }
        sums
    };
    summed(state.len(), strings, block)
}

/// The real and the imaginary part of b* a.
#[inline]
fn product(a: Complex64, b: Complex64) -> (f64, f64) {
    (a.re * b.re + a.im * b.im, b.re * a.im - b.im * a.re)
}

/// 1, or -1 where an odd number of bits is set.
#[inline]
fn sign(bits: usize) -> f64 {
    if bits.count_ones().is_multiple_of(2) {
        1.0
    } else {
        -1.0
    }
}

/// The sums over all blocks, with the factors of the strings.
fn summed(
    num_pairs: usize,
    strings: &[PauliString],
    block: impl Fn(usize) -> Vec<f64> + Sync + Send,
) -> Vec<f64> {
    let num_blocks = num_pairs.div_ceil(BLOCK);
    let parts: Vec<Vec<f64>> = if num_pairs < PARALLEL_FROM {
        (0..num_blocks).map(block).collect()
    } else {
        (0..num_blocks).into_par_iter().map(block).collect()
    };
    let strings = strings.iter().enumerate();
    let sums = strings.map(|(place, &string)| {
        let sum: f64 = parts.iter().map(|part| part[place]).sum();
        factor(string).0 * sum
    });
    sums.collect()
}
