//! Operations on one block of a state, all inlined into functions that are compiled for each kind of
//! processor.

#![expect(unsafe_code, reason = "checks of bounds took longer than the sums")]
#![expect(
    clippy::inline_always,
    reason = "what is not inlined is not compiled for the processor"
)]

use num_complex::Complex;

use super::lane_ops::Machine;
use super::lanes::{halves, pairs, parts};
use super::plan::{Mix, Pass, Step};
use crate::number::Number;

/// Vectors of a row.
pub(super) const ROW: usize = 8;

/// Distance of one row from the next, in parts. One part stays free: rows at distances that are powers
/// of two would all fall on the same places of the first cache.
pub(super) const PITCH: usize = 2 * ROW + 1;

/// The real or the imaginary parts of neighbouring amplitudes: a vector of the machine.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Part<T, const W: usize>([T; W]);

/// A block in the cache.
#[derive(Debug)]
pub(super) struct Block<T, const W: usize> {
    /// The real parts of the first amplitudes, their imaginary parts, those of the next ones.
    parts: Vec<Part<T, W>>,
    /// Returns `true` if a row may hold anything but zeros; otherwise its content is stale.
    live: Vec<bool>,
}

impl<T: Number, const W: usize> Block<T, W> {
    /// Amplitudes of a row.
    const LEN: usize = ROW * W;

    const ZERO: Part<T, W> = Part([T::ZERO; W]);

    pub(super) fn new(num_rows: usize) -> Self {
        Self {
            parts: vec![Self::ZERO; num_rows * PITCH],
            live: vec![false; num_rows],
        }
    }

    /// The parts of a row.
    fn row(&self, row: usize) -> &[Part<T, W>] {
        &self.parts[row * PITCH..][..2 * ROW]
    }

    fn row_mut(&mut self, row: usize) -> &mut [Part<T, W>] {
        &mut self.parts[row * PITCH..][..2 * ROW]
    }

    /// Takes in one row, or that it is zero.
    #[inline(always)]
    pub(super) fn load<C: Machine>(&mut self, row: usize, amplitudes: Option<&[Complex<T>]>) {
        self.live[row] = amplitudes.is_some();
        if let Some(amplitudes) = amplitudes {
            assert_eq!(amplitudes.len(), Self::LEN);
            let vectors = self.row_mut(row).as_chunks_mut::<2>().0;
            for ([re, im], from) in vectors.iter_mut().zip(amplitudes.as_chunks::<W>().0) {
                let (low, high) = from.split_at(W / 2);
                let [low, high] = [low, high].map(bytemuck::must_cast_slice::<_, T>);
                let low = *low.first_chunk().expect("a vector");
                let high = *high.first_chunk().expect("a vector");
                re.0 = C::permute(low, high, const { parts(0) });
                im.0 = C::permute(low, high, const { parts(1) });
            }
        }
    }

    /// Gives out a row; `false` when it is zero, and nothing is written.
    #[inline(always)]
    pub(super) fn store<C: Machine>(&self, row: usize, amplitudes: &mut [Complex<T>]) -> bool {
        if !self.live[row] {
            return false;
        }
        let row = self.row(row);
        let mut sum = [T::ZERO; W];
        for part in row {
            sum = C::squared_added(part.0, sum);
        }
        if sum.iter().all(|&sum| sum < T::ZERO_BELOW) {
            return false;
        }
        assert_eq!(amplitudes.len(), Self::LEN);
        let vectors = row.as_chunks::<2>().0;
        for ([re, im], to) in vectors.iter().zip(amplitudes.as_chunks_mut::<W>().0) {
            let (low, high) = to.split_at_mut(W / 2);
            let [low, high] = [low, high].map(bytemuck::must_cast_slice_mut::<_, T>);
            low.copy_from_slice(&C::permute(re.0, im.0, const { pairs(0) }));
            high.copy_from_slice(&C::permute(re.0, im.0, const { pairs(W / 2) }));
        }
        true
    }

    /// Does the steps of a pass, those of one tile after the other.
    #[inline(always)]
    pub(super) fn run<C: Machine>(&mut self, pass: &Pass<T>) {
        let num_rows = self.live.len();
        assert!(num_rows.is_power_of_two() && self.parts.len() == num_rows * PITCH);
        for tile in &pass.tiles {
            assert!(tile.bits < num_rows);
            tile.steps
                .iter()
                .for_each(|step| check(step, tile.bits, num_rows));
            // Each choice of the bits that the tile does not have is a tile.
            let mut first = 0;
            while first < num_rows {
                for step in &tile.steps {
                    let rows = Rows {
                        first,
                        bits: tile.bits,
                    };
                    self.step::<C>(rows, step);
                }
                first = next_without(first, tile.bits);
            }
        }
    }

