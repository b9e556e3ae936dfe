use cheqqers_circuit::{Gate, Qubit};
use num_complex::Complex64;

use crate::class::{Class, Mix, real, root, turned, two};

/// States of at least this many amplitudes are worked on by all cores.
const PARALLEL_FROM: usize = 1 << 16;

/// The fewest amplitudes that one core takes on at a time, then.
const GRAIN: usize = 1 << 14;

/// Selection of amplitudes of a block by a bit of the index.
#[derive(Clone, Copy)]
enum Role {
    /// Only those where it is 1.
    One,
    /// Both: the pairs differ in it. The first of a pair has 0.
    Pair,
    /// Both, the other way round: the first of a pair has 1. Stands below a `Pair`.
    Cross,
}

/// A bit of the index, by its weight, and what it selects.
#[derive(Clone, Copy)]
struct SelectingBit {
    width: usize,
    role: Role,
}

/// Amplitudes of one share of work among cores, for a state of `len` amplitudes.
pub(crate) fn grain(len: usize) -> usize {
    if len < PARALLEL_FROM {
        usize::MAX
    } else {
        GRAIN
    }
}

/// Applies a gate to a state vector; `false` when the gate is unknown here.
///
/// It trusts its caller on the qubits. Parts of more than `grain` amplitudes are shared among
/// cores; the result does not depend on it.
#[must_use]
pub(crate) fn apply(state: &mut [Complex64], gate: Gate, qubits: &[Qubit], grain: usize) -> bool {
    let Some(class) = Class::of(gate) else {
        return false;
    };
    match class {
        Class::Phase(factor) => {
            let (places, len) = places(qubits, 0);
            let places = &places[..len];
            if factor == Complex64::new(-1.0, 0.0) {
                ones(state, places, grain, |a| *a = -*a);
            } else {
                ones(state, places, grain, move |a| *a *= factor);
            }
        }
        Class::Diagonal(zero, one) => halves(state, qubits[0], grain, move |a, b| {
            *a *= zero;
            *b *= one;
        }),
        Class::Flip(mix) => mixed(state, places(qubits, 1), mix, grain),
        Class::Exchange(mix) => mixed(state, places(qubits, 2), mix, grain),
        Class::Several(gates) => {
            for &(gate, places) in gates {
                if !apply(state, gate, &two(qubits, places), grain) {
                    return false;
                }
            }
        }
    }
    true
}

/// Visits each pair of amplitudes that differ in one qubit: where it is 0, and where it is 1.
pub(crate) fn halves(
    state: &mut [Complex64],
    qubit: Qubit,
    grain: usize,
    visit: impl Fn(&mut Complex64, &mut Complex64) + Copy + Sync,
) {
    let (places, len) = places(&[qubit], 1);
    pairs(state, &places[..len], grain, visit);
}

/// The bits of a gate's qubits, heaviest first: the last `targets` (0 to 2) make the pairs, the
/// others only control.
fn places(qubits: &[Qubit], targets: usize) -> ([SelectingBit; 3], usize) {
    let mut places = [SelectingBit {
        width: 0,
        role: Role::One,
    }; 3];
    let len = qubits.len();
    for (place, qubit) in places.iter_mut().zip(qubits) {
        place.width = 1 << qubit.0;
    }
    let pair = &mut places[len - targets..len];
    pair.sort_unstable_by_key(|place| std::cmp::Reverse(place.width));
    for (place, role) in pair.iter_mut().zip([Role::Pair, Role::Cross]) {
        place.role = role;
    }
    places[..len].sort_unstable_by_key(|place| std::cmp::Reverse(place.width));
    (places, len)
}

