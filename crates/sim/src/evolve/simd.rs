//! All that the compiler can't check: rows of one state that several cores write at a time, vectors
//! that are read and written by address, and instructions that only some processors have.
//!
//! In a build with debug assertions every address is checked.
#![expect(
    unsafe_code,
    reason = "rows far apart make a block, checks of bounds took longer than the sums, and kernels are \
              chosen at run time"
)]
#![expect(
    clippy::inline_always,
    reason = "what is not inlined is not compiled for the processor"
)]

mod block;
mod lanes;
mod mix;
mod vector;

use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};

use num_complex::Complex;
use rayon::prelude::*;

use self::block::CachedBlock;
pub(super) use self::block::ROW;
#[cfg(target_arch = "x86_64")]
use self::vector::{Avx2, Avx512};
use self::vector::{Portable, Simd};
use super::live::Live;
use super::plan::Pass;
use crate::number::Number;

/// The amplitudes of a state in rows, and which of them are not zero.
pub(super) struct Memory<'a, T, const W: usize> {
    amplitudes: *mut Complex<T>,
    len: usize,
    borrowed: PhantomData<&'a mut [Complex<T>]>,
    /// The rows of the state that are not zero. What the others hold is no part of it yet.
    live: Live,
    /// The rows of the memory that may not be zero.
    written: &'a mut Live,
    kernel: Kernel<T, W>,
    /// A block for each thread that has needed one.
    blocks: Vec<Mutex<Option<CachedBlock<T, W>>>>,
}

// SAFETY: it is a `&mut [Complex<T>]`, which may be shared where `T` may be sent; `Self::row` sees
// to it that no two threads have the same amplitudes.
unsafe impl<T: Send, const W: usize> Sync for Memory<'_, T, W> {}

impl<'a, T: Number, const W: usize> Memory<'a, T, W> {
    /// Amplitudes of a row.
    const ROW_LEN: usize = ROW * W;

    /// `written` tells which rows hold anything but zeros.
    pub(super) fn new(
        amplitudes: &'a mut [Complex<T>],
        written: &'a mut Live,
        kernel: Kernel<T, W>,
    ) -> Self {
        const { assert!(T::ROW_LEN == ROW * W) };
        let threads = 0..rayon::current_num_threads();
        Self {
            amplitudes: amplitudes.as_mut_ptr(),
            len: amplitudes.len(),
            borrowed: PhantomData,
            live: Live::none(amplitudes.len() / Self::ROW_LEN),
            written,
            kernel,
            blocks: threads.map(|_| Mutex::default()).collect(),
        }
    }

    /// Sets an amplitude of the state, which is zero at first.
    pub(super) fn set(&mut self, index: usize, amplitude: Complex<T>) {
        let row = index / Self::ROW_LEN;
        // SAFETY: nobody else works on it: `self` is borrowed alone.
        let amplitudes = unsafe { self.row(row) };
        if !self.live.get(row) {
            amplitudes.fill(Complex::default());
            self.live.set(row);
            self.written.set(row);
        }
        amplitudes[index % Self::ROW_LEN] = amplitude;
    }

    /// Begins with the state that is in the memory.
    pub(super) fn keep(&mut self) {
        self.live = self.written.clone();
    }

    /// Writes the zeros of the state where the memory holds what is old.
    pub(super) fn finish(self) {
        for row in self.written.rows().filter(|&row| !self.live.get(row)) {
            // SAFETY: nobody else works on it: `self` is owned.
            unsafe { self.row(row) }.fill(Complex::default());
        }
        *self.written = self.live;
    }

    /// Does the steps of a pass to every block that is not all zero. `places` are the rows of the
    /// first block, which is the sums of some powers of two: the others are as much further on as
    /// the sums of the other powers.
    pub(super) fn pass(&mut self, pass: &Pass<T>, places: &[usize]) {
        let within = places.iter().fold(0, |all, place| all | place);
        assert_eq!(
            places.len(),
            1 << within.count_ones(),
            "places are sums of their bits"
        );
        let firsts = Live::none(self.len / Self::ROW_LEN);
        for row in self.live.rows() {
            firsts.set(row & !within);
        }
        let firsts: Vec<usize> = firsts.rows().collect();
        let this = &*self;
        let one = |&first: &usize| {
            let thread = rayon::current_thread_index().unwrap_or(0);
            let mut block = this.blocks[thread]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let block = block.get_or_insert_with(|| CachedBlock::new(places.len()));
            // SAFETY: no two of the first rows are the same, and those that differ differ in bits
            // that no place has: no row is in two blocks. Kernels are made for this processor.
            unsafe { (this.kernel.run)(this, block, pass, places, first) };
        };
        if firsts.len() > 1 && rayon::current_num_threads() > 1 {
            firsts.par_iter().for_each(one);
        } else {
            firsts.iter().for_each(one);
        }
    }

