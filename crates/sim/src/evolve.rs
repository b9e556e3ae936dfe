//! A whole circuit on a large state.
//!
//! Memory is far slower than a core, so the gates are made few ops ([`crate::fuse`]), and as many of
//! them as can be are done to a block of amplitudes while it is in the cache: a block is all
//! amplitudes whose indices differ in some bits, the others being the same. Rows of a state that are
//! zero are neither read nor written, so a qubit from the eighth on takes no memory before its first
//! gate, and a state with few amplitudes little time.

mod live;
mod plan;
mod simd;

use num_complex::{Complex, Complex64};

pub(crate) use self::live::Live;
pub(crate) use self::simd::Kernel;

use self::plan::{Sizes, plan};
use self::simd::{Memory, ROW};
use crate::fuse::Op;
use crate::number::Number;

/// The fewest qubits of a state evolved as a whole: with fewer, planning takes longer than the gates. The
/// kernels need 8.
pub(crate) const FEWEST_QUBITS: usize = 9;

/// The bytes of a block, at most: a quarter of a core's second cache.
const BLOCK_BYTES: usize = 1 << 19;

/// Replaces a state by the image of another, given by its amplitudes that are not zero. `live` tracks
/// the rows that are not zero, before and after.
///
/// The result does not depend on the number of threads.
pub(crate) fn evolve<T: Number, const W: usize>(
    kernel: Kernel<T, W>,
    state: &mut [Complex<T>],
    live: &mut Live,
    start: impl Iterator<Item = (usize, Complex64)>,
    ops: &[Op],
) {
    let sizes = sizes::<T, W>(state.len());
    let mut memory = Memory::new(state, live, kernel);
    for (index, amplitude) in start {
        memory.set(index, T::rounded(amplitude));
    }
    run(memory, ops, sizes);
}

/// Applies ops to a state.
pub(crate) fn evolve_further<T: Number, const W: usize>(
    kernel: Kernel<T, W>,
    state: &mut [Complex<T>],
    live: &mut Live,
    ops: &[Op],
) {
    let sizes = sizes::<T, W>(state.len());
    let mut memory = Memory::new(state, live, kernel);
    memory.keep();
    run(memory, ops, sizes);
}

fn run<T: Number, const W: usize>(mut memory: Memory<'_, T, W>, ops: &[Op], sizes: Sizes) {
    for pass in plan(ops, sizes) {
        memory.pass(&pass, &rows_of(&pass.bits, sizes));
    }
    memory.finish();
}

fn sizes<T, const W: usize>(len: usize) -> Sizes {
    let bits = |count: usize| count.ilog2() as usize;
    let state = bits(len);
    // Cores want blocks of their own; how many they are must not matter for the result.
    let shared = if state > 12 { state - 2 } else { state };
    Sizes {
        state,
        lanes: bits(W),
        row: bits(W * ROW),
        block: bits(BLOCK_BYTES / size_of::<Complex<T>>()).min(shared),
    }
}

/// Rows of the state in the first block.
fn rows_of(bits: &[usize], sizes: Sizes) -> Vec<usize> {
    let bits = &bits[sizes.row..];
    let place = |row: usize| -> usize {
        let set = bits.iter().enumerate();
        set.map(|(k, bit)| (row >> k & 1) << (bit - sizes.row))
            .sum()
    };
    (0..1 << bits.len()).map(place).collect()
}

#[cfg(test)]
mod tests;