fn mixed(
    state: &mut [Complex64],
    (places, len): ([SelectingBit; 3], usize),
    mix: Mix,
    grain: usize,
) {
    let places = &places[..len];
    match mix {
        Mix::Swap => pairs(state, places, grain, |a, b| (*a, *b) = (*b, *a)),
        Mix::Cross { up, down } => pairs(state, places, grain, move |a, b| {
            (*a, *b) = (down * *b, up * *a);
        }),
        Mix::Real(rows) => pairs(state, places, grain, move |a, b| {
            (*a, *b) = real(rows, *a, *b);
        }),
        Mix::Turn { keep, turn } => pairs(state, places, grain, move |a, b| {
            (*a, *b) = turned(keep, turn, *a, *b);
        }),
        Mix::Root { turn } => pairs(state, places, grain, move |a, b| {
            (*a, *b) = root(turn, *a, *b);
        }),
    }
}

/// Visits the amplitudes where every place is 1.
fn ones(
    state: &mut [Complex64],
    places: &[SelectingBit],
    grain: usize,
    visit: impl Fn(&mut Complex64) + Copy + Sync,
) {
    let Some((&SelectingBit { width, .. }, rest)) = places.split_first() else {
        share(state, 1, grain, &|part: &mut [Complex64]| {
            part.iter_mut().for_each(visit);
        });
        return;
    };
    share(
        state,
        2 * width,
        grain,
        &|part: &mut [Complex64]| match (width, rest) {
            (1, []) => strided_ones::<2>(part, visit),
            (2, []) => strided_ones::<4>(part, visit),
            (4, []) => strided_ones::<8>(part, visit),
            (2 | 4, _) if part.len() >= 8 => {
                // All places are among the three lightest.
                let mask = places.iter().map(|place| place.width).sum::<usize>() & 7;
                for block in part.as_chunks_mut::<8>().0 {
                    visit(&mut block[mask]);
                    if mask != 7 {
                        visit(&mut block[7]);
                    }
                }
            }
            _ => {
                for block in part.chunks_exact_mut(2 * width) {
                    ones(&mut block[width..], rest, grain, visit);
                }
            }
        },
    );
}

/// Visits the pairs of a state; `places` has one `Pair`.
fn pairs(
    state: &mut [Complex64],
    places: &[SelectingBit],
    grain: usize,
    visit: impl Fn(&mut Complex64, &mut Complex64) + Copy + Sync,
) {
    let Some((&SelectingBit { width, role }, rest)) = places.split_first() else {
        return;
    };
    share(
        state,
        2 * width,
        grain,
        &|part: &mut [Complex64]| match (width, rest) {
            (1, []) => strided_pairs::<2>(part, visit),
            (2, []) => strided_pairs::<4>(part, visit),
            (4, []) => strided_pairs::<8>(part, visit),
            (2 | 4, _) if part.len() >= 8 => eights(part, places, visit),
            _ => {
                for block in part.chunks_exact_mut(2 * width) {
                    let (zero, one) = block.split_at_mut(width);
                    match role {
                        Role::One => pairs(one, rest, grain, visit),
                        Role::Pair | Role::Cross => both(zero, one, rest, grain, visit),
                    }
                }
            }
        },
    );
}

/// Visits the pairs of which one half lies in `first`, the other in `second`, at the same offset but
/// for `Cross` places.
fn both(
    first: &mut [Complex64],
    second: &mut [Complex64],
    places: &[SelectingBit],
    grain: usize,
    visit: impl Fn(&mut Complex64, &mut Complex64) + Copy + Sync,
) {
    let Some((&SelectingBit { width, role }, rest)) = places.split_first() else {
        share_both(first, second, 1, grain, &|a: &mut [_], b: &mut [_]| {
            for (a, b) in a.iter_mut().zip(b) {
                visit(a, b);
            }
        });
        return;
    };
    let block = 2 * width;
    share_both(
        first,
        second,
        block,
        grain,
        &|a: &mut [_], b: &mut [_]| match (width, rest) {
            (1, []) => strided_both::<2>(a, b, role, visit),
            (2, []) => strided_both::<4>(a, b, role, visit),
            (4, []) => strided_both::<8>(a, b, role, visit),
            _ => {
                for (a, b) in a.chunks_exact_mut(block).zip(b.chunks_exact_mut(block)) {
                    let b = match role {
                        Role::Cross => &mut b[..width],
                        Role::One | Role::Pair => &mut b[width..],
                    };
                    both(&mut a[width..], b, rest, grain, visit);
                }
            }
        },
    );
}