    #[inline(always)]
    fn step<C: Machine>(&mut self, rows: Rows, step: &Step<T>) {
        match step {
            Step::Swap { lane: 0, bit } => self.swap::<1, C>(rows, *bit),
            Step::Swap { lane: 1, bit } => self.swap::<2, C>(rows, *bit),
            Step::Swap { lane: 2, bit } => self.swap::<4, C>(rows, *bit),
            Step::Swap { bit, .. } => self.swap::<8, C>(rows, *bit),
            Step::Mix { bits, mixes } => {
                for mix in mixes {
                    self.mix_any::<C>(rows, *bits, mix);
                }
            }
        }
    }

    /// Mixes with as many vectors and terms as it takes, known when it is compiled.
    #[inline(always)]
    fn mix_any<C: Machine>(&mut self, rows: Rows, bits: usize, mix: &Mix<T>) {
        match (mix.offsets.len(), mix.num_terms) {
            (1, 1) => self.mix::<1, 1, C>(rows, bits, mix),
            (1, _) => self.mix::<1, 2, C>(rows, bits, mix),
            (2, 1) => self.mix::<2, 1, C>(rows, bits, mix),
            (2, 2) => self.mix::<2, 2, C>(rows, bits, mix),
            (2, _) => self.mix::<2, 4, C>(rows, bits, mix),
            (3, 1) => self.mix::<3, 1, C>(rows, bits, mix),
            (3, 2) => self.mix::<3, 2, C>(rows, bits, mix),
            (3, 4) => self.mix::<3, 4, C>(rows, bits, mix),
            (3, _) => self.mix::<3, 8, C>(rows, bits, mix),
            (4, 1) => self.mix::<4, 1, C>(rows, bits, mix),
            (4, 2) => self.mix::<4, 2, C>(rows, bits, mix),
            (4, 4) => self.mix::<4, 4, C>(rows, bits, mix),
            (4, _) => self.mix::<4, 8, C>(rows, bits, mix),
            (5, ..=4) => self.mix::<5, 4, C>(rows, bits, mix),
            (5, 8) => self.mix::<5, 8, C>(rows, bits, mix),
            (5, _) => self.mix::<5, 16, C>(rows, bits, mix),
            (6, ..=4) => self.mix::<6, 4, C>(rows, bits, mix),
            (6, 8) => self.mix::<6, 8, C>(rows, bits, mix),
            (6, _) => self.mix::<6, 16, C>(rows, bits, mix),
            (7, ..=4) => self.mix::<7, 4, C>(rows, bits, mix),
            (7, 8) => self.mix::<7, 8, C>(rows, bits, mix),
            (7, _) => self.mix::<7, 16, C>(rows, bits, mix),
            (_, ..=4) => self.mix::<8, 4, C>(rows, bits, mix),
            (_, 8) => self.mix::<8, 8, C>(rows, bits, mix),
            _ => self.mix::<8, 16, C>(rows, bits, mix),
        }
    }

    /// Makes rows ready to be mixed; `false` when all are zero.
    #[inline(always)]
    fn wake<const M: usize>(&mut self, rows: [usize; M]) -> bool {
        let live = rows.map(|row| self.live[row]);
        if live.iter().all(|&live| live) {
            return true;
        }
        if !live.iter().any(|&live| live) {
            return false;
        }
        self.clear(&rows);
        true
    }

    /// Writes the zeros of those rows that hold what is old.
    #[cold]
    fn clear(&mut self, rows: &[usize]) {
        for &row in rows {
            if !self.live[row] {
                self.live[row] = true;
                self.row_mut(row).fill(Self::ZERO);
            }
        }
    }

    /// Mixes `M` vectors of each group that differs in `bits` alone: each part of them becomes a
    /// sum of `N` parts with factors.
    #[inline(always)]
    fn mix<const M: usize, const N: usize, C: Machine>(
        &mut self,
        rows: Rows,
        bits: usize,
        mix: &Mix<T>,
    ) {
        let offsets: [usize; M] = std::array::from_fn(|j| mix.offsets[j]);
        let places = offsets.map(place_of);
        // Terms that are not there add nothing of the vector itself.
        let term = |i: usize, part: usize, t: usize| {
            let terms = &mix.terms[2 * i + part];
            let (from, factor) = terms.get(t).copied().unwrap_or((2 * offsets[i], T::ZERO));
            (place_of(from / 2) + from % 2, factor)
        };
        let terms: [[[(usize, T); N]; 2]; M] = std::array::from_fn(|i| {
            std::array::from_fn(|part| std::array::from_fn(|t| term(i, part, t)))
        });
        let (inner, outer) = (bits % ROW, bits / ROW);
        let mut row = Some(rows.first);
        while let Some(now) = row {
            if self.wake(offsets.map(|offset| now | (offset / ROW))) {
                let mut vector = 0;
                while vector < ROW {
                    // SAFETY: `check` saw that the tile has all rows that `bits` tells apart, so
                    // `now` and `vector` have none of them, and that offsets and terms have no
                    // other bits: all lie in the block.
                    unsafe {
                        let base = self.parts.as_mut_ptr().add(place_of(now * ROW + vector));
                        if inner & 1 == 0 && M < 5 {
                            mix_at::<T, W, M, N, 2, C>(base, &places, &terms);
                        } else {
                            mix_at::<T, W, M, N, 1, C>(base, &places, &terms);
                        }
                    }
                    vector = next_without(vector | usize::from(M < 5), inner);
                }
            }
            row = rows.next(now, outer);
        }
    }