    /// Does the steps of a pass to the block whose first row is `first`.
    ///
    /// # Safety
    /// While it runs, nobody else works on a row of the block.
    #[inline(always)]
    unsafe fn block<C: Simd<T>>(
        &self,
        block: &mut CachedBlock<T, W>,
        pass: &Pass<T>,
        places: &[usize],
        first: usize,
    ) {
        for (row, place) in places.iter().enumerate() {
            let place = first | place;
            // SAFETY: the caller says that the rows of this block are its own, and each is let go
            // before the next is taken.
            let amplitudes = self.live.get(place).then(|| unsafe { &*self.row(place) });
            block.load::<C>(row, amplitudes);
        }
        block.run::<C>(pass);
        for (row, place) in places.iter().enumerate() {
            let place = first | place;
            // SAFETY: as above.
            let is_live = block.store::<C>(row, unsafe { self.row(place) });
            match (is_live, self.live.get(place)) {
                (true, false) => {
                    self.live.set(place);
                    self.written.set(place);
                }
                (false, true) => self.live.clear(place),
                _ => {}
            }
        }
    }

    /// The amplitudes of a row.
    ///
    /// # Safety
    /// While the slice lives, nobody has that of the same row.
    #[expect(clippy::mut_from_ref, reason = "its callers take no row twice")]
    #[inline(always)]
    unsafe fn row(&self, row: usize) -> &mut [Complex<T>] {
        assert!(row < self.len / Self::ROW_LEN);
        // SAFETY: it lies within what was borrowed, and the caller sees to it that it is the only
        // one.
        unsafe {
            let start = self.amplitudes.add(row * Self::ROW_LEN);
            std::slice::from_raw_parts_mut(start, Self::ROW_LEN)
        }
    }
}

/// [`Memory::block`] for a kind of processor that this one is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel<T, const W: usize> {
    run: Run<T, W>,
}

type Run<T, const W: usize> =
    unsafe fn(&Memory<'_, T, W>, &mut CachedBlock<T, W>, &Pass<T>, &[usize], usize);

macro_rules! kernels {
    ($number:ty, $lanes:literal) => {
        impl Kernel<$number, $lanes> {
            /// All that this processor can run, the quickest first.
            pub(crate) fn all() -> Vec<Self> {
                let mut all = Vec::new();
                #[cfg(target_arch = "x86_64")]
                {
                    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                        if is_x86_feature_detected!("avx512f")
                            && is_x86_feature_detected!("avx512dq")
                        {
                            all.push(Self { run: avx512 });
                        }
                        all.push(Self { run: avx2 });
                    }
                }
                all.push(Self {
                    run: compiled::<$number, $lanes, Portable>,
                });
                all
            }
        }
    };
}

kernels!(f64, 8);
kernels!(f32, 16);

/// # Safety
/// As [`Memory::block`].
unsafe fn compiled<T: Number, const W: usize, C: Simd<T>>(
    memory: &Memory<'_, T, W>,
    block: &mut CachedBlock<T, W>,
    pass: &Pass<T>,
    places: &[usize],
    first: usize,
) {
    // SAFETY: the caller's word.
    unsafe { memory.block::<C>(block, pass, places, first) }
}

/// # Safety
/// As [`Memory::block`], and the processor must have these instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx2,fma")]
unsafe fn avx512<T: Number, const W: usize>(
    memory: &Memory<'_, T, W>,
    block: &mut CachedBlock<T, W>,
    pass: &Pass<T>,
    places: &[usize],
    first: usize,
) where
    Avx512: Simd<T>,
{
    // SAFETY: the caller's word.
    unsafe { memory.block::<Avx512>(block, pass, places, first) }
}

/// # Safety
/// As [`Memory::block`], and the processor must have these instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn avx2<T: Number, const W: usize>(
    memory: &Memory<'_, T, W>,
    block: &mut CachedBlock<T, W>,
    pass: &Pass<T>,
    places: &[usize],
    first: usize,
) where
    Avx2: Simd<T>,
{
    // SAFETY: the caller's word.
    unsafe { memory.block::<Avx2>(block, pass, places, first) }
}