// The lightest bits make blocks too short for a loop of their own: with their size known, the
// compiler unrolls them.

fn strided_ones<const BLOCK: usize>(part: &mut [Complex64], visit: impl Fn(&mut Complex64)) {
    for block in part.as_chunks_mut::<BLOCK>().0 {
        for a in &mut block[BLOCK / 2..] {
            visit(a);
        }
    }
}

fn strided_pairs<const BLOCK: usize>(
    part: &mut [Complex64],
    visit: impl Fn(&mut Complex64, &mut Complex64),
) {
    for block in part.as_chunks_mut::<BLOCK>().0 {
        let (zero, one) = block.split_at_mut(BLOCK / 2);
        for (a, b) in zero.iter_mut().zip(one) {
            visit(a, b);
        }
    }
}

/// Visits the pairs of two or three places, all among the three lightest.
fn eights(
    part: &mut [Complex64],
    places: &[SelectingBit],
    visit: impl Fn(&mut Complex64, &mut Complex64) + Copy,
) {
    let (mut first, mut second, mut free) = (0, 0, 7);
    for &SelectingBit { width, role } in places {
        first |= if let Role::Pair = role { 0 } else { width };
        second |= if let Role::Cross = role { 0 } else { width };
        free &= !width;
    }
    let visit = |block: &mut [Complex64; 8], first: usize, second: usize| {
        // The masks tell the compiler that both are there.
        let (first, second) = (first & 7, second & 7);
        let (mut a, mut b) = (block[first], block[second]);
        visit(&mut a, &mut b);
        (block[first], block[second]) = (a, b);
    };
    for block in part.as_chunks_mut::<8>().0 {
        visit(block, first, second);
        if free != 0 {
            visit(block, first | free, second | free);
        }
    }
}

fn strided_both<const BLOCK: usize>(
    first: &mut [Complex64],
    second: &mut [Complex64],
    role: Role,
    visit: impl Fn(&mut Complex64, &mut Complex64) + Copy,
) {
    let first = first.as_chunks_mut::<BLOCK>().0;
    let second = second.as_chunks_mut::<BLOCK>().0;
    let blocks = first.iter_mut().zip(second);
    if let Role::Cross = role {
        for (a, b) in blocks {
            for (a, b) in a[BLOCK / 2..].iter_mut().zip(&mut b[..BLOCK / 2]) {
                visit(a, b);
            }
        }
    } else {
        for (a, b) in blocks {
            for (a, b) in a[BLOCK / 2..].iter_mut().zip(&mut b[BLOCK / 2..]) {
                visit(a, b);
            }
        }
    }
}

/// Works on whole blocks, in parts of at most `grain` amplitudes where blocks allow it.
fn share(
    state: &mut [Complex64],
    block: usize,
    grain: usize,
    work: &(impl Fn(&mut [Complex64]) + Sync),
) {
    if state.len() <= grain.max(block) {
        work(state);
        return;
    }
    let (low, high) = state.split_at_mut(state.len() / 2);
    rayon::join(
        || share(low, block, grain, work),
        || share(high, block, grain, work),
    );
}

/// As [`share`], on the same blocks of two parts of one length.
fn share_both(
    first: &mut [Complex64],
    second: &mut [Complex64],
    block: usize,
    grain: usize,
    work: &(impl Fn(&mut [Complex64], &mut [Complex64]) + Sync),
) {
    let len = first.len();
    if len <= grain.max(block) {
        work(first, second);
        return;
    }
    let (first_low, first_high) = first.split_at_mut(len / 2);
    let (second_low, second_high) = second.split_at_mut(len / 2);
    rayon::join(
        || share_both(first_low, second_low, block, grain, work),
        || share_both(first_high, second_high, block, grain, work),
    );
}

#[cfg(test)]
mod tests;