    /// Swaps the bit of the lanes whose weight is `WEIGHT` with another.
    #[inline(always)]
    fn swap<const WEIGHT: usize, C: Machine>(&mut self, rows: Rows, bit: usize) {
        let weight = 1 << bit;
        let (inner, outer) = (weight % ROW, weight / ROW);
        let mut row = Some(rows.first);
        while let Some(now) = row {
            if self.wake([now, now | outer]) {
                let mut vector = 0;
                while vector < ROW {
                    for part in 0..2 {
                        let place = place_of(now * ROW + vector) + part;
                        let other = place + place_of(weight);
                        let (zero, one) = (self.parts[place].0, self.parts[other].0);
                        self.parts[place].0 = C::permute(zero, one, const { halves(WEIGHT, 0) });
                        self.parts[other].0 =
                            C::permute(zero, one, const { halves(WEIGHT, WEIGHT) });
                    }
                    vector = next_without(vector, inner);
                }
            }
            row = rows.next(now, outer);
        }
    }
}

/// Makes sure that a step stays within a tile with these bits, of a block of so many rows.
fn check<T>(step: &Step<T>, tile_bits: usize, num_rows: usize) {
    let in_tile = |bits: usize| bits < num_rows * ROW && (bits / ROW) & !tile_bits == 0;
    match step {
        Step::Swap { bit, .. } => assert!(in_tile(1 << bit)),
        Step::Mix { bits, mixes } => {
            assert!(in_tile(*bits));
            let within = |vector: usize| vector & !bits == 0;
            for mix in mixes {
                let terms = mix.terms.iter().flatten();
                assert!(mix.offsets.iter().all(|&offset| within(offset)));
                assert!(terms.map(|&(from, _)| from / 2).all(within));
            }
        }
    }
}

/// The rows of a tile: `first`, and those that differ from it in some of the `bits`.
#[derive(Clone, Copy)]
struct Rows {
    first: usize,
    bits: usize,
}

impl Rows {
    /// The row after one, of those that have none of some bits.
    #[inline(always)]
    fn next(self, row: usize, without: usize) -> Option<usize> {
        let bits = self.bits & !without;
        let next = (row | !bits).wrapping_add(1) & bits;
        (next != 0).then_some(self.first | next)
    }
}

/// Start of a vector of a block, counted in parts. That of a sum of bits is the sum of theirs.
#[inline(always)]
fn place_of(vector: usize) -> usize {
    vector / ROW * PITCH + vector % ROW * 2
}

/// Mixes `M` vectors, and the same of their next neighbours, `U` in all: each part becomes a sum of
/// `N` parts with factors. All are counted from `base`.
///
/// # Safety
/// All of them lie in one allocation that nobody else has borrowed.
#[inline(always)]
unsafe fn mix_at<
    T: Number,
    const W: usize,
    const M: usize,
    const N: usize,
    const U: usize,
    C: Machine,
>(
    base: *mut Part<T, W>,
    places: &[usize; M],
    terms: &[[[(usize, T); N]; 2]; M],
) {
    // All sums before the first is written. (Closures would not be compiled for the processor.)
    let mut new = [[[[T::ZERO; W]; U]; 2]; M];
    for (new, terms) in new.iter_mut().flatten().zip(terms.as_flattened()) {
        for (u, new) in new.iter_mut().enumerate() {
            let (from, factor) = terms[0];
            // SAFETY: the caller's word.
            let values = unsafe { (*base.add(from + 2 * u)).0 };
            let mut sum = C::product(factor, values);
            for &(from, factor) in &terms[1..] {
                // SAFETY: the caller's word.
                let values = unsafe { (*base.add(from + 2 * u)).0 };
                sum = C::product_added(factor, values, sum);
            }
            *new = sum;
        }
    }
    for (new, place) in new.iter().zip(places) {
        for (part, new) in new.iter().enumerate() {
            for (u, &new) in new.iter().enumerate() {
                // SAFETY: the caller's word.
                unsafe { (*base.add(place + part + 2 * u)).0 = new };
            }
        }
    }
}

/// The next number after one that has none of these bits, which has none either.
#[inline(always)]
fn next_without(number: usize, bits: usize) -> usize {
    ((number | bits) + 1) & !bits
}
